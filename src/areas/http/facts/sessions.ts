import { greatest } from "../../../base/extremes.ts";
import { isJsonObject } from "../../../base/json.ts";
import { answersTo, recordsOf } from "../../../judge/core/answers.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import {
  type ExchangeRecord,
  type Item,
  placeOf,
  placesOf,
  type Reading,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import {
  isModern,
  isRegular,
  onlyOn,
  requestHeader,
  responseHeader,
  statusOf,
} from "../../../judge/core/facts/http-records.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { ofMethod } from "../../../judge/core/record-index.ts";
import { resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { hasRoomForOne } from "./further-clients.ts";

/** Every handshake that began without a session and succeeded. */
const handshakes = (view: View): readonly ExchangeRecord[] =>
  ofMethod(view, "initialize").filter(
    (record) =>
      statusOf(record) !== undefined &&
      requestHeader(record, HEADER_KEY.sessionId) === undefined &&
      isJsonObject(resultOf(record)),
  );

const issuedBy = (record: ExchangeRecord): readonly Item[] => {
  const id = responseHeader(record, HEADER_KEY.sessionId);
  return id === undefined ? [] : [{ ...placeOf(record, "/http/response_headers"), value: id }];
};

const issuedIn = (view: View): readonly Item[] => handshakes(view).flatMap(issuedBy);

const withoutSession = (view: View): Reading => {
  const places = placesOf(handshakes(view).slice(0, 3), "/http/response_headers");
  return places.length === 0
    ? unseen(view, ["initialize"], "a successful initialize")
    : inapplicable("the server issues no session id", places);
};

export const sessionIds = onlyOn("streamable-http", {
  name: "session_ids",
  doc: "Every session id the server issued.",
  type: "text",
  questions: ["initialize"],
  read(view) {
    const issued = issuedIn(view);
    return issued.length === 0 ? withoutSession(view) : seen(distinct(issued), issued.slice(0, 3));
  },
});

/** Fewer say nothing about how they are made. */
const ENOUGH = 3;

/** Characters that differ, counted from the left: a counter changes its last ones, a clock some in the middle. */
const varyingPlaces = (ids: readonly string[]): number => {
  const longest = greatest(ids.map(({ length }) => length));
  let varying = 0;
  for (let at = 0; at < longest; at++) if (ids.some((id) => id[at] !== ids[0]?.[at])) varying += 1;
  return varying;
};

export const sessionIdMake = onlyOn("streamable-http", {
  name: "session_id_make",
  doc: "What the session ids of all sessions have in common.",
  kind: "observations",
  type: "object: issued (how many), repeated (how many of them had been issued before), varying (places at which they differ)",
  derived: true,
  questions: ["initialize"],
  read(view) {
    const issued = issuedIn(view);
    const [first] = issued;
    if (!first) return withoutSession(view);
    if (issued.length < ENOUGH) return unseen(view, this.questions, "enough sessions to compare their ids");
    const ids = issued.map(({ value }) => String(value));
    const value = { issued: ids.length, repeated: ids.length - new Set(ids).size, varying: varyingPlaces(ids) };
    return seen([{ ...first, value }], issued.slice(0, 3));
  },
});

const ANEW: readonly QuestionRef[] = ["own-origin:none", "session-renewed", "abrupt-close:again"];

export const initializeAnew = answersTo({
  name: "initialize_anew",
  doc: "The answers to initialize without a session id: as a further client, after a lost connection, after an ended session.",
  questions: ANEW,
  // Beside a session that is still open, a server with room for one refuses what it would take otherwise.
  among: (view) => recordsOf(view, hasRoomForOne(view) ? ["session-renewed"] : ANEW),
});

export const modernSessionHeaders = onlyOn("streamable-http", {
  name: "session_headers",
  doc: "Session ids in the headers of answers to regular requests of the stateless era.",
  type: "text",
  among: (view) =>
    view.records.filter(
      (record) => isModern(record) && isRegular(record) && record.exchange.http?.response_headers !== undefined,
    ),
  missing: "an answer to a stateless request",
  each: issuedBy,
  distinct: true,
  looked: (records) => placesOf(records.slice(0, 3), "/http/response_headers"),
});
