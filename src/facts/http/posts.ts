import type { JsonObject } from "../../model/json.ts";
import { isJsonObject, member } from "../../model/json.ts";
import { unseen } from "../common/gaps.ts";
import { distinct, kindOf } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import {
  contentType,
  idMatch,
  isBatch,
  isPost,
  isRegular,
  isRequest,
  isSuccess,
  itemOf,
  onlyOn,
  requestHeader,
  statusOf,
} from "./seats.ts";

const PARTS = { status: "/http/status", content_type: "/http/response_headers" };

/** Slowed down or walled off, a server says nothing about the rest. */
const isHeld = (seat: Seat): boolean => [401, 407, 429].includes(statusOf(seat) ?? 0);

/** Headers of the stateful era on a stateless request are a question of their own. */
const isMixed = (seat: Seat, view: View): boolean =>
  view.era === "stateless" && OLD_HEADERS.some((name) => requestHeader(seat, name) !== undefined);

const OLD_HEADERS = ["mcp-session-id", "last-event-id"];

const requestSeats = (view: View): readonly Seat[] =>
  view.seats.filter(
    (seat) =>
      isPost(seat) &&
      isRequest(seat) &&
      isRegular(seat) &&
      !isMixed(seat, view) &&
      statusOf(seat) !== undefined &&
      !isHeld(seat) &&
      !isCut(seat),
  );

/** We ended it, or its end was not awaited. */
const isCut = ({ exchange }: Seat): boolean =>
  exchange.trouble !== undefined && ["aborted", "limit-exceeded", "not-probed"].includes(exchange.trouble.kind);

export const requestPosts = onlyOn("streamable-http", {
  name: "request_posts",
  doc: "How each POST of a regular request was answered at the level of HTTP; equal answers once.",
  kind: "list",
  type: "object: status, content_type, carries (a response, something else, or nothing)",
  derived: ["carries"],
  read(view) {
    const seats = requestSeats(view);
    if (seats.length === 0) return unseen(view, [], "a posted request");
    return seen(distinct(seats.map((seat) => itemOf(seat, postValue(seat), PARTS))), seats.slice(0, 1).map(toPlace));
  },
});

const toPlace = ({ id }: Seat) => ({ exchange: id, pointer: "/http" });

const postValue = (seat: Seat): JsonObject => {
  const { response, http } = seat.exchange;
  const type = contentType(seat);
  const value: JsonObject = { status: http?.status ?? 0, carries: "nothing" };
  if (response !== undefined) value["carries"] = kindOf(response) === "response" ? "response" : "something else";
  else if (http?.body !== undefined) value["carries"] = "something else";
  if (type !== undefined) value["content_type"] = type;
  return value;
};

/** What the body of a POST held: only what wants no answer is of interest here. */
const postedKind = (seat: Seat): "notification" | "response" | "batch" | undefined => {
  const { request } = seat.exchange;
  if (Array.isArray(request))
    return request.length > 0 && request.every((entry) => isUnanswered(kindOf(entry))) ? "batch" : undefined;
  if (!isJsonObject(request)) return undefined;
  const kind = kindOf(request);
  return kind === "notification" || kind === "response" ? kind : undefined;
};

const isUnanswered = (kind: string): boolean => kind === "notification" || kind === "response";

/** A foreign Origin is refused whatever it carries; that is a question of its own. */
const isAboutOrigin = (seat: Seat): boolean => seat.step?.startsWith("foreign-origin") === true;

export const notificationPosts = onlyOn("streamable-http", {
  name: "notification_posts",
  doc: "How each POST that held only notifications or responses was answered; equal answers once.",
  kind: "list",
  type: "object: posted (notification, response or batch), status, body (empty, error, message or other)",
  derived: ["posted", "body"],
  read(view) {
    const found: Item[] = [];
    for (const seat of view.seats) {
      const posted = isPost(seat) ? postedKind(seat) : undefined;
      const status = statusOf(seat);
      if (posted === undefined || status === undefined || isHeld(seat) || isAboutOrigin(seat)) continue;
      found.push(itemOf(seat, { posted, status, body: bodyOf(seat) }, { status: "/http/status", body: "" }));
    }
    if (found.length === 0)
      return unseen(view, ["notifications/initialized", "unknown-notification"], "a notification");
    return seen(distinct(found));
  },
});

const bodyOf = ({ exchange }: Seat): "empty" | "error" | "message" | "other" => {
  const { response, http } = exchange;
  if (isJsonObject(response) && isJsonObject(member(response, "error"))) return "error";
  if (response !== undefined || (exchange.meanwhile ?? []).length > 0) return "message";
  return (http?.body_bytes ?? 0) === 0 && http?.stream === undefined ? "empty" : "other";
};

export const jsonAnswers: Fact = onlyOn("streamable-http", {
  name: "json_answers",
  doc: "What stood in the JSON body of each successful answer to a posted request or batch; equal answers once.",
  kind: "list",
  type: "object: posted (request or batch), body (object, array, other value or not-json), is (response, notification …), id (own, other or none)",
  derived: true,
  read(view) {
    const seats = view.seats.filter(
      (seat) =>
        isPost(seat) &&
        isRegular(seat) &&
        (isRequest(seat) || isBatch(seat)) &&
        isSuccess(seat) &&
        contentType(seat) === "application/json" &&
        !isCut(seat) &&
        (seat.exchange.response !== undefined || seat.exchange.response_raw !== undefined),
    );
    if (seats.length === 0) return unseen(view, [], "an answer in JSON");
    return seen(
      distinct(seats.map((seat) => itemOf(seat, jsonValue(seat), { body: "/response", id: "/response/id" }))),
    );
  },
});

const jsonValue = (seat: Seat): JsonObject => {
  const { response } = seat.exchange;
  const posted = isBatch(seat) ? "batch" : "request";
  if (response === undefined) return { posted, body: "not-json" };
  if (Array.isArray(response)) return { posted, body: "array" };
  if (!isJsonObject(response)) return { posted, body: "other value" };
  return { posted, body: "object", is: kindOf(response), id: idMatch(seat.exchange) };
};
