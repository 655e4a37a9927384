import type { BadgeColor, ReportFinding, Severity } from "../../model/findings-report.ts";
import type { Grade } from "../../model/result.ts";
import type { Level } from "../../model/rule.ts";
import type { Verdict } from "../../model/verdict.ts";

const SEVERITIES = { MUST: "error", SHOULD: "warning", MAY: "note" } as const satisfies Record<Level, Severity>;

export const severityOf = (level: Level | null): Severity => SEVERITIES[level ?? "MAY"];

export const GRADE_COLORS = {
  "A+": "brightgreen",
  A: "green",
  B: "yellow",
  C: "orange",
  D: "red",
  F: "red",
} as const satisfies Record<Grade, BadgeColor>;

/** What a verdict says beside its state, in the members of a finding. */
export const verdictWords = (verdict: Verdict): Pick<ReportFinding, "expected" | "actual" | "reason"> => {
  switch (verdict.state) {
    case "pass":
      return {};
    case "fail":
      return { expected: verdict.expected, actual: verdict.actual };
    case "not-applicable":
    case "inconclusive":
      return { reason: `${verdict.reason}: ${verdict.detail}` };
    case "error":
      return { reason: verdict.message };
  }
};
