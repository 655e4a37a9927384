import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, HttpRecord, ReceivedMessage } from "../../../src/capture/capture.ts";
import { given, givenHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  answered,
  deliberate,
  heard,
  hearing,
  leftOut,
  message,
  overHttp,
  unnamed,
  within,
} from "../small-captures.ts";
import { listened, NO_EXCHANGE, ON_STDIO, STREAM, streamed } from "./small-streams.ts";

const refused = (status = 405): Exchange => overHttp({ step: "open-stream" }, status, { method: "GET" });
const resuming: Partial<HttpRecord> = { request_headers: [["last-event-id", "1"]] };

readingTable("get_stream", [
  givenHttp("a stream, a refusal, and a GET without a step name", [listened(), refused(), unnamed(listened())]).partly(
    [{ outcome: "accepted", content_type: "text/event-stream" }, { outcome: "refused", status: 405 }, {}],
    { open: [null, null, null] },
  ),
  givenHttp("a GET without an answer", [
    { step: "open-stream", http: { method: "GET", request_headers: [] } },
    { step: "open-stream", http: { method: "GET", request_headers: [] }, trouble: { kind: "refused", detail: "" } },
  ]).partly([{ outcome: "nothing" }, { outcome: "unreachable" }], { open: ["timed-out", "unreachable"] }),
  givenHttp("GETs of other addresses, of other steps, that resume a stream or are wrong on purpose", [
    listened({}, { url: "https://example.com/sse" }),
    listened({ step: "http-get" }),
    listened({}, resuming),
    deliberate(listened()),
    overHttp({ step: "open-stream" }, 200),
    leftOut("open-stream", "unsafe-to-probe"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);

const NO_GET_STREAM: readonly ReadingCase[] = [
  givenHttp("a server without a GET stream", [
    refused(),
    overHttp({ step: "open-stream" }, 200, { method: "GET" }),
  ]).inapplicable("precondition-absent"),
  givenHttp("a GET that the plan left out", [
    listened({}, resuming),
    leftOut("open-stream", "prerequisite-missing"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
];

const progress = (progressToken: Json): JsonObject => message("notifications/progress", { progressToken });
const call = (token: Json, more: Partial<Exchange> = {}, params: JsonObject = {}): Exchange => ({
  ...overHttp(answered("call", "tools/call", {}, { _meta: { progressToken: token }, ...params }), 200),
  ...more,
});
const at = (one: Json, seq: number, at_ms = seq): ReceivedMessage => heard(one, { seq, at_ms });

readingTable("get_stream_messages", [
  givenHttp("what came on the stream, and whether it is about a request that still runs", [
    listened({
      meanwhile: [
        at(progress("t"), 5),
        at(message("roots/list", undefined, 1), 6),
        at({ id: 1, result: {} }, 7),
        at({ hello: 1 }, 8),
        at("text", 9),
        at(message("roots/list", undefined, 2), 10),
      ],
    }),
    call("t", { seq: 4, response_seq: 9 }),
  ]).values(
    [
      { is: "notification", method: "notifications/progress", about: "a running request" },
      { is: "request", method: "roots/list", about: "unclear" },
      { is: "response", method: null, about: "unclear" },
      { is: "other", method: null, about: "unclear" },
    ],
    { at: [0, 1, 2, 3].map((index) => `/meanwhile/${index}/message`), lookedAt: ["/http/stream"] },
  ),
  givenHttp("a request without a response runs until its exchange ends", [
    listened({ meanwhile: [at(progress("t"), 5, 50)] }),
    call("t", { seq: 4, timing: { start_ms: 0, end_ms: 51 } }),
  ]).partly([{ about: "a running request" }]),
  ...(
    [
      ["over", call("t", { seq: 2, response_seq: 4 })],
      ["over without a response", call("t", { seq: 2, timing: { start_ms: 0, end_ms: 50 } })],
      ["later", call("t", { seq: 6, response_seq: 9 })],
      ["a task", call("t", { seq: 2, response_seq: 9 }, { task: {} })],
      ["of another token", call("u", { seq: 2, response_seq: 9 })],
      ["of another session", within("second", call("t", { seq: 2, response_seq: 9 }))],
    ] as const
  ).map(
    ([what, exchange]): ReadingCase =>
      givenHttp(`progress of a request that is ${what}`, [
        listened({ meanwhile: [at(progress("t"), 5, 50)] }),
        exchange,
      ]).partly([{ method: "notifications/progress", about: "unclear" }]),
  ),
  ...NO_GET_STREAM,
]);

const dropped = (retry_ms?: number, more: Partial<HttpRecord> = {}): Exchange =>
  listened(
    { timing: { start_ms: 0, end_ms: 100 } },
    { stream: { ...STREAM, last_event_id: "1", ...(retry_ms === undefined ? {} : { retry_ms }) }, ...more },
  );
const later = (start_ms: number, more: Partial<HttpRecord> = {}): Exchange => ({
  ...overHttp(answered("ping", "ping", {}), 200, more),
  timing: { start_ms, end_ms: start_ms },
});

readingTable("dropped_get_streams", [
  givenHttp("a stream that the server ended while the session went on", [dropped(), later(101)]).values(
    [{ retry: "none" }],
    { at: [""] },
  ),
  givenHttp("one that says when to come back", [dropped(5), later(101)]).values([{ retry: "given" }]),
  ...(
    [
      ["that ended with its session", [dropped(), later(100)]],
      ["whose session was refused afterwards", [dropped(), later(101, { status: 404 })]],
      ["after which nothing was posted", [dropped(), later(101, { method: "DELETE" })]],
      ["of another session", [dropped(), later(101, { request_headers: [["mcp-session-id", "x"]] })]],
      ["that we ended", [dropped(0, { stream: { ...STREAM, last_event_id: "1", ended_by: "client" } }), later(101)]],
      ["without event ids", [dropped(0, { stream: STREAM }), later(101)]],
      ["whose end nobody knows", [listened({}, { stream: { ...STREAM, last_event_id: "1" } }), later(101)]],
    ] as const
  ).map(
    ([what, exchanges]): ReadingCase =>
      givenHttp(`a stream ${what}`, [...exchanges]).values([], { lookedAt: ["/http/stream"] }),
  ),
  ...NO_GET_STREAM,
]);

const log = message("notifications/message", { data: 1 });
const ask = message("roots/list", undefined, 1);
const onPost = (more: Partial<Exchange>): Exchange => ({ ...streamed(answered("call", "tools/call", {})), ...more });

readingTable("broadcast_messages", [
  givenHttp("a request and two notifications that went out on two streams", [
    listened({ meanwhile: [at(log, 1, 100), at(ask, 2, 500), at(log, 3, 900)] }),
    onPost({ meanwhile: [at(log, 1, 150), at(ask, 2, 9_999), at(log, 3, 920)] }),
  ]).values([log, ask], { at: ["/meanwhile/0/message", "/meanwhile/1/message"], exchanges: ["main/1", "main/1"] }),
  givenHttp("no broadcast of a single notification: two equal ones may meet by chance", [
    listened({ meanwhile: [at(log, 1, 100)] }),
    onPost({ meanwhile: [at(log, 1, 101)] }),
  ]).values([]),
  givenHttp("a request on the streams of two posts", [
    listened(),
    onPost({ meanwhile: [at(ask, 1)] }),
    onPost({ meanwhile: [at(ask, 1)] }),
  ]).values([ask], { exchanges: ["main/2"] }),
  givenHttp("no broadcast: twice on one stream, too far apart, on posts alone, in two sessions, on a resumed stream", [
    listened({ meanwhile: [at(log, 1), at(log, 2), at(ask, 3)] }, { request_headers: [["mcp-session-id", "a"]] }),
    listened({ meanwhile: [at(ask, 3)] }, { request_headers: [["mcp-session-id", "b"]] }),
    onPost({ meanwhile: [at(message("notifications/x"), 1)] }),
    onPost({ meanwhile: [at(message("notifications/x"), 1), at(message("notifications/y"), 1, 100)] }),
    listened({ meanwhile: [at(message("notifications/y"), 1, 151), at({ id: 1, result: {} }, 2)] }),
    onPost({ meanwhile: [at({ id: 1, result: {} }, 2)] }),
    listened({ meanwhile: [at(message("notifications/y"), 1, 100)] }, resuming),
  ]).values([], { lookedAt: Array.from({ length: 6 }, () => "/http/stream") }),
  givenHttp("streams with responses alone", [
    listened(),
    onPost({ meanwhile: [at({ id: 1, result: {} }, 2), at("text", 3)] }),
  ]).inapplicable("precondition-absent"),
  ...NO_GET_STREAM,
]);

const withId = (id: string): ReceivedMessage => heard(log, { sse: { id } });

readingTable("repeated_event_ids", [
  givenHttp("an id that two events have, on one stream and on two", [
    onPost({ meanwhile: [withId("1"), withId("2"), withId("1")], response_sse: { id: "3" } }),
    onPost({ response_sse: { id: "2" } }),
    listened({}, { stream: { ...STREAM, last_event_id: "3" } }),
    onPost({ response_sse: { id: "1" } }),
  ]).values(["1", "2", "3"], {
    at: ["/meanwhile/2/sse/id", "/response_sse/id", "/http/stream/last_event_id"],
    exchanges: ["main/1", "main/2", "main/3"],
  }),
  givenHttp("the last id of a stream is that of its last event; resumed streams and other sessions do not count", [
    { ...streamed(answered("call", "tools/call", {}), { last_event_id: "1" }), response_sse: { id: "1" } },
    { ...listened({ meanwhile: [withId("1")] }, resuming) },
    onPost({ response_sse: { id: "" } }),
    onPost({ response_sse: { id: "" } }),
    listened({ meanwhile: [withId("1")] }, { request_headers: [["mcp-session-id", "b"]] }),
  ]).values([], { lookedAt: ["/response_sse/id", "/meanwhile/0/sse/id"] }),
  givenHttp("events without ids", [listened({ meanwhile: [heard(log)] })]).inapplicable("precondition-absent"),
  givenHttp("no stream", [overHttp(answered("ping", "ping", {}), 200)]).unseen("not-probed"),
  ON_STDIO,
]);

const buffered = (value?: string): Exchange =>
  streamed(
    answered("call", "tools/call", {}),
    {},
    {
      response_headers: [
        ["content-type", "text/event-stream"],
        ...(value === undefined ? [] : ([["X-Accel-Buffering", value]] as const)),
      ],
    },
  );

readingTable("event_streams", [
  givenHttp("the head of each stream, equal ones of a method once", [
    buffered("no"),
    buffered("no"),
    buffered(),
    listened(),
    overHttp(answered("x", "x", {}), 200),
  ]).values([{ buffering: "no" }, {}, {}], {
    names: ["tools/call", "tools/call", null],
    exchanges: ["main/1", "main/3", "main/4"],
  }),
  givenHttp("no stream: answers of other kinds, and a refusal", [
    overHttp(answered("x", "x", {}), 200),
    { ...listened({}, { status: 404 }) },
  ]).inapplicable("precondition-absent"),
  ON_STDIO,
  NO_EXCHANGE,
]);

const plainCall = answered("call", "tools/call", {});
const { response: _response, ...silent } = plainCall;
const UNFINISHED = { encoding: "utf8", data: "data: {" } as const;
const odd = (data: string) => ({ encoding: "utf8", data }) as const;
const body = (data: string, more: Partial<HttpRecord> = {}): Exchange =>
  overHttp(silent, 200, { body: { encoding: "utf8", data }, ...more });

readingTable("stream_defects", [
  givenHttp("data that is no message, no JSON, or no UTF-8, and only of events called message", [
    hearing(streamed(plainCall), [
      heard({ method: "x" }),
      heard({ hello: 1 }),
      { seq: 1, at_ms: 1, sse: { event: "message" } },
      heard({ method: "x" }, { notes: [{ kind: "invalid-utf8" }] }),
      heard([1]),
      heard("/m", { sse: { event: "endpoint" } }),
    ]),
  ]).values(["data that is no JSON-RPC message", "data that is not one JSON value", "bytes that are not UTF-8"], {
    at: ["/meanwhile/1", "/meanwhile/2", "/meanwhile/3"],
    names: ["tools/call", "tools/call", "tools/call"],
  }),
  givenHttp("bytes of the response, an event that is cut off, a message outside of data; equal defects once", [
    { ...streamed(plainCall), response_notes: [{ kind: "duplicate-key" }, { kind: "invalid-utf8" }] },
    streamed(plainCall, { unfinished: UNFINISHED }),
    streamed(silent, { odd_lines: 2, odd_text: odd('vendor: 1\n{"id":1,\n') }),
    streamed(silent, { odd_lines: 1, odd_text: odd('Data: {"jsonrpc":"2.0"}\n') }),
  ]).values(["bytes that are not UTF-8", "an event without its blank line", "a message outside of data"], {
    at: ["/response", "/http/stream/unfinished", "/http/stream/odd_text"],
    exchanges: ["main/1", "main/2", "main/3"],
  }),
  givenHttp("events under another content type, whatever they begin with", [
    ...["data: {}", "event: x", "id: 1", "retry:5", ":hello"].map((text, index) => ({
      ...body(text),
      request: { method: `m${index}` },
    })),
  ]).values(
    Array.from({ length: 5 }, () => "events under another content type"),
    { at: Array.from({ length: 5 }, () => "/http/body"), names: ["m0", "m1", "m2", "m3", "m4"] },
  ),
  givenHttp(
    "what is no defect: a stream that we cut, an unended event without data, lines beside a message or about something else, bodies of other kinds and refusals",
    [
      streamed(plainCall, { unfinished: UNFINISHED, ended_by: "client" }),
      streamed(plainCall, { unfinished: { encoding: "utf8", data: "id: 7\nretry: 5" } }),
      streamed(plainCall, { odd_lines: 2, odd_text: odd('{"jsonrpc":"2.0"}\n') }),
      streamed(silent, { odd_lines: 2 }),
      streamed(silent, { odd_lines: 1, odd_text: odd("vendor: field\n") }),
      hearing(streamed(silent, { odd_lines: 2, odd_text: odd("{}\n") }), [heard({ method: "x" })]),
      body("database: x"),
      body("data: {}", { status: 500 }),
      body("ZGF0YTo=", { body: { encoding: "base64", data: "data:" } }),
    ],
  ).values([], { lookedAt: ["/http", "/http", "/http"] }),
  given("over HTTP+SSE messages that are filed under their request", {
    transport: "http+sse",
    exchanges: [hearing(overHttp(plainCall, 202), [heard({ hello: 1 }, { sse: {} }), heard({ hello: 2 })])],
  }).values(["data that is no JSON-RPC message"], { at: ["/meanwhile/0"] }),
  givenHttp("a server without streams", [overHttp(plainCall, 200)]).inapplicable("precondition-absent"),
  NO_EXCHANGE,
]);

const callWith = (id: Json, progressToken?: Json): Exchange => ({
  step: "call",
  request: message("tools/call", progressToken === undefined ? {} : { _meta: { progressToken } }, id),
});
const resumed = (last: string, ...messages: Json[]): Exchange =>
  listened(
    { step: "resume-1", meanwhile: [...messages.map((one) => heard(one)), { seq: 9, at_ms: 9 }] },
    { request_headers: [["Last-Event-ID", last]] },
  );

readingTable("replays", [
  givenHttp("the rest of the stream, of another one, and what does not say whose it is", [
    streamed(callWith(1, "t"), { last_event_id: "a" }),
    streamed({ ...callWith(2, "u"), response: { id: 2, result: {} } }),
    resumed("a", { id: 1, result: {} }),
    resumed("a", progress("t"), { id: 2, result: {} }),
    resumed("a", progress("u"), message("notifications/message"), progress("none")),
    resumed("a"),
  ]).values(
    [
      { status: 200, missed: "response", belongs: ["own"] },
      { status: 200, missed: "response", belongs: ["own", "other"] },
      { status: 200, missed: "response", belongs: ["other", "unclear"] },
      { status: 200, missed: "response", belongs: [] },
    ],
    { at: ["", "", "", ""], exchanges: ["main/3", "main/4", "main/5", "main/6"] },
  ),
  givenHttp("streams that are known by the id of a message or of the response, and one that was not resumed", [
    { ...streamed(answered("call", "tools/call", {})), response_sse: { id: "r" } },
    hearing(streamed(callWith(2)), [heard(progress("t"), { sse: { id: "m" } })]),
    listened({}, { stream: { events: 0, comments: 0, line_endings: [], ended_by: "server", last_event_id: "g" } }),
    { ...resumed("r"), http: { method: "GET", request_headers: [["last-event-id", "r"]] } },
    resumed("m"),
    resumed("g"),
  ]).values([
    { status: 0, missed: "nothing", belongs: [] },
    { status: 200, missed: "response", belongs: [] },
    { status: 200, missed: "nothing", belongs: [] },
  ]),
  givenHttp("an event id that nobody gave, of another conversation, or of a resumed stream", [
    within("second", streamed(callWith(1), { last_event_id: "a" })),
    resumed("a"),
    resumed("x"),
    hearing(resumed("y"), [heard(progress("t"), { sse: { id: "z" } })]),
    resumed("z"),
    leftOut("resume-call", "prerequisite-missing"),
  ]).leftOut(),
  ON_STDIO,
  NO_EXCHANGE,
]);
