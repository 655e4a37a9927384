import { outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo, isAsked, recordsOf } from "../../../judge/core/answers.ts";
import { isOnePipe } from "../../../judge/core/arrival.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

export const unknownCapability = answersTo({
  name: "unknown_capability",
  doc: "The answers to a request by a client that declares capabilities no revision defines.",
  questions: ["strange-initialize", "unknown-capability"],
});

const AFTERWARDS: readonly QuestionRef[] = ["ping-after", "odd-version:again", "abrupt-close:again"];

/**
 * A process may leave after a client that it has nothing to say to; the next client starts another. On one pipe the refused
 * handshake was the first interaction, and no sentence lets a client begin a second one there.
 */
const isTelling = (record: ExchangeRecord, view: View): boolean => {
  const outcome = outcomeOf(record.exchange);
  if (view.transport === "stdio" && outcome === "closed") return false;
  return !(isOnePipe(view) && outcome === "error" && isAsked(record, ["odd-version:again"]));
};

export const recoveries = answersTo({
  name: "recoveries",
  doc: "The answers to the first good request after a version mismatch or a vanished client, unless the process had left.",
  questions: AFTERWARDS,
  among: (view) => recordsOf(view, AFTERWARDS).filter((record) => isTelling(record, view)),
  missing: "a good request after a version mismatch or a vanished client",
});
