import type { Exchange, ReadingNote, ReceivedMessage, SseFields } from "../../model/capture.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import { unseen } from "./gaps.ts";

export type MessageKind = "response" | "notification" | "request" | "other";

/** A message the server sent, with the place it stands at and what it came with. */
export interface Heard extends Item {
  readonly kind: MessageKind;
  /** The exchange it is filed under; undefined when it belongs to none. */
  readonly seat: Seat | undefined;
  readonly notes: readonly ReadingNote[];
  /** It came after the response of its exchange. */
  readonly late: boolean;
  /** The conversation, and the order of arrival in it, where the capture knows them. */
  readonly conversation: string | undefined;
  readonly seq: number | undefined;
  readonly sse: SseFields | undefined;
}

/** What came with a message. */
type Circumstances = Pick<Heard, "seat" | "notes" | "late" | "conversation" | "seq" | "sse">;

/** Everything the server said that could be read as JSON; a batch is its members. */
export const heardIn = (view: View): readonly Heard[] => view.once(gather);

const gather = (view: View): readonly Heard[] => {
  const all: Heard[] = [];
  for (const seat of view.seats) {
    const { response, response_notes: notes = [], meanwhile = [], conversation } = seat.exchange;
    const { response_seq: seq, response_sse: sse } = seat.exchange;
    if (response !== undefined && !isDocument(seat.exchange))
      all.push(...split(response, seat.id, "/response", { seat, notes, late: false, conversation, seq, sse }));
    meanwhile.forEach((message, index) => {
      all.push(...received(message, seat.id, `/meanwhile/${index}/message`, seat, conversation));
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach((message, index) => {
    if (view.capture.conversations !== undefined && !ids.has(message.conversation)) return;
    all.push(...received(message, null, `/unsolicited/${index}/message`, undefined, message.conversation));
  });
  return all;
};

/** JSON that HTTP carries for its own purposes: what a GET fetched (metadata, say), a gateway's error page, a login wall. */
const isDocument = ({ request, request_raw: raw, response, http }: Exchange): boolean => {
  if (http?.status === undefined) return false;
  if (http.status === 401) return true;
  if (request === undefined && raw === undefined && http.method === "GET" && http.stream === undefined) return true;
  return http.status >= 300 && isJsonObject(response) && !Object.hasOwn(response, "jsonrpc");
};

const received = (
  { message, notes = [], late, seq, sse }: ReceivedMessage,
  exchange: Heard["exchange"],
  pointer: string,
  seat: Seat | undefined,
  conversation: string | undefined,
): readonly Heard[] =>
  message === undefined || isOtherEvent(sse)
    ? []
    : split(message, exchange, pointer, { seat, notes, late: late === true, conversation, seq, sse });

/** SSE clients take events of other names for something else: the address for POSTs, say. */
const isOtherEvent = (sse: SseFields | undefined): boolean => sse?.event !== undefined && sse.event !== "message";

const split = (
  message: Json,
  exchange: Heard["exchange"],
  pointer: string,
  circumstances: Circumstances,
): readonly Heard[] => {
  const one = (value: Json, at: string): Heard => ({
    value,
    exchange,
    pointer: at,
    kind: kindOf(value),
    ...circumstances,
  });
  return Array.isArray(message) && message.length > 0
    ? message.map((entry, index) => one(entry, `${pointer}/${index}`))
    : [one(message, pointer)];
};

export const kindOf = (message: Json): MessageKind => {
  if (!isJsonObject(message)) return "other";
  if (Object.hasOwn(message, "method")) return Object.hasOwn(message, "id") ? "request" : "notification";
  return Object.hasOwn(message, "result") || Object.hasOwn(message, "error") ? "response" : "other";
};

/** Items with the same value say the same thing: one of them is enough to judge. */
export const distinct = <T extends Item>(items: readonly T[]): readonly T[] => {
  const known = new Set<string>();
  return items.filter(({ value, name }) => {
    const text = textOf(value);
    // Most have no name, and a text that is put together anew would have to be hashed anew.
    return known.size < known.add(name === undefined ? text : `${name}\n${text}`).size;
  });
};

const TEXTS = new WeakMap<object, string>();

/** Below that, writing a text again is cheaper than keeping it. */
const SHORT = 200;

/** A capture never changes, and many facts look at the same messages: the text of one is made once. */
const textOf = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = TEXTS.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (text.length > SHORT) TEXTS.set(value, text);
  return text;
};

/** A list fact over the messages heard: `pick` chooses and may narrow to a part of the message. */
export const messageFact = (
  head: Pick<Fact, "name" | "doc" | "type" | "derived">,
  pick: (heard: Heard, view: View) => Item | readonly Item[] | undefined,
): Fact => ({
  ...head,
  kind: "list",
  read: (view) => readMessages(view, head.name, pick),
});

const readMessages = (
  view: View,
  name: string,
  pick: (heard: Heard, view: View) => Item | readonly Item[] | undefined,
): Reading => {
  const heard = heardIn(view);
  if (heard.length === 0) return unseen(view, [], `a message of the server's (${name})`);
  return seen(distinct(heard.flatMap((entry) => pick(entry, view) ?? [])), heard.slice(0, 1));
};

/** A part of what was heard, at its own place. */
export const part = (heard: Item, value: Json, at: string, name?: string): Item => ({
  value,
  exchange: heard.exchange,
  pointer: heard.pointer + at,
  ...(name === undefined ? {} : { name }),
});
