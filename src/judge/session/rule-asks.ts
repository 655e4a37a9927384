import { FACTS } from "../../areas/all-facts.ts";
import { questionRow } from "../../protocol/question.ts";
import { isRevision } from "../../protocol/revision.ts";
import type { RuleText } from "../corpus/rule-text.ts";
import { embeddedAuthorizationRuleset, everyRule } from "../corpus-files/embedded.ts";
import { questionsOf } from "../rules/rule-questions.ts";

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
