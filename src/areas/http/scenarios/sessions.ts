import { PLAIN_OFFER } from "../../../probe/scenario/plain-offer.ts";
import type { Operation, Scenario } from "../../../probe/scenario/scenario.ts";

const CALL: Operation = { op: "call", name: "add", arguments: { a: 2, b: 3 } };

/** Sessions and streams of Streamable HTTP. */
export const HTTP_SESSIONS: readonly Scenario[] = [
  { name: "no-session", face: "stateful", transport: "http", official: "tools_call", http: { sessions: "none" } },
  { name: "no-stream", face: "stateful", transport: "http", official: "tools_call", http: { get: "refused" } },
  {
    name: "lost-session",
    face: "stateful",
    transport: "http",
    official: "tools_call",
    reactions: [
      { on: { method: "tools/call", time: 1 }, actions: [{ do: "forget-session" }, { do: "status", status: 404 }] },
    ],
    plan: [{ op: "connect" }, CALL, { op: "list", what: "tools" }, { op: "close" }],
  },
  {
    name: "broken-stream",
    face: "stateful",
    transport: "http",
    official: "sse-retry",
    reactions: [
      {
        on: { method: "tools/call", time: 1 },
        actions: [
          { do: "stream", text: "id: s1-7\nretry: 700\ndata:\n\n" },
          { do: "end-stream" },
          { do: "stream", text: "id: s1-8\nretry: 400\ndata:\n\n" },
          { do: "end-stream" },
          { do: "answer" },
        ],
      },
    ],
    // The name that programs for the official suite call.
    offers: {
      tools: [
        ...PLAIN_OFFER.tools,
        { tool: { name: "test_reconnection", description: "Takes a while.", inputSchema: { type: "object" } } },
      ],
    },
    plan: [{ op: "connect" }, CALL, { op: "report", step: "resumed" }, { op: "close" }],
  },
];
