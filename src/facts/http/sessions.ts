import { isJsonObject, member } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { isModern, isRegular, onlyOn, requestHeader, responseHeader, statusOf } from "./seats.ts";

const SESSION = "mcp-session-id";

/** Every handshake that began without a session and succeeded. */
const handshakes = (view: View): readonly Seat[] =>
  view.seats.filter(
    (seat) =>
      seat.method === "initialize" &&
      statusOf(seat) !== undefined &&
      requestHeader(seat, SESSION) === undefined &&
      isJsonObject(member(seat.exchange.response, "result")),
  );

const issuedIn = (view: View): readonly Item[] =>
  handshakes(view).flatMap((seat) => {
    const id = responseHeader(seat, SESSION);
    return id === undefined ? [] : [{ ...placeOf(seat, "/http/response_headers"), value: id }];
  });

const withoutSession = (view: View): Reading => {
  const places = handshakes(view)
    .slice(0, 3)
    .map((seat) => placeOf(seat, "/http/response_headers"));
  return places.length === 0
    ? unseen(view, ["initialize"], "a successful initialize")
    : inapplicable("the server issues no session id", places);
};

export const sessionIds: Fact = onlyOn("streamable-http", {
  name: "session_ids",
  doc: "Every session id the server issued.",
  kind: "list",
  type: "text",
  read(view) {
    const issued = issuedIn(view);
    return issued.length === 0 ? withoutSession(view) : seen(distinct(issued), issued.slice(0, 3));
  },
});

/** Fewer say nothing about how they are made. */
const ENOUGH = 3;

/** Characters that differ, counted from the left: a counter changes its last ones, a clock some in the middle. */
const varyingPlaces = (ids: readonly string[]): number => {
  const longest = Math.max(...ids.map(({ length }) => length));
  let varying = 0;
  for (let at = 0; at < longest; at++) if (new Set(ids.map((id) => id[at])).size > 1) varying += 1;
  return varying;
};

export const sessionIdMake: Fact = onlyOn("streamable-http", {
  name: "session_id_make",
  doc: "What the session ids of all sessions have in common.",
  kind: "observations",
  type: "object: issued (how many), repeated (how many of them had been issued before), varying (places at which they differ)",
  derived: true,
  read(view) {
    const issued = issuedIn(view);
    const [first] = issued;
    if (!first) return withoutSession(view);
    if (issued.length < ENOUGH) return unseen(view, ["initialize"], "enough sessions to compare their ids");
    const ids = issued.map(({ value }) => String(value));
    const value = { issued: ids.length, repeated: ids.length - new Set(ids).size, varying: varyingPlaces(ids) };
    return seen([{ ...first, value }], issued.slice(0, 3));
  },
});

export const sessionMissing = answersTo({
  name: "session_missing",
  doc: "The answers to a request that lacks the session id of its session.",
  steps: ["session-missing"],
});

export const sessionUnknown = answersTo({
  name: "session_unknown",
  doc: "The answers to a request with a session id that was never issued.",
  steps: ["session-unknown"],
});

export const sessionEnded = answersTo({
  name: "session_ended",
  doc: "The answers to a request in a session that the server ended on request.",
  steps: ["session-ended-ping"],
});

export const sessionDelete = answersTo({
  name: "session_delete",
  doc: "The answers to a DELETE of a live session.",
  steps: ["session-ended-delete"],
});

export const initializeAnew = answersTo({
  name: "initialize_anew",
  doc: "The answers to initialize without a session id: as a further client, after a lost connection, after an ended session.",
  steps: ["own-origin-none", "session-renewed", "abrupt-close-again"],
});

export const modernSessionHeaders: Fact = onlyOn("streamable-http", {
  name: "session_headers",
  doc: "Session ids in the headers of answers to regular requests of the stateless era.",
  kind: "list",
  type: "text",
  read(view) {
    const seats = view.seats.filter(
      (seat) => isModern(seat) && isRegular(seat) && seat.exchange.http?.response_headers !== undefined,
    );
    if (seats.length === 0) return unseen(view, [], "an answer to a stateless request");
    const items = seats.flatMap((seat) => {
      const value = responseHeader(seat, SESSION);
      return value === undefined ? [] : [{ ...placeOf(seat, "/http/response_headers"), value }];
    });
    return seen(
      distinct(items),
      seats.slice(0, 3).map((seat) => placeOf(seat, "/http/response_headers")),
    );
  },
});
