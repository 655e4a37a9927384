import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import type { Exchange } from "../../../capture/capture.ts";
import { outcomeOf } from "../answer.ts";
import { defineFact } from "../define-fact.ts";
import { derivedItem } from "../derived-item.ts";
import { distinct } from "../distinct.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, seen, type View } from "../fact.ts";
import { type Heard, heardIn, isDocument, messageFact, part } from "../messages.ts";
import { unseen } from "../unseen.ts";

/** Methods that ask for an answer, so that one of them without an id is a broken request and no notification. */
const ASKING = new Set(["ping", "roots/list", "sampling/createMessage", "elicitation/create"]);

const isNotification = (message: Json): boolean => {
  const method = stringMember(message, "method");
  if (method === undefined) return false;
  return method.startsWith("notifications/") || (member(message, "id") === undefined && !ASKING.has(method));
};

/** Told by their names, so that one with an id is still found here. */
export const notifications = messageFact(
  { name: "notifications", doc: "Every notification the server sent, by its method.", type: "the message" },
  (heard) =>
    isNotification(heard.value) ? part(heard, heard.value, "", stringMember(heard.value, "method")) : undefined,
);

export const serverRequests = messageFact(
  { name: "server_requests", doc: "Every request the server sent to the client.", type: "the message" },
  (heard) => (isServerRequest(heard) ? part(heard, heard.value, "", stringMember(heard.value, "method")) : undefined),
);

export const isServerRequest = ({ value }: Heard): boolean =>
  isJsonObject(value) && Object.hasOwn(value, "method") && !isNotification(value);

/**
 * What came back for the notifications of the client. Over HTTP each has its own answer. On stdio it is a response
 * under no id in a conversation in which everything else was readable.
 */
export const notificationAnswers = defineFact({
  name: "notification_answers",
  doc: "What the server said to every notification of the client.",
  type: "object: outcome (as of an answer), status",
  derived: ["outcome"],
  questions: ["notifications/initialized", "unknown-notification"],
  read(view) {
    const told = view.records.filter(isTold);
    if (told.length === 0) return unseen(view, this.questions, "a notification");
    return seen(distinct([...told.map(answerTo), ...idlessOnPipes(view, told)]), placesOf(told.slice(0, 1)));
  },
});

const isTold = ({ request, exchange }: ExchangeRecord): boolean =>
  request !== undefined &&
  stringMember(request, "method") !== undefined &&
  !Object.hasOwn(request, "id") &&
  request["jsonrpc"] === "2.0" &&
  exchange.trouble?.kind !== "not-probed";

const answerTo = (record: ExchangeRecord): Item => {
  const { exchange } = record;
  // What is no message is no response either, whatever else is wrong with such a body.
  const value: JsonObject = { outcome: isDocument(exchange) ? "accepted" : outcomeOf(exchange) };
  if (exchange.http?.status !== undefined) value["status"] = exchange.http.status;
  return { value, ...placeOf(record), name: record.method, parts: { outcome: "", status: "/http/status" } };
};

/** Whatever cannot be read may be answered without an id; such conversations show nothing here. */
const idlessOnPipes = (view: View, told: readonly ExchangeRecord[]): readonly Item[] => {
  const muddied = new Set(view.records.filter(isUnreadable).map(({ exchange }) => exchange.conversation));
  const clean = new Set(
    told.map(({ exchange }) => exchange.conversation).filter((conversation) => !muddied.has(conversation)),
  );
  return heardIn(view)
    .filter(({ kind, value, record, conversation, pointer }) => {
      if (kind !== "response" || !clean.has(conversation) || (member(value, "id") ?? null) !== null) return false;
      return record === undefined || (record.exchange.http === undefined && !pointer.startsWith("/response"));
    })
    .map((heard) => derivedItem(heard, { outcome: member(heard.value, "error") === undefined ? "result" : "error" }));
};

const isUnreadable = (record: ExchangeRecord, index: number, records: readonly ExchangeRecord[]): boolean => {
  const { request, exchange } = record;
  if (exchange.request === undefined)
    return exchange.request_raw !== undefined && !goesOn(exchange, records[index + 1]);
  return request?.["jsonrpc"] !== "2.0" || request["id"] === null || !isWhole(request);
};

/** On stdio a part of a line is no message yet; the rest of it is the next thing written. */
const goesOn = ({ request_raw: raw, http, conversation }: Exchange, next: ExchangeRecord | undefined): boolean =>
  http === undefined &&
  raw?.data.endsWith("\n") === false &&
  next?.exchange.conversation === conversation &&
  next?.exchange.request_raw !== undefined;

const isWhole = (request: JsonObject): boolean =>
  typeof request["method"] === "string" || Object.hasOwn(request, "result") || Object.hasOwn(request, "error");
