import { readCaptures } from "../../capture/read.ts";
import { toJson } from "../../capture/serialize.ts";
import { makeResult } from "../../check/make-result.ts";
import type { Result } from "../../model/result.ts";
import type { StdioTarget } from "../../model/target.ts";
import { untrusted } from "../../model/untrusted.ts";
import { type RecordRequest, record } from "../../probe/record.ts";
import { escapeTerminal } from "../../report/escape/terminal.ts";
import { renderChanges } from "../../report/result/changes.ts";
import { renderResult } from "../../report/result/render.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { watchInterrupts } from "../interrupt.ts";
import { probeRequest } from "../probe-flags.ts";
import { openProgress } from "../progress.ts";
import { isReached, unreachableLine } from "../reached.ts";
import { readReporters } from "../reporters.ts";
import { targetFrom } from "../target-flags.ts";
import { UsageError } from "../usage-error.ts";
import { aborted, openBell } from "../watch/bell.ts";
import { type SourceWatch, watchSources } from "../watch/watch-sources.ts";
import type { CheckFlags } from "./check.ts";

/** `mcptest check --watch`: the whole report once, then after every change of a source only what is different. */
export const runCheckWatch = async (
  flags: CheckFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  refuseFiles(flags);
  readReporters(flags, ["pretty"], "pretty");
  const request = probeRequest(flags);
  const target = targetFrom(flags, url, command, console);
  if (!target) return EXIT.ok;
  if (target.kind !== "stdio")
    throw new UsageError(
      "--watch starts a command again when its files change, and this server is a URL; give its command after --, or drop --watch",
    );
  const interrupt = watchInterrupts();
  const bell = openBell();
  const sources = watchSources(target, process.cwd(), bell.ring);
  console.err(describe(sources));
  let before: Result | undefined;
  try {
    while (interrupt.code === undefined) {
      const { changed, signal } = bell.take();
      if (changed.length > 0) console.err(`\n${listed(changed)} changed\n`);
      // What changes meanwhile ends the run: its answers would be those of a file that is gone.
      const ending = AbortSignal.any([interrupt.signal, signal]);
      const found = await look(target, { ...request, signal: ending }, flags, console);
      if (ending.aborted) continue;
      if (typeof found === "string") console.out(found);
      else {
        console.out(
          before ? renderChanges(before, found, console) : renderResult(found, "pretty", { ...flags, ...console }),
        );
        before = found;
      }
      await aborted(ending);
    }
    return interrupt.code;
  } finally {
    sources.close();
    interrupt.release();
  }
};

/** One check. A text: nothing answered, and why; a file that is half written does not start, and that is no news for long. */
const look = async (
  target: StdioTarget,
  request: RecordRequest,
  { revision, quiet = false }: CheckFlags,
  console: Console,
): Promise<Result | string> => {
  const progress = openProgress(console, quiet);
  try {
    const said = await record(target, { ...request, onStep: ({ step }) => progress.step(step) });
    if (!isReached(said)) return unreachableLine(said);
    const [capture = said] = readCaptures(toJson(said), "capture").sessions;
    const wanted = revision === undefined || request.revision === "all" ? undefined : request.revision;
    return await makeResult(capture, { tool: TOOL, revision: wanted });
  } finally {
    progress.clear();
  }
};

const refuseFiles = (flags: CheckFlags): void => {
  const given = [
    ...(flags.save === undefined ? [] : ["--save"]),
    ...(flags.baseline === undefined ? [] : ["--baseline"]),
    ...(flags.updateBaseline ? ["--update-baseline"] : []),
    ...(flags.failOn === undefined ? [] : ["--fail-on"]),
    ...((flags.reporter ?? flags.format ?? flags.out)?.some((ask) => "out" in ask) ? ["-o"] : []),
  ];
  if (given.length > 0)
    throw new UsageError(`--watch prints what changes and never ends by itself; drop ${given.join(" and ")}`);
};

const describe = ({ folder, folders, files, missed }: SourceWatch): string => {
  const more = files.length > 0 ? `, and ${listed(files)}` : "";
  const blind = missed > 0 ? `; ${missed} more folders could not be watched` : "";
  const places = `the sources in ${shown(folder)} (${folders} ${folders === 1 ? "folder" : "folders"}, without node_modules and hidden ones)`;
  return `watching ${places}${more}${blind}; Ctrl-C ends\n`;
};

const shown = (path: string): string => escapeTerminal(untrusted(path), 200);
const MAX_LISTED = 3;
const listed = (paths: readonly string[]): string => {
  const more = paths.length - MAX_LISTED;
  return `${paths.slice(0, MAX_LISTED).map(shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};
