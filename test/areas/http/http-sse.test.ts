import type { Json } from "../../../src/base/json.ts";
import type { Exchange, HttpRecord } from "../../../src/capture/capture.ts";
import type { SseFields } from "../../../src/wire/sse-parser.ts";
import {
  answerCases,
  givenHttp,
  givenIn,
  givenStatelessHttp,
  type ReadingCase,
  readingTable,
} from "../reading-table.ts";
import { answered, deliberate, heard, hearing, leftOut, message, overHttp, unnamed } from "../small-captures.ts";
import { listened, NO_EXCHANGE, ON_STDIO, streamed } from "./small-streams.ts";

const sse = (...exchanges: Exchange[]) => ({ transport: "http+sse" as const, exchanges });
const givenSse = givenIn((exchanges) => sse(...exchanges));
const ENDPOINT: SseFields = { event: "endpoint" };

const ELSEWHERE: readonly ReadingCase[] = [
  givenHttp("another transport").inapplicable("precondition-absent"),
  givenSse("a capture without any of it").unseen("not-probed"),
];

const opened = (data: Json, fields?: SseFields): Exchange =>
  listened({ meanwhile: [heard(data, fields ? { sse: fields } : {}), heard("second", { sse: ENDPOINT })] });

readingTable("sse_opening", [
  givenSse("the address for posts, on the same origin and on another", {
    target: { kind: "http", url: "http://localhost:1/sse", header_names: [] },
    exchanges: [opened("/messages", ENDPOINT), opened("https://other.example/m", ENDPOINT), opened({}, ENDPOINT)],
  }).values(
    [
      {
        status: 200,
        content_type: "text/event-stream",
        event: "endpoint",
        data: "/messages",
        endpoint: "/messages",
        origin: "same",
      },
      {
        status: 200,
        content_type: "text/event-stream",
        event: "endpoint",
        data: "https://other.example/m",
        endpoint: "https://other.example/m",
        origin: "other",
      },
      {
        status: 200,
        content_type: "text/event-stream",
        event: "endpoint",
        data: {},
        endpoint: {},
        origin: "unreadable",
      },
    ],
    {
      at: ["", "", ""],
      parts: [{ data: "/meanwhile/0", event: "/meanwhile/0/sse/event", origin: "/meanwhile/0" }, {}, {}],
    },
  ),
  givenSse("another first event, text as it came, bytes that are none, and no event", [
    opened({ method: "x" }),
    listened({ meanwhile: [{ seq: 1, at_ms: 1, raw: { encoding: "utf8", data: "/m" }, sse: ENDPOINT }] }),
    listened({ meanwhile: [{ seq: 1, at_ms: 1, raw: { encoding: "base64", data: "/w==" }, sse: ENDPOINT }] }),
    unnamed(listened()),
    overHttp({ step: "open-stream" }, 405, { method: "GET", response_headers: [] }),
  ]).values(
    [
      {
        status: 200,
        content_type: "text/event-stream",
        event: "message",
        data: { method: "x" },
        endpoint: "second",
        origin: "same",
      },
      { status: 200, content_type: "text/event-stream", event: "endpoint", data: "/m", endpoint: "/m", origin: "same" },
      { status: 200, content_type: "text/event-stream", event: "endpoint", origin: "unreadable" },
      { status: 200, content_type: "text/event-stream" },
      { status: 405 },
    ],
    { parts: [{ data: "/meanwhile/0", endpoint: "/meanwhile/1", origin: "/meanwhile/1" }, {}, {}, {}, {}] },
  ),
  givenSse("an object in place of an address", [
    listened({ meanwhile: [heard('{"uri":"/messages"}', { sse: ENDPOINT })] }),
  ]).partly([{ endpoint: '{"uri":"/messages"}', origin: "unreadable" }]),
  givenSse("no answer at all, which says nothing, and other GETs", [
    { step: "open-stream", http: { method: "GET", request_headers: [] }, trouble: { kind: "timed-out", detail: "" } },
    { ...listened(), trouble: { kind: "timed-out", detail: "" } },
    listened({ step: "foreign-origin" }),
  ]).values([{}, { status: 200, content_type: "text/event-stream" }], { open: ["timed-out", null] }),
  givenSse("a stream that was not opened", [leftOut("open-stream", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
]);

const posted = (status: number, http: Partial<HttpRecord> = {}, more: Partial<Exchange> = {}): Exchange => ({
  ...overHttp({ ...answered("ping", "ping", {}), ...more }, status, http),
});
const { response: _response, ...silent } = posted(202);

readingTable("sse_posts", [
  givenSse("which way each answer came; equal ones once", [
    posted(202, { response_headers: [["content-type", "text/plain"]] }),
    posted(202, { body_bytes: 9 }, { response_sse: {} }),
    posted(200, { body_bytes: 9 }),
    silent,
    posted(202, { body_bytes: 2, body: { encoding: "utf8", data: "ok" } }),
    posted(201, { body_bytes: 0 }),
  ]).values(
    [
      { status: 202, answer: "stream" },
      { status: 200, answer: "post-body" },
      { status: 202, answer: "none" },
      { status: 201, answer: "stream" },
    ],
    { exchanges: ["main/1", "main/3", "main/4", "main/6"], names: ["ping", "ping", "ping", "ping"] },
  ),
  givenSse("posts that are no regular ones, walls, and GETs", [
    deliberate(posted(202)),
    posted(401),
    posted(429),
    posted(202, { method: "GET" }),
    posted(202, {}, { request: [] }),
    leftOut("initialize", "unsafe-to-probe"),
  ]).leftOut(),
  ...ELSEWHERE,
]);

readingTable("sse_event_names", [
  givenSse("the names of events with answers and with other messages; equal ones of a method once", [
    posted(202, { response_headers: [] }, { response_sse: { event: "message" } }),
    posted(202, { response_headers: [] }),
    posted(202, { response_headers: [] }, { response_sse: { event: "reply" } }),
    listened({
      meanwhile: [
        heard("/messages", { sse: ENDPOINT }),
        heard(message("notifications/x"), { sse: { event: "note" } }),
        heard(message("notifications/y")),
        { seq: 1, at_ms: 1, raw: { encoding: "utf8", data: ' {"jsonrpc": broken' }, sse: { event: "spoilt" } },
        { seq: 1, at_ms: 1, raw: { encoding: "utf8", data: "hello" } },
      ],
    }),
  ]).values(["message", "reply", "note", "message", "spoilt"], {
    at: ["/response_sse", "/response_sse", "/meanwhile/1", "/meanwhile/2", "/meanwhile/3"],
    names: ["ping", "ping", "notifications/x", "notifications/y", null],
    exchanges: ["main/1", "main/3", "main/4", "main/4", "main/4"],
  }),
  givenSse("answers in the body of the post, and messages beside one", [
    posted(200, { body_bytes: 9 }, { meanwhile: [heard(message("notifications/x"))] }),
    leftOut("initialize", "unsafe-to-probe"),
  ]).leftOut(),
  ...ELSEWHERE,
]);

readingTable("http_get", answerCases(["http-get"]));
readingTable("http_delete", answerCases(["http-delete"]));
readingTable("with_last_event_id", answerCases(["last-event-id"]));
readingTable("with_session_id", answerCases(["session-id"]));
readingTable("posted_response", answerCases(["posted-response"]));

const announced = (address: Json, step = "http-get", more: Partial<HttpRecord> = {}): Exchange =>
  listened({ step, meanwhile: [heard(address, { sse: { event: "endpoint" } })] }, more);
const target = { kind: "http" as const, url: "https://Example.com/mcp", header_names: [] };

readingTable("old_transports", [
  givenHttp("addresses on the origin of the endpoint, on another, and none", {
    target,
    revision: "2025-11-25",
    exchanges: [
      announced("/messages?id=1"),
      announced("HTTPS://example.COM/messages", "old-stream"),
      announced("//example.com/m", "open-stream"),
      announced("https://other.example/m"),
      announced("//other.example/m"),
      announced("http://example.com/m"),
      announced(""),
      announced("/a b"),
    ],
  }).values(
    [
      { address: "/messages?id=1", origin: "same" },
      { address: "HTTPS://example.COM/messages", origin: "same" },
      { address: "//example.com/m", origin: "same" },
      { address: "https://other.example/m", origin: "other" },
      { address: "//other.example/m", origin: "other" },
      { address: "http://example.com/m", origin: "other" },
      { address: "", origin: "unreadable" },
      { address: "/a b", origin: "unreadable" },
    ],
    { at: Array.from({ length: 8 }, () => "/meanwhile/0") },
  ),
  givenHttp("an address that is no JSON, without a step name, of a target that nobody knows, twice", [
    unnamed(
      listened({
        meanwhile: [
          { seq: 1, at_ms: 1, raw: { encoding: "utf8", data: "https://x.example/m" }, sse: { event: "endpoint" } },
        ],
      }),
    ),
    announced("https://x.example/m"),
  ]).values([{ address: "https://x.example/m", origin: "same" }], { exchanges: ["main/1"] }),
  givenHttp("other events, refusals, other steps, and an address that does not come first", [
    listened({ step: "http-get", meanwhile: [heard({ method: "x" })] }),
    listened({ step: "http-get", meanwhile: [heard({ method: "x" }), heard("/m", { sse: { event: "endpoint" } })] }),
    announced("/m", "http-get", { status: 404 }),
    announced("/m", "foreign-origin-get"),
    listened({ step: "http-get" }),
  ]).values([], { lookedAt: ["/http", "/http", "/http", "/http"] }),
  givenHttp("a look that the plan left out", [leftOut("old-stream", "unsafe-to-probe")]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);

const subscribed = (...meanwhile: NonNullable<Exchange["meanwhile"]>): Exchange =>
  hearing(streamed({ step: "listen-all", request: message("subscriptions/listen", {}, 1) }), meanwhile);

readingTable("keep_alive_events", [
  givenStatelessHttp("signs of life, JSON that is no message, and data that is no JSON", [
    subscribed(
      heard(message("ping", undefined, 1)),
      heard(message("notifications/heartbeat")),
      heard(message("x/keepAlive")),
      heard({ alive: true }),
      heard({ alive: true }),
      { seq: 1, at_ms: 1, raw: { encoding: "utf8", data: "alive" } },
      { seq: 1, at_ms: 1 },
      heard(message("notifications/tools/list_changed")),
      heard({ id: 1, result: {} }),
    ),
  ]).values(
    [
      message("ping", undefined, 1),
      message("notifications/heartbeat"),
      message("x/keepAlive"),
      { alive: true },
      "alive",
      "",
    ],
    { at: [0, 1, 2, 3, 5, 6].map((index) => `/meanwhile/${index}`), lookedAt: ["/http/stream"] },
  ),
  givenStatelessHttp("no listen stream: another answer, wrong on purpose, another method", [
    hearing(overHttp(subscribed(), 200), [heard({})]),
    deliberate(subscribed(heard({}))),
    { ...subscribed(heard({})), request: message("tools/list", {}, 1) },
    leftOut("listen-all", "not-offered"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);
