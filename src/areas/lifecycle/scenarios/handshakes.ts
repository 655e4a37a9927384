import type { Scenario } from "../../../probe/scenario/scenario.ts";

const SERVER = { name: "mcptest-client-server", version: "1.0.0" } as const;

/** Handshakes and versions that do not go as usual. */
export const HANDSHAKES: readonly Scenario[] = [
  {
    name: "unknown-version",
    face: "stateful",
    official: "initialize",
    deliberate: true,
    instructions: ["Let the client connect. It should say that it cannot, and why."],
    reactions: [
      {
        on: { method: "initialize" },
        actions: [
          {
            do: "result",
            result: { protocolVersion: "1999-12-31", capabilities: { tools: {} }, serverInfo: { ...SERVER } },
          },
        ],
      },
    ],
  },
  {
    name: "refused-handshake",
    face: "stateful",
    official: "initialize",
    instructions: ["Let the client connect. It should say that it cannot, and why."],
    reactions: [
      {
        on: { method: "initialize" },
        actions: [
          {
            do: "error",
            error: {
              code: -32602,
              message: "Unsupported protocol version",
              data: { supported: ["2024-11-05"], requested: "x" },
            },
          },
        ],
      },
    ],
  },
  {
    name: "slow-handshake",
    face: "stateful",
    official: "tools_call",
    reactions: [{ on: { method: "initialize" }, actions: [{ do: "wait", ms: 400 }, { do: "answer" }] }],
  },
  {
    name: "tools-only",
    face: "dual",
    official: "tools_call",
    offers: { capabilities: { tools: {} }, resources: [], templates: [], prompts: [] },
  },
  {
    name: "version-refused",
    face: "stateless",
    official: "request-metadata",
    deliberate: true,
    reactions: [
      {
        on: { method: "server/discover", time: 1 },
        actions: [
          {
            do: "status",
            status: 400,
            body: {
              jsonrpc: "2.0",
              id: "$id",
              error: {
                code: -32022,
                message: "Unsupported protocol version",
                data: { supported: ["2026-07-28"], requested: "$version" },
              },
            },
          },
        ],
      },
    ],
  },
  {
    name: "no-common-version",
    face: "stateless",
    official: "request-metadata",
    instructions: ["Let the client connect. It should say that it cannot, and why."],
    reactions: ["server/discover", "tools/list", "tools/call"].map((method) => ({
      on: { method },
      actions: [
        {
          do: "status" as const,
          status: 400,
          body: {
            jsonrpc: "2.0",
            id: "$id",
            error: {
              code: -32022,
              message: "Unsupported protocol version",
              data: { supported: ["2099-01-01"], requested: "$version" },
            },
          },
        },
      ],
    })),
  },
  {
    name: "pages",
    face: "dual",
    reactions: [
      {
        on: { method: "tools/list", time: 1 },
        actions: [
          { do: "result", result: { tools: [], nextCursor: "eyJhIjogMX0= é ☕", ttlMs: 0, cacheScope: "private" } },
        ],
      },
      {
        on: { method: "tools/list", time: 2 },
        actions: [{ do: "result", result: { tools: [], ttlMs: 0, cacheScope: "private" } }],
      },
    ],
    plan: [{ op: "connect" }, { op: "list", what: "tools" }, { op: "close" }],
  },
];
