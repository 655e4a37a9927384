import type { ComplianceRow, ComplianceRun } from "../../model/suite-result.ts";
import { LEVELS } from "../../model/rule.ts";
import { counted } from "../capture-head.ts";

/** Grade and figures of a run in one line. */
export const runHeadline = (run: ComplianceRun): string => {
  const { counts, compliance, rows } = run;
  const of = (decision: ComplianceRow["decision"]): number => rows.filter((row) => row.decision === decision).length;
  const { states, levels, advisory_failed } = counts;
  return [
    compliance.grade === null ? "no grade" : `grade ${compliance.grade}`,
    ...(compliance.score === null ? [] : [`score ${compliance.score}`]),
    ...LEVELS.filter((level) => levels[level].failed > 0).map((level) => `${levels[level].failed} ${level} failed`),
    ...(advisory_failed > 0 ? [counted(advisory_failed, "warning")] : []),
    ...(of("expected") > 0 ? [`${of("expected")} known to fail`] : []),
    ...(of("stale") > 0 ? [`${of("stale")} stale in the baseline`] : []),
    `${states.pass} passed`,
    `${states["not-applicable"]} not applicable`,
    ...(states.inconclusive > 0 ? [`${states.inconclusive} inconclusive`] : []),
    ...(states.error > 0 ? [`${counted(states.error, "error")} of mcptest`] : []),
  ].join(" · ");
};

/** Tests by name and rules by id; a test that is named by its rule says it once. */
export const rowTitle = ({ name, verdict }: ComplianceRow): string =>
  name === verdict.id ? verdict.title : isNamedByRule(name, verdict.id) ? name.slice(verdict.id.length + 1) : name;

/** `ping is answered` is about a method, whose name belongs to the sentence. */
const isNamedByRule = (name: string, id: string): boolean => /^[A-Z0-9]+-\d+$/.test(id) && name.startsWith(`${id} `);
