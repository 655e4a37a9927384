import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, HttpRecord, StreamRecord } from "../../../src/capture/capture.ts";
import type { TroubleKind } from "../../../src/wire/trouble.ts";
import { givenHttp, givenStatelessHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  answered,
  deliberate,
  heard,
  hearing,
  leftOut,
  message,
  overHttp,
  refused,
  unanswered,
  within,
} from "../small-captures.ts";
import { NO_EXCHANGE, ON_STDIO, STREAM, streamed } from "./small-streams.ts";

const ping = message("ping", undefined, 1);
const post = (status: number, more: Partial<HttpRecord> = {}, request: Json = ping): Exchange =>
  overHttp({ step: "ping", request }, status, { response_headers: [], ...more });
const TEXT = { body: { encoding: "utf8", data: "x" } } as const;
const troubled = (kind: TroubleKind): Exchange => ({ ...post(200), trouble: { kind, detail: "" } });

readingTable("request_posts", [
  givenHttp("what each answer carries, equal ones of a method once", [
    overHttp(answered("ping", "ping", {}), 200),
    overHttp(refused("ping", "ping", -1), 200),
    streamed(answered("ping", "ping", {})),
    overHttp({ step: "ping", request: ping, response: { hello: 1 } }, 200),
    post(200, TEXT),
    post(202),
    overHttp(answered("x", "tools/list", {}), 200),
  ]).values(
    [
      { status: 200, carries: "response", content_type: "application/json" },
      { status: 200, carries: "response", content_type: "text/event-stream" },
      { status: 200, carries: "something else", content_type: "application/json" },
      { status: 200, carries: "something else" },
      { status: 202, carries: "nothing" },
      { status: 200, carries: "response", content_type: "application/json" },
    ],
    { at: ["", "", "", "", "", ""], names: ["ping", "ping", "ping", "ping", "ping", "tools/list"] },
  ),
  givenHttp("what is no regular request or shows nothing", [
    ...[401, 407, 429].map((status) => post(status)),
    ...(["aborted", "limit-exceeded", "not-probed"] as const).map(troubled),
    deliberate(post(200)),
    post(202, {}, message("notifications/x")),
    post(200, {}, message("ping", undefined, null)),
    post(200, { method: "GET" }),
    { step: "ping", request: ping, http: { method: "POST", request_headers: [] } },
  ]).unseen("not-probed"),
  givenHttp("a request that broke off, and headers of sessions in the stateful era", [
    troubled("closed"),
    post(404, { request_headers: [["Mcp-Session-Id", "s"]] }),
  ]).values([
    { status: 200, carries: "nothing" },
    { status: 404, carries: "nothing" },
  ]),
  givenStatelessHttp("headers of the stateful era on a stateless request", [
    post(404, { request_headers: [["Mcp-Session-Id", "s"]] }),
    post(405, { request_headers: [["last-event-id", "1"]] }),
    post(406),
  ]).values([{ status: 406, carries: "nothing" }]),
  ON_STDIO,
  NO_EXCHANGE,
]);

const told = message("notifications/x");
const response: Json = { jsonrpc: "2.0", id: 1, result: {} };

readingTable("notification_posts", [
  givenHttp("what was posted, and what came back", [
    post(202, {}, told),
    post(202, {}, response),
    post(202, {}, [told, response]),
    overHttp({ step: "x", request: told, response: { id: null, error: { code: 1 } } }, 400),
    overHttp({ step: "x", request: told, response: { id: 1, result: {} } }, 200),
    hearing(post(200, {}, told), [heard({ method: "x" })]),
    post(202, { body_bytes: 2 }, told),
    overHttp({ step: "x", request: told, response: null }, 202, { body_bytes: 4 }),
    post(200, { stream: STREAM }, told),
    post(202, {}, told),
  ]).values(
    [
      { posted: "notification", status: 202, body: "empty" },
      { posted: "response", status: 202, body: "empty" },
      { posted: "batch", status: 202, body: "empty" },
      { posted: "notification", status: 400, body: "error" },
      { posted: "notification", status: 200, body: "message" },
      { posted: "notification", status: 202, body: "other" },
      { posted: "notification", status: 200, body: "other" },
    ],
    { exchanges: [1, 2, 3, 4, 5, 7, 9].map((index) => `main/${index}`) },
  ),
  givenHttp("what wants an answer, is refused for other reasons, or was not posted", [
    post(200, {}, ping),
    post(200, {}, [told, ping]),
    post(200, {}, []),
    post(200, {}, "text"),
    post(200, {}, { hello: 1 }),
    ...[401, 407, 429].map((status) => post(status, {}, told)),
    { ...post(403, {}, told), step: "foreign-origin-notification" },
    post(200, { method: "PUT" }, told),
    leftOut("unknown-notification", "unsafe-to-probe"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);

const json = (request: Json, answer: Json): Exchange => overHttp({ step: "x", request, response: answer }, 200);

readingTable("json_answers", [
  givenHttp("what stands in the body, and whose id it bears", [
    json(ping, { id: 1, result: {} }),
    json(ping, { id: 2, result: {} }),
    json(ping, { id: null, error: {} }),
    json(ping, { method: "x" }),
    json(ping, [response]),
    json([ping], [response]),
    json(ping, "text"),
    json(ping, { id: 1, result: { again: 1 } }),
    overHttp({ step: "x", request: ping, response_raw: { encoding: "utf8", data: "{" } }, 200),
  ]).values(
    [
      { posted: "request", body: "object", is: "response", id: "own" },
      { posted: "request", body: "object", is: "response", id: "other" },
      { posted: "request", body: "object", is: "response", id: "none" },
      { posted: "request", body: "object", is: "notification", id: "none" },
      { posted: "request", body: "array" },
      { posted: "batch", body: "array" },
      { posted: "request", body: "other value" },
      { posted: "request", body: "not-json" },
    ],
    { at: Array.from({ length: 8 }, () => "") },
  ),
  givenHttp("answers that are none in JSON, and requests that are no regular ones", [
    streamed(answered("x", "ping", {})),
    overHttp(answered("x", "ping", {}), 400),
    deliberate(json(ping, response)),
    json(told, response),
    post(200, { response_headers: [["content-type", "application/json"]] }),
    { ...json(ping, response), trouble: { kind: "limit-exceeded", detail: "" } },
  ]).unseen("not-probed"),
  ON_STDIO,
  NO_EXCHANGE,
]);

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
