import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  heard,
  hearing,
  leftOut,
  message,
  overHttp,
  refused,
  statelessMeta,
} from "../small-captures.ts";

const listed = (result: Json) => ({ exchanges: [answered("tools/list", "tools/list", result)] });

/** As deep as `depth` objects. */
const nested = (depth: number): Json => (depth === 0 ? { _meta: 7 } : { x: nested(depth - 1) });

readingTable("meta_objects", [
  given("the type of every _meta, in the result, in entries and in notifications", [
    hearing(
      answered("tools/list", "tools/list", {
        _meta: {},
        tools: [{ _meta: null }, { icons: { "a/b": { _meta: [] } } }],
      }),
      [heard({ method: "notifications/x", params: { _meta: "text" } })],
    ),
  ]).values(
    [
      { type: "object", of: "result" },
      { type: "null", of: "entry" },
      { type: "array", of: "entry" },
      { type: "string", of: "params" },
    ],
    {
      at: [
        "/response/result/_meta",
        "/response/result/tools/0/_meta",
        "/response/result/tools/1/icons/a~1b/_meta",
        "/meanwhile/0/message/params/_meta",
      ],
      names: ["tools/list", "tools/list", "tools/list", "notifications/x"],
    },
  ),
  given(
    "members whose content is not the protocol's, and a _meta within a _meta",
    listed({
      ...Object.fromEntries(
        ["structuredContent", "inputSchema", "outputSchema", "requestedSchema", "data", "arguments", "metadata"].map(
          (key) => [key, { _meta: 7 }],
        ),
      ),
      experimental: { _meta: 7 },
      extensions: { _meta: 7 },
      _meta: { inner: { _meta: 7 } },
    }),
  ).values([{ type: "object", of: "result" }], { at: ["/response/result/_meta"] }),
  given("nothing below a depth that no message has", [
    { step: "x", response: nested(12) },
    { step: "y", response: nested(13) },
  ]).values([{ type: "number", of: "entry" }], { exchanges: ["main/1"] }),
  given("a server that sends none", listed({ tools: [] })).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

readingTable("meta_keys", [
  given(
    "keys with and without a prefix, taken apart at the last slash",
    listed({
      _meta: { plain: 1, "com.example/a": 2, "x/y.z/": 3, "/b": 4 },
      tools: [{ _meta: { plain: 4 } }, { _meta: [] }],
    }),
  ).values(
    [
      { key: "plain" },
      { key: "com.example/a", prefix: "com.example", labels: ["com", "example"] },
      { key: "x/y.z/", prefix: "x/y.z", labels: ["x/y", "z"] },
      { key: "/b", prefix: "", labels: [""] },
    ],
    {
      at: ["plain", "com.example~1a", "x~1y.z~1", "~1b"].map((key) => `/response/result/_meta/${key}`),
      names: ["plain", "com.example/a", "x/y.z/", "/b"],
    },
  ),
  givenStateless("keys under the prefix of an extension that the server advertises", [
    answered("server/discover", "server/discover", {
      capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } },
    }),
    answered("tools/list", "tools/list", { _meta: { "io.modelcontextprotocol/x": 1, "io.mcp/x": 1 } }),
  ]).partly([{ key: "io.modelcontextprotocol/x", owner: "extension" }, { key: "io.mcp/x" }]),
  givenStateless("the tasks extension, whose keys are known", [
    answered("server/discover", "server/discover", {
      capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } },
      _meta: { "io.modelcontextprotocol/x": 1 },
    }),
  ]).values([
    { key: "io.modelcontextprotocol/x", prefix: "io.modelcontextprotocol", labels: ["io", "modelcontextprotocol"] },
  ]),
  given("an empty _meta", listed({ _meta: {} })).values([]),
  NOTHING,
]);

readingTable("trace_values", [
  given(
    "the keys of a trace and no others",
    listed({ _meta: { traceparent: "00-a-b-01", tracestate: 7, baggage: "k=v", Traceparent: "x", progressToken: 1 } }),
  ).values(
    [
      { key: "traceparent", value: "00-a-b-01" },
      { key: "tracestate", value: 7 },
      { key: "baggage", value: "k=v" },
    ],
    { at: ["traceparent", "tracestate", "baggage"].map((key) => `/response/result/_meta/${key}`) },
  ),
  NOTHING,
]);

const revision = "2026-07-28";
const EVERYTHING = { elicitation: {}, sampling: {} };
const INPUT = { resultType: "input_required", inputRequests: { a: { method: "elicitation/create" } } };

const call = (name: string, declared: JsonObject, result: JsonObject, more: JsonObject = {}): Exchange =>
  answered("call-1", "tools/call", result, { name, _meta: statelessMeta(declared), ...more });

readingTable("undeclared_calls", [
  givenStateless("a tool that asks for input, called by a client that declares nothing", [
    call("ask", EVERYTHING, INPUT),
    call("ask", {}, { resultType: "complete" }),
    refused("call-2", "tools/call", -32021, { name: "ask", _meta: statelessMeta() }),
    call("ask", {}, {}),
  ]).partly(
    [
      { outcome: "result", result_type: "complete" },
      { outcome: "error", error: { code: -32021 } },
      { outcome: "result", result: {} },
    ],
    {
      exchanges: ["main/2", "main/3", "main/4"],
      names: ["ask", "ask", "ask"],
      parts: [{ result_type: "/response/result/resultType" }, {}, {}],
    },
  ),
  givenStateless("calls that show nothing: of others, of a later round, wrong on purpose, of the other era", [
    call("ask", EVERYTHING, INPUT),
    call("other", {}, {}),
    call("ask", EVERYTHING, {}),
    call("ask", {}, {}, { inputResponses: {} }),
    deliberate(call("ask", {}, {})),
    answered("call-3", "tools/call", {}, { name: "ask" }),
    answered("get", "prompts/get", {}, { name: "ask", _meta: statelessMeta() }),
  ]).inapplicable("precondition-absent"),
  givenStateless("a tool that asks even a client that declares nothing, and never another", [
    call("ask", {}, INPUT),
    call("ask", EVERYTHING, { inputRequests: {} }),
  ]).inapplicable("precondition-absent"),
  givenStateless("a resource, by its uri", [
    answered("read-1", "resources/read", INPUT, { uri: "a:b", _meta: statelessMeta(EVERYTHING) }),
    answered("read-2", "resources/read", INPUT, { uri: "a:b", _meta: statelessMeta() }),
  ]).partly([{ result_type: "input_required" }], { exchanges: ["main/2"], names: [null] }),
  { ...NOTHING, revision },
]);

const as = (name: string): JsonObject => ({
  _meta: statelessMeta({}, { "io.modelcontextprotocol/clientInfo": { name, version: "1" } }),
});
const discover = (step: string, capabilities: Json, name = "mcptest", more: JsonObject = {}): Exchange =>
  answered(step, "server/discover", { capabilities, supportedVersions: [revision], ...more }, as(name));
const list = (step: string, names: readonly string[], name = "mcptest"): Exchange =>
  answered(step, "tools/list", { tools: names.map((tool) => ({ name: tool })) }, as(name));

readingTable("client_names", [
  givenStateless("the same offer, whatever else differs, its order too, and another one", [
    discover("server/discover", { tools: {}, logging: {} }),
    list("tools/list", ["a", "b"]),
    discover("client-name-claude-ai", { logging: {}, tools: {} }, "claude-ai", { ttlMs: 5 }),
    list("client-name-claude-ai-tools", ["a", "b"], "claude-ai"),
    discover("client-name-cursor", { tools: {} }, "cursor"),
    list("client-name-cursor-tools", ["b"], "cursor"),
    list("client-name-claude-ai-tools", ["b", "a"], "probe"),
    discover("parse-error-control", { tools: {}, logging: {} }),
    list("fresh-tools/list", ["b", "a"]),
  ]).values(
    [
      { client: "claude-ai", asked: "server/discover", offer: "same" },
      { client: "claude-ai", asked: "tools/list", offer: "same" },
      { client: "cursor", asked: "server/discover", offer: "other" },
      { client: "cursor", asked: "tools/list", offer: "other" },
      { client: "probe", asked: "tools/list", offer: "same" },
    ],
    {
      at: ["", "", "", "", ""],
      names: ["claude-ai", "claude-ai", "cursor", "cursor", "probe"],
      parts: [{ client: "/request/params", asked: "/request/method", offer: "/response/result" }, {}, {}, {}, {}],
    },
  ),
  givenStateless("a client without a name, and other versions", [
    discover("server/discover", {}),
    answered("no-client-info", "server/discover", { capabilities: {}, supportedVersions: ["2027-01-01"] }),
    discover("settle-era", {}),
  ]).values([{ client: "", asked: "server/discover", offer: "other" }]),
  givenStateless("one client sees less than mcptest did before and after", [
    list("tools/list", ["a", "b"]),
    list("client-name-cursor-tools", ["b"], "cursor"),
    list("tools/list-again", ["a", "b"]),
  ]).values([{ client: "cursor", asked: "tools/list", offer: "other" }]),
  givenStateless("an offer that changes with time, or of which nobody knows whether it does", [
    list("tools/list", ["a"]),
    list("fresh-tools/list", ["a", "b"]),
    list("client-name-cursor-tools", ["b"], "cursor"),
    discover("server/discover", {}),
    discover("settle-era", {}),
    discover("client-name-cursor", { tools: {} }, "cursor"),
  ]).unseen("not-probed"),
  givenStateless("nothing to compare: a refusal, a result that is no list, no usual answer", [
    list("tools/list", ["a"]),
    refused("client-name-cursor-tools", "tools/list", -32603),
    answered("client-name-claude-ai-tools", "tools/list", { tools: "all" }),
    discover("client-name-cursor", {}, "cursor"),
    discover("idle", {}),
    leftOut("client-name-cursor", "prerequisite-missing"),
  ]).leftOut(),
  { ...NOTHING, revision },
]);

readingTable("no_meta", answerCases(["no-meta"]));
readingTable("no_meta_version", answerCases(["no-meta-version"]));
readingTable("no_meta_capabilities", answerCases(["no-meta-capabilities"]));
readingTable("wrong_version_type", answerCases(["wrong-meta-types-version-number"]));

const types = ["string", "array"].map((type) => `wrong-meta-types-capabilities-${type}`);
readingTable("wrong_meta_types", answerCases(types, types));

readingTable("no_client_info", answerCases(["no-client-info"]));
readingTable("unknown_meta", answerCases(["unknown-meta"]));
readingTable(
  "plain_lists",
  answerCases(["tools", "resources", "resources/templates", "prompts"].map((list) => `${list}/list`)),
);

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const listen = (id: number, progressToken: string) => {
  const exchange = answered("listen", "subscriptions/listen", {}, { _meta: statelessMeta({}, { progressToken }) });
  return { ...exchange, request: { ...(exchange.request as object), id } };
};

const progress = (progressToken: string, id?: number) =>
  message("notifications/progress", { progressToken, ...(id === undefined ? {} : { _meta: { [SUBSCRIPTION]: id } }) });

const log = (id?: number) =>
  message("notifications/message", id === undefined ? {} : { _meta: { [SUBSCRIPTION]: id } });

readingTable("request_notifications", [
  givenStateless("over HTTP what comes on other streams than that of a subscription", [
    overHttp(hearing(listen(7, "l"), [arrived(progress("l", 7)), arrived(log(7))]), 200),
    overHttp(hearing(answered("call", "tools/call", {}), [arrived(progress("c", 7)), arrived(log())]), 200),
  ]).values([progress("c", 7), log()], {
    at: ["/meanwhile/0/message", "/meanwhile/1/message"],
    names: ["notifications/progress", "notifications/message"],
  }),
  givenStateless(
    "on stdio what does not name a subscription of this conversation, or has the token of another request",
    [
      hearing(listen(7, "l"), [arrived(progress("l", 7)), arrived(log(7)), arrived(progress("c", 7))]),
      hearing(answered("call", "tools/call", {}), [arrived(progress("c", 8)), arrived(progress("c"))]),
    ],
  ).values([progress("c", 7), progress("c", 8), progress("c")]),
  givenStateless("other notifications", [
    hearing(answered("call", "tools/call", {}), [arrived(message("notifications/cancelled"))]),
  ]).values([]),
  NOTHING,
]);
