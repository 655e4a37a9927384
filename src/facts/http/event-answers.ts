import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { distinct, kindOf } from "../common/messages.ts";
import { seen } from "../fact.ts";
import type { Seat, View } from "../view.ts";
import {
  contentType,
  conversationOf,
  isBatch,
  isPost,
  isRegular,
  isRequest,
  isSuccess,
  itemOf,
  meanwhileOf,
  onlyOn,
  sameJson,
} from "./seats.ts";

const EVENTS = "text/event-stream";

/** Regular requests that were answered with an event stream; a listen stream ends when its client wants. */
export const streamedSeats = (view: View): readonly Seat[] => view.once(findStreamed);

const findStreamed = (view: View): readonly Seat[] => {
  const cancelled = cancelledIn(view);
  return view.seats.filter(
    (seat) =>
      isPost(seat) &&
      isRegular(seat) &&
      (isRequest(seat) || isBatch(seat)) &&
      seat.method !== "subscriptions/listen" &&
      !isTwin(seat) &&
      isSuccess(seat) &&
      contentType(seat) === EVENTS &&
      seat.exchange.http?.stream !== undefined &&
      !cancelled.has(requestKey(seat, member(seat.request, "id"))),
  );
};

/** Ids that differ in their type only are a question of their own, and which answer is whose cannot be told. */
const isTwin = ({ step }: Seat): boolean => step?.startsWith("twin-ids") === true;

const requestKey = (seat: Seat, id: Json | undefined): string => `${conversationOf(seat)}\n${JSON.stringify(id)}`;

/** A request that was cancelled needs no response. */
const cancelledIn = (view: View): ReadonlySet<string> =>
  new Set(
    view.seats
      .filter(({ method }) => method === "notifications/cancelled")
      .map((seat) => requestKey(seat, member(member(seat.request, "params"), "requestId"))),
  );

/** Whether the server answers any request with events; where it never does, rules about them do not apply. */
export const withoutStreams = (view: View) => {
  const posts = view.seats.filter((seat) => isPost(seat) && isRequest(seat) && isSuccess(seat));
  return posts.length === 0
    ? unseen(view, [], "an answer to a posted request")
    : inapplicable(
        "no request was answered with an event stream",
        posts.slice(0, 3).map(({ id }) => ({ exchange: id, pointer: "/http/response_headers" })),
      );
};

export const eventAnswers = onlyOn("streamable-http", {
  name: "event_answers",
  doc: "How each event stream that answers a regular request went; equal ones of a method once.",
  kind: "list",
  type: "object: response (arrived, missing, elsewhere: the stream can be resumed, or unknown: we left), responses (how many), ended (after-response, before-response, left-open or by-us), after (kinds of message after the response), start (primed: an event with an id and without data, payload, or nothing), event_ids and retry (given or none)",
  derived: true,
  read(view) {
    const seats = streamedSeats(view);
    if (seats.length === 0) return withoutStreams(view);
    const parts = { start: "/http/stream", ended: "/http/stream", retry: "/http/stream", event_ids: "/http/stream" };
    return seen(distinct(seats.map((seat) => itemOf(seat, describe(seat, view), parts))));
  },
});

const describe = (seat: Seat, view: View): JsonObject => {
  const { response, http } = seat.exchange;
  const stream = http?.stream;
  const given = stream?.last_event_id !== undefined && stream.last_event_id !== "";
  const ended = endOf(seat, view);
  return {
    response:
      response !== undefined ? "arrived" : ended !== "before-response" ? "unknown" : given ? "elsewhere" : "missing",
    responses: countResponses(seat),
    ended,
    after: [...new Set(afterResponse(seat))],
    start: startOf(seat),
    event_ids: given ? "given" : "none",
    retry: stream?.retry_ms === undefined ? "none" : "given",
  };
};

/** We leave a stream open for the quiet window after the response; one we closed sooner says nothing. */
const endOf = ({ exchange }: Seat, view: View): "after-response" | "before-response" | "left-open" | "by-us" => {
  const answered = exchange.response !== undefined;
  const endedBy = exchange.http?.stream?.ended_by;
  const broken = exchange.trouble?.kind === "closed" || exchange.trouble?.kind === "reset";
  if (endedBy === "server" || (endedBy === "trouble" && broken)) return answered ? "after-response" : "before-response";
  const { response_ms: responseMs, end_ms: endMs } = exchange.timing ?? {};
  const waited = responseMs === undefined || endMs === undefined ? 0 : endMs - responseMs;
  return answered && waited >= 0.9 * (view.capture.limits?.quietMs ?? 150) ? "left-open" : "by-us";
};

/** A second answer to the same request, or one to another, counts as well. */
const countResponses = (seat: Seat): number => {
  const { response } = seat.exchange;
  const first = response === undefined ? 0 : 1;
  return (
    first + meanwhileOf(seat).filter(({ message }) => message !== undefined && kindOf(message) === "response").length
  );
};

const afterResponse = (seat: Seat): string[] =>
  meanwhileOf(seat).flatMap(({ message, late }) => (late && message !== undefined ? [kindOf(message)] : []));

/** Events without data carry no message: the capture only counts them. */
const startOf = (seat: Seat): "primed" | "payload" | "nothing" => {
  const { response, http } = seat.exchange;
  const stream = http?.stream;
  if (!stream || stream.events === 0) return "nothing";
  const carried = meanwhileOf(seat).length + (response === undefined ? 0 : 1);
  return stream.events > carried && stream.last_event_id !== undefined && stream.last_event_id !== ""
    ? "primed"
    : "payload";
};

const CHANGES =
  /^notifications\/(?:tools\/list_changed|prompts\/list_changed|resources\/list_changed|resources\/updated)$/;

/** Every message that came on the stream of a request, before or after its response. */
export const requestStreamMessages = onlyOn("streamable-http", {
  name: "request_stream_messages",
  doc: "The messages that came on the event stream of a regular request beside its response; equal ones once.",
  kind: "list",
  type: "object: is (notification, request …), method, about (this request, another request, a change of a list or resource, or nothing that shows)",
  derived: true,
  read(view) {
    const seats = streamedSeats(view);
    if (seats.length === 0) return withoutStreams(view);
    const tokens = view.once(tokensSent);
    const items = seats.flatMap((seat) =>
      meanwhileOf(seat).flatMap(({ message }, index) => {
        if (!isJsonObject(message) || kindOf(message) === "response") return [];
        const method = member(message, "method") ?? null;
        const value = { is: kindOf(message), method, about: aboutOf(message, seat, tokens) };
        return [{ value, exchange: seat.id, pointer: `/meanwhile/${index}/message` }];
      }),
    );
    return seen(
      distinct(items),
      seats.map(({ id }) => ({ exchange: id, pointer: "/http/stream" })),
    );
  },
});

const tokensSent = (view: View): ReadonlySet<string> =>
  new Set(view.seats.flatMap(({ request }) => JSON.stringify(member(metaOf(request), "progressToken")) ?? []));

const metaOf = (request: JsonObject | undefined) => member(member(request, "params"), "_meta");

const aboutOf = (message: JsonObject, seat: Seat, tokens: ReadonlySet<string>): string => {
  const method = member(message, "method");
  if (typeof method === "string" && CHANGES.test(method)) return "a change";
  if (method !== "notifications/progress") return "unclear";
  const token = member(member(message, "params"), "progressToken");
  if (sameJson(token, member(metaOf(seat.request), "progressToken"))) return "this request";
  return tokens.has(JSON.stringify(token ?? null)) ? "another request" : "unclear";
};
