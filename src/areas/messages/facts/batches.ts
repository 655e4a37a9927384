import { isJsonObject, type Json, type JsonObject, member } from "../../../base/json.ts";
import { answerItem } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { isOnePipe } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { extendItem } from "../../../judge/core/extend-answers.ts";
import type { ExchangeRecord, Fact, View } from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { firstNotBelow } from "../../../judge/core/record-index.ts";
import { errorCodeOf } from "../../../judge/core/record-members.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

/** An answer to an array: as any other, and who in the array was answered how. */
const batchFact = (
  name: string,
  doc: string,
  questions: readonly QuestionRef[],
  isMeant: (record: ExchangeRecord) => boolean,
): Fact =>
  defineFact({
    name,
    doc,
    questions,
    kind: "observations",
    type: "answer, and answered: the responses as id (left out where there is none), is (result, error), code; shape (array, object, none)",
    derived: ["outcome", "answered", "shape"],
    among: (view) => recordsOf(view, questions, isMeant).filter(isMeant),
    missing: "an array sent by the client",
    each: (record, view) => {
      const { exchange } = record;
      const messages = [exchange.response, ...(exchange.meanwhile ?? []).map(({ message }) => message)];
      const stray = strayIn(record, view);
      return extendItem(answerItem(record), {
        answered: { value: repliesIn([...messages, ...stray]), at: "" },
        shape: { value: shapeOf(exchange.response ?? stray[0]), at: "" },
      });
    },
  });

/**
 * On one pipe an answer without an id cannot be told from one to an earlier message, and is filed there. What came
 * between this array and the answer to the next request was said in answer to the array.
 */
const strayIn = ({ exchange, index }: ExchangeRecord, view: View): readonly Json[] => {
  const steps = view.once(stepsByConversation).get(exchange.conversation) ?? [];
  const next = steps[firstNotBelow(steps, (other) => other.index, index + 1)]?.exchange;
  if (!isOnePipe(view) || exchange.seq === undefined || next?.response_seq === undefined) return [];
  const [from, to] = [exchange.seq, next.response_seq];
  const filed = view.records
    .filter(({ exchange: other }) => other !== exchange)
    .flatMap(({ exchange: other }) => (other.conversation === exchange.conversation ? (other.meanwhile ?? []) : []));
  const unfiled = (view.capture.unsolicited ?? []).filter(({ conversation }) => conversation === exchange.conversation);
  return [...filed, ...unfiled].flatMap(({ seq, message }) =>
    message !== undefined && seq > from && seq < to && isWithoutId(message) ? [message] : [],
  );
};

const stepsByConversation = (view: View): ReadonlyMap<string | undefined, readonly ExchangeRecord[]> =>
  groupBy(
    view.records.filter(({ step }) => step !== undefined),
    ({ exchange }) => exchange.conversation,
  );

const isWithoutId = (message: Json): boolean =>
  Array.isArray(message)
    ? message.length === 0
    : member(message, "method") === undefined && (member(message, "id") ?? null) === null;

const shapeOf = (response: Json | undefined): string =>
  response === undefined ? "none" : Array.isArray(response) ? "array" : "object";

const repliesIn = (messages: readonly (Json | undefined)[]): JsonObject[] =>
  messages
    .flatMap((message) => (Array.isArray(message) ? message : [message]))
    .flatMap((message) => {
      if (!isJsonObject(message) || Object.hasOwn(message, "method")) return [];
      const [id, code] = [member(message, "id"), errorCodeOf(message)];
      const is = member(message, "error") === undefined ? "result" : "error";
      return [{ is, ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) }];
    });

const asks = (entry: Json): boolean => member(entry, "method") !== undefined && member(entry, "id") !== undefined;

const isArrayOf =
  (isMember: (entries: readonly Json[]) => boolean) =>
  (record: ExchangeRecord): boolean =>
    Array.isArray(record.exchange.request) && isMember(record.exchange.request);

export const batchOfRequests = batchFact(
  "batch_of_requests",
  "The answers to an array of requests.",
  ["batch", "batch-refused"],
  isArrayOf((entries) => entries.length > 0 && entries.every(asks) && !entries.some(isInitialize)),
);

const isInitialize = (entry: Json): boolean => member(entry, "method") === "initialize";

export const batchOfNotifications = batchFact(
  "batch_of_notifications",
  "The answers to an array that holds notifications only.",
  ["batch-notifications"],
  isArrayOf(
    (entries) => entries.length > 0 && entries.every((entry) => member(entry, "method") !== undefined && !asks(entry)),
  ),
);

export const emptyBatch = batchFact(
  "empty_batch",
  "The answers to an empty array.",
  ["batch-empty"],
  isArrayOf((entries) => entries.length === 0),
);

export const mixedBatch = batchFact(
  "mixed_batch",
  'The answers to an array of a ping ("g"), an object that is no message, and an unknown method ("u").',
  ["batch-mixed"],
  isArrayOf((entries) => entries.length === 3),
);

export const batchInitialize = batchFact(
  "batch_initialize",
  'The answers to an array that begins with an initialize request ("i").',
  ["batch-initialize"],
  isArrayOf((entries) => entries.some(isInitialize)),
);
