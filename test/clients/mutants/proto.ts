import { answering, onMethod, without } from "../edits.ts";
import { BOTH, EVERYWHERE, MODERN_STDIO, type MutantClient, OLD_HTTP, STDIO } from "../mutant-client.ts";

const ON = { scenario: "server-requests", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "initialized-without-jsonrpc",
    fails: ["C-PROTO-001"],
    contexts: BOTH,
    vice: onMethod("notifications/initialized", (message) => without(message, "jsonrpc")),
  },
  {
    name: "old-json-rpc",
    fails: ["C-PROTO-001"],
    contexts: EVERYWHERE,
    vice: onMethod("tools/list", (message) => ({ ...message, jsonrpc: "1.0" })),
  },
  {
    name: "id-with-a-fraction",
    fails: ["C-PROTO-002"],
    contexts: EVERYWHERE,
    vice: onMethod("tools/list", (message) => ({ ...message, id: 1.5 })),
  },
  {
    name: "null-id",
    fails: ["C-PROTO-002"],
    contexts: EVERYWHERE,
    vice: onMethod("prompts/list", (message) => ({ ...message, id: null })),
  },
  {
    name: "counter-starts-again",
    fails: ["C-PROTO-003"],
    contexts: BOTH,
    vice: onMethod("tools/list", (message) => ({ ...message, id: 1 })),
  },
  {
    name: "same-id-at-the-same-time",
    fails: ["C-PROTO-003"],
    contexts: MODERN_STDIO,
    scenario: "slow-call",
    vice: onMethod("tools/call", (message) => ({ ...message, id: 77 })),
  },
  {
    name: "notification-with-id",
    fails: ["C-PROTO-004"],
    contexts: BOTH,
    vice: onMethod("notifications/initialized", (message) => ({ ...message, id: 2000 })),
  },
  {
    name: "null-params",
    fails: ["C-PROTO-005"],
    contexts: BOTH,
    vice: onMethod("tools/list", (message) => ({ ...message, params: null })),
  },
  {
    name: "initialize-in-a-batch",
    fails: ["C-PROTO-017"],
    contexts: OLD_HTTP,
    vice: onMethod("initialize", (message) => [message]),
  },
  {
    name: "still-batches",
    fails: ["C-PROTO-018"],
    contexts: STDIO,
    vice: onMethod("tools/list", (message) => [message]),
  },
  {
    ...ON,
    name: "result-and-error",
    fails: ["C-PROTO-007", "C-PROTO-008"],
    vice: answering("ping", ({ id = null }) => ({ id, result: {}, error: null })),
  },
  {
    ...ON,
    name: "code-is-text",
    fails: ["C-PROTO-008", "C-PROTO-009"],
    vice: answering("x/unknown", () => ({ error: { code: "-32601", message: "Method not found" } })),
  },
  {
    ...ON,
    name: "own-code-for-unknown",
    fails: ["C-PROTO-009"],
    vice: answering("x/unknown", () => ({ error: { code: -32000, message: "Method not found" } })),
  },
  {
    ...ON,
    name: "answers-nothing-asked",
    fails: ["C-PROTO-010"],
    vice: { after: { "tools/list": [{ jsonrpc: "2.0", id: "nobody", result: {} }] } },
  },
  {
    name: "answers-in-the-stateless-era",
    fails: ["C-PROTO-001", "C-PROTO-010", "C-PROTO-022"],
    contexts: [{ transport: "stdio", version: "2026-07-28" }],
    scenario: "stateless-server-requests",
    vice: answering("ping", () => ({})),
  },
];
