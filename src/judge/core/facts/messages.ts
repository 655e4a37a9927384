import { isJsonObject, type Json, type JsonObject, stringMember } from "../../../base/json.ts";
import { defineFact } from "../define-fact.ts";
import { type Item, placeOf, type View } from "../fact.ts";
import { amongHeard, type Heard, kindOf, messageFact } from "../messages.ts";
import { isPriming } from "../priming.ts";
import { isBadlyFramed } from "./lines.ts";

/** What a report calls a message: its method, or that of the request it answers. */
export const labelOf = ({ value, record }: Heard): string | undefined =>
  stringMember(value, "method") ?? record?.method ?? record?.step;

/** Only the frame: what is inside is the business of other facts. */
export const messages = messageFact(
  {
    name: "messages",
    doc: "The frame of every message the server sent, a batch as its members.",
    type: "object: kind (response, notification, request, other), type (of the JSON value), jsonrpc",
    derived: ["kind", "type"],
  },
  (heard, view): Item | undefined => {
    const { value, exchange, pointer, kind, record } = heard;
    if (isPriming(value, heard.sse)) return undefined;
    // A line that is only part of a badly framed message is none by itself.
    if (isBadlyFramed(view, exchange, pointer)) return undefined;
    // Nothing said in answer to an array is looked at by the facts about batches.
    if (Array.isArray(value) && value.length === 0 && Array.isArray(record?.exchange.request)) return undefined;
    if (!pointer.startsWith("/response") && isNoMessage(value)) return undefined;
    const frame: JsonObject = { kind, type: typeOf(value) };
    if (isJsonObject(value) && value["jsonrpc"] !== undefined) frame["jsonrpc"] = value["jsonrpc"];
    return { value: frame, exchange, pointer, name: labelOf(heard), parts: { kind: pointer, type: pointer } };
  },
);

const MEMBERS = ["jsonrpc", "id", "method", "result", "error"];

/** JSON between the messages that has nothing of one, a line of a log say, is noise and not a message without its envelope. */
const isNoMessage = (value: Json): boolean =>
  isJsonObject(value) && !MEMBERS.some((name) => Object.hasOwn(value, name));

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
export const messageArrays = defineFact({
  name: "message_arrays",
  doc: "Every JSON array the server sent in place of a message, and what it was sent in answer to.",
  type: "object: answers (array, message, nothing), kinds (of its members)",
  derived: true,
  words: { message: "an array in answer to a single message", nothing: "an array that answers nothing" },
  read: (view) => amongHeard(view, () => arraysIn(view)),
});

const arraysIn = (view: View): readonly Item[] => {
  const found: Item[] = [];
  const add = (message: Json | undefined, answers: string, place: Pick<Item, "exchange" | "pointer">): void => {
    if (!Array.isArray(message)) return;
    const value = { answers, kinds: message.map((entry) => kindOf(entry)) };
    found.push({ value, ...place, parts: { answers: place.pointer, kinds: place.pointer } });
  };
  for (const record of view.records) {
    const { request, response, meanwhile = [] } = record.exchange;
    const answers = Array.isArray(request) ? "array" : request === undefined ? "nothing" : "message";
    add(response, answers, placeOf(record, "/response"));
    meanwhile.forEach(({ message }, index) => {
      add(message, answers, placeOf(record, `/meanwhile/${index}/message`));
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach(({ message, conversation }, index) => {
    if (view.capture.conversations === undefined || ids.has(conversation))
      add(message, "nothing", { exchange: null, pointer: `/unsolicited/${index}/message` });
  });
  return found;
};
