import type { Verdict } from "../../judge/core/verdict.ts";
import type { GateResult } from "../../report/gate-result.ts";
import type { BaselineEntry, BaselineStanding } from "../../scores/result/baseline.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import { baselineGate, idsOf } from "./baseline-gate.ts";
import { decideRows, type FailLevel } from "./decide.ts";
import { failingRules } from "./judge-compliance.ts";
import { asTests } from "./judge-tests.ts";

/** Compares the verdicts on one server with what is known to fail. */
export const holdBaseline = (
  verdicts: readonly Verdict[],
  baseline: readonly BaselineEntry[],
  red: FailLevel,
  withdrawn: RuleBook["withdrawn"],
): { readonly gate: GateResult; readonly standing: BaselineStanding } => {
  const runs = [{ rows: decideRows(asTests(verdicts), { explicit: false, red, baseline }) }];
  const failing = idsOf(runs, "expected");
  return {
    gate: baselineGate(runs, baseline, withdrawn),
    standing: {
      known: baseline.filter(({ rule_id }) => failing.includes(rule_id)),
      failed: idsOf(runs, "failed"),
      stale: idsOf(runs, "stale"),
    },
  };
};

/** What the baseline should list after these verdicts. */
export const knownFailures = (
  verdicts: readonly Verdict[],
  baseline: readonly BaselineEntry[],
  withdrawn: RuleBook["withdrawn"],
): readonly string[] =>
  failingRules(
    [{ rows: decideRows(asTests(verdicts), { explicit: false, red: "any", baseline }) }],
    baseline,
    withdrawn,
  );
