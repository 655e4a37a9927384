import { type QuestionName, resolveRef } from "../../protocol/question.ts";
import type { Fact, FactQuestions } from "../core/fact.ts";
import { occasionsOf } from "../core/occasions.ts";
import type { Rule } from "../core/rule.ts";
import { parseTarget } from "./parse-target.ts";

/** What decides a rule: the answers to these questions, and whether any other message bears on it too. */
export interface RuleQuestions {
  readonly questions: ReadonlySet<QuestionName>;
  readonly anything: boolean;
}

/** A rule names facts and a fact names questions, so which question serves which rule is derived, never written down. */
export const questionsOf = (rule: Rule, facts: ReadonlyMap<string, Fact>): RuleQuestions => {
  const asked = rule.expect.flatMap(({ target }): readonly FactQuestions[] => {
    const fact = facts.get(parseTarget(target).fact);
    return fact ? [fact.questions] : [];
  });
  return {
    questions: new Set(
      asked.flatMap((refs) => (refs === "anything" ? [] : refs.map((ref) => resolveRef(ref).question))),
    ),
    anything: asked.includes("anything"),
  };
};

/** What has to be asked for a rule: what decides it, what its preconditions rest on, and what gives occasion for both. */
export const wantedFor = (rule: Rule, facts: ReadonlyMap<string, Fact>): ReadonlySet<QuestionName> =>
  new Set(
    [...(rule.when ?? []), ...rule.expect].flatMap(({ target }) => {
      const { fact: name } = parseTarget(target);
      const refs = facts.get(name)?.questions ?? [];
      return [...(refs === "anything" ? [] : refs.map((ref) => resolveRef(ref).question)), ...occasionsOf(name)];
    }),
  );

/** The rules that each question serves, and those that any message bears on. */
export const rulesByQuestion = (
  rules: readonly Rule[],
  facts: ReadonlyMap<string, Fact>,
): { readonly served: ReadonlyMap<QuestionName, readonly string[]>; readonly anything: readonly string[] } => {
  const served = new Map<QuestionName, string[]>();
  const anything: string[] = [];
  for (const rule of rules) {
    const found = questionsOf(rule, facts);
    if (found.anything) anything.push(rule.id);
    for (const question of found.questions) served.set(question, [...(served.get(question) ?? []), rule.id]);
  }
  return { served, anything };
};
