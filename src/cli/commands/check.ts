import type { Result } from "../../model/result.ts";
import { LATEST_STATELESS } from "../../model/revision.ts";
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
  const judged = await makeResult(probed.capture, {
    tool: TOOL,
    revision: revision === "all" ? undefined : revision,
  });
  const whole = probed.interrupted === undefined && probed.reached && judged.spoken !== false;
  const held = whole ? baseline?.hold(judged, gate) : undefined;
  const result = held?.result ?? judged;
  writeReports(chosen, (reporter, paper) => renderResult(result, reporter, { ...flags, ...paper }), console);
  if (probed.interrupted !== undefined) return probed.interrupted;
  if (!probed.reached) return EXIT.unreachable;
  sayUnspoken(result, "check", console);
  return held ? held.settle() : exitOf(result, gate ?? "must");
};

/** Why there is no grade, for whoever reads only the last line. */
export const sayUnspoken = ({ revision, spoken }: Result, verb: string, console: Console): void => {
  if (spoken !== false) return;
  console.err(`mcptest: the server does not speak ${revision}; leave --revision out to ${verb} what it speaks\n`);
};

/** Loaded while the server thinks of its first answers. */
const loadJudge = async () => {
  const [{ makeResult }, { renderResult }, { embeddedRuleset }] = await Promise.all([
    import("../../check/make-result.ts"),
    import("../../report/result/render.ts"),
    import("../../corpus-io/embedded.ts"),
  ]);
  // Every server is held against the newest rules, if only to say how ready it is for them.
  embeddedRuleset(LATEST_STATELESS);
  return { makeResult, renderResult };
};

/** Reading YAML is loaded only by those who have some. */
export const openAnyBaseline = async (flags: BaselineFlags, console: Console): Promise<Baseline | undefined> => {
  if (flags.baseline === undefined && !flags.updateBaseline) return undefined;
  const { openCheckBaseline } = await import("../check-baseline.ts");
  return openCheckBaseline(flags, console);
};
