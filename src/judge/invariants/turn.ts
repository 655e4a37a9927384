import { toPointer } from "../../json/pointer.ts";
import type { Exchange, ReceivedMessage } from "../../model/capture.ts";
import type { ExchangePlace } from "../../model/invariants.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { PROTOCOL_VERSION } from "./era.ts";
import { type Moment, momentOf } from "./moment.ts";

/** A request of the client's, with the answer that belongs to it. */
export interface Call {
  readonly method: string;
  readonly message: JsonObject;
  /** Pointer of the request within its exchange. */
  readonly at: string;
  readonly answer?: { readonly message: JsonObject; readonly at: string };
  /** What the request says in its `_meta` about the protocol version; undefined when it says nothing. */
  readonly version: Json | undefined;
}

export interface Notification {
  readonly method: string;
  readonly at: string;
}

/** A message with a member `error`. */
export interface ErrorSeen {
  readonly error: Json;
  /** Pointer of the member `error`. */
  readonly at: string;
  /** Where it comes among the errors of its exchange. */
  readonly order: number;
  /** The method it answers, where that is known. */
  readonly method?: string;
}

/** One exchange, or one message beside the exchanges, as the invariants look at it. */
export interface Turn {
  /** Null for a message that belongs to no exchange: pointers then start at the session. */
  readonly exchange: string | number | null;
  readonly index: number;
  readonly conversation: string;
  readonly deliberate: boolean;
  readonly sent: Moment;
  /** When the response came; when that was not written down, when the request went. */
  readonly answered: Moment;
  readonly status: number | undefined;
  readonly calls: readonly Call[];
  readonly notifications: readonly Notification[];
  readonly errors: readonly ErrorSeen[];
}

interface Placed {
  readonly message: Json;
  readonly at: string;
}

const NOTHING: readonly never[] = [];

/** A batch is its entries. */
const entriesOf = (value: Json | undefined, at: string): readonly Placed[] => {
  if (value === undefined) return NOTHING;
  if (!Array.isArray(value)) return [{ message: value, at }];
  return value.map((message, index) => ({ message, at: `${at}/${index}` }));
};

export const readTurn = (exchange: Exchange, place: ExchangePlace): Turn => {
  const { request, response } = exchange;
  const sent = entriesOf(request, "/request");
  const came = entriesOf(response, "/response");
  const calls: Call[] = [];
  const notifications: Notification[] = [];
  for (const { message, at } of sent) {
    const method = stringMember(message, "method");
    if (method === undefined || !isJsonObject(message)) continue;
    if (!isRequest(message, method, response)) {
      notifications.push({ method, at });
      continue;
    }
    const answer = answerOf(message, request, response, came);
    const version = member(member(member(message, "params"), "_meta"), PROTOCOL_VERSION);
    calls.push({ method, message, at, version, ...(answer ? { answer } : {}) });
  }
  const deliberate = exchange.deliberate === true;
  return {
    exchange: place.id ?? place.index,
    index: place.index,
    conversation: exchange.conversation ?? "",
    deliberate,
    sent: momentOf(exchange.seq, place.index),
    answered: momentOf(exchange.response_seq ?? exchange.seq, place.index),
    status: exchange.http?.status,
    calls,
    notifications,
    // What we say wrong on purpose is no finding.
    errors: joined(deliberate ? NOTHING : errorsIn(sent, NOTHING, 0), errorsIn(came, calls, sent.length)),
  };
};

/** A message that stands in `meanwhile` or `unsolicited`. */
export const readMessage = (
  { message }: ReceivedMessage,
  exchange: string | number | null,
  index: number,
  position: number,
): Turn => {
  const at = toPointer([exchange === null ? "unsolicited" : "meanwhile", position, "message"]);
  return {
    exchange,
    index,
    conversation: "",
    deliberate: false,
    sent: momentOf(undefined, index),
    answered: momentOf(undefined, index),
    status: undefined,
    calls: [],
    notifications: [],
    // Behind everything the exchange itself can hold.
    errors: errorsIn(entriesOf(message, at), NOTHING, BEHIND_ALL + position),
  };
};

const BEHIND_ALL = 2 ** 40;

/** A capture made by hand may leave the id out; a response still shows that something was asked. */
const isRequest = (message: JsonObject, method: string, response: Json | undefined): boolean =>
  Object.hasOwn(message, "id") || (response !== undefined && !method.startsWith("notifications/"));

/** A lone request is answered by what came back, whatever id that has; in a batch only the id tells. */
const answerOf = (
  message: JsonObject,
  request: Json | undefined,
  response: Json | undefined,
  came: readonly Placed[],
): Call["answer"] => {
  if (!Array.isArray(request) && isJsonObject(response)) return { message: response, at: "/response" };
  const id = member(message, "id");
  if (id === undefined) return undefined;
  for (const { message: candidate, at } of came) {
    if (isJsonObject(candidate) && member(candidate, "id") === id) return { message: candidate, at };
  }
  return undefined;
};

const errorsIn = (entries: readonly Placed[], calls: readonly Call[], order: number): readonly ErrorSeen[] => {
  let found: ErrorSeen[] | undefined;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const error = member(entry?.message, "error");
    if (entry === undefined || error === undefined) continue;
    const call = calls.find(({ answer }) => answer?.message === entry.message);
    found ??= [];
    found.push({ error, at: `${entry.at}/error`, order: order + index, ...(call ? { method: call.method } : {}) });
  }
  return found ?? NOTHING;
};

const joined = <T>(left: readonly T[], right: readonly T[]): readonly T[] => {
  if (left.length === 0) return right;
  return right.length === 0 ? left : [...left, ...right];
};

export type Outcome = "result" | "error" | "none";

/** How a request was answered. A null error beside a result is an odd envelope (INV-006), but no failed request. */
export const outcomeOf = ({ answer }: Call): Outcome => {
  const error = member(answer?.message, "error");
  const result = member(answer?.message, "result");
  if (result !== undefined && (error === undefined || error === null)) return "result";
  return error === undefined ? "none" : "error";
};
