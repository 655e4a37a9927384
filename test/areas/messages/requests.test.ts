import { answerCases, besideCases, given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, refused, unanswered, unnamed } from "../small-captures.ts";

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
