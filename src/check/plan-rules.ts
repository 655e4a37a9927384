import { everyRule } from "../corpus-io/embedded.ts";
import { FACTS } from "../facts/all-facts.ts";
import { rulesByQuestion } from "../judge/rules/rule-questions.ts";
import type { PlanDescription } from "../model/plan.ts";
import { isQuestion } from "../protocol/questions/questions.ts";
import { parseRevision } from "../protocol/revision.ts";

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
