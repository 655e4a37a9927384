import { NEUTRAL } from "../../../probe/scenario/neutral.ts";
import type { Operation, Scenario } from "../../../probe/scenario/scenario.ts";
import { onStep, steps, WITH_REPORT } from "../../../probe/scenario/steps.ts";

const SERVER = { name: "mcptest-client-server", version: "1.0.0" } as const;

/** What the neutral session without a handshake does: the same once more under another name of the server. */
const SAME_AGAIN: readonly Operation[] = NEUTRAL.find(({ name }) => name === "neutral-stateless")?.plan ?? [];

/** Versions in every direction, handshakes that fail, what a client makes of the server's name and capabilities. */
export const LIFECYCLE: readonly Scenario[] = [
  { name: "newer-version", face: "stateful", official: "tools_call", revisions: ["2025-11-25"] },
  {
    name: "older-version",
    face: "stateful",
    official: "tools_call",
    reactions: [
      {
        on: { method: "initialize" },
        actions: [
          {
            do: "result",
            result: { protocolVersion: "$older", capabilities: { tools: {} }, serverInfo: { ...SERVER } },
          },
        ],
      },
    ],
  },
  {
    name: "minimal-handshake",
    face: "stateful",
    official: "tools_call",
    reactions: [
      {
        on: { method: "initialize" },
        actions: [
          {
            do: "result",
            result: { protocolVersion: "$requested", capabilities: {}, serverInfo: { ...SERVER } },
          },
        ],
      },
    ],
    plan: [{ op: "connect" }, { op: "ping" }, { op: "close" }],
    instructions: ["Connect. The server offers nothing."],
  },
  {
    name: "failing-handshake",
    face: "stateful",
    transport: "http",
    official: "initialize",
    reactions: [{ on: { method: "initialize" }, actions: [{ do: "status", status: 500 }] }],
  },
  {
    name: "broken-handshake",
    face: "stateful",
    official: "initialize",
    reactions: [{ on: { method: "initialize" }, actions: [{ do: "break" }] }],
  },
  {
    name: "early-ping",
    face: "stateful",
    transport: "stdio",
    official: "tools_call",
    reactions: [
      {
        on: { method: "initialize" },
        actions: [{ do: "ask", id: "srv-early", method: "ping", waitMs: 1000 }, { do: "answer" }],
      },
    ],
  },
  {
    name: "listed-versions",
    face: "dual",
    official: "tools_call",
    reactions: [
      {
        on: { method: "server/discover" },
        actions: [
          {
            do: "result",
            result: {
              supportedVersions: ["2025-11-25", "2026-07-28"],
              capabilities: { tools: {} },
              ttlMs: 0,
              cacheScope: "private",
            },
          },
        ],
      },
    ],
  },
  { name: "anonymous-server", face: "stateless", offers: { serverInfo: null }, plan: SAME_AGAIN },
  {
    name: "famous-server",
    face: "stateless",
    offers: { serverInfo: { name: "github-mcp-server", version: "1.0.0" } },
    plan: SAME_AGAIN,
  },
  {
    name: "capability-required",
    face: "stateless",
    offers: WITH_REPORT,
    reactions: [
      {
        on: { method: "tools/call", name: "echo" },
        actions: [
          {
            do: "status",
            status: 400,
            body: {
              jsonrpc: "2.0",
              id: "$id",
              error: {
                code: -32021,
                message: "Missing required client capability",
                data: { requiredCapabilities: { elicitation: {} } },
              },
            },
          },
        ],
      },
    ],
    plan: steps(1),
  },
  {
    name: "log-level",
    face: "stateful",
    plan: [
      { op: "connect" },
      { op: "set-level", level: "warning" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "close" },
    ],
    instructions: ["Set the log level of the server to warning."],
  },
  {
    name: "progress-wanted",
    face: "stateful",
    reactions: [
      {
        on: { method: "tools/call" },
        actions: [
          {
            do: "ask",
            id: "srv-progress",
            method: "sampling/createMessage",
            params: {
              messages: [{ role: "user", content: { type: "text", text: "Name a drink." } }],
              maxTokens: 50,
              _meta: { progressToken: "sp1" },
            },
          },
          { do: "answer" },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "list", what: "tools" },
      { op: "close" },
    ],
    instructions: ["Call the tool add with two numbers.", "Allow what the server asks of your model."],
  },
  {
    name: "process-ends",
    face: "dual",
    transport: "stdio",
    offers: WITH_REPORT,
    reactions: [onStep(2, { do: "break" })],
    plan: steps(2),
    instructions: ["Call the tool echo twice."],
  },
  {
    name: "process-ends-at-rest",
    face: "dual",
    transport: "stdio",
    reactions: [{ on: { method: "tools/list" }, actions: [{ do: "answer" }, { do: "break" }] }],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 } },
      { op: "close" },
    ],
    instructions: ["Call the tool add with two numbers, then once more."],
  },
];
