import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { answerItem } from "../common/answer.ts";
import { answersTo, seatsOf } from "../common/answers.ts";
import { type StepName, unseen } from "../common/gaps.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";

/** An answer to an array: as any other, and who in the array was answered how. */
const batchFact = (name: string, doc: string, steps: readonly StepName[], isMeant: (seat: Seat) => boolean): Fact => ({
  name,
  doc,
  kind: "observations",
  type: "answer, and answered: the responses as id (left out where there is none), is (result, error), code; shape (array, object, none)",
  derived: ["outcome", "answered", "shape"],
  read(view) {
    const found = seatsOf(view, steps, isMeant).filter(isMeant);
    return found.length === 0
      ? unseen(view, steps, "an array sent by the client")
      : seen(found.map((seat) => batchItem(seat, view)));
  },
});

const batchItem = (seat: Seat, view: View): Item => {
  const item = answerItem(seat, view);
  const value: JsonObject = { ...(isJsonObject(item.value) ? item.value : {}) };
  value["answered"] = repliesIn(seat);
  value["shape"] = shapeOf(seat.exchange.response);
  return { ...item, value, parts: { ...item.parts, answered: "", shape: "" } };
};

const shapeOf = (response: Json | undefined): string =>
  response === undefined ? "none" : Array.isArray(response) ? "array" : "object";

const repliesIn = ({ exchange }: Seat): JsonObject[] =>
  [exchange.response, ...(exchange.meanwhile ?? []).map(({ message }) => message)]
    .flatMap((message) => (Array.isArray(message) ? message : [message]))
    .flatMap((message) => {
      if (!isJsonObject(message) || Object.hasOwn(message, "method")) return [];
      const [id, code] = [member(message, "id"), member(member(message, "error"), "code")];
      const is = member(message, "error") === undefined ? "result" : "error";
      return [{ is, ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) }];
    });

const asks = (entry: Json): boolean => member(entry, "method") !== undefined && member(entry, "id") !== undefined;

const isArrayOf =
  (isMember: (entries: readonly Json[]) => boolean) =>
  (seat: Seat): boolean =>
    Array.isArray(seat.exchange.request) && isMember(seat.exchange.request);

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

export const afterBatchInitialize = answersTo({
  name: "after_batch_initialize",
  doc: "The answers to a plain initialize after one in an array.",
  steps: ["batch-initialize-plain"],
});
