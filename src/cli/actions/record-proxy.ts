import { constants } from "node:os";
import { basename, dirname, join } from "node:path";
import { defined } from "../../base/defined.ts";
import { VERSION } from "../../base/version.ts";
import { createRecordingFile, type RecordingFile } from "../../capture/recording-file.ts";
import { looksSecret } from "../../capture/secret-names.ts";
import type { HttpTarget, StdioTarget } from "../../capture/target.ts";
import { openRecording } from "../../probe/proxy/open-recording.ts";
import type { Recording } from "../../probe/proxy/recording.ts";
import { runStdioProxy, startHttpProxy } from "../../probe/proxy/run-proxy.ts";
import type { Limits } from "../../wire/limits.ts";
import { openOwnPipe } from "../../wire/proxy/own-pipe.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { record } from "../commands/record.ts";
import { EXIT } from "../exit-codes.ts";
import { writeFailure } from "../files/output-file.ts";
import { parseLimits } from "../flags/parse-limits.ts";
import { parseListen } from "../flags/parse-listen.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import { targetFrom } from "../target/target-flags.ts";
import { type Console, releaseStreams } from "../terminal/console.ts";
import { abortOf, watchInterrupts } from "../terminal/interrupt.ts";
import { quoted, UsageError } from "../usage-error.ts";
import type { RecordFlags } from "./record.ts";

/**
 * `mcptest record --proxy`: sit between a client and a server and record what they say. For a command the exit code is
 * the server's own (128 + n for a signal); for a URL it is 0, because such a proxy only ends when it is stopped.
 */
export const runRecordProxy = async ({ flags, server, console }: CallOf<typeof record>): Promise<number> => {
  refuseProbeFlags(flags);
  releaseStreams();
  const path = outputPath(flags.out);
  const limits = parseLimits(flags.limit ?? [], {});
  const target = await targetFrom(flags, server, console);
  if (!target) return EXIT.ok;
  if (target.kind === "http") return proxyHttp(target, limits, path, flags, console);
  if (flags.listen !== undefined) {
    throw new UsageError(
      "--listen works only with a URL; a command is reached over stdin and stdout, so drop --listen",
    );
  }
  return proxyStdio(target, limits, path, console);
};

const proxyStdio = async (target: StdioTarget, limits: Limits, path: string, console: Console): Promise<number> => {
  const environment = defined(process.env) as Record<string, string>;
  const warn = once(console.err);
  // The client started us as its server, so it gets its server even if the file cannot be written.
  const { recording, file } = openFile(target, limits, path, environment, (reason) =>
    warn(`mcptest: cannot write ${path}: ${reason}; the session continues unrecorded\n`),
  );
  if (file && basename(file.path) !== basename(path)) {
    console.err(`mcptest: recording to ${join(dirname(path), basename(file.path))}, because ${path} exists\n`);
  }
  const interrupt = watchInterrupts();
  const parent = process.ppid;
  const end = await runStdioProxy(target, {
    recording,
    limits,
    env: { ...environment, ...target.env },
    input: process.stdin,
    output: openOwnPipe(1, process.stdout),
    errors: process.stderr,
    signal: interrupt.signal,
    clientGone: () => process.ppid !== parent,
  });
  file?.close();
  process.stdin.unref?.();
  interrupt.release();
  if (end.process.ended_by === "not-started") {
    console.err(`mcptest: ${end.trouble?.detail ?? "the server could not be started"}\n`);
    return EXIT.unreachable;
  }
  return interrupt.code ?? exitCodeOf(end.process.exit_code, end.process.signal);
};

const proxyHttp = async (
  target: HttpTarget,
  limits: Limits,
  path: string,
  flags: RecordFlags,
  console: Console,
): Promise<number> => {
  const { host, port } = parseListen(flags.listen);
  const warn = once(console.err);
  let refused: string | undefined;
  let started = false;
  const { recording, file } = openFile(target, limits, path, {}, (reason) => {
    if (started) warn(`mcptest: cannot write ${path}: ${reason}; requests are passed on unrecorded\n`);
    else refused = reason;
  });
  if (refused !== undefined) throw new UsageError(`cannot write ${path}: ${refused}`);
  started = true;
  const interrupt = watchInterrupts();
  const proxy = await startHttpProxy(target, {
    recording,
    limits,
    host,
    port,
    onWithheld: () =>
      console.err(
        "mcptest: a web page of another site sent a request, which was passed on without your configured headers\n",
      ),
  }).catch(({ code = "unknown error" }: NodeJS.ErrnoException) => {
    interrupt.release();
    throw new UsageError(`--listen: cannot listen on ${host}:${port} (${code}); choose another port`);
  });
  const query = new URL(target.url).search;
  console.err(`mcptest: recording to ${file?.path ?? path}; press Ctrl-C to stop\n`);
  console.err(`connect the client to ${proxy.url}${query === "" ? "" : " (add the query of the server's URL)"}\n`);
  await abortOf(interrupt.signal);
  await proxy.stop();
  file?.close();
  interrupt.release();
  console.err(`saved ${recording.exchanges} exchanges to ${file?.path ?? path}\n`);
  return EXIT.ok;
};

/** Opens the file with its header; `onFailure` is told when that, or any later line, fails. */
const openFile = (
  target: HttpTarget | StdioTarget,
  limits: Limits,
  path: string,
  environment: Readonly<Record<string, string>>,
  onFailure: (reason: string) => void,
): { recording: Recording; file: RecordingFile | undefined } => {
  let file: RecordingFile | undefined;
  const recording = openRecording(target, {
    tool: { name: "mcptest", version: VERSION },
    limits,
    inheritedEnv: secretLooking(environment),
    create: (header) => {
      try {
        file = createRecordingFile(path, header);
        return file.append;
      } catch (error) {
        onFailure(reasonOf(error));
        return undefined;
      }
    },
    onFailure: (error) => onFailure(reasonOf(error)),
  });
  return { recording, file };
};

const refuseProbeFlags = ({ revision, timeout, runTimeout, followRedirects, quick, only, skip }: RecordFlags): void =>
  refuseFlags(
    {
      "--revision": revision,
      "--timeout": timeout,
      "--run-timeout": runTimeout,
      "--follow-redirects": followRedirects,
      "--quick": quick,
      "--only": only,
      "--skip": skip,
    },
    (given) => `${given} cannot be used with --proxy, which sends nothing of its own; drop it`,
  );

const outputPath = (out: string | undefined): string => {
  if (out === undefined || out === "-" || out === "") {
    throw new UsageError("--proxy needs a file to record to; add -o session.jsonl");
  }
  if (/\.json$/i.test(out)) {
    throw new UsageError(`-o ${quoted(out)}: a recording is JSON Lines; call it ${quoted(`${out}l`)}`);
  }
  return out;
};

/** The server inherits everything; in the recording only what looks like a secret is searched for and redacted. */
const secretLooking = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => looksSecret(name) || /:\/\/[^/\s]*@/.test(value)),
  );

const exitCodeOf = (code: number | null, signal: string | null): number => {
  if (signal === null) return code ?? EXIT.internal;
  return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
};

/** An error without a system code is a bug of ours, but no reason to end the session. */
const reasonOf = (error: unknown): string => {
  if ((error as NodeJS.ErrnoException).code !== undefined) return writeFailure(error);
  return `internal error (${error instanceof Error ? error.message : String(error)})`;
};

const once = (print: (text: string) => void): ((text: string) => void) => {
  const left = [print];
  return (text) => left.pop()?.(text);
};
