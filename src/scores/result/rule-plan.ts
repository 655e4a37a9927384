import { FACTS } from "../../areas/all-facts.ts";
import type { PlanDescription } from "../../capture/plan.ts";
import type { RuleText } from "../../judge/corpus/rule-text.ts";
import { embeddedAuthorizationRuleset, everyRule } from "../../judge/corpus-files/embedded.ts";
import { questionsOf, rulesByQuestion } from "../../judge/rules/rule-questions.ts";
import { isQuestion, questionRow } from "../../protocol/question.ts";
import { isRevision, parseRevision } from "../../protocol/revision.ts";

/** The plan with the rules that each step serves, and those that every message bears on. */
export const withRules = (plan: PlanDescription): PlanDescription => {
  const revision = parseRevision(plan.revision);
  if (revision === undefined) return plan;
  const { served, anything } = rulesByQuestion(everyRule(revision).rules, FACTS);
  return {
    ...plan,
    always: anything,
    conversations: plan.conversations.map((conversation) => ({
      ...conversation,
      steps: conversation.steps.map((step) => ({
        ...step,
        serves: isQuestion(step.name) ? (served.get(step.name) ?? []) : [],
      })),
    })),
  };
};

/** The rule with what is asked for it: the questions that its facts rest on, in every revision that has it. */
export const withAsks = (rule: RuleText): RuleText => {
  if (rule.class !== "implemented") return rule;
  const found = rule.revisions
    .map(({ revision }) => revision)
    .filter(isRevision)
    .flatMap((revision) => [...everyRule(revision).rules, ...embeddedAuthorizationRuleset(revision).rules])
    .filter(({ id }) => id === rule.id)
    .map((entry) => questionsOf(entry, FACTS));
  const asks = [...new Set(found.flatMap(({ questions }) => [...questions]))].map((name) => questionRow(name).asks);
  return { ...rule, asks: found.some(({ anything }) => anything) ? ["every message of the server", ...asks] : asks };
};
