import { isBeside, type QuestionRef, resolveRef } from "../../protocol/question.ts";
import type { FactQuestions, Unseen, View } from "./fact.ts";
import { leftOut } from "./left-out.ts";

/** Why nothing was seen of what was asked. */
export const unseen = (view: View, asked: FactQuestions, what: string): Unseen =>
  leftOut(view, questionsIn(asked), what);

/** The questions that were left out if there are no answers; what only stands beside a question does not name it. */
const questionsIn = (asked: FactQuestions): readonly string[] => {
  if (asked === "anything") return [];
  const known = QUESTIONS.get(asked);
  if (known) return known;
  const found = [...new Set(asked.flatMap((ref) => (isBeside(ref) ? [] : resolveRef(ref).question)))];
  QUESTIONS.set(asked, found);
  return found;
};

/** What a fact rests on never changes, and every capture lacks most of it. */
const QUESTIONS = new WeakMap<Exclude<FactQuestions, "anything">, readonly string[]>();

/** Why nothing was seen; where the user alone could have made it visible, how. */
export const hinted = (view: View, questions: readonly QuestionRef[], what: string, hint?: string): Unseen => {
  const reading = unseen(view, questions, what);
  const isSilent = reading.applies && reading.reason === "not-probed" && reading.places.length === 0;
  return isSilent && hint !== undefined ? { ...reading, detail: `${reading.detail}; ${hint}` } : reading;
};
