// The messages of a capture in order. Nothing else decides what came before what.

import { groupBy } from "../base/group-by.ts";
import { type Json, member, stringMember } from "../base/json.ts";
import type { Era, Revision } from "../protocol/revision.ts";
import type {
  Capture,
  ClientEnd,
  ConversationRecord,
  Exchange,
  HttpRecord,
  Place,
  ReceivedMessage,
  TransportName,
} from "./capture.ts";
import { NEVER, type Order, orderOf, recordingOf } from "./order.ts";
import { asSaid, kindOf, type MessageKind } from "./said.ts";
import { divideConversation, messagesOf } from "./sessions.ts";

export { NEVER } from "./order.ts";

/** Something that was sent: a request, a notification, an answer, or an HTTP request that carries none of these. */
export interface Message {
  readonly sender: "client" | "server";
  /** The message; undefined where no JSON was sent. */
  readonly value: Json | undefined;
  readonly kind: MessageKind;
  readonly id: Json | undefined;
  readonly method: string | undefined;
  readonly params: Json | undefined;
  /** What it was answered with; of a message of the server's, by the client. */
  readonly response: Json | undefined;
  readonly result: Json | undefined;
  readonly error: Json | undefined;
  /** The client's answer to a request of the server's. */
  readonly answer: Message | undefined;
  /** Its place in the one order of the capture. */
  readonly sentAt: number;
  /** The place of its answer in the same order; `NEVER` without one. */
  readonly answeredAt: number;
  /** Milliseconds since the recording began, for how long something took. */
  readonly sentMs: number | undefined;
  readonly answeredMs: number | undefined;
  readonly endedMs: number | undefined;
  readonly session: Session;
  /** It is a member of an array. */
  readonly isBatched: boolean;
  /** What the capture holds of it; of a message of the server's the exchange it is filed under, if there is one. */
  readonly exchange: Exchange | undefined;
  readonly http: HttpRecord | undefined;
  /** The name of the SSE event that brought it, if it had one. */
  readonly event: string | undefined;
  /** Where evidence finds it. */
  readonly source: Place;
}

/** What one client said in one revision: from one initialize to the next, or all stateless requests of a conversation. */
export interface Session {
  readonly conversation: string;
  readonly recording: string;
  /** The scenario in which a client was tested. */
  readonly scenario: string | undefined;
  /** How the client that was tested came to its end, where that is known. */
  readonly end: ClientEnd | undefined;
  readonly era: Era;
  readonly revision: Revision;
  readonly transport: TransportName | undefined;
  readonly initialize: Message | undefined;
  /** What the client sent, in order: one for each exchange, so that an array is one. */
  readonly exchanges: readonly Message[];
  /** The same as messages: an array is its members, and what is not JSON is left out. */
  readonly messages: readonly Message[];
  /** Its messages by method, and by the text of their id: what is asked of each message must not go through all of them. */
  readonly byMethod: ReadonlyMap<string, readonly Message[]>;
  readonly byId: ReadonlyMap<string, readonly Message[]>;
  /** Several clients may speak in it: then nothing follows from the order of messages, or from ids. */
  readonly shared: boolean;
}

export interface Timeline {
  readonly sessions: readonly Session[];
  /** Everything that was sent over all conversations, also to other addresses than the server's: one for each exchange, in order. */
  readonly exchanges: readonly Message[];
  /** Every message of the server that is not the answer of an exchange, in order. */
  readonly told: readonly Message[];
}

const TIMELINES = new WeakMap<Capture, Timeline>();

/** A capture never changes, and facts ask for its timeline hundreds of times. */
export const timelineOf = (capture: Capture): Timeline => {
  const known = TIMELINES.get(capture) ?? readTimeline(capture);
  TIMELINES.set(capture, known);
  return known;
};

/** A session while its messages are being read. */
interface OpenSession extends Session {
  initialize: Message | undefined;
  readonly exchanges: Message[];
  readonly messages: Message[];
  readonly byMethod: Map<string, Message[]>;
  readonly byId: Map<string, Message[]>;
}

const readTimeline = (capture: Capture): Timeline => {
  const said: Capture = { ...capture, exchanges: capture.exchanges.map(asSaid) };
  const order = orderOf(said);
  const idOf = new Map(said.exchanges.map((exchange, index) => [exchange, exchange.id ?? index]));
  const reading: Reading = { capture: said, order, idOf, sessions: [], exchanges: [], told: [] };
  const conversations = new Map((said.conversations ?? []).map((one) => [one.id, one]));
  const byConversation = groupBy(said.exchanges, ({ conversation = "" }) => conversation);
  for (const [id, all] of byConversation) {
    const sorted = all.toSorted((left, right) => order.sentAt(left) - order.sentAt(right));
    readConversation(reading, id, sorted, conversations.get(id));
  }
  readUnsolicited(reading);
  const { sessions, exchanges, told } = reading;
  const bySent = (left: Message, right: Message): number => left.sentAt - right.sentAt;
  return { sessions, exchanges: exchanges.sort(bySent), told: withAnswers(told.sort(bySent), sessions) };
};

/** A timeline while it is being read. */
interface Reading {
  readonly capture: Capture;
  readonly order: Order;
  readonly idOf: ReadonlyMap<Exchange, string | number>;
  readonly sessions: OpenSession[];
  readonly exchanges: Message[];
  readonly told: Message[];
}

const readConversation = (
  { capture, order, idOf, sessions, exchanges, told }: Reading,
  id: string,
  sorted: readonly Exchange[],
  conversation: ConversationRecord | undefined,
): void => {
  const endpoint = pathOf(capture.target?.kind === "http" ? capture.target.url : undefined);
  const parts = divideConversation(
    sorted.filter((exchange) => isSpoken(exchange, endpoint)),
    conversation,
  );
  const openings = parts.filter(({ initialize }) => initialize !== undefined).length;
  const sessionOf = new Map<Exchange, OpenSession>();
  for (const part of parts) {
    const session = openSession(id, part, openings, conversation, capture);
    sessions.push(session);
    for (const exchange of part.exchanges) sessionOf.set(exchange, session);
  }
  // What is said beside the endpoint belongs to no session that is judged.
  const aside = openSession(id, { era: "stateful", revision: "2025-03-26" }, 0, conversation, capture);
  const handshakes = new Set(parts.map(({ initialize }) => initialize));
  for (const exchange of sorted) {
    const session = sessionOf.get(exchange) ?? aside;
    const at = (pointer: string): Place => ({ exchange: idOf.get(exchange) ?? null, pointer });
    const whole = sentMessage(exchange, exchange.request, session, at("/request"), order);
    exchanges.push(whole);
    session.exchanges.push(whole);
    if (handshakes.has(exchange)) session.initialize = whole;
    const isBatch = Array.isArray(exchange.request) && exchange.request.length > 0;
    messagesOf(exchange).forEach((value, index) => {
      const entry = isBatch && sentMessage(exchange, value, session, at(`/request/${index}`), order);
      addMessage(session, entry ? { ...entry, isBatched: true } : whole);
    });
    (exchange.meanwhile ?? []).forEach((received, index) => {
      told.push(...toldBy(received, session, at(`/meanwhile/${index}/message`), order, exchange));
    });
  }
};

const addMessage = ({ messages, byMethod, byId }: OpenSession, message: Message): void => {
  const { method, id } = message;
  messages.push(message);
  if (method !== undefined) addTo(byMethod, method, message);
  if (id !== undefined) addTo(byId, idKey(id), message);
};

const addTo = (groups: Map<string, Message[]>, key: string, message: Message): void => {
  const known = groups.get(key);
  if (known) known.push(message);
  else groups.set(key, [message]);
};

/** The text under which a session finds an id: "1" and 1 are two. */
export const idKey = (id: Json | undefined): string => JSON.stringify(id ?? null);

/** Messages that belong to no exchange are of the session that was open when they arrived. */
const readUnsolicited = ({ capture, order, sessions, told }: Reading): void => {
  const byConversation = groupBy(sessions, ({ conversation }) => conversation);
  (capture.unsolicited ?? []).forEach((received, index) => {
    const at = order.arrivedAt(received);
    const here = byConversation.get(received.conversation) ?? [];
    const session = here.findLast(({ exchanges: [first] }) => first !== undefined && first.sentAt < at) ?? here[0];
    const source = { exchange: null, pointer: `/unsolicited/${index}/message` };
    if (session) told.push(...toldBy(received, session, source, order));
  });
};

/** A request to another address that carries no message is not for the server: it goes to an authorization server above all. */
const isSpoken = ({ http, request }: Exchange, endpoint: string | undefined): boolean =>
  http?.url === undefined || request !== undefined || pathOf(http.url) === endpoint;

const pathOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).pathname : undefined;

const openSession = (
  id: string,
  { era, revision }: Pick<Session, "era" | "revision">,
  openings: number,
  conversation: ConversationRecord | undefined,
  capture: Capture,
): OpenSession => {
  const transport = conversation?.transport ?? capture.transport;
  return {
    ...{ conversation: conversation?.id ?? "", recording: recordingOf(id), scenario: conversation?.scenario },
    ...{ end: conversation?.client_end, era, revision, transport },
    ...{ initialize: undefined, exchanges: [], messages: [] },
    ...{ byMethod: new Map<string, Message[]>(), byId: new Map<string, Message[]>() },
    shared: transport !== "stdio" && conversation?.session_id === undefined && (openings > 1 || era === "stateless"),
  };
};

const sentMessage = (
  exchange: Exchange,
  value: Json | undefined,
  session: Session,
  source: Place,
  order: Order,
): Message => {
  const { response, http, timing } = exchange;
  return {
    ...contentOf(value),
    ...{ sender: "client", session, source, exchange, http, isBatched: false, answer: undefined, event: undefined },
    ...{ response, result: member(response, "result"), error: member(response, "error") },
    ...{ sentAt: order.sentAt(exchange), answeredAt: order.answeredAt(exchange) },
    ...{ sentMs: timing?.start_ms, answeredMs: timing?.response_ms, endedMs: timing?.end_ms },
  };
};

const contentOf = (value: Json | undefined): Pick<Message, "value" | "kind" | "id" | "method" | "params"> => ({
  ...{ value, kind: value === undefined ? "other" : kindOf(value), id: member(value, "id") },
  ...{ method: stringMember(value, "method"), params: member(value, "params") },
});

const toldBy = (
  received: ReceivedMessage,
  session: Session,
  source: Place,
  order: Order,
  exchange?: Exchange,
): readonly Message[] => {
  const { message, at_ms, sse } = received;
  if (message === undefined) return [];
  const isBatched = Array.isArray(message);
  return (isBatched ? message : [message]).map((value, index) => ({
    ...contentOf(value),
    ...{ sender: "server", session, exchange, http: exchange?.http, isBatched, event: sse?.event },
    ...{ response: undefined, result: undefined, error: undefined, answer: undefined, answeredAt: NEVER },
    ...{ sentAt: order.arrivedAt(received), sentMs: at_ms, answeredMs: undefined, endedMs: undefined },
    source: isBatched ? { ...source, pointer: `${source.pointer}/${index}` } : source,
  }));
};

/** Requests of the server with the client's answers: the first under the same id that came later in the conversation. */
const withAnswers = (told: readonly Message[], sessions: readonly Session[]): readonly Message[] => {
  const keyOf = ({ session, id }: Message): string => `${session.conversation}\n${idKey(id)}`;
  const responses = sessions.flatMap(({ messages }) => messages.filter(({ kind }) => kind === "response"));
  const answers = groupBy(responses, keyOf);
  return told.map((message) => {
    if (message.method === undefined || message.id === undefined) return message;
    const answer = answers.get(keyOf(message))?.find(({ sentAt }) => sentAt > message.sentAt);
    if (!answer) return message;
    const response = answer.value;
    return {
      ...message,
      ...{ answer, answeredAt: answer.sentAt, answeredMs: answer.sentMs },
      ...{ response, result: member(response, "result"), error: member(response, "error") },
    };
  });
};
