/** mcptest's tier of a conformance run: how many MUST and SHOULD checks passed. */
export type Tier = "tier-1" | "tier-2" | "tier-3" | "fail";

export interface TierInput {
  readonly must_passed: number;
  readonly must_total: number;
  readonly should_passed: number;
  readonly should_total: number;
}

/** The share of SHOULD checks that has to pass. */
export const TIER1_SHOULD_THRESHOLD = 0.95;
export const TIER2_SHOULD_THRESHOLD = 0.7;

/**
 * One failed MUST is no tier at all. A corpus without MUST checks has nothing to fail and lifts the run to tier 1; one
 * without SHOULD checks counts as all of them passed.
 */
export const scoreTier = ({ must_passed, must_total, should_passed, should_total }: TierInput): Tier => {
  if (must_total === 0) return "tier-1";
  if (must_passed < must_total) return "fail";
  // Multiplied, not divided: 19 of 20 is 95 % exactly.
  const reaches = (threshold: number): boolean =>
    should_total === 0 || should_passed * 100 >= Math.round(threshold * 100) * should_total;
  if (reaches(TIER1_SHOULD_THRESHOLD)) return "tier-1";
  return reaches(TIER2_SHOULD_THRESHOLD) ? "tier-2" : "tier-3";
};

export const badge = (tier: Tier): "T1" | "T2" | "T3" | "F" => {
  switch (tier) {
    case "tier-1":
      return "T1";
    case "tier-2":
      return "T2";
    case "tier-3":
      return "T3";
    case "fail":
      return "F";
  }
};
