import type { Json } from "../../../src/model/json.ts";
import { answered, heard, readingTable } from "../reading-table.ts";
import { NOTHING } from "../small-captures.ts";

const listed = (result: Json) => ({ exchanges: [answered("tools/list", "tools/list", result)] });

/** As deep as `depth` objects. */
const nested = (depth: number): Json => (depth === 0 ? { _meta: 7 } : { x: nested(depth - 1) });

readingTable("meta_objects", [
  {
    shows: "the type of every _meta, in the result, in entries and in notifications",
    capture: {
      exchanges: [
        {
          ...answered("tools/list", "tools/list", {
            _meta: {},
            tools: [{ _meta: null }, { icons: { "a/b": { _meta: [] } } }],
          }),
          meanwhile: [heard({ method: "notifications/x", params: { _meta: "text" } })],
        },
      ],
    },
    reads: {
      values: [
        { type: "object", of: "result" },
        { type: "null", of: "entry" },
        { type: "array", of: "entry" },
        { type: "string", of: "params" },
      ],
      at: [
        "/response/result/_meta",
        "/response/result/tools/0/_meta",
        "/response/result/tools/1/icons/a~1b/_meta",
        "/meanwhile/0/message/params/_meta",
      ],
      names: ["tools/list", "tools/list", "tools/list", "notifications/x"],
    },
  },
  {
    shows: "members whose content is not the protocol's, and a _meta within a _meta",
    capture: listed({
      ...Object.fromEntries(
        ["structuredContent", "inputSchema", "outputSchema", "requestedSchema", "data", "arguments", "metadata"].map(
          (key) => [key, { _meta: 7 }],
        ),
      ),
      experimental: { _meta: 7 },
      extensions: { _meta: 7 },
      _meta: { inner: { _meta: 7 } },
    }),
    reads: { values: [{ type: "object", of: "result" }], at: ["/response/result/_meta"] },
  },
  {
    shows: "nothing below a depth that no message has",
    capture: {
      exchanges: [
        { step: "x", response: nested(12) },
        { step: "y", response: nested(13) },
      ],
    },
    reads: { values: [{ type: "number", of: "entry" }], exchanges: ["main/1"] },
  },
  {
    shows: "a server that sends none",
    capture: listed({ tools: [] }),
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);

readingTable("meta_keys", [
  {
    shows: "keys with and without a prefix, taken apart at the last slash",
    capture: listed({
      _meta: { plain: 1, "com.example/a": 2, "x/y.z/": 3, "/b": 4 },
      tools: [{ _meta: { plain: 4 } }, { _meta: [] }],
    }),
    reads: {
      values: [
        { key: "plain" },
        { key: "com.example/a", prefix: "com.example", labels: ["com", "example"] },
        { key: "x/y.z/", prefix: "x/y.z", labels: ["x/y", "z"] },
        { key: "/b", prefix: "", labels: [""] },
      ],
      at: ["plain", "com.example~1a", "x~1y.z~1", "~1b"].map((key) => `/response/result/_meta/${key}`),
      names: ["plain", "com.example/a", "x/y.z/", "/b"],
    },
  },
  {
    shows: "keys under the prefix of an extension that the server advertises",
    capture: {
      exchanges: [
        answered("server/discover", "server/discover", {
          capabilities: { extensions: { "io.modelcontextprotocol/ui": {} } },
        }),
        answered("tools/list", "tools/list", { _meta: { "io.modelcontextprotocol/x": 1, "io.mcp/x": 1 } }),
      ],
    },
    revision: "2026-07-28",
    reads: {
      partly: [{ key: "io.modelcontextprotocol/x", owner: "extension" }, { key: "io.mcp/x" }],
    },
  },
  {
    shows: "the tasks extension, whose keys are known",
    capture: {
      exchanges: [
        answered("server/discover", "server/discover", {
          capabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } },
          _meta: { "io.modelcontextprotocol/x": 1 },
        }),
      ],
    },
    revision: "2026-07-28",
    reads: {
      values: [
        {
          key: "io.modelcontextprotocol/x",
          prefix: "io.modelcontextprotocol",
          labels: ["io", "modelcontextprotocol"],
        },
      ],
    },
  },
  {
    shows: "an empty _meta",
    capture: listed({ _meta: {} }),
    reads: { values: [] },
  },
  NOTHING,
]);

readingTable("trace_values", [
  {
    shows: "the keys of a trace and no others",
    capture: listed({
      _meta: { traceparent: "00-a-b-01", tracestate: 7, baggage: "k=v", Traceparent: "x", progressToken: 1 },
    }),
    reads: {
      values: [
        { key: "traceparent", value: "00-a-b-01" },
        { key: "tracestate", value: 7 },
        { key: "baggage", value: "k=v" },
      ],
      at: ["traceparent", "tracestate", "baggage"].map((key) => `/response/result/_meta/${key}`),
    },
  },
  NOTHING,
]);
