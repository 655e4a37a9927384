import { defined } from "../../base/defined.ts";
import type { FindingsReport, ReportFinding } from "../findings-report.ts";
import type { GateResult } from "../gate-result.ts";

export const gateFinding = ({ gate, pass, line, note, details }: GateResult): ReportFinding => {
  const reason = [...(note === undefined ? [] : [note]), ...(pass ? details : details.slice(1))].join("; ");
  return {
    id: gate,
    title: line,
    group: "gates",
    state: pass ? "pass" : "fail",
    severity: "error",
    evidence: [],
    ...defined({
      expected: pass ? undefined : (details[0]?.replace(/^expected /, "") ?? "the gate to be met"),
      reason: reason === "" ? undefined : reason,
    }),
  };
};

/** The gates as rows of a summary: the line names its gate first, and so does the row. */
export const gateRows = (gates: readonly GateResult[]): FindingsReport["summary"] =>
  gates.map(({ gate, line }) => [gate, line.replace(/^\w+: /, "")] as const);

export const passingBadge = (label: string, ok: boolean): FindingsReport["badge"] => ({
  label,
  message: ok ? "passing" : "failing",
  color: ok ? "brightgreen" : "red",
});
