import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import {
  given,
  givenHttp,
  givenStateless,
  givenStatelessHttp,
  NOTHING,
  readingTable,
} from "../../areas/reading-table.ts";
import {
  answered,
  heard,
  hearing,
  overHttp,
  refused,
  statelessMeta,
  unasked,
  within,
} from "../../areas/small-captures.ts";

const VERSION = "2026-07-28";
const said = (response: Json, more: Partial<Exchange> = {}): Exchange => ({
  step: "ping",
  request: { jsonrpc: "2.0", id: 1, method: "ping" },
  response,
  ...more,
});
const asked = (request: Json, response: Json): Exchange => ({ step: "odd", request, response });

readingTable("responses", [
  given("the types of both members, also where there is none or the other kind", [
    said({ id: 1, result: {} }),
    said({ id: 1, error: { code: 1 } }),
    said({ id: 1, result: null, error: [] }),
    said({ id: 1, result: "x", error: 7 }),
    said({ id: 1 }),
    said({ id: 1, result: { again: true } }),
    said({}),
    said("text"),
  ]).values(
    [
      { result: "object" },
      { error: "object" },
      { result: "null", error: "array" },
      { result: "string", error: "number" },
      {},
    ],
    { at: Array.from({ length: 5 }, () => "/response"), names: Array.from({ length: 5 }, () => "ping") },
  ),
  given("responses in a batch and beside the awaited one", [
    hearing(
      said([
        { id: 1, result: {} },
        { id: 2, error: {} },
      ]),
      [heard({ method: "x" }), heard({ id: 9, result: [] })],
    ),
  ]).values([{ result: "object" }, { error: "object" }, { result: "array" }], {
    at: ["/response/0", "/response/1", "/meanwhile/1/message"],
  }),
  NOTHING,
]);

const modern = (meta: JsonObject, result: Json, method = "tools/list"): Exchange =>
  answered(method, method, result, { _meta: meta });
const discovered = answered(
  "server/discover",
  "server/discover",
  { capabilities: { extensions: { "a/x": {}, "a/y": {} } } },
  { _meta: statelessMeta() },
);

readingTable("results", [
  given("what a stateful server puts beside its results", [
    answered("tools/list", "tools/list", { tools: [], _meta: { a: 1 } }),
    answered("ping", "ping", {}),
    answered("x", "x", "no object"),
    refused("y", "y", -1),
  ]).values([{ extensions: [], _meta: { a: 1 } }, { extensions: [] }], {
    at: ["/response/result", "/response/result"],
    names: ["tools/list", "ping"],
  }),
  givenStateless("the extensions that both sides named", [
    discovered,
    modern(statelessMeta({ extensions: { "a/y": {}, "a/z": {} } }), { resultType: "complete" }),
    modern(statelessMeta({ extensions: "all" }), { resultType: "odd" }),
  ]).values([
    { extensions: [] },
    { extensions: ["a/y"], resultType: "complete" },
    { extensions: [], resultType: "odd" },
  ]),
  givenStateless("requests of the other era, of another version, initialize and notifications are not compared", [
    answered("ping", "ping", {}),
    modern({ ...statelessMeta(), "io.modelcontextprotocol/protocolVersion": "1900-01-01" }, {}),
    modern(statelessMeta(), {}, "initialize"),
    asked({ jsonrpc: "2.0", method: "notifications/x", params: { _meta: statelessMeta() } }, { id: 1, result: {} }),
    unasked(heard({ id: 1, result: { resultType: "stray" } })),
  ]).values([{ extensions: [], resultType: "stray" }], { at: ["/unsolicited/0/message/result"] }),
  givenStatelessHttp("a request that shows its era in the header alone", [
    overHttp(answered("a", "ping", { resultType: "a" }), 200, {
      request_headers: [["MCP-Protocol-Version", VERSION]],
    }),
    overHttp(answered("b", "ping", { resultType: "b" }), 200, {
      request_headers: [["MCP-Protocol-Version", "2025-11-25"]],
    }),
  ]).values([{ extensions: [], resultType: "a" }]),
  NOTHING,
]);

readingTable("errors", [
  givenHttp("the error with its code, its status and what was asked", [
    overHttp(said({ jsonrpc: "2.0", id: 1, error: { code: -32601, message: "m" } }), 404),
    said({ id: 1, error: "oops" }),
    said({ id: 1, error: null }),
    said({ id: 1, result: {}, error: null }),
    said({ id: 1, result: {} }),
  ]).values(
    [
      { error: { code: -32601, message: "m" }, code: -32601, status: 404, asked: "ping" },
      { error: "oops", asked: "ping" },
      { error: null, asked: "ping" },
    ],
    {
      at: ["/response/error", "/response/error", "/response/error"],
      names: ["ping", "ping", "ping"],
      parts: [{ code: "/response/error/code", status: "/http/status", asked: "/request/method" }, {}, {}],
    },
  ),
  givenHttp("a late error, which has no status of its own, and one that belongs to nothing", [
    hearing(overHttp(answered("ping", "ping", {}), 200), [heard({ id: 1, error: { code: 1 } }, { late: true })]),
    unasked(heard({ id: null, error: { code: 2 } })),
  ]).values(
    [
      { error: { code: 1 }, code: 1, asked: "ping" },
      { error: { code: 2 }, code: 2 },
    ],
    { at: ["/meanwhile/0/message/error", "/unsolicited/0/message/error"] },
  ),
  givenStateless("only errors of requests that show the stateless era", [
    refused("a", "tools/list", -32601),
    refused("b", "tools/list", -32602, { _meta: statelessMeta() }),
    { step: "raw", response: { id: null, error: { code: -32700 } } },
  ]).partly([{ code: -32602 }, { code: -32700 }], { names: ["tools/list", "raw"] }),
  NOTHING,
]);

readingTable("response_ids", [
  givenHttp("the same id, once for all requests of a method, and each code for itself", [
    said({ id: 1, result: {} }),
    said({ id: 1, result: { more: 1 } }),
    overHttp(said({ jsonrpc: "2.0", id: 1, error: { code: -32601 } }), 404),
  ]).values(
    [
      { match: "same", question: "request" },
      { match: "same", question: "request", code: -32601, status: 404 },
    ],
    { at: ["/response", "/response"], names: ["ping", "ping"] },
  ),
  given("another id, another type, null, and none", [
    said({ id: 2, result: {} }),
    said({ id: "1", result: {} }),
    said({ id: null, error: { code: -32600 } }),
    said({ result: {} }),
  ]).values(
    [
      { match: "other", question: "request", asked: 1, answered: 2 },
      { match: "other", question: "request", asked: 1, answered: "1" },
      { match: "null", question: "request", asked: 1, answered: null, code: -32600 },
      { match: "absent", question: "request", asked: 1 },
    ],
    {
      parts: [
        { asked: "/request/id", answered: "/response/id" },
        {},
        { code: "/response/error/code", match: "/response" },
        {},
      ],
    },
  ),
  given("answers to batches, by any of their ids", [
    asked(
      [
        { id: 1, method: "a" },
        { id: 2, method: "b" },
        { id: 3, result: {} },
      ],
      [
        { id: 2, result: {} },
        { id: 3, result: {} },
        { id: 9, result: {} },
      ],
    ),
  ]).values(
    [
      { match: "same", question: "batch" },
      { match: "other", question: "batch", answered: 3 },
      { match: "other", question: "batch", answered: 9 },
    ],
    { at: ["/response/0", "/response/1", "/response/2"] },
  ),
  given("answers to what is malformed, one way or another", [
    { step: "raw", request_raw: { encoding: "utf8", data: "{]" }, response: { id: null, error: { code: -32700 } } },
    asked("text", { id: null, error: { code: 1 } }),
    asked({ jsonrpc: "2.0", id: null, method: "x" }, { id: null, error: { code: 2 } }),
    asked({ jsonrpc: "2.0", id: 1.5, method: "x" }, { id: null, error: { code: 3 } }),
    asked({ jsonrpc: "1.0", id: 1, method: "x" }, { id: 1, error: { code: 4 } }),
    asked({ jsonrpc: "2.0", id: 1, method: 1 }, { id: 1, error: { code: 5 } }),
    asked({ jsonrpc: "2.0", id: "s", method: "x" }, { id: "s", error: { code: 6 } }),
  ]).values([
    { match: "null", question: "malformed", answered: null, code: -32700 },
    { match: "null", question: "malformed", answered: null, code: 1 },
    { match: "same", question: "malformed", code: 2 },
    { match: "null", question: "malformed", asked: 1.5, answered: null, code: 3 },
    { match: "same", question: "malformed", code: 4 },
    { match: "same", question: "malformed", code: 5 },
    { match: "same", question: "request", code: 6 },
  ]),
  given("notifications, what came beside the answer, and a GET are not compared", [
    asked({ jsonrpc: "2.0", method: "notifications/x" }, { id: 1, result: {} }),
    hearing(said({ jsonrpc: "2.0", method: "x" }), [heard({ id: 7, result: {} })]),
    { step: "get", response: { id: 1, result: {} } },
  ]).unseen("not-probed"),
  NOTHING,
]);

readingTable("stray_responses", [
  given("responses that nobody awaited, by their id", [
    hearing(said({ id: 1, result: {} }), [
      heard({ id: 1, error: {} }),
      heard({ id: 7, result: {} }),
      heard({ id: "1", result: {} }),
      heard({ result: {} }),
      heard({ id: 1, method: "x" }),
    ]),
    unasked(heard({ id: null, error: {} })),
  ]).values(
    [
      { stray: "repeated", is: "error", id: 1 },
      { stray: "unknown-id", is: "result", id: 7 },
      { stray: "unknown-id", is: "result", id: "1" },
      { stray: "no-id", is: "result" },
      { stray: "no-id", is: "error", id: null },
    ],
    { at: [...[0, 1, 2, 3].map((index) => `/meanwhile/${index}/message`), "/unsolicited/0/message"] },
  ),
  given("the answer to a request under another JSON type of its id", [
    { ...said({ id: 7, result: {} }), request: { id: 7, method: "ping" }, meanwhile: [heard({ id: 7, result: {} })] },
    { request: { id: "7", method: "ping" }, trouble: { kind: "timed-out", detail: "" } },
  ]).values([{ stray: "retyped", is: "result", id: 7 }], { exchanges: ["main/1"] }),
  given("an answer that came late or to an id used twice is no repetition; the next one is", [
    { step: "a", request: { id: 1, method: "a" }, meanwhile: [heard({ id: 1, result: {} }, { late: true })] },
    hearing(
      asked(
        [
          { id: 2, method: "b" },
          { id: 2, method: "c" },
        ],
        [{ id: 2, result: {} }],
      ),
      [heard({ id: 2, result: {} }), heard({ id: 2, result: { third: true } })],
    ),
  ]).values([{ stray: "repeated", is: "result", id: 2 }], { at: ["/meanwhile/1/message"] }),
  givenHttp("a request that was cancelled, and a stream that is resumed", [
    said({ id: 1, result: {} }),
    { step: "cancel", request: { method: "notifications/cancelled", params: { requestId: 1 } } },
    said({ id: 3, method: "x" }, { meanwhile: [heard({ id: 1, result: {} })] }),
    hearing(overHttp({ step: "get" }, 200, { method: "GET" }), [heard({ id: 8, result: {} })]),
  ]).values([], { lookedAt: ["/response"] }),
  given("an id that another conversation used", [
    said({ id: 1, result: {} }),
    within("second", asked({ id: 4, method: "x" }, { id: 4, result: {} })),
    unasked(heard({ id: 4, result: {} })),
  ]).values([{ stray: "unknown-id", is: "result", id: 4 }]),
  NOTHING,
]);
