import type { RefreshEnvironment } from "../../corpus-io/refresh/refresh-corpus.ts";
import { RefreshError } from "../../corpus-io/refresh/refresh-error.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../model/download-limits.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { VERSION } from "../../version.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgressLine } from "../terminal/progress.ts";

/** Runs a refresh with a progress line and the network, and turns what stops it into one line and its exit code. */
export const runRefresh = async <T>(
  console: Console,
  refresh: (world: RefreshEnvironment) => Promise<T>,
  report: (done: T) => void,
): Promise<ExitCode> => {
  const interrupt = watchInterrupts();
  const line = openProgressLine(console);
  try {
    const done = await refresh({
      env: process.env,
      limits: DEFAULT_DOWNLOAD_LIMITS,
      version: VERSION,
      signal: interrupt.signal,
      now: () => new Date(),
      onStep: (what) => line.show(`${escapeTerminal(untrusted(what), console.width - 5)} …`),
    });
    line.clear();
    report(done);
    return EXIT.ok;
  } catch (error) {
    line.clear();
    if (!(error instanceof RefreshError)) throw error;
    // The message may quote names from the archive or the host.
    console.err(`mcptest: ${escapeTerminal(untrusted(error.message), 500)}\n`);
    return error.kind === "aborted" ? (interrupt.code ?? EXIT.interrupted) : EXIT[error.kind];
  } finally {
    interrupt.release();
  }
};
