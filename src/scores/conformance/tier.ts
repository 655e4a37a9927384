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
 * One failed MUST means no tier. A corpus without MUST checks has nothing to fail and gives tier 1; one without SHOULD
 * checks counts as if all of them passed.
 */
export const scoreTier = ({ must_passed, must_total, should_passed, should_total }: TierInput): Tier => {
  requireCounts("must", must_passed, must_total);
  requireCounts("should", should_passed, should_total);
  if (must_total === 0) return "tier-1";
  if (must_passed < must_total) return "fail";
  // Multiplied, not divided: 19 of 20 is 95 % exactly.
  const reaches = (threshold: number): boolean =>
    should_total === 0 || should_passed * 100 >= Math.round(threshold * 100) * should_total;
  if (reaches(TIER1_SHOULD_THRESHOLD)) return "tier-1";
  return reaches(TIER2_SHOULD_THRESHOLD) ? "tier-2" : "tier-3";
};

/** A comparison with NaN is false and would pass for a failure that never was, or hide one. */
const requireCounts = (level: string, passed: number, total: number): void => {
  if (!(passed >= 0 && total >= 0 && passed <= total && Number.isFinite(total)))
    throw new RangeError(`${level}_passed ${passed} of ${level}_total ${total}: expected 0 ≤ passed ≤ total`);
};

const BADGES = { "tier-1": "T1", "tier-2": "T2", "tier-3": "T3", fail: "F" } as const satisfies Record<Tier, string>;

export const badge = (tier: Tier): (typeof BADGES)[Tier] => BADGES[tier];
