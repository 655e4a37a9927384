import { type ProbeRequest, probeTarget } from "../../areas/probe-target.ts";
import { counted } from "../../base/counted.ts";
import { untrusted } from "../../base/untrusted.ts";
import { TOOL } from "../../base/version.ts";
import { readCaptures } from "../../capture/read.ts";
import { toJson } from "../../capture/serialize.ts";
import type { StdioTarget } from "../../capture/target.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { render } from "../../report/render.ts";
import { renderResult } from "../../report/render-result.ts";
import { changesView } from "../../report/views/check/changes.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import type { Result } from "../../scores/result/result.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { partToAsk, readPart } from "../flags/part-flags.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import { refuseFlags } from "../flags/refuse-flags.ts";
import { readReporters } from "../flags/reporter-flags.ts";
import { readSurfaceFlags } from "../flags/surface-flags.ts";
import { blockedLines, isReached } from "../target/reached.ts";
import { type ServerArguments, targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { abortOf, watchInterrupts } from "../terminal/interrupt.ts";
import { openProgress } from "../terminal/progress.ts";
import { UsageError } from "../usage-error.ts";
import { openChangeQueue } from "../watch/change-queue.ts";
import { type SourceWatch, watchSources } from "../watch/watch-sources.ts";
import type { CheckFlags } from "./check.ts";

/** `mcptest check --watch`: the whole report once, then after every change of a source only what is different. */
export const runCheckWatch = async (
  flags: CheckFlags,
  server: ServerArguments,
  console: Console,
): Promise<ExitCode> => {
  refuseFiles(flags);
  readReporters(flags, ["pretty"]);
  await readSurfaceFlags(flags, false);
  const part = await partToAsk(await readPart(flags), flags.revision);
  const request = { ...probeRequest(flags), ...part };
  const target = await targetFrom(flags, server, console);
  if (!target) return EXIT.ok;
  if (target.kind !== "stdio")
    throw new UsageError(
      "--watch restarts a command when its files change, but this server is a URL; give its command after --, or drop --watch",
    );
  const interrupt = watchInterrupts();
  const changes = openChangeQueue();
  const sources = watchSources(target, process.cwd(), changes.add);
  console.err(describe(sources));
  let before: Result | undefined;
  try {
    while (interrupt.code === undefined) {
      const { changed, signal } = changes.take();
      if (changed.length > 0) console.err(`\n${listed(changed)} changed\n`);
      // A change during the run ends it: the answers would come from a file that no longer exists.
      const ending = AbortSignal.any([interrupt.signal, signal]);
      const found = await checkOnce(target, { ...request, signal: ending }, flags, console);
      if (ending.aborted) continue;
      if (typeof found === "string") console.out(found);
      else {
        console.out(
          before
            ? render(changesView, { before, after: found }, "pretty", console)
            : renderResult(found, "pretty", { ...flags, ...console }),
        );
        before = found;
      }
      await abortOf(ending);
    }
    return interrupt.code;
  } finally {
    sources.close();
    interrupt.release();
  }
};

/** A string says why nothing answered: a half-written file does not start, and the next change will tell. */
const checkOnce = async (
  target: StdioTarget,
  request: ProbeRequest,
  flags: CheckFlags,
  console: Console,
): Promise<Result | string> => {
  const { revision, quiet = false } = flags;
  // Read every time: whoever accepts a change writes the lock anew.
  const surface = await readSurfaceFlags(flags, false);
  const { clear, ...progress } = openProgress(console, quiet);
  try {
    const said = await probeTarget(target, { ...request, ...progress });
    if (!isReached(said)) return blockedLines(said, console);
    const [capture = said] = readCaptures(toJson(said), "capture").sessions;
    const wanted = revision === undefined || request.revision === "all" ? undefined : request.revision;
    return await makeResult(capture, { tool: TOOL, revision: wanted, ...surface });
  } finally {
    clear();
  }
};

const refuseFiles = (flags: CheckFlags): void => {
  const { save, baseline, updateBaseline, failOn, renderApps, reporter, format, out } = flags;
  const file = (reporter ?? format ?? out)?.find((argument) => "out" in argument);
  refuseFlags(
    {
      "--save": save,
      "--baseline": baseline,
      "--update-baseline": updateBaseline,
      "--fail-on": failOn,
      "--render-apps": renderApps,
      "-o": file,
    },
    (given) => `--watch prints changes to the terminal until you stop it; drop ${given}`,
  );
};

const describe = ({ folder, folders, files, missed }: SourceWatch): string => {
  const more = files.length > 0 ? `, and ${listed(files)}` : "";
  const blind = missed > 0 ? `; ${missed} more folders cannot be watched` : "";
  const places = `the sources in ${shown(folder)} (${counted(folders, "folder")}, not node_modules or hidden ones)`;
  return `watching ${places}${more}${blind}; press Ctrl-C to stop\n`;
};

const shown = (path: string): string => escapeTerminal(untrusted(path), 200);
const MAX_LISTED = 3;
const listed = (paths: readonly string[]): string => {
  const more = paths.length - MAX_LISTED;
  return `${paths.slice(0, MAX_LISTED).map(shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};
