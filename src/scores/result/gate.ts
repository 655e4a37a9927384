import { isBroughtAlong } from "../../judge/core/origin.ts";
import { isBlind, isSeenWhole } from "../../judge/judged.ts";
import type { Tier } from "../conformance/tier.ts";
import { GRADES, type Grade, isUnspoken, type Result } from "./result.ts";

/**
 * What makes a run fail: a broken requirement of that level, one that is not the doing of the SDK or launcher (yours),
 * tools that do not work, a surface that attacks its reader, or a tier or grade below the one named.
 */
export const LEVEL_GATES = ["must", "should", "never"] as const;
export const RULE_GATES = ["must", "should", "yours", "never"] as const;
export const TIER_GATES = ["tier-1", "tier-2", "tier-3"] as const;
export const GRADE_GATES = ["grade-a+", "grade-a", "grade-b", "grade-c", "grade-d"] as const;
export const GATES = ["must", "should", "yours", "tools", "safety", "never", ...TIER_GATES, ...GRADE_GATES] as const;

export type LevelGate = (typeof LEVEL_GATES)[number];
export type RuleGate = (typeof RULE_GATES)[number];
export type TierGate = (typeof TIER_GATES)[number];
export type GradeGate = (typeof GRADE_GATES)[number];
export type Gate = (typeof GATES)[number];

export const isGradeGate = (gate: Gate): gate is GradeGate => gate.startsWith("grade-");
export const isRuleGate = (gate: Gate): gate is RuleGate => RULE_GATES.some((one) => one === gate);
export const isTierGate = (gate: Gate): gate is TierGate => gate.startsWith("tier-");

/** Of several gates about rules the one that lets least pass; undefined: none is about rules. */
export const strictest = (gates: readonly Gate[]): RuleGate | undefined =>
  (["should", "must", "yours", "never"] as const).find((gate) => gates.includes(gate));

export const isBelowGrade = (grade: Grade, gate: GradeGate): boolean => {
  const wanted = gate.slice("grade-".length).toUpperCase();
  return GRADES.indexOf(grade) > (GRADES as readonly string[]).indexOf(wanted);
};

export const isBelowTier = (tier: Tier, gate: TierGate): boolean => TIERS.indexOf(tier) > TIERS.indexOf(gate);

const TIERS: readonly Tier[] = [...TIER_GATES, "fail"];

/** met, missed, or why that is unknown: nothing answered, too little was seen, or mcptest itself failed. */
export type GateOutcome = "met" | "missed" | "unreachable" | "inconclusive" | "error";

/** The gates a result is held to where none are named: what is required, and whether the tools work at all. */
export const defaultGates = ({ lanes }: Pick<Result, "lanes">): readonly Gate[] =>
  // A part without calls says nothing about the tools, and of a client or an authorization server there are none.
  lanes.tools ? ["must", "tools"] : ["must"];

/**
 * Whether a result meets every one of the gates: our own bug first, then whether anything of the server was seen, then
 * the gates on what was seen, then whether that was the whole of it.
 */
export const settleGate = (result: Result, gates: Gate | readonly Gate[] = defaultGates(result)): GateOutcome => {
  const { states } = result.counts;
  if (states.error > 0) return "error";
  if (result.server.outcome === "unreachable") return "unreachable";
  if (isUnspoken(result) || isBlind(result.server)) return "inconclusive";
  const met = [...[gates].flat().map((gate: Gate) => isMet(result, gate)), ...ownGates(result, gates)];
  if (met.includes(false)) return "missed";
  const seen = states.pass + states.fail > 0 && isSeenWhole(result.server.outcome);
  return seen && !met.includes(undefined) ? "met" : "inconclusive";
};

/** A lock and a limit of tokens are gates by being given. */
const ownGates = ({ lanes }: Pick<Result, "lanes">, gates: Gate | readonly Gate[]): readonly boolean[] =>
  [gates].flat().includes("never") ? [] : [lanes.lock, lanes.tokens].map((score) => score?.state !== "fail");

/** undefined: the gate needs a grade, a tier or a lane that the result does not have. */
const isMet = (result: Result, gate: Gate): boolean | undefined => {
  const { compliance, conformance, verdicts } = result;
  const { levels } = result.counts;
  if (isGradeGate(gate)) return compliance.grade === null ? undefined : !isBelowGrade(compliance.grade, gate);
  if (isTierGate(gate)) return conformance?.tier ? !isBelowTier(conformance.tier, gate) : undefined;
  switch (gate) {
    case "never":
      return true;
    case "must":
      return levels.MUST.failed === 0;
    case "should":
      return levels.MUST.failed + levels.SHOULD.failed === 0;
    case "yours":
      return !verdicts.some(
        (verdict) =>
          verdict.state === "fail" && verdict.level === "MUST" && !verdict.advisory && !isBroughtAlong(verdict.origin),
      );
    case "tools":
    case "safety": {
      const score = result.lanes[gate];
      return score && score.state !== "fail";
    }
  }
};

export type ParsedGates<G extends Gate> = { readonly gates: readonly G[] } | { readonly problem: string };

/** Reads `must,tools`; a problem says what is wrong and what may stand there instead. */
export const parseGates = <G extends Gate = Gate>(
  text: string,
  allowed: readonly G[] = GATES as readonly Gate[] as G[],
): ParsedGates<G> => {
  const gates: G[] = [];
  for (const typed of text.split(",").map((word) => word.trim())) {
    const found = allowed.find((gate) => gate === typed.toLowerCase());
    if (found === undefined)
      return { problem: `${JSON.stringify(typed)} is not a choice; use one of ${allowed.join(", ")}` };
    if (!gates.includes(found)) gates.push(found);
  }
  if (gates.length > 1 && gates.some((gate) => gate === "never"))
    return { problem: "never stands alone; leave it out, or name nothing else" };
  return { gates };
};
