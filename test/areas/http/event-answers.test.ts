import type { Exchange, StreamRecord } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenHttp } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, heard, hearing, message, overHttp, unanswered, within } from "../small-captures.ts";
import { NO_EXCHANGE, ON_STDIO, streamed } from "./small-streams.ts";

const call = (params: JsonObject = {}): Exchange => answered("call", "tools/call", {}, params);
const { response: _response, ...silent } = call();

/** A stream and what is read of it. */
const went = (shows: string, exchange: Exchange, reads: JsonObject): ReadingCase =>
  givenHttp(shows, [exchange]).partly([reads], { at: [""], names: ["tools/call"] });

const ended = (
  ended_by: StreamRecord["ended_by"],
  waited: number | undefined,
  exchange: Exchange = call(),
): Exchange => ({
  ...streamed(exchange, { ended_by }),
  ...(waited === undefined ? {} : { timing: { start_ms: 0, response_ms: 100, end_ms: 100 + waited } }),
});

const NO_STREAM: readonly ReadingCase[] = [
  givenHttp("a server that answers without streams", [overHttp(call(), 200)]).inapplicable("precondition-absent"),
  givenHttp("streams that do not count: wrong on purpose, listening, twins, refusals, cancelled requests", [
    overHttp(answered("ping", "ping", {}), 200),
    deliberate(streamed(call())),
    streamed(answered("listen-all", "subscriptions/listen", {})),
    streamed({ ...call(), step: "twin-ids-integer" }),
    { ...streamed(call(), {}, { status: 404 }) },
    overHttp(call(), 200, { response_headers: [["content-type", "text/event-stream"]] }),
    streamed({ step: "x", request: message("notifications/x") }),
    streamed({ step: "x", request: message("tools/call", {}, 9), response: {} }),
    { step: "cancel", request: message("notifications/cancelled", { requestId: 9 }) },
  ]).inapplicable("precondition-absent"),
  ON_STDIO,
  NO_EXCHANGE,
];

readingTable("event_answers", [
  givenHttp("a stream that goes well", [streamed(call())]).values(
    [
      {
        response: "arrived",
        responses: 1,
        ended: "after-response",
        after: [],
        start: "payload",
        event_ids: "none",
        retry: "none",
      },
    ],
    { at: [""], names: ["tools/call"] },
  ),
  went(
    "a stream that begins with an id and can be resumed",
    streamed(call(), { events: 2, last_event_id: "1", retry_ms: 5 }),
    { start: "primed", event_ids: "given", retry: "given" },
  ),
  went("ids, but no event beside the messages", streamed(call(), { events: 1, last_event_id: "1" }), {
    start: "payload",
  }),
  went("more events than messages, but no id", streamed(call(), { events: 2, last_event_id: "" }), {
    start: "payload",
    event_ids: "none",
  }),
  went("no event at all", streamed(silent, { events: 0 }), { start: "nothing", responses: 0 }),
  went("a stream that ends before the response", streamed(silent), { response: "missing", ended: "before-response" }),
  went("one that can be resumed for it", streamed(silent, { last_event_id: "1" }), {
    response: "elsewhere",
    ended: "before-response",
  }),
  went(
    "one that broke",
    { ...ended("trouble", 0, silent), trouble: { kind: "reset", detail: "" } },
    { response: "missing", ended: "before-response" },
  ),
  went(
    "one that broke after the response",
    { ...ended("trouble", 0), trouble: { kind: "closed", detail: "" } },
    { response: "arrived", ended: "after-response" },
  ),
  went(
    "one that took too long",
    { ...ended("trouble", 0, silent), trouble: { kind: "timed-out", detail: "" } },
    { response: "unknown", ended: "by-us" },
  ),
  went("one that we left before the response", ended("client", 500, silent), { response: "unknown", ended: "by-us" }),
  went("one that stays open after it", ended("client", 1890), { response: "arrived", ended: "left-open" }),
  went("one that we left after a short look", ended("client", 1889), { ended: "by-us" }),
  went("one that we left, nobody knows when", ended("client", undefined), { ended: "by-us" }),
  givenHttp("how long we wait is a limit of the run", {
    limits: { quietMs: 20 } as never,
    exchanges: [ended("client", 260)],
  }).partly([{ ended: "left-open" }]),
  went(
    "messages after the response, and more than one response",
    hearing(streamed(call()), [
      heard(message("notifications/x")),
      heard({ id: 1, result: {} }, { late: true }),
      heard(message("notifications/x"), { late: true }),
      heard(message("notifications/y"), { late: true }),
      { seq: 1, at_ms: 1, late: true },
    ]),
    { responses: 2, after: ["response", "notification"] },
  ),
  givenHttp("an array of requests, equal streams of a method once, and an id cancelled in another conversation", [
    streamed({ step: "batch", request: [message("ping", undefined, 1)], response: [{ id: 1, result: {} }] }),
    streamed(call()),
    streamed(call()),
    within("second", { step: "cancel", request: message("notifications/cancelled", { requestId: 1 }) }),
  ]).partly([{ response: "arrived" }, { response: "arrived" }], { names: [null, "tools/call"] }),
  ...NO_STREAM,
]);

const progress = (progressToken: Json): JsonObject => message("notifications/progress", { progressToken });
const token = (progressToken: Json): JsonObject => ({ _meta: { progressToken } });

readingTable("request_stream_messages", [
  givenHttp("what each message is, and what it is about", [
    hearing(streamed(call(token("mine"))), [
      heard(progress("mine")),
      heard(progress("other")),
      heard(progress("unheard of")),
      heard(message("notifications/resources/updated")),
      heard(message("notifications/message")),
      heard(message("roots/list", undefined, 4)),
      heard({ hello: 1 }),
      heard({ id: 1, result: {} }),
      heard("text"),
      heard(progress("mine"), { late: true }),
    ]),
    overHttp(call(token("other")), 200),
    unanswered("no token", "ping"),
  ]).values(
    [
      { is: "notification", method: "notifications/progress", about: "this request" },
      { is: "notification", method: "notifications/progress", about: "another request" },
      { is: "notification", method: "notifications/progress", about: "unclear" },
      { is: "notification", method: "notifications/resources/updated", about: "a change" },
      { is: "notification", method: "notifications/message", about: "unclear" },
      { is: "request", method: "roots/list", about: "unclear" },
    ],
    { at: [0, 1, 2, 3, 4, 5].map((index) => `/meanwhile/${index}/message`), lookedAt: ["/http/stream"] },
  ),
  givenHttp("progress without a token on the stream of a request without one", [
    hearing(streamed(call()), [heard(message("notifications/progress"))]),
  ]).values([{ is: "notification", method: "notifications/progress", about: "unclear" }]),
  ...NO_STREAM,
]);
