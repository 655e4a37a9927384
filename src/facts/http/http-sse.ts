import type { ReceivedMessage } from "../../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../../model/json.ts";
import { answerItem } from "../common/answer.ts";
import { unseen } from "../common/gaps.ts";
import { distinct } from "../common/messages.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { announcedOrigin } from "./announced.ts";
import { contentType, isGet, isPost, isRegular, isRequest, itemOf, meanwhileOf, onlyOn, statusOf } from "./seats.ts";

const isOpening = (seat: Seat): boolean => isGet(seat) && (seat.step === undefined || seat.step === "open-stream");

const dataOf = ({ message, raw }: ReceivedMessage): Json | undefined =>
  message ?? (raw?.encoding === "utf8" ? raw.data : undefined);

export const sseOpening: Fact = onlyOn("http+sse", {
  name: "sse_opening",
  doc: "The answers to a GET of the event stream of HTTP+SSE, with the first event that came on it.",
  kind: "observations",
  type: "object: status, content_type, event (the name of the first one), data, origin (of the announced address: same, other or unreadable)",
  derived: ["origin"],
  read(view) {
    const seats = view.seats.filter(isOpening);
    if (seats.length === 0) return unseen(view, ["open-stream"], "an opened event stream");
    return seen(seats.map((seat) => openingItem(seat, view)));
  },
});

const openingItem = (seat: Seat, view: View): Item => {
  const { open } = answerItem(seat, view);
  const [first] = meanwhileOf(seat);
  const type = contentType(seat);
  const value: JsonObject = {};
  if (statusOf(seat) !== undefined) value["status"] = statusOf(seat) ?? 0;
  if (type !== undefined) value["content_type"] = type;
  if (first) {
    value["event"] = first.sse?.event ?? "message";
    const data = dataOf(first);
    if (data !== undefined) value["data"] = data;
    if (value["event"] === "endpoint") value["origin"] = announcedOrigin(data, view);
  }
  const parts = {
    status: "/http/status",
    content_type: "/http/response_headers",
    event: "/meanwhile/0/sse/event",
    data: "/meanwhile/0",
    origin: "/meanwhile/0",
  };
  return { ...itemOf(seat, value, parts), ...(open && statusOf(seat) === undefined ? { open } : {}) };
};

/** By which way an answer came. The receipt of a POST may have a text of its own. */
const wayOf = (seat: Seat): "stream" | "post-body" | "none" => {
  const { response, http } = seat.exchange;
  if (response === undefined) return "none";
  const inBody = contentType(seat) === "application/json" && (http?.body_bytes ?? 0) > 0 && http?.body === undefined;
  return inBody && seat.exchange.response_sse === undefined ? "post-body" : "stream";
};

export const ssePosts: Fact = onlyOn("http+sse", {
  name: "sse_posts",
  doc: "How each regular message that was posted over HTTP+SSE was received, and which way its answer came; equal ones once.",
  kind: "list",
  type: "object: status, answer (stream, post-body or none)",
  derived: ["answer"],
  read(view) {
    const items = view.seats
      .filter((seat) => isPost(seat) && isRegular(seat) && isJsonObject(seat.request))
      .filter((seat) => statusOf(seat) !== undefined && ![401, 429].includes(statusOf(seat) ?? 0))
      .map((seat) =>
        itemOf(seat, { status: statusOf(seat) ?? 0, answer: wayOf(seat) }, { status: "/http/status", answer: "" }),
      );
    return items.length === 0 ? unseen(view, ["initialize"], "a posted message") : seen(distinct(items));
  },
});

const LOOKS_LIKE_A_MESSAGE = /^\s*\{[\s\S]*"jsonrpc"/;

export const sseEventNames: Fact = onlyOn("http+sse", {
  name: "sse_event_names",
  doc: "The names of the events that carried messages of the protocol over HTTP+SSE; an event without a name is called message.",
  kind: "list",
  type: "text",
  read(view) {
    const items = view.seats.flatMap((seat): Item[] => {
      const { response, response_sse: sse } = seat.exchange;
      const name = isRequest(seat) ? seat.method : undefined;
      const own =
        response !== undefined && wayOf(seat) === "stream"
          ? [{ ...placeOf(seat, "/response_sse"), value: sse?.event ?? "message", name }]
          : [];
      const others = meanwhileOf(seat).flatMap((received, index) => {
        const data = dataOf(received);
        const isMessage = isJsonObject(data) || (typeof data === "string" && LOOKS_LIKE_A_MESSAGE.test(data));
        if (!isMessage || !isGet(seat)) return [];
        return [
          {
            ...placeOf(seat, `/meanwhile/${index}`),
            value: received.sse?.event ?? "message",
            name: stringMember(data, "method"),
          },
        ];
      });
      return [...own, ...others];
    });
    return items.length === 0 ? unseen(view, ["initialize"], "a message on the event stream") : seen(distinct(items));
  },
});
