import type { Capture } from "../../model/capture.ts";
import { type Revision, wireVersion } from "../../model/revision.ts";
import { TOOL } from "../../version.ts";
import type { Baseline, BaselineFlags } from "../check-baseline.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { exitOf, readGate } from "../gate.ts";
import { readRevision } from "../probe-flags.ts";
import { type ProbeTargetFlags, probeTarget } from "../probe-target.ts";
import { REPORTERS, type ReporterFlags, readReporters, writeReports } from "../reporters.ts";

export type CheckFlags = ProbeTargetFlags &
  ReporterFlags &
  BaselineFlags & { readonly failOn?: string; readonly watch?: boolean };

/** `mcptest check`: probe, then judge what was said. */
export const runCheck = async (
  flags: CheckFlags,
  url: string | undefined,
  command: readonly string[],
  console: Console,
): Promise<ExitCode> => {
  const gate = flags.failOn === undefined ? undefined : readGate(flags.failOn);
  const revision = flags.revision === undefined ? undefined : readRevision(flags.revision);
  const chosen = readReporters(flags, REPORTERS, "pretty");
  const baseline = await openAnyBaseline(flags, console);
  const probing = probeTarget(flags, url, command, console);
  const [probed, { makeResult, renderResult }] = await Promise.all([probing, loadJudge()]);
  if (!probed) return EXIT.ok;
  const result = await makeResult(probed.capture, {
    tool: TOOL,
    revision: revision === "all" ? undefined : revision,
  });
  writeReports(chosen, (reporter, paper) => renderResult(result, reporter, { ...flags, ...paper }), console);
  if (probed.interrupted !== undefined) return probed.interrupted;
  if (!probed.reached) return EXIT.unreachable;
  if (isUnspoken(probed.capture, revision)) {
    console.err(`mcptest: the server does not speak ${revision}; leave --revision out to check what it speaks\n`);
    return EXIT.inconclusive;
  }
  return baseline ? baseline.settle(result, gate) : exitOf(result, gate ?? "must");
};

/** Asked for one revision, it agreed to none or to another: what it did wrong there is no fault of its own. */
const isUnspoken = (capture: Capture, wanted: Revision | "all" | undefined): boolean => {
  if (wanted === undefined || wanted === "all" || capture.outcome === "auth-required") return false;
  return !(capture.conversations ?? []).some(({ probes }) => probes === wanted || probes === wireVersion(wanted));
};

/** Loaded while the server thinks of its first answers. */
const loadJudge = async () => {
  const [{ makeResult }, { renderResult }] = await Promise.all([
    import("../../check/make-result.ts"),
    import("../../report/result/render.ts"),
  ]);
  return { makeResult, renderResult };
};

/** Reading YAML is loaded only by those who have some. */
export const openAnyBaseline = async (flags: BaselineFlags, console: Console): Promise<Baseline | undefined> => {
  if (flags.baseline === undefined && !flags.updateBaseline) return undefined;
  const { openCheckBaseline } = await import("../check-baseline.ts");
  return openCheckBaseline(flags, console);
};
