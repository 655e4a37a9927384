import { cacheFolder } from "../../corpus-io/conformance-cache.ts";
import { type RefreshRequest, refreshCorpus } from "../../corpus-io/refresh/refresh-corpus.ts";
import { render } from "../../report/render.ts";
import { refreshView, refreshWarnings } from "../../report/views/refresh.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";
import { runRefresh } from "./run-refresh.ts";

/** `mcptest conformance refresh`: downloads the official corpus into the cache, or into --corpus-dir. */
export const runConformanceRefresh = async (flags: Partial<RefreshRequest>, console: Console): Promise<ExitCode> => {
  const request: RefreshRequest = { ...flags, corpusDir: corpusDirOf(flags) };
  return runRefresh(
    console,
    (world) => refreshCorpus(request, world),
    (refresh) => {
      for (const warning of refreshWarnings(refresh)) console.err(`mcptest: warning: ${warning}\n`);
      console.out(render(refreshView, refresh, "pretty", console));
    },
  );
};

const corpusDirOf = ({ corpusDir }: Partial<RefreshRequest>): string => {
  if (corpusDir === "") throw new UsageError("--corpus-dir is empty; name a folder");
  const folder = corpusDir ?? cacheFolder(process.env, process.platform);
  if (folder !== undefined) return folder;
  throw new UsageError("HOME is not set, so there is no folder for the cache; name one with --corpus-dir");
};
