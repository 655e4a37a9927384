import { member } from "../../../src/model/json.ts";
import { onMeta, onMethod, onParams, without } from "./edits.ts";
import { BOTH, EVERYWHERE, HTTP, MODERN, MODERN_STDIO, type MutantClient, OLD_HTTP, STDIO } from "./mutant-client.ts";

export const MESSAGE_MUTANTS: readonly MutantClient[] = [
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
    name: "batches-over-http",
    fails: ["C-HTTP-006", "C-PROTO-018"],
    contexts: HTTP,
    vice: onMethod("tools/list", (message) => [message]),
  },
  {
    name: "token-is-an-object",
    fails: ["C-PROG-001"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, progressToken: { callback: "f" } }), "tools/call"),
  },
  {
    name: "null-cursor",
    fails: ["C-PAGE-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/list", (params) => ({ ...params, cursor: null })),
  },
  {
    name: "empty-cursor",
    fails: ["C-PAGE-002"],
    contexts: EVERYWHERE,
    vice: onParams("prompts/list", (params) => ({ ...params, cursor: "" })),
  },
  {
    name: "talks-to-stdin",
    fails: ["C-STDIO-001"],
    contexts: [...STDIO, ...MODERN_STDIO],
    vice: { text: (text, message) => (member(message, "method") === "tools/list" ? `[debug] listing\n${text}` : text) },
  },
  {
    name: "ping-with-params",
    fails: ["C-PING-004"],
    contexts: STDIO,
    vice: { before: { "tools/list": [{ jsonrpc: "2.0", id: "p", method: "ping", params: { payload: "x" } }] } },
  },
  {
    name: "pings-without-end",
    fails: ["C-PING-004"],
    contexts: STDIO,
    vice: {
      before: {
        "tools/list": Array.from({ length: 12 }, (_, index) => ({ jsonrpc: "2.0", id: `p${index}`, method: "ping" })),
      },
    },
  },
  {
    name: "key-with-a-space",
    fails: ["C-META-005"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "my key!": 1 }), "tools/call"),
  },
  {
    name: "key-of-mcp",
    fails: ["C-META-006"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "dev.mcp/trace": "x" }), "tools/call"),
  },
  {
    name: "domain-order",
    fails: ["C-META-007"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, "mycompany.com/key": 1 }), "tools/call"),
  },
  {
    name: "bare-trace-id",
    fails: ["C-META-008"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, traceparent: "0af76519-16cd-43dd-8448-eb211c80319c" }), "tools/call"),
  },
];
