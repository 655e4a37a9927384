import type { Exchange } from "../../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, type Heard, heardIn, messageFact } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";

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
    isNotification(heard.value)
      ? {
          value: heard.value,
          exchange: heard.exchange,
          pointer: heard.pointer,
          name: stringMember(heard.value, "method"),
        }
      : undefined,
);

export const serverRequests = messageFact(
  { name: "server_requests", doc: "Every request the server sent to the client.", type: "the message" },
  (heard) =>
    isServerRequest(heard)
      ? {
          value: heard.value,
          exchange: heard.exchange,
          pointer: heard.pointer,
          name: stringMember(heard.value, "method"),
        }
      : undefined,
);

export const isServerRequest = ({ value }: Heard): boolean =>
  isJsonObject(value) && Object.hasOwn(value, "method") && !isNotification(value);

/**
 * What came back for the notifications of the client. Over HTTP each has its own answer. On stdio it is a response
 * under no id in a conversation in which everything else was readable.
 */
export const notificationAnswers: Fact = {
  name: "notification_answers",
  doc: "What the server said to every notification of the client.",
  kind: "list",
  type: "object: outcome (as of an answer), status",
  derived: ["outcome"],
  read(view) {
    const told = view.seats.filter(isTold);
    if (told.length === 0) return unseen(view, ["notifications/initialized", "unknown-notification"], "a notification");
    return seen(
      distinct([...told.map(answerTo), ...idlessOnPipes(view, told)]),
      told.slice(0, 1).map((seat) => placeOf(seat)),
    );
  },
};

const isTold = ({ request, exchange }: Seat): boolean =>
  request !== undefined &&
  stringMember(request, "method") !== undefined &&
  !Object.hasOwn(request, "id") &&
  request["jsonrpc"] === "2.0" &&
  exchange.trouble?.kind !== "not-probed";

const answerTo = (seat: Seat): Item => {
  const { exchange } = seat;
  const value: JsonObject = { outcome: outcomeOf(exchange) };
  if (exchange.http?.status !== undefined) value["status"] = exchange.http.status;
  return { value, ...placeOf(seat), name: seat.method, parts: { outcome: "", status: "/http/status" } };
};

/** Whatever cannot be read may be answered without an id; such conversations show nothing here. */
const idlessOnPipes = (view: View, told: readonly Seat[]): readonly Item[] => {
  const muddied = new Set(view.seats.filter(isUnreadable).map(({ exchange }) => exchange.conversation));
  const clean = new Set(
    told.map(({ exchange }) => exchange.conversation).filter((conversation) => !muddied.has(conversation)),
  );
  return heardIn(view)
    .filter(({ kind, value, seat, conversation, pointer }) => {
      if (kind !== "response" || !clean.has(conversation) || (member(value, "id") ?? null) !== null) return false;
      return seat === undefined || (seat.exchange.http === undefined && !pointer.startsWith("/response"));
    })
    .map(({ value, exchange, pointer }) => ({
      value: { outcome: member(value, "error") === undefined ? "result" : "error" },
      exchange,
      pointer,
      parts: { outcome: pointer },
    }));
};

const isUnreadable = (seat: Seat, index: number, seats: readonly Seat[]): boolean => {
  const { request, exchange } = seat;
  if (exchange.request === undefined) return exchange.request_raw !== undefined && !goesOn(exchange, seats[index + 1]);
  return request?.["jsonrpc"] !== "2.0" || request["id"] === null || !isWhole(request);
};

/** On stdio a part of a line is no message yet; the rest of it is the next thing written. */
const goesOn = ({ request_raw: raw, http, conversation }: Exchange, next: Seat | undefined): boolean =>
  http === undefined &&
  raw?.data.endsWith("\n") === false &&
  next?.exchange.conversation === conversation &&
  next?.exchange.request_raw !== undefined;

const isWhole = (request: JsonObject): boolean =>
  typeof request["method"] === "string" || Object.hasOwn(request, "result") || Object.hasOwn(request, "error");
