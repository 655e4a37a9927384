import type { QuestionRef } from "../../protocol/questions/questions.ts";
import { outcomeOf } from "../common/answer.ts";
import { answersTo, recordsOf } from "../common/answers.ts";

export const unknownCapability = answersTo({
  name: "unknown_capability",
  doc: "The answers to a request by a client that declares capabilities no revision defines.",
  questions: ["strange-initialize", "unknown-capability"],
});

const AFTERWARDS: readonly QuestionRef[] = ["ping-after", "odd-version:again", "abrupt-close:again"];

/** A process may leave after a client that it has nothing to say to; the next client starts another. */
export const recoveries = answersTo({
  name: "recoveries",
  doc: "The answers to the first good request after a version mismatch or a vanished client, unless the process had left.",
  questions: AFTERWARDS,
  among: (view) =>
    recordsOf(view, AFTERWARDS).filter(
      ({ exchange }) => view.transport !== "stdio" || outcomeOf(exchange) !== "closed",
    ),
  missing: "a good request after a version mismatch or a vanished client",
});
