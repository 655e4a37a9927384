import { makeResult } from "../../check/make-result.ts";
import { renderResult } from "../../report/result/render.ts";
import { TOOL } from "../../version.ts";
import type { BaselineFlags } from "../check-baseline.ts";
import type { Console } from "../console.ts";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf, readGate } from "../gate.ts";
import { readRevision } from "../probe-flags.ts";
import { readCaptureFile } from "../read-capture-file.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";
import { UsageError } from "../usage-error.ts";
import { openAnyBaseline, sayUnspoken } from "./check.ts";

export interface JudgeFlags extends ReporterFlags, BaselineFlags {
  readonly revision?: string;
  readonly failOn?: string;
}

/** `mcptest judge`: everything that can be said about a saved session. No server is contacted. */
export const runJudge = async (flags: JudgeFlags, path: string, console: Console): Promise<ExitCode> => {
  const gate = flags.failOn === undefined ? undefined : readGate(flags.failOn);
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  if (revision === "all") throw new UsageError("--revision all is for probing; name the revision to judge by");
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const baseline = await openAnyBaseline(flags, console);
  const judged = await makeResult(readCaptureFile(path), { tool: TOOL, revision });
  const held = judged.spoken === false ? undefined : baseline?.hold(judged, gate);
  const result = held?.result ?? judged;
  writeReports(chosen, (reporter, paper) => renderResult(result, reporter, { ...flags, ...paper }), console);
  sayUnspoken(result, "judge", console);
  return held ? held.settle() : exitOf(result, gate ?? "must");
};
