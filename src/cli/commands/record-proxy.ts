import { constants } from "node:os";
import { basename, dirname, join } from "node:path";
import { createRecordingFile, type RecordingFile } from "../../capture/recording-file.ts";
import { looksSecret } from "../../capture/secret-names.ts";
import type { Limits } from "../../model/limits.ts";
import type { HttpTarget, StdioTarget } from "../../model/target.ts";
import { openRecording } from "../../probe/proxy/open-recording.ts";
import type { Recording } from "../../probe/proxy/recording.ts";
import { runStdioProxy, startHttpProxy } from "../../probe/proxy/run-proxy.ts";
import { VERSION } from "../../version.ts";
import { openOwnPipe } from "../../wire/proxy/own-pipe.ts";
import { type Console, releaseStreams } from "../console.ts";
import { EXIT } from "../exit-codes.ts";
import { watchInterrupts } from "../interrupt.ts";
import { writeFailure } from "../output-file.ts";
import { parseLimits } from "../parse-limits.ts";
import { parseListen } from "../parse-listen.ts";
import { targetFrom } from "../target-flags.ts";
import { quoted, UsageError } from "../usage-error.ts";
import type { RecordFlags } from "./record.ts";

export interface RecordProxyFlags extends RecordFlags {
  readonly proxy?: boolean;
  readonly listen?: string;
}

/**
 * `mcptest record --proxy`: sit between a client and a server and write down what they say. The exit code is the
 * server's own for a command (128 + n for a signal), and 0 for a URL, where being stopped is the only way to end.
 */
export const runRecordProxy = async (
  flags: RecordProxyFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<number> => {
  refuseProbeFlags(flags);
  releaseStreams();
  const path = outputPath(flags.out);
  const limits = parseLimits(flags.limit ?? [], {});
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  if (target.kind === "http") return proxyHttp(target, limits, path, flags, console);
  if (flags.listen !== undefined) {
    throw new UsageError(
      "--listen works only with a server at a URL; a command is reached over our own stdin and stdout",
    );
  }
  return proxyStdio(target, limits, path, console);
};

const proxyStdio = async (target: StdioTarget, limits: Limits, path: string, console: Console): Promise<number> => {
  const environment = definedOnly(process.env);
  const notes: ((text: string) => void)[] = [console.err];
  // The client has started us as its server: without a file it still gets its server.
  const { recording, file } = openFile(target, limits, path, environment, (reason) =>
    once(notes, `mcptest: cannot write ${path}: ${reason}; the session goes on without being recorded\n`),
  );
  if (file && basename(file.path) !== basename(path)) {
    console.err(`mcptest: recording to ${join(dirname(path), basename(file.path))}, because ${path} is taken\n`);
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
  flags: RecordProxyFlags,
  console: Console,
): Promise<number> => {
  const { host, port } = parseListen(flags.listen);
  const notes: ((text: string) => void)[] = [console.err];
  let refused: string | undefined;
  let started = false;
  const { recording, file } = openFile(target, limits, path, {}, (reason) => {
    if (started)
      once(notes, `mcptest: cannot write ${path}: ${reason}; requests are passed on without being recorded\n`);
    else refused = reason;
  });
  if (refused !== undefined) throw new UsageError(`cannot write ${path}: ${refused}`);
  started = true;
  const interrupt = watchInterrupts();
  const stopped = new Promise<void>((resolve) => interrupt.signal.addEventListener("abort", () => resolve()));
  const proxy = await startHttpProxy(target, {
    recording,
    limits,
    host,
    port,
    onWithheld: () =>
      console.err("mcptest: a page of another site sent a request; it was passed on without the configured headers\n"),
  }).catch((error: unknown) => {
    interrupt.release();
    throw new UsageError(`--listen: cannot listen on ${host}:${port} (${codeOf(error)}); choose another port`);
  });
  const query = new URL(target.url).search;
  console.err(`mcptest: recording to ${file?.path ?? path}; Ctrl-C ends it\n`);
  console.err(`connect the client to ${proxy.url}${query === "" ? "" : " (and the query of the server's URL)"}\n`);
  await stopped;
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

const PROBE_FLAGS = {
  revision: "--revision",
  timeout: "--timeout",
  runTimeout: "--run-timeout",
  followRedirects: "--follow-redirects",
} as const;

const refuseProbeFlags = (flags: RecordProxyFlags): void => {
  const given = Object.entries(PROBE_FLAGS).filter(([name]) => flags[name as keyof typeof PROBE_FLAGS] !== undefined);
  if (given.length === 0) return;
  const names = given.map(([, flag]) => flag).join(" and ");
  throw new UsageError(`${names} cannot be used with --proxy, which asks nothing itself; leave it out`);
};

const outputPath = (out: string | undefined): string => {
  if (out === undefined || out === "-" || out === "") {
    throw new UsageError("--proxy needs a file to write to; add -o session.jsonl");
  }
  if (/\.json$/i.test(out)) {
    throw new UsageError(`-o ${quoted(out)}: a recording is JSON Lines; name it ${quoted(`${out}l`)}`);
  }
  return out;
};

/** What is inherited passes through whole; in the recording only what looks like a secret is searched for. */
const secretLooking = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => looksSecret(name) || /:\/\/[^/\s]*@/.test(value)),
  );

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

const exitCodeOf = (code: number | null, signal: string | null): number => {
  if (signal === null) return code ?? EXIT.internal;
  return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);
};

/** Without a code of the system's it is a bug of ours, and still no reason to disturb anybody. */
const reasonOf = (error: unknown): string => {
  if ((error as NodeJS.ErrnoException).code !== undefined) return writeFailure(error);
  return `internal error (${error instanceof Error ? error.message : String(error)})`;
};

const once = (say: ((text: string) => void)[], text: string): void => say.pop()?.(text);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "unknown error";
