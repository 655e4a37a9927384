import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../../base/json.ts";
import type { ReceivedMessage } from "../../../capture/capture.ts";
import { ANSWER_TYPE, answerItem } from "../../../judge/core/answer.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placesOf, type Reading, seen, type View } from "../../../judge/core/fact.ts";
import {
  contentType,
  conversationOf,
  isEndpoint,
  isGet,
  isPost,
  isRegular,
  isResumption,
  isSuccess,
  itemOf,
  meanwhileOf,
  onlyOn,
  progressTokenIn,
  progressTokenOf,
  responseHeader,
  sessionOf,
  statusOf,
} from "../../../judge/core/facts/http-records.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { kindOf } from "../../../judge/core/messages.ts";
import { indexRecords, keyOf } from "../../../judge/core/record-index.ts";
import { unseen } from "../../../judge/core/unseen.ts";

const EVENTS = "text/event-stream";

const isPlainGet = (record: ExchangeRecord): boolean => isGet(record) && isEndpoint(record) && !isResumption(record);

const isOpening = (record: ExchangeRecord): boolean =>
  isPlainGet(record) && (record.step === undefined || isAsked(record, ["open-stream"]));

/** A stream whose head had not come when the conversation ended cannot be judged. */
export const getStream = onlyOn("streamable-http", {
  name: "get_stream",
  doc: "The answers to a regular GET of the endpoint that asks for the stream on which the server speaks by itself.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: ["open-stream"],
  among: (view) => view.records.filter((record) => isOpening(record) && isRegular(record)),
  missing: "a GET of the endpoint",
  each: (record) => {
    const item = answerItem(record);
    const open = { reason: "timed-out", detail: "the GET had no answer when the session ended", except: [] } as const;
    return statusOf(record) === undefined ? { ...item, open: item.open ?? open } : item;
  },
});

/** The streams a session's GETs opened, apart from those that go on with another stream. */
const standaloneStreams = (view: View): readonly ExchangeRecord[] =>
  view.records.filter((record) => isPlainGet(record) && isSuccess(record) && contentType(record) === EVENTS);

const withoutGetStream = (view: View): Reading => {
  const refused = view.records.filter((record) => isOpening(record) && statusOf(record) !== undefined);
  return refused.length === 0
    ? unseen(view, ["open-stream"], "a GET of the endpoint")
    : inapplicable("the server offers no GET stream", placesOf(refused, "/http/status"));
};

const onStream = (record: ExchangeRecord): readonly { readonly received: ReceivedMessage; readonly index: number }[] =>
  meanwhileOf(record).map((received, index) => ({ received, index }));

export const getStreamMessages = onlyOn("streamable-http", {
  name: "get_stream_messages",
  doc: "The messages that came on a GET stream which resumes no other; equal ones once.",
  type: "object: is (response, notification, request or other), method, about (a running request, or unclear)",
  derived: true,
  questions: ["open-stream"],
  read(view) {
    const streams = standaloneStreams(view);
    if (streams.length === 0) return withoutGetStream(view);
    const items = streams.flatMap((record) => {
      const session = sessionOf(record);
      return onStream(record).flatMap(({ received, index }) => {
        const { message } = received;
        if (!isJsonObject(message)) return [];
        const token = progressTokenIn(message);
        const supplied = token === undefined ? [] : withToken(view, keyOf(session, token));
        const isAbout = supplied.some((other) => other !== record && isRunning(other, received));
        const about = isAbout ? "a running request" : "unclear";
        const value: JsonObject = { is: kindOf(message), method: member(message, "method") ?? null, about };
        return [{ value, exchange: record.id, pointer: `/meanwhile/${index}/message` }];
      });
    });
    return seen(distinct(items), placesOf(streams, "/http/stream"));
  },
});

const withToken = indexRecords((record) => {
  const token = progressTokenOf(record.request);
  return token === undefined ? undefined : keyOf(sessionOf(record), token);
});

/** A task goes on after the answer to the request that began it. */
const isTask = (request: Json | undefined): boolean => valueAt(request, "params", "task") !== undefined;

/** Asked before, and not over yet. */
const isRunning = ({ exchange }: ExchangeRecord, { seq, at_ms: at }: ReceivedMessage): boolean => {
  if ((exchange.seq ?? 0) > seq || isTask(exchange.request)) return false;
  return exchange.response_seq === undefined ? (exchange.timing?.end_ms ?? at) > at : exchange.response_seq > seq;
};

/** The server ended the connection, and its session was served afterwards. */
const isDropped = (record: ExchangeRecord, view: View): boolean => {
  const end = record.exchange.timing?.end_ms;
  const stream = record.exchange.http?.stream;
  if (end === undefined || stream?.ended_by !== "server" || !stream.last_event_id) return false;
  return (view.once(lastServed).get(keyOf(conversationOf(record), sessionOf(record))) ?? 0) > end;
};

/** When each session was last asked something that it served. */
const lastServed = (view: View): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const record of view.records) {
    if (!isPost(record) || !isSuccess(record)) continue;
    const key = keyOf(conversationOf(record), sessionOf(record));
    found.set(key, Math.max(found.get(key) ?? 0, record.exchange.timing?.start_ms ?? 0));
  }
  return found;
};

export const droppedGetStreams = onlyOn("streamable-http", {
  name: "dropped_get_streams",
  doc: "GET streams with event ids whose connection the server ended while the session went on.",
  type: "object: retry (given or none)",
  derived: true,
  questions: ["open-stream"],
  read(view) {
    const streams = standaloneStreams(view);
    if (streams.length === 0) return withoutGetStream(view);
    const items = streams
      .filter((record) => isDropped(record, view))
      .map((record) => {
        const retry = record.exchange.http?.stream?.retry_ms === undefined ? "none" : "given";
        return itemOf(record, { retry }, { retry: "/http/stream" });
      });
    return seen(distinct(items), placesOf(streams, "/http/stream"));
  },
});

/** How close together two equal notifications on two streams are one notification sent twice. */
const AT_ONCE_MS = 50;

/** Two notifications may be equal by chance and have no id to tell them apart; a server that broadcasts does it again. */
const FEWEST_NOTIFICATIONS = 2;

interface Said {
  readonly record: ExchangeRecord;
  readonly item: Item;
  readonly atMs: number;
  readonly isRequest: boolean;
}

/** Responses are left out: two requests may rightly bear the same id in turn. */
const saidIn = (records: readonly ExchangeRecord[]): ReadonlyMap<string, readonly Said[]> => {
  const groups = new Map<string, Said[]>();
  for (const record of records)
    for (const { received, index } of onStream(record)) {
      const { message } = received;
      if (!isJsonObject(message)) continue;
      const kind = kindOf(message);
      if (kind !== "request" && kind !== "notification") continue;
      const key = `${sessionOf(record)}\n${JSON.stringify(message)}`;
      const item = { value: message, exchange: record.id, pointer: `/meanwhile/${index}/message` };
      const said = { record, item, atMs: received.at_ms, isRequest: kind === "request" };
      const group = groups.get(key);
      if (group) group.push(said);
      else groups.set(key, [said]);
    }
  return groups;
};

const wentOutTwice = (left: Said, right: Said): boolean => {
  if (left.record === right.record) return false;
  if (left.isRequest) return true;
  // Calls under the same progress token may follow each other; a GET stream has no business with either.
  if (!isGet(left.record) && !isGet(right.record)) return false;
  return Math.abs(left.atMs - right.atMs) <= AT_ONCE_MS;
};

export const broadcastMessages = onlyOn("streamable-http", {
  name: "broadcast_messages",
  doc: "Requests and notifications of the server that went out on more than one stream of a session.",
  type: "the message",
  read(view) {
    const gets = standaloneStreams(view);
    if (gets.length === 0) return withoutGetStream(view);
    const records = view.records.filter(
      (record) => record.exchange.http?.stream !== undefined && !isResumption(record),
    );
    const groups = saidIn(records);
    const places = placesOf(records, "/http/stream");
    if (groups.size === 0) return inapplicable("the server sent nothing beside responses", places.slice(0, 3));
    const twice = [...groups.values()].flatMap((group) => {
      // Of notifications one has to be on a GET stream.
      if (!group.some(({ record, isRequest }) => isRequest || isGet(record))) return [];
      return group.filter((said, index) => {
        view.spend(group.length - index);
        return group.slice(index + 1).some((other) => wentOutTwice(said, other));
      });
    });
    const requests = twice.filter(({ isRequest }) => isRequest);
    const notifications = twice.filter(({ isRequest }) => !isRequest);
    const counted = notifications.length >= FEWEST_NOTIFICATIONS ? twice : requests;
    return seen(distinct(counted.map(({ item }) => item)), places);
  },
});

interface EventId {
  readonly id: string;
  readonly item: Item;
}

const NO_IDS: readonly EventId[] = [];

/** The ids of a stream's events; of events without data the capture knows only the last one's. */
const eventIds = (record: ExchangeRecord): readonly EventId[] => {
  const { response_sse: own, http, meanwhile } = record.exchange;
  if (own === undefined && meanwhile === undefined && http?.stream === undefined) return NO_IDS;
  const found: EventId[] = [];
  const add = (id: string | undefined, pointer: string): void => {
    if (id !== undefined && id !== "") found.push({ id, item: { value: id, exchange: record.id, pointer } });
  };
  onStream(record).forEach(({ received, index }) => {
    add(received.sse?.id, `/meanwhile/${index}/sse/id`);
  });
  add(own?.id, "/response_sse/id");
  const last = http?.stream?.last_event_id;
  if (!found.some(({ id }) => id === last)) add(last, "/http/stream/last_event_id");
  return found;
};

export const repeatedEventIds = onlyOn("streamable-http", {
  name: "repeated_event_ids",
  doc: "SSE event ids that two different events of one session have.",
  type: "text: the id",
  read(view) {
    const known = new Map<string, Item>();
    const repeated: Item[] = [];
    for (const record of view.records) {
      const ids = eventIds(record);
      if (ids.length === 0 || isResumption(record)) continue;
      for (const { id, item } of ids) {
        const key = `${sessionOf(record)}\n${id}`;
        if (known.has(key)) repeated.push(item);
        else known.set(key, item);
      }
    }
    if (known.size > 0) return seen(distinct(repeated), [...known.values()].slice(0, 3));
    const streams = view.records.filter((record) => record.exchange.http?.stream !== undefined);
    return streams.length === 0
      ? unseen(view, this.questions, "an event stream")
      : inapplicable("the events have no ids", placesOf(streams.slice(0, 3), "/http/stream"));
  },
});

export const eventStreams = onlyOn("streamable-http", {
  name: "event_streams",
  doc: "The head of every event stream the server opened; equal ones of a method once.",
  type: "object: buffering (the header X-Accel-Buffering)",
  read(view) {
    const streams = view.records.filter((record) => isSuccess(record) && contentType(record) === EVENTS);
    if (streams.length === 0 && view.records.some((record) => statusOf(record) !== undefined)) {
      const places = view.records.filter(isSuccess).slice(0, 3);
      return inapplicable("no request was answered with an event stream", placesOf(places, "/http/response_headers"));
    }
    if (streams.length === 0) return unseen(view, this.questions, "an event stream");
    const items = streams.map((record) => {
      const buffering = responseHeader(record, "x-accel-buffering");
      return itemOf(record, buffering === undefined ? {} : { buffering }, { buffering: "/http/response_headers" });
    });
    return seen(distinct(items));
  },
});
