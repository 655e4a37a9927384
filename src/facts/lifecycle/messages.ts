import { isJsonObject, type Json, type JsonObject, stringMember } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { type Heard, heardIn, kindOf, messageFact } from "../common/messages.ts";
import { isPriming } from "../common/priming.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type View } from "../view.ts";

/** What a report calls a message: its method, or that of the request it answers. */
export const labelOf = ({ value, seat }: Heard): string | undefined =>
  stringMember(value, "method") ?? seat?.method ?? seat?.step;

/** Only the frame: what is inside is the business of other facts. */
export const messages = messageFact(
  {
    name: "messages",
    doc: "The frame of every message the server sent, a batch as its members.",
    type: "object: kind (response, notification, request, other), type (of the JSON value), jsonrpc",
    derived: ["kind", "type"],
  },
  (heard): Item | undefined => {
    const { value, exchange, pointer, kind, seat } = heard;
    if (isPriming(value, heard.sse)) return undefined;
    // Nothing said in answer to an array is looked at by the facts about batches.
    if (Array.isArray(value) && value.length === 0 && Array.isArray(seat?.exchange.request)) return undefined;
    const frame: JsonObject = { kind, type: typeOf(value) };
    if (isJsonObject(value) && value["jsonrpc"] !== undefined) frame["jsonrpc"] = value["jsonrpc"];
    return { value: frame, exchange, pointer, name: labelOf(heard), parts: { kind: pointer, type: pointer } };
  },
);

/** The JSON type, as JSON Schema names it, but without `integer`. */
export const typeOf = (value: Json | undefined): string => {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
};

/**
 * Arrays at the top level. On stdio the answers to an array of ours are gathered in one, whether or not the server
 * wrote them so; `answers` tells these apart.
 */
export const messageArrays: Fact = {
  name: "message_arrays",
  doc: "Every JSON array the server sent in place of a message, and what it was sent in answer to.",
  kind: "list",
  type: "object: answers (array, message, nothing), kinds (of its members)",
  derived: true,
  read(view) {
    const found = arraysIn(view);
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], "a message of the server's");
    return seen(found, heard.slice(0, 1));
  },
};

const arraysIn = (view: View): readonly Item[] => {
  const found: Item[] = [];
  const add = (message: Json | undefined, answers: string, place: Pick<Item, "exchange" | "pointer">): void => {
    if (!Array.isArray(message)) return;
    const value = { answers, kinds: message.map((entry) => kindOf(entry)) };
    found.push({ value, ...place, parts: { answers: place.pointer, kinds: place.pointer } });
  };
  for (const seat of view.seats) {
    const { request, response, meanwhile = [] } = seat.exchange;
    const answers = Array.isArray(request) ? "array" : request === undefined ? "nothing" : "message";
    add(response, answers, placeOf(seat, "/response"));
    meanwhile.forEach(({ message }, index) => {
      add(message, answers, placeOf(seat, `/meanwhile/${index}/message`));
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach(({ message, conversation }, index) => {
    if (view.capture.conversations === undefined || ids.has(conversation))
      add(message, "nothing", { exchange: null, pointer: `/unsolicited/${index}/message` });
  });
  return found;
};
