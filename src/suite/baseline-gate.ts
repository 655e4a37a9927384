import type { ComplianceRow, ComplianceRun, GateResult } from "../model/suite-result.ts";
import type { BaselineEntry } from "../model/baseline.ts";

/** A list holds for all servers of a suite: what fails at one of them is not stale because it passes at another. */
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

/** The rows say it one by one; this is their sum. */
export const baselineGate = (runs: readonly Rows[], baseline: readonly BaselineEntry[]): GateResult => {
  const [failed, expected, stale] = [idsOf(runs, "failed"), idsOf(runs, "expected"), idsOf(runs, "stale")];
  const pass = failed.length + stale.length === 0;
  const parts = [
    ...(failed.length > 0 ? [`not listed and failing: ${failed.join(", ")}`] : []),
    ...(stale.length > 0 ? [`listed and passing, remove: ${stale.join(", ")}`] : []),
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
      ),
    ],
  };
};

const idsOf = (runs: readonly Rows[], decision: ComplianceRow["decision"]): string[] => [
  ...new Set(
    runs.flatMap(({ rows }) => rows.filter((row) => row.decision === decision).map(({ verdict }) => verdict.id)),
  ),
];

/** Listed rules that say nothing about this run, a note each. */
export const baselineNotes = (rows: readonly ComplianceRow[], baseline: readonly BaselineEntry[]): readonly string[] =>
  baseline.flatMap(({ rule_id }) => {
    const states = rows.filter(({ verdict }) => verdict.id === rule_id).map(({ verdict }) => verdict.state);
    if (states.length === 0) return [`${rule_id} is in the baseline and was not judged`];
    if (states.every((state) => state === "not-applicable"))
      return [`${rule_id} is in the baseline and does not apply here; the entry may go`];
    return states.every((state) => state === "inconclusive")
      ? [`${rule_id} is in the baseline and could not be judged`]
      : [];
  });
