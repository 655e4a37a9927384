import { untrusted } from "../../base/untrusted.ts";
import { VERSION } from "../../base/version.ts";
import { type RefreshEnvironment, type RefreshRequest, refreshCorpus } from "../../features/refresh/refresh-corpus.ts";
import { RefreshError } from "../../features/refresh/refresh-error.ts";
import { refreshServerSchema } from "../../features/refresh/refresh-server-schema.ts";
import { refreshUpcoming } from "../../features/refresh/refresh-upcoming.ts";
import { refreshView, refreshWarnings } from "../../features/refresh/view.ts";
import { schemaRefreshView } from "../../features/registry/view/refresh.ts";
import { cacheFolder } from "../../judge/corpus-files/conformance-cache.ts";
import { schemaFolder } from "../../judge/corpus-files/server-schema.ts";
import { upcomingFolder } from "../../judge/corpus-files/upcoming.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { render } from "../../report/render.ts";
import { upcomingRefreshView } from "../../report/views/upcoming/refresh.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../wire/download-limits.ts";
import type { complianceRefresh } from "../commands/compliance.ts";
import type { conformanceRefresh } from "../commands/conformance.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { registryRefresh } from "../commands/registry.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { openProgressLine } from "../terminal/progress.ts";
import { UsageError } from "../usage-error.ts";

/** `mcptest compliance refresh`: reads what is deprecated and proposed from the specification's repository into the cache. */
export const runUpcomingRefresh = ({ flags, console }: CallOf<typeof complianceRefresh>): Promise<ExitCode> => {
  const folder = placeOf("--folder", flags.folder, upcomingFolder(process.env, process.platform));
  const { url, ref, dryRun } = flags;
  return runRefresh(
    console,
    (world) => refreshUpcoming({ folder, url, ref, dryRun }, world),
    (refresh) => console.out(render(upcomingRefreshView, refresh, "pretty", console)),
  );
};

/** `mcptest registry refresh`: downloads the newest published schema of a server.json into the cache. */
export const runSchemaRefresh = ({ flags, console }: CallOf<typeof registryRefresh>): Promise<ExitCode> => {
  const folder = placeOf("--folder", flags.folder, schemaFolder(process.env, process.platform));
  const { url, ref, dryRun } = flags;
  return runRefresh(
    console,
    (world) => refreshServerSchema({ folder, url, ref, dryRun }, world),
    (refresh) => console.out(render(schemaRefreshView, refresh, "pretty", console)),
  );
};

/** `mcptest conformance refresh`: downloads the official corpus into the cache, or into --corpus-dir. */
export const runConformanceRefresh = async ({
  flags,
  console,
}: Pick<CallOf<typeof conformanceRefresh>, "flags" | "console">): Promise<ExitCode> => {
  const cached = cacheFolder(process.env, process.platform);
  const request: RefreshRequest = { ...flags, corpusDir: placeOf("--corpus-dir", flags.corpusDir, cached) };
  return runRefresh(
    console,
    (world) => refreshCorpus(request, world),
    (refresh) => {
      for (const warning of refreshWarnings(refresh)) console.err(`mcptest: warning: ${warning}\n`);
      console.out(render(refreshView, refresh, "pretty", console));
    },
  );
};

/** Where a refresh writes: the folder that was named, else the one in the cache. */
const placeOf = (flag: string, named: string | undefined, cached: string | undefined): string => {
  if (named === "") throw new UsageError(`${flag} is empty; name a folder`);
  const place = named ?? cached;
  if (place !== undefined && place !== "") return place;
  throw new UsageError(`HOME is not set, so there is no folder for the cache; name one with ${flag}`);
};

/** Runs a refresh with a progress line and the network, and turns what stops it into one line and its exit code. */
const runRefresh = async <T>(
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
