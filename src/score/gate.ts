import { isBlind, isSeenWhole } from "../model/judged.ts";
import { GRADES, type Grade, type Result } from "../model/result.ts";
import type { Tier } from "./tier.ts";

/** What makes a run fail: a broken requirement of that level, or a tier or grade below the one named. */
export const LEVEL_GATES = ["must", "should", "never"] as const;
export const TIER_GATES = ["tier-1", "tier-2", "tier-3"] as const;
export const GRADE_GATES = ["grade-a+", "grade-a", "grade-b", "grade-c", "grade-d"] as const;
export const GATES = [...LEVEL_GATES, ...TIER_GATES, ...GRADE_GATES] as const;

export type LevelGate = (typeof LEVEL_GATES)[number];
export type TierGate = (typeof TIER_GATES)[number];
export type GradeGate = (typeof GRADE_GATES)[number];
export type Gate = (typeof GATES)[number];

export const isGradeGate = (gate: Gate): gate is GradeGate => gate.startsWith("grade-");
export const isTierGate = (gate: Gate): gate is TierGate => gate.startsWith("tier-");

export const isBelowGrade = (grade: Grade, gate: GradeGate): boolean => {
  const wanted = gate.slice("grade-".length).toUpperCase();
  return GRADES.indexOf(grade) > (GRADES as readonly string[]).indexOf(wanted);
};

export const isBelowTier = (tier: Tier, gate: TierGate): boolean => TIERS.indexOf(tier) > TIERS.indexOf(gate);

const TIERS: readonly Tier[] = [...TIER_GATES, "fail"];

/** met, missed, or why that is unknown: nothing answered, too little was seen, or mcptest itself failed. */
export type GateOutcome = "met" | "missed" | "unreachable" | "inconclusive" | "error";

/**
 * Whether a result meets a gate: our own bug first, then whether anything of the server was seen, then the gate on what
 * was seen, then whether that was the whole of it.
 */
export const settleGate = (result: Result, gate: Gate): GateOutcome => {
  const { states } = result.counts;
  if (states.error > 0) return "error";
  if (result.server.outcome === "unreachable") return "unreachable";
  if (result.spoken === false || isBlind(result.server)) return "inconclusive";
  const met = isMet(result, gate);
  if (met === false) return "missed";
  const seen = states.pass + states.fail > 0 && isSeenWhole(result.server.outcome);
  return seen && met ? "met" : "inconclusive";
};

/** undefined: the gate needs a grade or tier that could not be determined. */
const isMet = ({ counts: { levels }, compliance, conformance }: Result, gate: Gate): boolean | undefined => {
  if (isGradeGate(gate)) return compliance.grade === null ? undefined : !isBelowGrade(compliance.grade, gate);
  if (isTierGate(gate)) {
    // Results of older versions have no such block.
    const tier = (conformance as Result["conformance"] | undefined)?.tier;
    return tier ? !isBelowTier(tier, gate) : undefined;
  }
  switch (gate) {
    case "never":
      return true;
    case "must":
      return levels.MUST.failed === 0;
    case "should":
      return levels.MUST.failed + levels.SHOULD.failed === 0;
  }
};
