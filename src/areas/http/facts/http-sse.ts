import { isJsonObject, type Json, type JsonObject, stringMember } from "../../../base/json.ts";
import type { ReceivedMessage } from "../../../capture/capture.ts";
import { answerItem } from "../../../judge/core/answer.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import {
  contentType,
  isGet,
  isPost,
  isRegular,
  isRequest,
  itemOf,
  meanwhileOf,
  onlyOn,
  statusOf,
} from "../../../judge/core/facts/http-records.ts";
import { collect } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { announcedOrigin } from "./announced-origin.ts";

const isOpening = (record: ExchangeRecord): boolean =>
  isGet(record) && (record.step === undefined || isAsked(record, ["open-stream"]));

const dataOf = ({ message, raw }: ReceivedMessage): Json | undefined =>
  message ?? (raw?.encoding === "utf8" ? raw.data : undefined);

export const sseOpening = onlyOn("http+sse", {
  name: "sse_opening",
  doc: "The answers to a GET of the event stream of HTTP+SSE, with the first event that came on it, and the address for posting that it announced.",
  kind: "observations",
  type: "object: status, content_type, event (the name of the first one), data, endpoint (the data of the first event of that name), origin (of that address: same, other or unreadable)",
  derived: ["origin"],
  questions: ["open-stream"],
  among: (view) => view.records.filter(isOpening),
  missing: "an opened event stream",
  each: (record, view) => openingItem(record, view),
});

const openingItem = (record: ExchangeRecord, view: View): Item => {
  const { open } = answerItem(record);
  const events = meanwhileOf(record);
  const [first] = events;
  // No sentence says that nothing may come before it.
  const at = events.findIndex(({ sse }) => sse?.event === "endpoint");
  const announced = events[at];
  const type = contentType(record);
  const value: JsonObject = {};
  if (statusOf(record) !== undefined) value["status"] = statusOf(record) ?? 0;
  if (type !== undefined) value["content_type"] = type;
  if (first) {
    value["event"] = first.sse?.event ?? "message";
    const data = dataOf(first);
    if (data !== undefined) value["data"] = data;
  }
  if (announced) {
    const address = dataOf(announced);
    if (address !== undefined) value["endpoint"] = address;
    value["origin"] = announcedOrigin(address, view);
  }
  const parts = {
    status: "/http/status",
    content_type: "/http/response_headers",
    event: "/meanwhile/0/sse/event",
    data: "/meanwhile/0",
    endpoint: `/meanwhile/${at}`,
    origin: `/meanwhile/${at}`,
  };
  return { ...itemOf(record, value, parts), ...(open && statusOf(record) === undefined ? { open } : {}) };
};

/** By which way an answer came. The receipt of a POST may have a text of its own. */
const wayOf = (record: ExchangeRecord): "stream" | "post-body" | "none" => {
  const { response, http } = record.exchange;
  if (response === undefined) return "none";
  const inBody = contentType(record) === "application/json" && (http?.body_bytes ?? 0) > 0 && http?.body === undefined;
  return inBody && record.exchange.response_sse === undefined ? "post-body" : "stream";
};

export const ssePosts = onlyOn("http+sse", {
  name: "sse_posts",
  doc: "How each regular message that was posted over HTTP+SSE was received, and which way its answer came; equal ones once.",
  type: "object: status, answer (stream, post-body or none)",
  derived: ["answer"],
  questions: ["initialize"],
  among: (view) =>
    view.records
      .filter((record) => isPost(record) && isRegular(record) && isJsonObject(record.request))
      .filter((record) => statusOf(record) !== undefined && ![401, 429].includes(statusOf(record) ?? 0)),
  missing: "a posted message",
  each: (record) => {
    const value = { status: statusOf(record) ?? 0, answer: wayOf(record) };
    return itemOf(record, value, { status: "/http/status", answer: "" });
  },
  distinct: true,
});

const LOOKS_LIKE_A_MESSAGE = /^\s*\{[\s\S]*"jsonrpc"/;

export const sseEventNames = onlyOn("http+sse", {
  name: "sse_event_names",
  doc: "The names of the events that carried messages of the protocol over HTTP+SSE; an event without a name is called message.",
  type: "text",
  questions: ["initialize"],
  read(view) {
    const items = collect(view.records, (record): Item[] => {
      const { response, response_sse: sse } = record.exchange;
      const name = isRequest(record) ? record.method : undefined;
      const own =
        response !== undefined && wayOf(record) === "stream"
          ? [{ ...placeOf(record, "/response_sse"), value: sse?.event ?? "message", name }]
          : [];
      const others = meanwhileOf(record).flatMap((received, index) => {
        const data = dataOf(received);
        const isMessage = isJsonObject(data) || (typeof data === "string" && LOOKS_LIKE_A_MESSAGE.test(data));
        if (!isMessage || !isGet(record)) return [];
        const value = received.sse?.event ?? "message";
        return [{ ...placeOf(record, `/meanwhile/${index}`), value, name: stringMember(data, "method") }];
      });
      return [...own, ...others];
    });
    return items.length === 0 ? unseen(view, this.questions, "a message on the event stream") : seen(distinct(items));
  },
});
