import type { Rule, Ruleset } from "../core/rule.ts";
import type { RuleText } from "../corpus/rule-text.ts";
import type { LevelMove, RuleChange } from "../corpus/upgrade.ts";
import { goneWith } from "./areas.ts";
import { bySeverity } from "./by-severity.ts";
import { type HiddenChanges, hiddenChanges } from "./hidden-changes.ts";
import { changeOf, levelMoves } from "./rule-changes.ts";

/** A rule of the target and what it changes. */
export interface PlannedRule {
  readonly rule: Rule;
  readonly before: Rule | undefined;
  readonly change: RuleChange;
  readonly move: LevelMove | undefined;
  /** The same session gets the same verdict by both, but for the words around it. */
  readonly isJudgedAlike: boolean;
}

/** What changes between two revisions, whatever the server does. */
export interface UpgradePlan {
  /** Of the target, most severe first. */
  readonly rules: readonly PlannedRule[];
  /** Rules that the target no longer has, and what ends with each. */
  readonly ending: readonly { readonly rule: Rule; readonly ends: ReturnType<typeof goneWith> }[];
  readonly hidden: HiddenChanges;
}

type PlansByTarget = WeakMap<Ruleset, WeakMap<readonly RuleText[], UpgradePlan>>;

const PLANS = new WeakMap<Ruleset, PlansByTarget>();

/** Made once for two rulesets: a fleet judges thousands of sessions by the same two. */
export const planUpgrade = (own: Ruleset, target: Ruleset, texts: readonly RuleText[]): UpgradePlan => {
  const byTarget: PlansByTarget = PLANS.get(own) ?? new WeakMap();
  PLANS.set(own, byTarget);
  const byTexts = byTarget.get(target) ?? new WeakMap<readonly RuleText[], UpgradePlan>();
  byTarget.set(target, byTexts);
  const plan = byTexts.get(texts) ?? makePlan(own, target, texts);
  byTexts.set(texts, plan);
  return plan;
};

const makePlan = (own: Ruleset, target: Ruleset, texts: readonly RuleText[]): UpgradePlan => {
  const today = new Map(own.rules.map((rule) => [rule.id, rule]));
  const moves = levelMoves(texts, own.revision, target.revision);
  const kept = new Set(target.rules.map(({ id }) => id));
  const revisions = new Map(texts.map((text) => [text.id, text.revisions]));
  return {
    rules: target.rules
      .map((rule): PlannedRule => {
        const [before, move] = [today.get(rule.id), moves.get(rule.id)];
        const change = changeOf(before, rule, move);
        return { rule, before, change, move, isJudgedAlike: isJudgedAlike(before, rule, change) };
      })
      .sort((left, right) => bySeverity(left.rule, right.rule)),
    ending: own.rules
      .filter(({ id }) => !kept.has(id))
      .map((rule) => ({ rule, ends: goneWith(rule.id, revisions.get(rule.id)?.at(-1)?.revision) })),
    hidden: hiddenChanges(texts, own.revision, target.revision),
  };
};

/** Besides its row, a rule is judged by its transport and, behind a wall, by its section. */
const isJudgedAlike = (before: Rule | undefined, after: Rule, change: RuleChange): boolean =>
  (change === "same" || change === "level") &&
  before?.transport === after.transport &&
  before?.section === after.section;
