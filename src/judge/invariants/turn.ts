import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import type { Exchange, ReceivedMessage } from "../../capture/capture.ts";
import type { ExchangePlace } from "../../capture/session-sink.ts";
import { isStatelessRequest, versionNamedBy } from "../core/spoken-revision.ts";
import type { Moment } from "./moment.ts";

/** A request from the client, with its answer. */
export interface Call {
  readonly method: string;
  readonly message: JsonObject;
  /** Pointer of the request within its exchange. */
  readonly at: string;
  readonly answer?: { readonly message: JsonObject; readonly at: string };
  /** The protocol version that the request names in its `_meta`. */
  readonly version: Json | undefined;
}

export interface SentNotification {
  readonly method: string;
  readonly at: string;
}

/** The `error` of a message. */
export interface ErrorSeen {
  readonly error: Json;
  /** Pointer of the member `error`. */
  readonly at: string;
  /** Its position among the errors of its exchange. */
  readonly order: number;
  /** The method it answers, where that is known. */
  readonly method?: string;
}

/** One exchange, or one message outside of the exchanges, as the invariants see it. */
export interface Turn {
  /** Null for a message that belongs to no exchange: pointers then start at the session. */
  readonly exchange: string | number | null;
  readonly index: number;
  readonly conversation: string;
  readonly deliberate: boolean;
  readonly sent: Moment;
  /** When the response came; where that was not recorded, when the request was sent. */
  readonly answered: Moment;
  readonly status: number | undefined;
  readonly calls: readonly Call[];
  readonly notifications: readonly SentNotification[];
  readonly errors: readonly ErrorSeen[];
}

interface Placed {
  readonly message: Json;
  readonly at: string;
}

const NOTHING: readonly never[] = [];

/** The entries of a batch, or the message itself. */
const entriesOf = (value: Json | undefined, at: string): readonly Placed[] => {
  if (value === undefined) return NOTHING;
  if (!Array.isArray(value)) return [{ message: value, at }];
  return value.map((message, index) => ({ message, at: `${at}/${index}` }));
};

export const readTurn = (exchange: Exchange, place: ExchangePlace): Turn => {
  const { request, response } = exchange;
  const sent = entriesOf(request, "/request");
  const came = entriesOf(response, "/response");
  const answers = firstBy(came, ({ message }) => member(message, "id"));
  const calls: Call[] = [];
  const notifications: SentNotification[] = [];
  for (const { message, at } of sent) {
    const method = stringMember(message, "method");
    if (method === undefined || !isJsonObject(message)) continue;
    if (!isRequest(message, method, response)) {
      notifications.push({ method, at });
      continue;
    }
    const answer = answerOf(message, request, response, answers);
    const version = versionNamedBy(message);
    calls.push({ method, message, at, version, ...(answer ? { answer } : {}) });
  }
  const deliberate = exchange.deliberate === true;
  return {
    exchange: place.id ?? place.index,
    index: place.index,
    conversation: exchange.conversation ?? "",
    deliberate,
    sent: { seq: exchange.seq, index: place.index },
    answered: { seq: exchange.response_seq ?? exchange.seq, index: place.index },
    status: exchange.http?.status,
    calls,
    notifications,
    // What we send wrong on purpose is not a finding.
    errors: joined(deliberate ? NOTHING : errorsIn(sent, NOTHING, 0), errorsIn(came, calls, sent.length)),
  };
};

/** A message from `meanwhile` or `unsolicited`. */
export const readLooseMessage = (
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
    sent: { seq: undefined, index },
    answered: { seq: undefined, index },
    status: undefined,
    calls: [],
    notifications: [],
    // After every error of the exchange itself.
    errors: errorsIn(entriesOf(message, at), NOTHING, BEHIND_ALL + position),
  };
};

const BEHIND_ALL = 2 ** 40;

/** A handwritten capture may leave out the id; a response still shows that it was a request. */
const isRequest = (message: JsonObject, method: string, response: Json | undefined): boolean =>
  Object.hasOwn(message, "id") || (response !== undefined && !method.startsWith("notifications/"));

/** A single request is answered by the response, whatever its id; in a batch only the id tells. */
const answerOf = (
  message: JsonObject,
  request: Json | undefined,
  response: Json | undefined,
  answers: ReadonlyMap<Json | undefined, Placed>,
): Call["answer"] => {
  if (!Array.isArray(request) && isJsonObject(response)) return { message: response, at: "/response" };
  const id = member(message, "id");
  if (id === undefined) return undefined;
  const found = answers.get(id);
  return found && { message: found.message as JsonObject, at: found.at };
};

const errorsIn = (entries: readonly Placed[], calls: readonly Call[], order: number): readonly ErrorSeen[] => {
  let found: ErrorSeen[] | undefined;
  let answered: ReadonlyMap<Json | undefined, Call> | undefined;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index];
    const error = member(entry?.message, "error");
    if (entry === undefined || error === undefined) continue;
    answered ??= firstBy(calls, ({ answer }) => answer?.message);
    const call = answered.get(entry.message);
    found ??= [];
    found.push({ error, at: `${entry.at}/error`, order: order + index, ...(call ? { method: call.method } : {}) });
  }
  return found ?? NOTHING;
};

/** The first of each key: a batch may have as many entries as fit into a message, so none is looked for among all others. */
const firstBy = <T>(items: readonly T[], keyOf: (item: T) => Json | undefined): ReadonlyMap<Json | undefined, T> => {
  const first = new Map<Json | undefined, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return first;
};

const joined = <T>(left: readonly T[], right: readonly T[]): readonly T[] => {
  if (left.length === 0) return right;
  return right.length === 0 ? left : [...left, ...right];
};

export type TurnOutcome = "result" | "error" | "none";

export const isStateless = ({ method, version }: Call): boolean => isStatelessRequest(method, version);

/** How a request was answered. A null error next to a result is malformed (INV-006), but not a failed request. */
export const callOutcome = ({ answer }: Call): TurnOutcome => {
  const error = member(answer?.message, "error");
  const result = member(answer?.message, "result");
  if (result !== undefined && (error === undefined || error === null)) return "result";
  return error === undefined ? "none" : "error";
};
