import type { BaselineEntry, BaselineStanding } from "../model/baseline.ts";
import type { ComplianceRow, GateResult } from "../model/suite-result.ts";
import type { Verdict } from "../model/verdict.ts";
import { baselineGate } from "./baseline-gate.ts";
import { decideRows, type RedLevel } from "./decide.ts";
import { failingRules } from "./judge-compliance.ts";

export interface HeldBaseline {
  readonly gate: GateResult;
  readonly standing: BaselineStanding;
}

/** The verdicts of one server against what is known to fail. */
export const holdBaseline = (
  verdicts: readonly Verdict[],
  baseline: readonly BaselineEntry[],
  red: RedLevel,
): HeldBaseline => {
  const rows = decideRows(asTests(verdicts), { explicit: false, red, baseline });
  const idsOf = (decision: ComplianceRow["decision"]): string[] =>
    rows.filter((row) => row.decision === decision).map(({ verdict }) => verdict.id);
  const failing = new Set(idsOf("expected"));
  return {
    gate: baselineGate([{ rows }], baseline),
    standing: {
      known: baseline.filter(({ rule_id }) => failing.has(rule_id)),
      failed: idsOf("failed"),
      stale: idsOf("stale"),
    },
  };
};

/** What the baseline should list after these verdicts. */
export const knownFailures = (verdicts: readonly Verdict[], baseline: readonly BaselineEntry[]): readonly string[] =>
  failingRules([{ rows: decideRows(asTests(verdicts), { explicit: false, red: "any", baseline }) }], baseline);

const asTests = (verdicts: readonly Verdict[]) =>
  verdicts.map((verdict) => ({ name: verdict.id, check: verdict.id, verdict }));
