import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../../base/json.ts";
import { isAsked } from "../../../judge/core/answers.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, seen, type View } from "../../../judge/core/fact.ts";
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
} from "../../../judge/core/facts/http-records.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { kindOf } from "../../../judge/core/messages.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { DEFAULT_LIMITS, STREAM_END_WINDOWS } from "../../../wire/limits.ts";

const EVENTS = "text/event-stream";

/** Regular requests that were answered with an event stream; a listen stream ends when its client wants. */
export const streamedRecords = (view: View): readonly ExchangeRecord[] => view.once(findStreamed);

const findStreamed = (view: View): readonly ExchangeRecord[] => {
  const cancelled = cancelledIn(view);
  return view.records.filter(
    (record) =>
      isPost(record) &&
      isRegular(record) &&
      (isRequest(record) || isBatch(record)) &&
      record.method !== "subscriptions/listen" &&
      !isTwin(record) &&
      isSuccess(record) &&
      contentType(record) === EVENTS &&
      record.exchange.http?.stream !== undefined &&
      !cancelled.has(requestKey(record, member(record.request, "id"))),
  );
};

/** Ids that differ in their type only are a question of their own, and which answer is whose cannot be told. */
const isTwin = (record: ExchangeRecord): boolean => isAsked(record, ["twin-ids:*", "twin-ids:control"]);

const requestKey = (record: ExchangeRecord, id: Json | undefined): string =>
  `${conversationOf(record)}\n${JSON.stringify(id)}`;

/** A request that was cancelled needs no response. */
const cancelledIn = (view: View): ReadonlySet<string> =>
  new Set(
    view.records
      .filter(({ method }) => method === "notifications/cancelled")
      .map((record) => requestKey(record, member(paramsOf(record), "requestId"))),
  );

/** Whether the server answers any request with events; where it never does, rules about them do not apply. */
export const withoutStreams = (view: View) => {
  const posts = view.records.filter((record) => isPost(record) && isRequest(record) && isSuccess(record));
  return posts.length === 0
    ? unseen(view, "anything", "an answer to a posted request")
    : inapplicable(
        "no request was answered with an event stream",
        posts.slice(0, 3).map(({ id }) => ({ exchange: id, pointer: "/http/response_headers" })),
      );
};

export const eventAnswers = onlyOn("streamable-http", {
  name: "event_answers",
  doc: "How each event stream that answers a regular request went; equal ones of a method once.",
  type: "object: response (arrived, missing, elsewhere: the stream can be resumed, or unknown: we left), responses (how many), ended (after-response, before-response, left-open or by-us), after (kinds of message after the response), start (primed: an event with an id and without data, payload, or nothing), event_ids and retry (given or none)",
  derived: true,
  read(view) {
    const records = streamedRecords(view);
    if (records.length === 0) return withoutStreams(view);
    const parts = { start: "/http/stream", ended: "/http/stream", retry: "/http/stream", event_ids: "/http/stream" };
    return seen(distinct(records.map((record) => itemOf(record, describe(record, view), parts))));
  },
});

const describe = (record: ExchangeRecord, view: View): JsonObject => {
  const { response, http } = record.exchange;
  const stream = http?.stream;
  const given = stream?.last_event_id !== undefined && stream.last_event_id !== "";
  const ended = endOf(record, view);
  return {
    response:
      response !== undefined ? "arrived" : ended !== "before-response" ? "unknown" : given ? "elsewhere" : "missing",
    responses: countResponses(record),
    ended,
    after: [...new Set(afterResponse(record))],
    start: startOf(record),
    event_ids: given ? "given" : "none",
    retry: stream?.retry_ms === undefined ? "none" : "given",
  };
};

/** The first stream of a conversation is watched for long after its response; one we closed sooner says nothing. */
const endOf = (
  { exchange }: ExchangeRecord,
  view: View,
): "after-response" | "before-response" | "left-open" | "by-us" => {
  const answered = exchange.response !== undefined;
  const endedBy = exchange.http?.stream?.ended_by;
  const broken = exchange.trouble?.kind === "closed" || exchange.trouble?.kind === "reset";
  if (endedBy === "server" || (endedBy === "trouble" && broken)) return answered ? "after-response" : "before-response";
  const { response_ms: responseMs, end_ms: endMs } = exchange.timing ?? {};
  const waited = responseMs === undefined || endMs === undefined ? 0 : endMs - responseMs;
  const long = STREAM_END_WINDOWS * (view.capture.limits?.quietMs ?? DEFAULT_LIMITS.quietMs);
  return answered && waited >= 0.9 * long ? "left-open" : "by-us";
};

/** A second answer to the same request, or one to another, counts as well. */
const countResponses = (record: ExchangeRecord): number => {
  const { response } = record.exchange;
  const first = response === undefined ? 0 : 1;
  return (
    first + meanwhileOf(record).filter(({ message }) => message !== undefined && kindOf(message) === "response").length
  );
};

const afterResponse = (record: ExchangeRecord): string[] =>
  meanwhileOf(record).flatMap(({ message, late }) => (late && message !== undefined ? [kindOf(message)] : []));

/** Events without data carry no message: the capture only counts them. */
const startOf = (record: ExchangeRecord): "primed" | "payload" | "nothing" => {
  const { response, http } = record.exchange;
  const stream = http?.stream;
  if (!stream || stream.events === 0) return "nothing";
  const carried = meanwhileOf(record).length + (response === undefined ? 0 : 1);
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
  type: "object: is (notification, request …), method, about (this request, another request, a change of a list or resource, or nothing that shows)",
  derived: true,
  read(view) {
    const records = streamedRecords(view);
    if (records.length === 0) return withoutStreams(view);
    const tokens = view.once(tokensSent);
    const items = records.flatMap((record) =>
      meanwhileOf(record).flatMap(({ message }, index) => {
        // What is no message at all is noise, and concerns nothing.
        if (!isJsonObject(message) || ["response", "other"].includes(kindOf(message))) return [];
        const method = member(message, "method") ?? null;
        const value = { is: kindOf(message), method, about: aboutOf(message, record, tokens) };
        return [{ value, exchange: record.id, pointer: `/meanwhile/${index}/message` }];
      }),
    );
    return seen(
      distinct(items),
      records.map(({ id }) => ({ exchange: id, pointer: "/http/stream" })),
    );
  },
});

const tokensSent = (view: View): ReadonlySet<string> =>
  new Set(view.records.flatMap(({ request }) => JSON.stringify(member(metaOf(request), "progressToken")) ?? []));

const metaOf = (request: JsonObject | undefined) => valueAt(request, "params", "_meta");

const aboutOf = (message: JsonObject, record: ExchangeRecord, tokens: ReadonlySet<string>): string => {
  const method = member(message, "method");
  if (typeof method === "string" && CHANGES.test(method)) return "a change";
  if (method !== "notifications/progress") return "unclear";
  const token = valueAt(message, "params", "progressToken");
  if (sameJson(token, member(metaOf(record.request), "progressToken"))) return "this request";
  return tokens.has(JSON.stringify(token ?? null)) ? "another request" : "unclear";
};
