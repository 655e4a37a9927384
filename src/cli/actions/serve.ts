import type { Capture } from "../../capture/capture.ts";
import { Player } from "../../features/playback/player.ts";
import { LATENCIES, type Latency } from "../../wire/playback.ts";
import { isLoopbackHost } from "../../wire/proxy/local-request.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import type { serve } from "../commands/record.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import { readChoice } from "../flags/choice.ts";
import { readPort } from "../flags/parse-listen.ts";
import type { Console } from "../terminal/console.ts";
import { abortOf, watchInterrupts } from "../terminal/interrupt.ts";
import { oneLine, quoted, UsageError } from "../usage-error.ts";

type ServeFlags = FlagsFor<typeof serve>;

/** `mcptest serve`: a server that answers as the recorded one did, until the client leaves or we are stopped. */
export const runServe = async ({ args, flags, console }: CallOf<typeof serve>): Promise<ExitCode> => {
  const path = args.capture;
  const latency = readChoice("--latency", flags.latency ?? "none", LATENCIES);
  const port = flags.http === undefined ? undefined : readPort("--http", flags.http);
  const capture = readCaptureFile(path);
  const player = new Player(capture);
  if (player.isEmpty)
    throw new UsageError(
      `${path} holds no answer of a server, so there is nothing to serve; record one that answers with mcptest record`,
    );
  const isHttp = port !== undefined || isRecordedOverHttp(capture);
  if (!isHttp && (flags.host !== undefined || flags.anyOrigin))
    throw new UsageError("--host and --any-origin are for HTTP; add --http 8080");
  const interrupt = watchInterrupts();
  try {
    if (isHttp) await overHttp(player, flags, port ?? 0, latency, interrupt.signal, console);
    else return await overStdio(player, latency, interrupt.signal);
  } finally {
    interrupt.release();
  }
  return EXIT.ok;
};

const isRecordedOverHttp = ({ transport, target }: Capture): boolean =>
  transport === undefined ? target?.kind === "http" : transport !== "stdio";

const overStdio = async (player: Player, latency: Latency, signal: AbortSignal): Promise<ExitCode> => {
  const { serveStdioPlayback } = await import("../../wire/playback/serve-stdio.ts");
  const { greeting, hear } = player.openProcess();
  const { stdin: input, stdout: output } = process;
  // The recorded server may have ended with any code; one that a request ended is the only one that is repeated.
  return (await serveStdioPlayback({ greeting, hear, input, output, latency, signal })) === 0 ? EXIT.ok : EXIT.failed;
};

const overHttp = async (
  player: Player,
  { host: given, anyOrigin = false, quiet = false, debug = false }: ServeFlags,
  port: number,
  latency: Latency,
  signal: AbortSignal,
  console: Console,
): Promise<void> => {
  const host = given === undefined || given.toLowerCase() === "localhost" ? "127.0.0.1" : given.replace(/^\[|\]$/g, "");
  const { serveHttpPlayback } = await import("../../wire/playback/serve-http.ts");
  const playback = await serveHttpPlayback({
    hear: (heard) => player.hearHttp(heard),
    closed: (stream) => player.closed(stream),
    host,
    port,
    latency,
    anyOrigin,
    onBug: (error) => {
      const text = error instanceof Error ? ((debug ? error.stack : undefined) ?? error.message) : String(error);
      console.err(`mcptest: internal error: ${debug ? text : oneLine(text)}; please report it\n`);
    },
  }).catch(({ code = "unknown error" }: NodeJS.ErrnoException) => {
    throw new UsageError(
      `cannot listen on ${quoted(host)}, port ${port} (${code}); choose another with --http or --host`,
    );
  });
  if (!isLoopbackHost(host))
    console.err(`mcptest: other machines can reach this server too, because of --host ${host}\n`);
  if (!quiet) console.err(`the recording answers at ${playback.origin}${player.path}; press Ctrl-C to stop\n`);
  await abortOf(signal);
  await playback.stop();
};
