import type { Operation, Scenario } from "../../../probe/scenario/scenario.ts";

const CALL: Operation = { op: "call", name: "add", arguments: { a: 2, b: 3 } };
const LIST: Operation = { op: "list", what: "tools" };
const OVER_HTTP = { transport: "http", official: "tools_call" } as const;

/** What may happen to requests and streams over HTTP. */
export const HTTP_STREAMS: readonly Scenario[] = [
  {
    // Streams of the stateless era have nothing to be resumed by.
    name: "broken-stateless-stream",
    face: "stateless",
    ...OVER_HTTP,
    deliberate: true,
    reactions: [
      {
        on: { method: "tools/call", time: 1 },
        actions: [{ do: "stream", text: "id: 5\nretry: 100\ndata:\n\n" }, { do: "wait", ms: 50 }, { do: "break" }],
      },
    ],
    plan: [{ op: "connect" }, LIST, CALL, LIST, { op: "close" }],
  },
  {
    name: "get-stream",
    face: "stateful",
    ...OVER_HTTP,
    http: {
      onGet: [
        { do: "ask", id: "srv-get", method: "ping" },
        { do: "notify", method: "notifications/tools/list_changed" },
      ],
    },
    reactions: [
      { on: { method: "tools/call" }, actions: [{ do: "await", id: "srv-get", ms: 3000 }, { do: "answer" }] },
    ],
    plan: [{ op: "connect" }, LIST, CALL, LIST, { op: "close" }],
  },
  {
    name: "two-streams",
    face: "stateful",
    transport: "http",
    http: { streams: true },
    reactions: [{ on: { method: "tools/call", name: "echo" }, actions: [{ do: "wait", ms: 150 }, { do: "answer" }] }],
    plan: [
      { op: "connect" },
      LIST,
      {
        op: "parallel",
        operations: [
          { op: "call", name: "echo", arguments: { text: "mcptest-left" } },
          { op: "call", name: "echo", arguments: { text: "mcptest-right" } },
        ],
      },
      { op: "report", step: "two-calls" },
      { op: "close" },
    ],
  },
  {
    name: "http-error",
    face: "dual",
    ...OVER_HTTP,
    reactions: [
      {
        on: { method: "tools/call", name: "add" },
        actions: [
          {
            do: "status",
            status: 400,
            body: { jsonrpc: "2.0", id: "$id", error: { code: -32602, message: "mcptest-marker" } },
          },
        ],
      },
    ],
    plan: [{ op: "connect" }, LIST, CALL, { op: "report", step: "http-error" }, { op: "close" }],
  },
  {
    name: "server-fault",
    face: "dual",
    ...OVER_HTTP,
    reactions: [{ on: { method: "*" }, actions: [{ do: "status", status: 503, headers: { "Retry-After": "5" } }] }],
    plan: [{ op: "connect" }, LIST, { op: "close" }],
  },
  {
    name: "old-transport",
    face: "stateful",
    ...OVER_HTTP,
    revisions: ["2024-11-05"],
    http: { old: { endpoint: "/mcp/messages?sessionId=abc%20d" } },
  },
  {
    name: "old-transport-404",
    face: "stateful",
    ...OVER_HTTP,
    revisions: ["2024-11-05"],
    http: { old: { endpoint: "/mcp/messages?sessionId=abc%20d", refusal: 404 } },
  },
  {
    name: "old-foreign-endpoint",
    face: "stateful",
    ...OVER_HTTP,
    revisions: ["2024-11-05"],
    deliberate: true,
    http: { old: { endpoint: "http://$elsewhere/mcp/canary/messages" } },
  },
];
