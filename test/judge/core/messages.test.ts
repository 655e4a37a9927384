import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenHttp, NOTHING, readingTable } from "../../areas/reading-table.ts";
import {
  answered,
  heard,
  hearing,
  leftOut,
  message,
  overHttp,
  refused,
  unasked,
  within,
} from "../../areas/small-captures.ts";

const EVENT = { sse: { event: "message" } };

readingTable("messages", [
  given("one frame of each kind", [
    hearing(answered("ping", "ping", {}), [
      heard({ jsonrpc: "2.0", method: "notifications/message" }),
      heard({ jsonrpc: "2.0", id: 4, method: "roots/list" }),
    ]),
    unasked(heard({ jsonrpc: "2.0", id: 1 })),
  ]).values(
    [
      { kind: "response", type: "object", jsonrpc: "2.0" },
      { kind: "notification", type: "object", jsonrpc: "2.0" },
      { kind: "request", type: "object", jsonrpc: "2.0" },
      { kind: "other", type: "object", jsonrpc: "2.0" },
    ],
    {
      at: ["/response", "/meanwhile/0/message", "/meanwhile/1/message", "/unsolicited/0/message"],
      names: ["ping", "notifications/message", "roots/list", null],
    },
  ),
  given(
    "a line of a log in JSON, which is noise; in place of a response, or with a member of a message, it is a wrong frame",
    [
      hearing(answered("a", "ping", {}), [heard({ level: 30, msg: "working" }), heard({ id: 5, msg: "x" })]),
      { step: "b", response: { level: 30 } },
      unasked(heard({ level: 30, msg: "started" })),
    ],
  ).values(
    [
      { kind: "response", type: "object", jsonrpc: "2.0" },
      { kind: "other", type: "object" },
      { kind: "other", type: "object" },
    ],
    { at: ["/response", "/meanwhile/1/message", "/response"] },
  ),
  given("frames that are wrong: other types, no jsonrpc, another one", [
    { step: "a", response: { jsonrpc: "1.0", id: 1, result: {} } },
    { step: "b", response: { id: 1, error: {} } },
    { step: "c", response: "text" },
    { step: "d", response: 7 },
    { step: "e", response: null },
    { step: "f", response: [] },
  ]).values(
    [
      { kind: "response", type: "object", jsonrpc: "1.0" },
      { kind: "response", type: "object" },
      { kind: "other", type: "string" },
      { kind: "other", type: "number" },
      { kind: "other", type: "null" },
      { kind: "other", type: "array" },
    ],
    { names: ["a", "b", "c", "d", "e", "f"] },
  ),
  given("a batch as its members; the same frame of a method once", [
    {
      step: "batch",
      request: [],
      response: [
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", id: 2, error: {} },
      ],
    },
  ]).values([{ kind: "response", type: "object", jsonrpc: "2.0" }], { at: ["/response/0"], names: ["batch"] }),
  givenHttp("what is no message: priming events, events of other names, no answer to an array, documents", [
    hearing(answered("ping", "ping", {}), [
      heard({}, { sse: { id: "1" } }),
      heard("/messages", { sse: { event: "endpoint" } }),
      { seq: 3, at_ms: 3 },
    ]),
    { step: "batch", request: [], response: [] },
    { step: "get", response: { x: 1 }, http: { method: "GET", request_headers: [], status: 200 } },
    {
      step: "wall",
      request: {},
      response: { jsonrpc: "2.0", id: 1, error: {} },
      http: { method: "POST", request_headers: [], status: 401 },
    },
    {
      step: "gateway",
      request: {},
      response: { error: "down" },
      http: { method: "POST", request_headers: [], status: 502 },
    },
    { conversation: "elsewhere", ...heard("text") },
  ]).values([{ kind: "response", type: "object", jsonrpc: "2.0" }], { names: ["ping"] }),
  givenHttp(
    "an object with a member of a message on an event without an id, an empty one, and a JSON-RPC error with a status",
    [
      hearing(answered("ping", "ping", {}), [heard({}, EVENT), heard({ id: 3 }, EVENT)]),
      { ...refused("x", "x", -32600), http: { method: "POST", request_headers: [], status: 400 } },
    ],
  ).partly([{ kind: "response" }, { kind: "other" }, { kind: "response" }], { names: ["ping", "ping", "x"] }),
  NOTHING,
]);

readingTable("message_arrays", [
  given("arrays in answer to an array, to a message and to nothing", [
    { step: "batch", request: [{}], response: [{ id: 1, result: {} }, { method: "x" }] },
    hearing(answered("ping", "ping", {}), [heard({ method: "x" }), heard([{ id: 1, method: "x" }, 7])]),
    { step: "raw", response: [] },
    { conversation: "elsewhere", ...heard([1]) },
    { conversation: "main", ...heard([{ result: 1 }]) },
  ]).values(
    [
      { answers: "array", kinds: ["response", "notification"] },
      { answers: "message", kinds: ["request", "other"] },
      { answers: "nothing", kinds: [] },
      { answers: "nothing", kinds: ["response"] },
    ],
    {
      at: ["/response", "/meanwhile/1/message", "/response", "/unsolicited/1/message"],
      exchanges: ["main/1", "main/2", "main/3", null],
    },
  ),
  given("a server that sends none", [answered("ping", "ping", {})]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

const log = message("notifications/message", { level: "info", data: 1 });
const roots = message("roots/list", undefined, 5);

/** Everything a server might say that has a method. */
const talk = [
  log,
  message("notifications/message", undefined, 9),
  message("custom/told"),
  message("custom/asked", undefined, 3),
  roots,
  message("ping"),
  message("sampling/createMessage"),
  { jsonrpc: "2.0", method: 7 },
];
const chatty: Exchange = hearing(
  answered("call", "tools/call", {}),
  talk.map((one) => heard(one)),
);

readingTable("notifications", [
  given("those told by their name or by having no id", [chatty, unasked(heard(log))]).values(talk.slice(0, 3), {
    at: ["/meanwhile/0/message", "/meanwhile/1/message", "/meanwhile/2/message"],
    names: ["notifications/message", "notifications/message", "custom/told"],
  }),
  NOTHING,
]);

readingTable("server_requests", [
  given("those with an id, and methods that ask without one", [chatty]).values(talk.slice(3), {
    at: [3, 4, 5, 6, 7].map((index) => `/meanwhile/${index}/message`),
    names: ["custom/asked", "roots/list", "ping", "sampling/createMessage", null],
  }),
  NOTHING,
]);

const told = (more: Partial<Exchange> = {}): Exchange => ({
  step: "notifications/initialized",
  request: { jsonrpc: "2.0", method: "notifications/initialized" },
  ...more,
});
const stray = (id?: Json): Json => ({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code: -32601 } });

readingTable("notification_answers", [
  givenHttp("over HTTP: accepted, refused, answered; equal answers once", [
    overHttp(told(), 202),
    overHttp(told(), 202),
    overHttp(told({ response: null }), 202),
    overHttp(told(), 404),
    overHttp(told({ response: stray(null) }), 200),
    overHttp(answered("ping", "ping", {}), 200),
    told({ trouble: { kind: "not-probed", detail: "" } }),
  ]).values(
    [
      { outcome: "accepted", status: 202 },
      { outcome: "refused", status: 404 },
      { outcome: "error", status: 200 },
    ],
    { at: ["", "", ""], names: Array.from({ length: 3 }, () => "notifications/initialized") },
  ),
  given("on stdio: nothing, and responses without an id beside it", [
    told(),
    hearing(answered("ping", "ping", {}), [heard(stray()), heard({ jsonrpc: "2.0", id: 3, result: {} }), heard(log)]),
    unasked(heard({ jsonrpc: "2.0", id: null, result: {} })),
  ]).values([{ outcome: "nothing" }, { outcome: "error" }, { outcome: "result" }], {
    at: ["", "/meanwhile/0/message", "/unsolicited/0/message"],
  }),
  given("a conversation in which something could not be read, beside one in which all could", [
    told(),
    { step: "raw", request_raw: { encoding: "utf8", data: "{]\n" } },
    within("clean", told()),
    within("clean", { step: "split-write", request_raw: { encoding: "utf8", data: '{"jsonrpc":' } }),
    within("clean", {
      ...answered("ping", "ping", {}),
      request_raw: { encoding: "utf8", data: '"2.0","id":1,"method":"ping"}\n' },
    }),
    { conversation: "main", ...heard(stray(null)) },
    { conversation: "clean", ...heard(stray(null)) },
  ]).values([{ outcome: "nothing" }, { outcome: "error" }], { at: ["", "/unsolicited/1/message"] }),
  ...(
    [
      ["another version of JSON-RPC", { jsonrpc: "1.0", id: 1, method: "ping" }],
      ["a null id", { jsonrpc: "2.0", id: null, method: "ping" }],
      ["no method", { jsonrpc: "2.0", id: 1 }],
      ["an array", []],
    ] as const
  ).map(([what, request]) =>
    given(`${what}, which may be answered without an id`, [
      told(),
      { step: "odd", request: request as unknown as Json },
      unasked(heard(stray(null))),
    ]).values([{ outcome: "nothing" }]),
  ),
  given("an answer of the client's, which can be read", [
    told(),
    { step: "answer", request: { jsonrpc: "2.0", id: 7, result: {} } },
    unasked(heard(stray(null))),
  ]).values([{ outcome: "nothing" }, { outcome: "error" }]),
  given("a notification that was not sent", [leftOut("unknown-notification", "unsafe-to-probe")]).leftOut(),
]);
