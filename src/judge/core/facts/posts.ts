import { isJsonObject, type JsonObject, member } from "../../../base/json.ts";
import { HEADER_KEY } from "../../../protocol/headers.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { isAsked } from "../answers.ts";
import { type ExchangeRecord, placesOf, type View } from "../fact.ts";
import { collect, kindOf, type MessageKind } from "../messages.ts";
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
} from "./http-records.ts";

const PARTS = { status: "/http/status", content_type: "/http/response_headers" };

/** Slowed down or walled off, a server says nothing about the rest. */
const isHeld = (record: ExchangeRecord): boolean => [401, 407, 429].includes(statusOf(record) ?? 0);

/** Headers of the stateful era on a stateless request are a question of their own. */
const isMixed = (record: ExchangeRecord, view: View): boolean =>
  view.era === "stateless" && OLD_HEADERS.some((name) => requestHeader(record, name) !== undefined);

const OLD_HEADERS = [HEADER_KEY.sessionId, HEADER_KEY.lastEventId];

const requestRecords = (view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) =>
      isPost(record) &&
      isRequest(record) &&
      isRegular(record) &&
      !isMixed(record, view) &&
      statusOf(record) !== undefined &&
      !isHeld(record) &&
      !isCut(record),
  );

/** We ended it, or its end was not awaited. */
const isCut = ({ exchange }: ExchangeRecord): boolean =>
  exchange.trouble !== undefined && ["aborted", "limit-exceeded", "not-probed"].includes(exchange.trouble.kind);

export const requestPosts = onlyOn("streamable-http", {
  name: "request_posts",
  doc: "How each POST of a regular request was answered at the level of HTTP; equal answers once.",
  type: "object: status, content_type, carries (a response, something else, or nothing)",
  derived: ["carries"],
  among: requestRecords,
  missing: "a posted request",
  each: (record) => itemOf(record, postValue(record), PARTS),
  distinct: true,
  looked: (records) => placesOf(records.slice(0, 1), "/http"),
});

const postValue = (record: ExchangeRecord): JsonObject => {
  const { response, http } = record.exchange;
  const type = contentType(record);
  const value: JsonObject = { status: http?.status ?? 0, carries: "nothing" };
  if (response !== undefined) value["carries"] = kindOf(response) === "response" ? "response" : "something else";
  else if (http?.body !== undefined) value["carries"] = "something else";
  if (type !== undefined) value["content_type"] = type;
  return value;
};

/** What the body of a POST held: only what wants no answer is of interest here. */
const postedKind = (record: ExchangeRecord): "notification" | "response" | "batch" | undefined => {
  const { request } = record.exchange;
  if (Array.isArray(request))
    return request.length > 0 && request.every((entry) => isUnanswered(kindOf(entry))) ? "batch" : undefined;
  if (!isJsonObject(request)) return undefined;
  const kind = kindOf(request);
  return isUnanswered(kind) ? kind : undefined;
};

const isUnanswered = (kind: MessageKind): kind is "notification" | "response" =>
  kind === "notification" || kind === "response";

/** A foreign Origin is refused whatever it carries; that is a question of its own. */
const ABOUT_ORIGIN: readonly QuestionRef[] = [
  "foreign-origin:*",
  "foreign-origin-get",
  "foreign-origin-delete:delete",
  "foreign-origin-post",
  "foreign-origin-post:control",
];

export const isAboutOrigin = (record: ExchangeRecord): boolean => isAsked(record, ABOUT_ORIGIN);

export const notificationPosts = onlyOn("streamable-http", {
  name: "notification_posts",
  doc: "How each POST that held only notifications or responses was answered; equal answers once.",
  type: "object: posted (notification, response or batch), status, body (empty, error, message or other)",
  derived: ["posted", "body"],
  questions: ["notifications/initialized", "unknown-notification"],
  among: (view) =>
    collect(view.records, (record) => {
      const posted = isPost(record) ? postedKind(record) : undefined;
      const status = statusOf(record);
      if (posted === undefined || status === undefined || isHeld(record) || isAboutOrigin(record)) return [];
      return [itemOf(record, { posted, status, body: bodyOf(record) }, { status: "/http/status", body: "" })];
    }),
  missing: "a notification",
  each: (item) => item,
  distinct: true,
});

const bodyOf = ({ exchange }: ExchangeRecord): "empty" | "error" | "message" | "other" => {
  const { response, http } = exchange;
  if (isJsonObject(response) && isJsonObject(member(response, "error"))) return "error";
  if (response !== undefined || (exchange.meanwhile ?? []).length > 0) return "message";
  return (http?.body_bytes ?? 0) === 0 && http?.stream === undefined ? "empty" : "other";
};

export const jsonAnswers = onlyOn("streamable-http", {
  name: "json_answers",
  doc: "What stood in the JSON body of each successful answer to a posted request or batch; equal answers once.",
  type: "object: posted (request or batch), body (object, array, other value or not-json), is (response, notification …), id (own, other or none)",
  derived: true,
  among: (view) =>
    view.records.filter(
      (record) =>
        isPost(record) &&
        isRegular(record) &&
        (isRequest(record) || isBatch(record)) &&
        isSuccess(record) &&
        contentType(record) === "application/json" &&
        !isCut(record) &&
        (record.exchange.response !== undefined || record.exchange.response_raw !== undefined),
    ),
  missing: "an answer in JSON",
  each: (record) => itemOf(record, jsonValue(record), { body: "/response", id: "/response/id" }),
  distinct: true,
});

const jsonValue = (record: ExchangeRecord): JsonObject => {
  const { response } = record.exchange;
  const posted = isBatch(record) ? "batch" : "request";
  if (response === undefined) return { posted, body: "not-json" };
  if (Array.isArray(response)) return { posted, body: "array" };
  if (!isJsonObject(response)) return { posted, body: "other value" };
  return { posted, body: "object", is: kindOf(response), id: idMatch(record.exchange) };
};
