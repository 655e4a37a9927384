import type { Level } from "../../judge/core/rule.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import type { Grade } from "../../scores/result/result.ts";
import type { BadgeColor, ReportFinding, Severity } from "../findings-report.ts";

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
