import { FACTS } from "../../areas/all-facts.ts";
import type { PlanDescription } from "../../capture/plan.ts";
import { isQuestion } from "../../protocol/question.ts";
import { parseRevision } from "../../protocol/revision.ts";
import { everyRule } from "../corpus-files/embedded.ts";
import { rulesByQuestion } from "../rules/rule-questions.ts";

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
