import { cacheFolder } from "../../corpus-io/conformance-cache.ts";
import { type RefreshRequest, refreshCorpus } from "../../corpus-io/refresh/refresh-corpus.ts";
import { RefreshError } from "../../corpus-io/refresh/refresh-error.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../model/download-limits.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { render } from "../../report/render.ts";
import { refreshView, refreshWarnings } from "../../report/views/refresh.ts";
import { VERSION } from "../../version.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgressLine } from "../terminal/progress.ts";
import { UsageError } from "../usage-error.ts";

/** `mcptest conformance refresh`: downloads the official corpus into the cache, or into --corpus-dir. */
export const runConformanceRefresh = async (flags: Partial<RefreshRequest>, console: Console): Promise<ExitCode> => {
  const request: RefreshRequest = { ...flags, corpusDir: corpusDirOf(flags) };
  const interrupt = watchInterrupts();
  const line = openProgressLine(console);
  try {
    const refresh = await refreshCorpus(request, {
      env: process.env,
      limits: DEFAULT_DOWNLOAD_LIMITS,
      version: VERSION,
      signal: interrupt.signal,
      now: () => new Date(),
      onStep: (what) => line.show(`${escapeTerminal(untrusted(what), console.width - 5)} …`),
    });
    line.clear();
    for (const warning of refreshWarnings(refresh)) console.err(`mcptest: warning: ${warning}\n`);
    console.out(render(refreshView, refresh, "pretty", console));
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

const corpusDirOf = ({ corpusDir }: Partial<RefreshRequest>): string => {
  if (corpusDir === "") throw new UsageError("--corpus-dir is empty; name a folder");
  const folder = corpusDir ?? cacheFolder(process.env, process.platform);
  if (folder !== undefined) return folder;
  throw new UsageError("HOME is not set, so there is no folder for the cache; name one with --corpus-dir");
};
