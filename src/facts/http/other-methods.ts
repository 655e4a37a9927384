import { isJsonObject, stringMember } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, kindOf } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat } from "../view.ts";
import { announcedOrigin } from "./announced.ts";
import { contentType, isGet, isRegular, isSuccess, meanwhileOf, onlyOn, statusOf } from "./seats.ts";

export const httpGet = answersTo({
  name: "http_get",
  doc: "The answers to a GET of the endpoint outside any session, as a client of the stateful era makes it.",
  steps: ["http-get"],
});

export const httpDelete = answersTo({
  name: "http_delete",
  doc: "The answers to a DELETE of the endpoint with a session id nobody issued.",
  steps: ["http-delete"],
});

export const withLastEventId = answersTo({
  name: "with_last_event_id",
  doc: "The answers to a good request that bears a Last-Event-ID header.",
  steps: ["last-event-id"],
});

export const withSessionId = answersTo({
  name: "with_session_id",
  doc: "The answers to a good stateless request that bears a session id nobody issued.",
  steps: ["session-id"],
});

export const postedResponse = answersTo({
  name: "posted_response",
  doc: "The answers to a POST that holds a JSON-RPC response.",
  steps: ["posted-response"],
});

/** What a server of 2024-11-05 says first: where to post. */
const isAnnouncement = (seat: Seat): boolean =>
  isGet(seat) && isSuccess(seat) && meanwhileOf(seat)[0]?.sse?.event === "endpoint";

/** The places where old servers keep their event stream: the endpoint, and /sse beside it. */
const OLD_PLACES = ["http-get", "open-stream", "old-stream"];

export const oldTransports: Fact = onlyOn("streamable-http", {
  name: "old_transports",
  doc: "Addresses for posting that a GET of the endpoint, or of /sse beside it, announced as HTTP+SSE does.",
  kind: "list",
  type: "object: address, origin (same, other or unreadable)",
  derived: ["origin"],
  read(view) {
    const seats = view.seats.filter(
      (seat) =>
        isGet(seat) && statusOf(seat) !== undefined && (seat.step === undefined || OLD_PLACES.includes(seat.step)),
    );
    if (seats.length === 0) return unseen(view, OLD_PLACES, "a GET of the endpoint");
    const items = seats.filter(isAnnouncement).map((seat): Item => {
      const { message, raw } = meanwhileOf(seat)[0] ?? {};
      const address = typeof message === "string" ? message : (raw?.data ?? "");
      return { ...placeOf(seat, "/meanwhile/0"), value: { address, origin: announcedOrigin(address, view) } };
    });
    return seen(
      distinct(items),
      seats.map((seat) => placeOf(seat, "/http")),
    );
  },
});

const KEEP_ALIVE = /ping|heart-?_?beat|keep-?_?alive/i;

/** Messages that are no part of a subscription; a comment line would do in their place. */
const noiseOn = (seat: Seat): readonly Item[] =>
  meanwhileOf(seat).flatMap(({ message, raw }, index) => {
    const place = placeOf(seat, `/meanwhile/${index}`);
    if (message === undefined) return [{ ...place, value: raw?.data ?? "" }];
    const kind = kindOf(message);
    const method = isJsonObject(message) ? (stringMember(message, "method") ?? "") : "";
    const isNoise = kind === "other" || (method !== "" && KEEP_ALIVE.test(method));
    return isNoise ? [{ ...place, value: message }] : [];
  });

export const keepAlives: Fact = onlyOn("streamable-http", {
  name: "keep_alive_events",
  doc: "Events on listen streams that carry no message of the subscription: other data, or a message that is a sign of life.",
  kind: "list",
  type: "the message, or text",
  read(view) {
    const streams = view.seats.filter(
      (seat) => seat.method === "subscriptions/listen" && isRegular(seat) && contentType(seat) === "text/event-stream",
    );
    if (streams.length === 0) return unseen(view, [/^listen-/], "a listen stream");
    return seen(
      distinct(streams.flatMap(noiseOn)),
      streams.map((seat) => placeOf(seat, "/http/stream")),
    );
  },
});
