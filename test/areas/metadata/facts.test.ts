import type { Json } from "../../../src/model/json.ts";
import { given, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, heard, hearing } from "../small-captures.ts";

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
