import { GRADES, type Grade, type Result } from "../model/result.ts";
import { member, stringMember } from "../model/json.ts";
import type { Tier } from "../score/tier.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { quoted, UsageError } from "./usage-error.ts";

/** What makes a run fail: a broken requirement of that level, or a tier or grade below the one named. */
export const LEVEL_GATES = ["must", "should", "never"] as const;
export const TIER_GATES = ["tier-1", "tier-2", "tier-3"] as const;
export const GRADE_GATES = ["grade-a+", "grade-a", "grade-b", "grade-c", "grade-d"] as const;
export const GATES = [...LEVEL_GATES, ...TIER_GATES, ...GRADE_GATES] as const;

export type LevelGate = (typeof LEVEL_GATES)[number];
export type TierGate = (typeof TIER_GATES)[number];
export type GradeGate = (typeof GRADE_GATES)[number];
export type Gate = (typeof GATES)[number];

export const readGate = <G extends Gate = Gate>(
  text: string,
  allowed: readonly G[] = GATES as readonly Gate[] as G[],
): G => {
  const found = allowed.find((gate) => gate === text.toLowerCase());
  if (found) return found;
  throw new UsageError(`--fail-on ${quoted(text)} is not a choice; use one of ${allowed.join(", ")}`);
};

/** The help line of `--fail-on`. */
export const gateHelp = (fallback: Gate): string =>
  `what makes the exit code 1: must, should, never; or less than tier-1…3, grade-a+…d (default ${fallback})`;

export const isGradeGate = (gate: Gate): gate is GradeGate => gate.startsWith("grade-");
export const isTierGate = (gate: Gate): gate is TierGate => gate.startsWith("tier-");

export const isBelowGrade = (grade: Grade, gate: GradeGate): boolean => {
  const wanted = gate.slice("grade-".length).toUpperCase();
  return GRADES.indexOf(grade) > (GRADES as readonly string[]).indexOf(wanted);
};

export const isBelowTier = (tier: Tier, gate: TierGate): boolean => TIERS.indexOf(tier) > TIERS.indexOf(gate);

const TIERS: readonly Tier[] = [...TIER_GATES, "fail"];

/** What the exit code says of a result: our own bug first, then the gate, then whether enough was seen at all. */
export const exitOf = (result: Result, gate: Gate): ExitCode => {
  const { states } = result.counts;
  if (states.error > 0) return EXIT.internal;
  if (result.server.outcome === "unreachable") return EXIT.unreachable;
  const met = isMet(result, gate);
  if (met === false) return EXIT.failed;
  const seen = states.pass + states.fail > 0 && result.server.outcome !== "auth-required";
  return seen && met ? EXIT.ok : EXIT.inconclusive;
};

/** undefined: the gate asks for a mark that could not be given. */
const isMet = ({ counts: { levels }, compliance, ...result }: Result, gate: Gate): boolean | undefined => {
  if (isGradeGate(gate)) return compliance.grade === null ? undefined : !isBelowGrade(compliance.grade, gate);
  if (isTierGate(gate)) {
    const tier = tierOf(result);
    return tier === undefined ? undefined : !isBelowTier(tier, gate);
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

/** undefined: nothing of the conformance corpus was exercised. */
const tierOf = (result: object): Tier | undefined => {
  const tier = stringMember(member(result, "conformance"), "tier");
  return TIERS.find((known) => known === tier);
};
