import { isSeenWhole } from "../../judge/judged.ts";
import type { ServerResult } from "../result/result.ts";
import type { LaneScore } from "../result/result-lanes.ts";
import type { DiscoverabilityGrade, StandardVersion } from "./discoverability.ts";

/** The fewest passes for A, B and C; less is D. */
export const GRADE_THRESHOLDS = {
  "0.1": { A: 9, B: 7, C: 4 },
  "0.2": { A: 10, B: 8, C: 5 },
  "0.3": { A: 10, B: 8, C: 5 },
  "0.4": { A: 10, B: 8, C: 5 },
} as const satisfies Record<StandardVersion, { readonly A: number; readonly B: number; readonly C: number }>;

/** Without verified content (C7) no grade is above B, in every version. */
export const gradeDiscoverability = (
  passes: number,
  contentVerified: boolean,
  version: StandardVersion,
): DiscoverabilityGrade => {
  const { A, B, C } = GRADE_THRESHOLDS[version];
  if (passes >= A) return contentVerified ? "A" : "B";
  if (passes >= B) return "B";
  return passes >= C ? "C" : "D";
};

/** The words of the certificates in circulation. */
export const HONESTY_CAP = "no verified real content -> grade capped at B";

/** How easily an agent finds and uses the tools. Of a part only the criteria that it shows are counted, without a grade. */
export const scoreDiscoverability = ({
  discoverability,
  partial,
  server,
}: Pick<ServerResult, "discoverability" | "partial" | "server">): LaneScore | undefined => {
  if (!discoverability || (partial && !isSeenWhole(server.outcome))) return undefined;
  const { grade, passes, criteria, honesty_cap } = discoverability;
  const counts = { passed: passes, criteria: criteria.length };
  if (grade === null) {
    if (!partial || criteria.length === 0) return undefined;
    const summary = `${passes} of the ${criteria.length} criteria that were asked about hold; no grade`;
    return { state: "none", summary, counts };
  }
  const capped = honesty_cap === null ? "" : ", capped: no tool was seen to deliver content";
  return {
    state: grade === "A" ? "pass" : grade === "D" ? "fail" : "warn",
    summary: `${passes} of 10 criteria${capped}`,
    counts,
  };
};
