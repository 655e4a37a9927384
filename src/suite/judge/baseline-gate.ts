import type { GateResult } from "../../report/gate-result.ts";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { ComplianceRow, ComplianceRun } from "../suite-result.ts";
import { withdrawnNote } from "./judge-tests.ts";

/** One list covers all servers of a suite: a rule that fails on one is not stale because it passes on another. */
export const settleBaseline = (runs: readonly ComplianceRun[]): readonly ComplianceRun[] => {
  const failing = new Set(idsOf(runs, "expected"));
  return runs.map((run) => ({
    ...run,
    rows: run.rows.map((row) =>
      row.decision === "stale" && failing.has(row.verdict.id) ? { ...row, decision: "ok" as const } : row,
    ),
  }));
};

type Rows = Pick<ComplianceRun, "rows">;

/** The rows decide one by one; the gate sums them up. */
export const baselineGate = (
  runs: readonly Rows[],
  baseline: readonly BaselineEntry[],
  withdrawn: RuleBook["withdrawn"],
): GateResult => {
  const [failed, expected, stale] = [idsOf(runs, "failed"), idsOf(runs, "expected"), idsOf(runs, "stale")];
  const pass = failed.length + stale.length === 0;
  const parts = [
    ...(failed.length > 0 ? [`failing but not listed: ${failed.join(", ")}`] : []),
    ...(stale.length > 0 ? [`listed but passing, remove: ${stale.join(", ")}`] : []),
    `${expected.length} known to fail`,
  ];
  return {
    gate: "baseline",
    pass,
    line: `baseline: ${pass ? "PASS" : "FAIL"} ${parts.join("; ")}`,
    values: { failed, expected, stale },
    details: [
      ...(pass ? [] : ["expected every failing rule to be listed, and every listed rule to fail"]),
      ...baselineNotes(
        runs.flatMap(({ rows }) => rows),
        baseline,
        withdrawn,
      ),
    ],
  };
};

/** The rules of the rows that were decided so, each once. */
export const idsOf = (runs: readonly Rows[], decision: ComplianceRow["decision"]): string[] => [
  ...new Set(
    runs.flatMap(({ rows }) => rows.filter((row) => row.decision === decision).map(({ verdict }) => verdict.id)),
  ),
];

/** Listed rules that this run could not confirm, a note each. */
const baselineNotes = (
  rows: readonly ComplianceRow[],
  baseline: readonly BaselineEntry[],
  withdrawn: RuleBook["withdrawn"],
): readonly string[] =>
  baseline.flatMap(({ rule_id }) => {
    const reason = withdrawn(rule_id);
    if (reason !== undefined) return [withdrawnNote(rule_id, reason, "the entry from the baseline")];
    const states = rows.filter(({ verdict }) => verdict.id === rule_id).map(({ verdict }) => verdict.state);
    if (states.length === 0) return [`${rule_id} is in the baseline, but was not judged`];
    if (states.every((state) => state === "not-applicable"))
      return [`${rule_id} is in the baseline, but does not apply here; remove the entry`];
    return states.every((state) => state === "inconclusive")
      ? [`${rule_id} is in the baseline, but could not be judged`]
      : [];
  });
