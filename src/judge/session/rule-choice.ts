import { FACTS } from "../../areas/all-facts.ts";
import { ALL_PLANS } from "../../areas/plans.ts";
import type { AskedPart, TransportName } from "../../capture/capture.ts";
import { questionsAsked } from "../../probe/plan/describe-plan.ts";
import type { PlanPart } from "../../probe/run-context.ts";
import { type QuestionName, resolveRef } from "../../protocol/question.ts";
import { REVISIONS, type Revision } from "../../protocol/revision.ts";
import type { Fact } from "../core/fact.ts";
import type { Rule, Ruleset } from "../core/rule.ts";
import type { Verdict } from "../core/verdict.ts";
import { absentIds, isChosen } from "../corpus/rule-selectors.ts";
import { everyRule } from "../corpus-files/embedded.ts";
import { parseTarget } from "../rules/parse-target.ts";
import { wantedFor } from "../rules/rule-questions.ts";

/** The part of the plan that the chosen rules need. */
export const planPart = (asked: AskedPart): PlanPart => {
  if (asked.only === undefined && asked.skip === undefined) return { asked };
  const known = new Map<Revision, ReadonlySet<QuestionName>>();
  return {
    asked,
    wants: (revision) => {
      const wanted = known.get(revision) ?? wantedIn(revision, asked);
      known.set(revision, wanted);
      return wanted;
    },
  };
};

const wantedIn = (revision: Revision, asked: AskedPart): ReadonlySet<QuestionName> =>
  new Set(chosenOf(everyRule(revision), asked).flatMap((rule) => [...wantedFor(rule, FACTS)]));

const chosenOf = ({ rules }: Ruleset, asked: AskedPart): readonly Rule[] =>
  rules.filter((rule) => isChosen(asked, rule));

/** Whether no revision has a rule that is chosen. */
export const choosesNothing = (asked: AskedPart): boolean =>
  REVISIONS.every((revision) => chosenOf(everyRule(revision), asked).length === 0);

/** What a part of the plan lets one say. */
export interface RuleChoice {
  /** The rules that are judged. */
  readonly ruleset: Ruleset;
  /** Whether a verdict on one of them says something: what was not asked has none, so it is left out. */
  keeps(verdict: Verdict): boolean;
  /** Whether everything was asked that decides a rule. If not, more may show that it is broken. */
  isWhole(id: string): boolean;
  /** Ids that were named and are not in this revision. */
  readonly absent: readonly string[];
}

export const chooseRules = (
  ruleset: Ruleset,
  asked: AskedPart,
  transport: TransportName = "streamable-http",
): RuleChoice => {
  const { revision } = ruleset;
  const rules = chosenOf(ruleset, asked);
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const inPlan = questionsAsked(ALL_PLANS, revision, transport);
  const inPart = questionsAsked(ALL_PLANS, revision, transport, planPart(asked));
  const isWhole = (id: string): boolean => {
    const rule = byId.get(id);
    return (
      rule !== undefined &&
      factsOf(rule).every(({ questions }) => questions !== "anything") &&
      [...wantedFor(rule, FACTS)].every((name) => inPart.has(name) || !inPlan.has(name))
    );
  };
  const isLookedAt = (id: string): boolean => {
    const rule = byId.get(id);
    return rule !== undefined && expected(rule).every((fact) => isAskedInPart(fact, inPart));
  };
  return {
    ruleset: { revision, rules },
    isWhole,
    keeps: (verdict) => !asked.quick || isSaid(verdict, isLookedAt) || (isWhole(verdict.id) && !isUnasked(verdict)),
    absent: absentIds(asked, [...ruleset.rules, ...everyRule(revision).rules]),
  };
};

/** A quick run says what it saw. That nothing was seen, or no occasion for it, may be because nobody asked. */
const isSaid = (verdict: Verdict, isLookedAt: (id: string) => boolean): boolean => {
  switch (verdict.state) {
    case "pass":
      return isLookedAt(verdict.id);
    case "fail":
    case "error":
      return true;
    case "not-applicable":
      return verdict.reason === "other-transport";
    case "inconclusive":
      return false;
  }
};

const isUnasked = (verdict: Verdict): boolean => verdict.state === "inconclusive" && verdict.reason === "not-probed";

const expected = ({ expect }: Rule): readonly Fact[] =>
  expect.flatMap(({ target }) => FACTS.get(parseTarget(target).fact) ?? []);

const factsOf = (rule: Rule): readonly Fact[] => [
  ...expected(rule),
  ...(rule.when ?? []).flatMap(({ target }) => FACTS.get(parseTarget(target).fact) ?? []),
];

const isAskedInPart = ({ questions }: Fact, inPart: ReadonlySet<QuestionName>): boolean =>
  questions === "anything" || questions.some((ref) => inPart.has(resolveRef(ref).question));
