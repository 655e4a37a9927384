import { cacheFolder } from "../../corpus-io/conformance-cache.ts";
import { type RefreshRequest, refreshCorpus } from "../../corpus-io/refresh/refresh-corpus.ts";
import { RefreshError } from "../../corpus-io/refresh/refresh-error.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../model/download-limits.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { refreshWarnings, renderRefresh } from "../../report/refresh/pretty.ts";
import { VERSION } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { watchInterrupts } from "../interrupt.ts";
import { UsageError } from "../usage-error.ts";

export interface RefreshFlags {
  readonly targetVersion?: string;
  readonly corpusDir?: string;
  readonly url?: string;
  readonly ref?: string;
  readonly sourcePath?: string;
  readonly dryRun?: boolean;
}

/** `mcptest conformance refresh`: brings the official corpus into the user's cache, or into --corpus-dir. */
export const runConformanceRefresh = async (flags: RefreshFlags, console: Console): Promise<ExitCode> => {
  const request: RefreshRequest = { ...flags, corpusDir: corpusDirOf(flags) };
  const interrupt = watchInterrupts();
  const line = stepLine(console);
  try {
    const refresh = await refreshCorpus(request, {
      env: process.env,
      limits: DEFAULT_DOWNLOAD_LIMITS,
      version: VERSION,
      signal: interrupt.signal,
      now: () => new Date(),
      onStep: line.step,
    });
    line.clear();
    for (const warning of refreshWarnings(refresh)) console.err(`mcptest: warning: ${warning}\n`);
    console.out(renderRefresh(refresh, console));
    return EXIT.ok;
  } catch (error) {
    line.clear();
    if (!(error instanceof RefreshError)) throw error;
    // Messages may name files of the archive and refs of the host.
    console.err(`mcptest: ${escapeTerminal(untrusted(error.message), 500)}\n`);
    switch (error.kind) {
      case "network":
        return EXIT.network;
      case "failed":
        return EXIT.failed;
      case "aborted":
        return interrupt.code ?? EXIT.interrupted;
    }
  } finally {
    interrupt.release();
  }
};

const corpusDirOf = ({ corpusDir }: RefreshFlags): string => {
  if (corpusDir === "") throw new UsageError("--corpus-dir is empty; name a folder");
  const folder = corpusDir ?? cacheFolder(process.env, process.platform);
  if (folder !== undefined) return folder;
  throw new UsageError("the environment names no home folder for the cache; give --corpus-dir");
};

const CLEAR_LINE = "\r\x1b[2K";

/** One line on stderr while something is fetched, only on a terminal. */
const stepLine = (console: Console): { step(what: string): void; clear(): void } => {
  if (!console.live) return { step: () => {}, clear: () => {} };
  const shown = (what: string): string => escapeTerminal(untrusted(what), console.width - 5);
  return {
    step: (what) => console.err(`${CLEAR_LINE}${shown(what)} …`),
    clear: () => console.err(CLEAR_LINE),
  };
};
