import { makeResult } from "../../check/make-result.ts";
import { renderResult } from "../../report/result/render.ts";
import { TOOL } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { exitOf, readGate } from "../gate.ts";
import { readRevision } from "../probe-flags.ts";
import { type ProbeTargetFlags, probeTarget } from "../probe-target.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";

export type CheckFlags = ProbeTargetFlags & ReporterFlags & { readonly failOn?: string };

/** `mcptest check`: probe, then judge what was said. */
export const runCheck = async (
  flags: CheckFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const gate = readGate(flags.failOn ?? "must");
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const probed = await probeTarget(flags, url, command, console);
  if (!probed) return EXIT.ok;
  const result = await makeResult(probed.capture, {
    tool: TOOL,
    revision: revision === "all" ? undefined : revision,
  });
  writeReports(chosen, (reporter, paper) => renderResult(result, reporter, { ...flags, ...paper }), console);
  return probed.interrupted ?? (probed.reached ? exitOf(result, gate) : EXIT.unreachable);
};
