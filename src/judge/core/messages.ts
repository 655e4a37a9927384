import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { ReadingNote } from "../../base/reading.ts";
import type { Exchange, ReceivedMessage } from "../../capture/capture.ts";
import { kindOf, type MessageKind } from "../../capture/said.ts";
import type { SseFields } from "../../wire/sse-parser.ts";
import { distinct } from "./distinct.ts";
import { type ExchangeRecord, type Fact, type Item, type Reading, seen, type View } from "./fact.ts";
import { leftOut } from "./left-out.ts";

export { kindOf, type MessageKind } from "../../capture/said.ts";

/** A message the server sent, with the place it stands at and what it came with. */
export interface Heard extends Item {
  readonly kind: MessageKind;
  /** The exchange it is filed under; undefined when it belongs to none. */
  readonly record: ExchangeRecord | undefined;
  readonly notes: readonly ReadingNote[];
  /** It came after the response of its exchange. */
  readonly late: boolean;
  /** The conversation, and the order of arrival in it, where the capture knows them. */
  readonly conversation: string | undefined;
  readonly seq: number | undefined;
  readonly sse: SseFields | undefined;
}

/** What came with a message. */
type Circumstances = Pick<Heard, "record" | "notes" | "late" | "conversation" | "seq" | "sse">;

/** Everything the server said that could be read as JSON; a batch is its members. */
export const heardIn = (view: View): readonly Heard[] => view.once(gather);

const gather = (view: View): readonly Heard[] => {
  const all: Heard[] = [];
  for (const record of view.records) {
    const { response, response_notes: notes = [], meanwhile = [], conversation } = record.exchange;
    const { response_seq: seq, response_sse: sse } = record.exchange;
    if (response !== undefined && !isDocument(record.exchange))
      all.push(...split(response, record.id, "/response", { record, notes, late: false, conversation, seq, sse }));
    meanwhile.forEach((message, index) => {
      all.push(...received(message, record.id, `/meanwhile/${index}/message`, record, conversation));
    });
  }
  const ids = new Set(view.conversations.map(({ id }) => id));
  (view.capture.unsolicited ?? []).forEach((message, index) => {
    if (view.capture.conversations !== undefined && !ids.has(message.conversation)) return;
    all.push(...received(message, null, `/unsolicited/${index}/message`, undefined, message.conversation));
  });
  return all;
};

/**
 * JSON that HTTP carries for its own purposes: what a GET fetched (metadata, say), the answer to a DELETE, a gateway's
 * error page, a login wall. An answer that should have no body at all is the business of HTTP too.
 */
export const isDocument = ({ request, request_raw: raw, response, http }: Exchange): boolean => {
  if (http?.status === undefined) return false;
  if (http.status === 401) return true;
  if (request === undefined && raw === undefined && http.method !== "POST" && http.stream === undefined) return true;
  if (http.status === 202 && (response === undefined || kindOf(response) === "other")) return true;
  return http.status >= 300 && isJsonObject(response) && !Object.hasOwn(response, "jsonrpc");
};

const received = (
  { message, notes = [], late, seq, sse }: ReceivedMessage,
  exchange: Heard["exchange"],
  pointer: string,
  record: ExchangeRecord | undefined,
  conversation: string | undefined,
): readonly Heard[] =>
  message === undefined || isOtherEvent(sse)
    ? []
    : split(message, exchange, pointer, { record, notes, late: late === true, conversation, seq, sse });

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

/** What `pick` finds in each. In place of flatMap, which takes several times as long, and hundreds of facts go through all messages. */
export const collect = <T, R extends object>(
  all: readonly T[],
  pick: (one: T, index: number) => R | readonly R[] | undefined,
): R[] => {
  const found: R[] = [];
  for (let index = 0; index < all.length; index += 1) {
    const picked = pick(all[index] as T, index);
    if (picked === undefined) continue;
    if (isList(picked)) for (const one of picked) found.push(one);
    else found.push(picked);
  }
  return found;
};

/** Array.isArray does not know of arrays that cannot be written. */
const isList = <R extends object>(picked: R | readonly R[]): picked is readonly R[] => Array.isArray(picked);

/** A list fact over the messages heard: `pick` chooses and may narrow to a part of the message. */
export const messageFact = (
  head: Pick<Fact, "name" | "doc" | "type" | "derived" | "words">,
  pick: (heard: Heard, view: View) => Item | readonly Item[] | undefined,
): Fact => ({
  ...head,
  kind: "list",
  questions: "anything",
  read: (view) =>
    amongHeard(
      view,
      (heard) => distinct(collect(heard, (entry) => pick(entry, view))),
      `a message of the server's (${head.name})`,
    ),
});

/** What was found among the messages; unseen where the server said nothing at all. */
export const amongHeard = (
  view: View,
  find: (heard: readonly Heard[]) => readonly Item[],
  what = "a message of the server's",
): Reading => {
  const heard = heardIn(view);
  return heard.length === 0 ? leftOut(view, [], what) : seen(find(heard), heard.slice(0, 1));
};

/** A member of what was found, if it has it, at its own place. */
export const memberOf = (item: Item, key: string): readonly Item[] => {
  const value = member(item.value, key);
  return value === undefined ? [] : [{ ...item, pointer: `${item.pointer}/${key}`, value }];
};

/** A part of what was heard, at its own place. */
export const part = (heard: Item, value: Json, at: string, name?: string): Item => ({
  value,
  exchange: heard.exchange,
  pointer: heard.pointer + at,
  ...(name === undefined ? {} : { name }),
});
