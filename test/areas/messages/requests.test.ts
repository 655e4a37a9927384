import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, besideCases, given, givenHttp, NOTHING, readingTable } from "../reading-table.ts";
import { answered, heard, hearing, leftOut, overHttp, refused, unanswered, unnamed } from "../small-captures.ts";

readingTable("parse_error", answerCases(["parse-error"]));
readingTable("after_parse_error", besideCases(["parse-error-control"]));

const notJsonRpc = [
  ...["no-jsonrpc", "jsonrpc-1", "method-number"].map((kind) => `not-json-rpc-${kind}`),
  ...["wrong-jsonrpc", "no-method"],
];
readingTable("not_json_rpc", [
  ...answerCases(notJsonRpc, notJsonRpc),
  given("one end of a process, and what was under way with it", [
    { ...unanswered("not-json-rpc-no-jsonrpc", "ping"), trouble: { kind: "unexpected-exit", detail: "gone" } },
    { ...unanswered("not-json-rpc-jsonrpc-1", "ping"), trouble: { kind: "unexpected-exit", detail: "gone" } },
  ]).partly([{ outcome: "closed" }], { names: ["not-json-rpc-no-jsonrpc"] }),
]);

readingTable("null_id", [
  ...answerCases(["null-id"]),
  given("a null id in a capture without step names, and others", [
    unnamed(answered("", "ping", {})),
    { request: { jsonrpc: "2.0", id: null, method: "ping" }, response: { id: null, result: {} } },
    { request: { jsonrpc: "2.0", id: null, result: {} } },
  ]).partly([{ outcome: "result", id: null }], { exchanges: ["main/2"] }),
]);

readingTable("after_null_id", besideCases(["null-id-control"]));
readingTable("unknown_notification", answerCases(["unknown-notification"]));
readingTable("after_unknown_notification", besideCases(["unknown-notification-control"]));

const controls = [
  ...["unknown-notification-control", "parse-error-control", "empty-line-control", "not-json-rpc-no-jsonrpc-control"],
  ...["wrong-jsonrpc-control", "no-method-control"],
];
readingTable("after_odd_input", besideCases(controls, controls));

const malformed = [
  "empty-initialize",
  ...["malformed-call", "malformed-read", "malformed-get", "malformed-call-number"],
  ...["malformed-complete-no-ref", "malformed-complete-no-argument"],
];
readingTable("malformed_params", [
  ...answerCases(malformed, malformed),
  given("methods the server does not have: not advertised, or not found with good params either", [
    answered("initialize", "initialize", { capabilities: { tools: {}, prompts: {} } }),
    refused("malformed-complete-no-ref", "completion/complete", -32601),
    refused("malformed-get", "prompts/get", -32601),
    refused("get-1", "prompts/get", -32601),
    refused("malformed-call", "tools/call", -32601),
    { ...refused("unknown-tool", "tools/call", -32601), deliberate: true },
  ]).partly([{ outcome: "error" }], { names: ["malformed-call"] }),
  given("over HTTP, a request outside any session beside one whose params were looked at", [
    {
      ...refused("empty-initialize", "initialize", -32000),
      response: { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Server not initialized" } },
      http: { method: "POST", request_headers: [], status: 400 },
    },
    { ...refused("malformed-call", "tools/call", -32603), http: { method: "POST", request_headers: [], status: 400 } },
  ]).partly([{ outcome: "error" }], { names: ["malformed-call"] }),
]);

const ping = (id: Json): Json => ({ jsonrpc: "2.0", id, method: "ping" });
const told: Json = { jsonrpc: "2.0", method: "notifications/initialized" };
const hello: Json = { jsonrpc: "2.0", id: "i", method: "initialize" };
const result = (id: Json): Json => ({ jsonrpc: "2.0", id, result: {} });
const error = (id: Json, code: number): Json => ({ jsonrpc: "2.0", id, error: { code, message: "" } });

const sent = (step: string, request: Json, response?: Json): Exchange => ({
  step,
  request,
  ...(response === undefined ? {} : { response }),
});

readingTable("batch_of_requests", [
  given("an answer for each of them, in one array", {
    revision: "2025-03-26",
    exchanges: [sent("batch", [ping(1), ping(2)], [result(1), error(2, -32601)])],
  }).values(
    [
      {
        outcome: "other",
        asked: [ping(1), ping(2)],
        message: [result(1), error(2, -32601)],
        answered: [
          { is: "result", id: 1 },
          { is: "error", id: 2, code: -32601 },
        ],
        shape: "array",
      },
    ],
    { at: [""], parts: [{ answered: "", shape: "", asked: "/request" }] },
  ),
  givenHttp("one error without an id for all of them, and silence over HTTP", [
    sent("batch-refused", [ping(1)], { jsonrpc: "2.0", error: { code: -32600, message: "" } }),
    overHttp(sent("batch", [ping(1)]), 202),
  ]).partly([
    { outcome: "error", answered: [{ is: "error", code: -32600 }], shape: "object" },
    { outcome: "accepted", answered: [], shape: "none" },
  ]),
  given("answers on a stream, beside what is no answer", [
    hearing(sent("batch", [ping(1), ping(2)], result(1)), [
      heard({ method: "notifications/message" }),
      heard([result(2)]),
      heard("noise"),
    ]),
  ]).partly([
    {
      answered: [
        { is: "result", id: 1 },
        { is: "result", id: 2 },
      ],
      shape: "object",
    },
  ]),
  given("arrays of other things, and an array without a step name", [
    sent("batch", [ping(1), told], []),
    sent("batch", [], []),
    sent("batch", [ping(1), hello], []),
    sent("batch", ping(1), result(1)),
    unnamed(sent("", [ping(7)], [result(7)])),
    unnamed(sent("", [told], [])),
  ]).partly([{ answered: [{ is: "result", id: 7 }] }], { exchanges: ["main/5"] }),
  given("an array that was not sent", [leftOut("batch-refused", "prerequisite-missing")]).leftOut(),
]);

readingTable("batch_of_notifications", [
  given("on one pipe: answers without an id that were filed under an earlier array", {
    revision: "2025-03-26",
    exchanges: [
      {
        ...sent("batch", [ping("b1")], [result("b1")]),
        seq: 1,
        response_seq: 2,
        meanwhile: [
          heard([], { seq: 4 }),
          heard(error(null, -32600), { seq: 5 }),
          heard(error(null, -32600), { seq: 9 }),
        ],
      },
      { ...sent("batch-notifications", [told]), seq: 3 },
      { ...sent("batch-notifications-control", ping(1), result(1)), seq: 6, response_seq: 7 },
    ],
  }).partly([{ answered: [{ is: "error", id: null, code: -32600 }], shape: "array" }]),
  givenHttp("nothing said, and something", [
    overHttp(sent("batch-notifications", [told, told]), 202),
    overHttp(sent("batch-notifications", [told], [error(null, -32600)]), 200),
    sent("batch-notifications", [told, ping(1)]),
    sent("batch-notifications", []),
    unnamed(sent("", [told])),
  ]).partly(
    [
      { outcome: "accepted", status: 202, shape: "none", answered: [] },
      { outcome: "other", shape: "array", answered: [{ is: "error", id: null, code: -32600 }] },
      { outcome: "nothing" },
    ],
    { exchanges: ["main/1", "main/2", "main/5"] },
  ),
  NOTHING,
]);

readingTable("empty_batch", [
  given("an error for it, also without a step name", [
    sent("batch-empty", [], error(null, -32600)),
    sent("batch-empty", [told]),
    unnamed(sent("", [], [])),
    unnamed(sent("", [ping(1)], [])),
  ]).partly(
    [
      { shape: "object", answered: [{ is: "error", id: null, code: -32600 }] },
      { shape: "array", answered: [] },
    ],
    { exchanges: ["main/1", "main/3"] },
  ),
  NOTHING,
]);

readingTable("mixed_batch", [
  given("an answer for each of the three", [
    sent("batch-mixed", [ping("g"), { foo: 1 }, ping("u")], [result("g"), error(null, -32600), error("u", -32601)]),
    sent("batch-mixed", [ping("g"), ping("u")], []),
  ]).partly([
    {
      answered: [
        { is: "result", id: "g" },
        { is: "error", id: null, code: -32600 },
        { is: "error", id: "u", code: -32601 },
      ],
    },
  ]),
  NOTHING,
]);

readingTable("batch_initialize", [
  given("a refusal, and a handshake that was taken", [
    sent("batch-initialize", [hello, ping("p")], error(null, -32600)),
    unnamed(sent("", [hello], [result("i")])),
    sent("batch-initialize", [ping("p")], []),
  ]).partly([{ outcome: "error" }, { answered: [{ is: "result", id: "i" }] }], { exchanges: ["main/1", "main/2"] }),
  NOTHING,
]);

readingTable("after_batch_initialize", besideCases(["batch-initialize-plain"]));

const post = (request: Exchange["request"], status: number): Exchange =>
  overHttp({ step: "any", ...(request === undefined ? {} : { request }) }, status);
const plainPing = { jsonrpc: "2.0", id: 1, method: "ping" };

readingTable("faults", [
  givenHttp("a request that was answered with 500 and nothing else", [
    overHttp(answered("ping", "ping", {}), 200),
    post(plainPing, 500),
  ]).values([{ asked: "ping", status: 500 }], { at: [""], exchanges: ["main/2"], names: ["ping"] }),
  givenHttp("500 with a JSON-RPC error, another status, and no fault at all", [
    overHttp(refused("ping", "ping", -32603), 500),
    post(plainPing, 502),
    post(plainPing, 404),
  ]).values([], { lookedAt: [""] }),
  givenHttp("500 for a foreign Origin, which is a refusal", [
    post(plainPing, 200),
    { ...post(plainPing, 500), step: "foreign-origin" },
  ]).values([], { lookedAt: [""] }),
  givenHttp("no whole request: a notification, bytes, another protocol", [
    post({ jsonrpc: "2.0", method: "ping" }, 500),
    post(undefined, 500),
    post({ jsonrpc: "1.0", id: 1, method: "ping" }, 500),
    post({ jsonrpc: "2.0", id: 1 }, 500),
  ]).unseen("not-probed"),
  given("stdio, where there are no statuses", [answered("ping", "ping", {})]).inapplicable("precondition-absent"),
  { ...NOTHING, capture: { transport: "http+sse", exchanges: [] } },
]);

readingTable("unknown_method", [
  ...answerCases(["unknown-method"]),
  given("a method of ours in a capture without step names, and what is no request of it", [
    unnamed(refused("", "mcptest/unknown", -32601)),
    unnamed(refused("", "tools/list", -32601)),
    { request: { jsonrpc: "2.0", method: "mcptest/told" } },
  ]).partly([{ outcome: "error", error: { code: -32601 } }], { exchanges: ["main/1"] }),
]);
