import { type QuestionName, type QuestionRef, questionNames, questionRow, sendsOf } from "../../protocol/question.ts";
import { answersTo } from "./answers.ts";
import type { Fact } from "./fact.ts";

/** The answers to every question of the plan, each as a fact that nobody has to write. */
export const questionFacts = (): readonly Fact[] =>
  questionNames().flatMap((question) => {
    const { fact = factName(question), reads = sendsOf(question), parts = {} } = questionRow(question);
    return [
      answers(question, fact, reads),
      ...Object.entries(parts).map(([name, messages]) => answers(question, name, messages)),
    ];
  });

const answers = (question: QuestionName, name: string, messages: readonly string[]): Fact =>
  answersTo({ name, doc: docOf(question, messages), questions: refsTo(question, messages) });

const docOf = (question: QuestionName, messages: readonly string[]): string => {
  const { asks } = questionRow(question);
  const some = messages.filter((message) => message !== "").join(", ");
  return `The answers to ${asks}${isAll(question, messages) || some === "" ? "" : ` (${some})`}.`;
};

const refsTo = (question: QuestionName, messages: readonly string[]): readonly QuestionRef[] =>
  isAll(question, messages)
    ? [`${question}:*` as QuestionRef]
    : messages.map((message) => (message === "" ? question : `${question}:${message}`) as QuestionRef);

const isAll = (question: QuestionName, messages: readonly string[]): boolean => messages === sendsOf(question);

const factName = (question: string): string => question.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
