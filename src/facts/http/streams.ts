import type { ReceivedMessage } from "../../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { ANSWER_TYPE, answerItem } from "../common/answer.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { distinct, kindOf } from "../common/messages.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import {
  contentType,
  conversationOf,
  isEndpoint,
  isGet,
  isRegular,
  isResumption,
  isSuccess,
  itemOf,
  meanwhileOf,
  onlyOn,
  progressTokenIn,
  progressTokenOf,
  responseHeader,
  sameJson,
  sessionOf,
  statusOf,
} from "./seats.ts";

const EVENTS = "text/event-stream";

const isOpening = (seat: Seat): boolean =>
  isGet(seat) && isEndpoint(seat) && !isResumption(seat) && (seat.step === undefined || seat.step === "open-stream");

/** A stream whose head had not come when the conversation ended cannot be judged. */
export const getStream: Fact = onlyOn("streamable-http", {
  name: "get_stream",
  doc: "The answers to a regular GET of the endpoint that asks for the stream on which the server speaks by itself.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  read(view) {
    const seats = view.seats.filter((seat) => isOpening(seat) && isRegular(seat));
    if (seats.length === 0) return unseen(view, ["open-stream"], "a GET of the endpoint");
    return seen(
      seats.map((seat) => {
        const item = answerItem(seat, view);
        const open = {
          reason: "timed-out",
          detail: "the GET had no answer when the session ended",
          except: [],
        } as const;
        return statusOf(seat) === undefined ? { ...item, open: item.open ?? open } : item;
      }),
    );
  },
});

/** The streams a session's GETs opened, apart from those that go on with another stream. */
const standaloneStreams = (view: View): readonly Seat[] =>
  view.seats.filter(
    (seat) => isGet(seat) && isEndpoint(seat) && !isResumption(seat) && isSuccess(seat) && contentType(seat) === EVENTS,
  );

const withoutGetStream = (view: View): Reading => {
  const refused = view.seats.filter((seat) => isOpening(seat) && statusOf(seat) !== undefined);
  return refused.length === 0
    ? unseen(view, ["open-stream"], "a GET of the endpoint")
    : inapplicable(
        "the server offers no GET stream",
        refused.map((seat) => placeOf(seat, "/http/status")),
      );
};

const onStream = (seat: Seat): readonly { readonly received: ReceivedMessage; readonly index: number }[] =>
  meanwhileOf(seat).map((received, index) => ({ received, index }));

export const getStreamMessages: Fact = onlyOn("streamable-http", {
  name: "get_stream_messages",
  doc: "The messages that came on a GET stream which resumes no other; equal ones once.",
  kind: "list",
  type: "object: is (response, notification, request or other), method, about (a running request, or unclear)",
  derived: true,
  read(view) {
    const streams = standaloneStreams(view);
    if (streams.length === 0) return withoutGetStream(view);
    const items = streams.flatMap((seat) => {
      const beside = view.seats.filter((other) => other !== seat && sessionOf(other) === sessionOf(seat));
      return onStream(seat).flatMap(({ received, index }) => {
        const { message } = received;
        if (!isJsonObject(message)) return [];
        const token = progressTokenIn(message);
        const isAbout = (other: Seat): boolean =>
          sameJson(progressTokenOf(other.request), token) && isRunning(other, received);
        const about = beside.some(isAbout) ? "a running request" : "unclear";
        const value: JsonObject = { is: kindOf(message), method: member(message, "method") ?? null, about };
        return [{ value, exchange: seat.id, pointer: `/meanwhile/${index}/message` }];
      });
    });
    return seen(
      distinct(items),
      streams.map((seat) => placeOf(seat, "/http/stream")),
    );
  },
});

/** A task goes on after the answer to the request that began it. */
const isTask = (request: Json | undefined): boolean => member(member(request, "params"), "task") !== undefined;

/** Asked before, and not over yet. */
const isRunning = ({ exchange }: Seat, { seq, at_ms: at }: ReceivedMessage): boolean => {
  if ((exchange.seq ?? 0) > seq || isTask(exchange.request)) return false;
  return exchange.response_seq === undefined ? (exchange.timing?.end_ms ?? at) > at : exchange.response_seq > seq;
};

/** The server ended the connection, and its session was served afterwards. */
const isDropped = (seat: Seat, view: View): boolean => {
  const end = seat.exchange.timing?.end_ms;
  const stream = seat.exchange.http?.stream;
  if (end === undefined || stream?.ended_by !== "server" || !stream.last_event_id) return false;
  return view.seats.some(
    (other) =>
      conversationOf(other) === conversationOf(seat) &&
      sessionOf(other) === sessionOf(seat) &&
      other.exchange.http?.method === "POST" &&
      isSuccess(other) &&
      (other.exchange.timing?.start_ms ?? 0) > end,
  );
};

export const droppedGetStreams: Fact = onlyOn("streamable-http", {
  name: "dropped_get_streams",
  doc: "GET streams with event ids whose connection the server ended while the session went on.",
  kind: "list",
  type: "object: retry (given or none)",
  derived: true,
  read(view) {
    const streams = standaloneStreams(view);
    if (streams.length === 0) return withoutGetStream(view);
    return seen(
      distinct(
        streams
          .filter((seat) => isDropped(seat, view))
          .map((seat) =>
            itemOf(
              seat,
              { retry: seat.exchange.http?.stream?.retry_ms === undefined ? "none" : "given" },
              {
                retry: "/http/stream",
              },
            ),
          ),
      ),
      streams.map((seat) => placeOf(seat, "/http/stream")),
    );
  },
});

/** How close together two equal notifications on two streams are one notification sent twice. */
const AT_ONCE_MS = 50;

interface Said {
  readonly seat: Seat;
  readonly item: Item;
  readonly atMs: number;
  readonly isRequest: boolean;
}

/** Responses are left out: two requests may rightly bear the same id in turn. */
const saidIn = (seats: readonly Seat[]): ReadonlyMap<string, readonly Said[]> => {
  const groups = new Map<string, Said[]>();
  for (const seat of seats)
    for (const { received, index } of onStream(seat)) {
      const { message } = received;
      if (!isJsonObject(message)) continue;
      const kind = kindOf(message);
      if (kind !== "request" && kind !== "notification") continue;
      const key = `${sessionOf(seat)}\n${JSON.stringify(message)}`;
      const item = { value: message, exchange: seat.id, pointer: `/meanwhile/${index}/message` };
      const said = { seat, item, atMs: received.at_ms, isRequest: kind === "request" };
      const before = groups.get(key);
      if (before) before.push(said);
      else groups.set(key, [said]);
    }
  return groups;
};

const wentOutTwice = (left: Said, right: Said): boolean => {
  if (left.seat === right.seat) return false;
  if (left.isRequest) return true;
  // Calls under the same progress token may follow each other; a GET stream has no business with either.
  if (!isGet(left.seat) && !isGet(right.seat)) return false;
  return Math.abs(left.atMs - right.atMs) <= AT_ONCE_MS;
};

export const broadcastMessages: Fact = onlyOn("streamable-http", {
  name: "broadcast_messages",
  doc: "Requests and notifications of the server that went out on more than one stream of a session.",
  kind: "list",
  type: "the message",
  read(view) {
    const gets = standaloneStreams(view);
    if (gets.length === 0) return withoutGetStream(view);
    const seats = view.seats.filter((seat) => seat.exchange.http?.stream !== undefined && !isResumption(seat));
    const groups = saidIn(seats);
    const places = seats.map((seat) => placeOf(seat, "/http/stream"));
    if (groups.size === 0) return inapplicable("the server sent nothing beside responses", places.slice(0, 3));
    const items = [...groups.values()].flatMap((group) => {
      const second = group.find((said) => group.some((other) => other !== said && wentOutTwice(said, other)));
      return second ? [second.item] : [];
    });
    return seen(items, places);
  },
});

interface EventId {
  readonly id: string;
  readonly item: Item;
}

/** The ids of a stream's events; of events without data the capture knows only the last one's. */
const eventIds = (seat: Seat): readonly EventId[] => {
  const { response_sse: own, http } = seat.exchange;
  const found: EventId[] = [];
  const add = (id: string | undefined, pointer: string): void => {
    if (id !== undefined && id !== "") found.push({ id, item: { value: id, exchange: seat.id, pointer } });
  };
  onStream(seat).forEach(({ received, index }) => {
    add(received.sse?.id, `/meanwhile/${index}/sse/id`);
  });
  add(own?.id, "/response_sse/id");
  const last = http?.stream?.last_event_id;
  if (!found.some(({ id }) => id === last)) add(last, "/http/stream/last_event_id");
  return found;
};

export const repeatedEventIds: Fact = onlyOn("streamable-http", {
  name: "repeated_event_ids",
  doc: "SSE event ids that two different events of one session have.",
  kind: "list",
  type: "text: the id",
  read(view) {
    const known = new Map<string, Item>();
    const repeated: Item[] = [];
    for (const seat of view.seats) {
      if (isResumption(seat)) continue;
      for (const { id, item } of eventIds(seat)) {
        const key = `${sessionOf(seat)}\n${id}`;
        if (known.has(key)) repeated.push(item);
        else known.set(key, item);
      }
    }
    if (known.size > 0) return seen(distinct(repeated), [...known.values()].slice(0, 3));
    const streams = view.seats.filter((seat) => seat.exchange.http?.stream !== undefined);
    return streams.length === 0
      ? unseen(view, [], "an event stream")
      : inapplicable(
          "the events have no ids",
          streams.slice(0, 3).map((seat) => placeOf(seat, "/http/stream")),
        );
  },
});

export const eventStreams: Fact = onlyOn("streamable-http", {
  name: "event_streams",
  doc: "The head of every event stream the server opened; equal ones of a method once.",
  kind: "list",
  type: "object: buffering (the header X-Accel-Buffering)",
  read(view) {
    const streams = view.seats.filter((seat) => isSuccess(seat) && contentType(seat) === EVENTS);
    if (streams.length === 0 && view.seats.some((seat) => statusOf(seat) !== undefined)) {
      const places = view.seats.filter(isSuccess).slice(0, 3);
      return inapplicable(
        "no request was answered with an event stream",
        places.map((seat) => placeOf(seat, "/http/response_headers")),
      );
    }
    if (streams.length === 0) return unseen(view, [], "an event stream");
    return seen(
      distinct(
        streams.map((seat) => {
          const buffering = responseHeader(seat, "x-accel-buffering");
          return itemOf(seat, buffering === undefined ? {} : { buffering }, { buffering: "/http/response_headers" });
        }),
      ),
    );
  },
});
