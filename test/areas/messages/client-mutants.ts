import { member } from "../../../src/model/json.ts";
import { answering, onMethod, onParams, says, without } from "../../clients/edits.ts";
import {
  BOTH,
  BOTH_ERAS,
  EVERYWHERE,
  MODERN,
  MODERN_STDIO,
  type MutantClient,
  OLD_HTTP,
  STDIO,
} from "../../clients/mutant-client.ts";

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
    // It answers a request, which it must not; no notification was answered.
    fails: ["C-PROTO-001", "C-PROTO-022"],
    contexts: [{ transport: "stdio", version: "2026-07-28" }],
    scenario: "stateless-server-requests",
    vice: answering("ping", () => ({})),
  },

  {
    name: "dies-of-unknown-notifications",
    fails: ["C-PROTO-011"],
    contexts: EVERYWHERE,
    scenario: "odd-messages",
    vice: { stopsOn: says("notifications/x-unknown") },
  },
  {
    name: "takes-the-first-answer",
    fails: ["C-PROTO-012"],
    contexts: EVERYWHERE,
    scenario: "odd-messages",
    vice: { takesAnyAnswer: true },
  },
  {
    name: "queues-its-calls",
    fails: ["C-PROTO-013"],
    contexts: EVERYWHERE,
    scenario: "two-at-once",
    vice: {
      takesAnyAnswer: true,
      ...onParams("tools/call", (params) => {
        const given = member(params, "arguments");
        return member(params, "name") === "report"
          ? { ...params, arguments: { of: member(given, "of") ?? null, text: member(given, "text") ?? null } }
          : params;
      }),
    },
  },
  {
    name: "waits-for-a-result",
    fails: ["C-PROTO-014"],
    contexts: EVERYWHERE,
    scenario: "surprises",
    vice: { hangsOn: (message) => member(member(message, "error"), "code") === -32603 },
  },
  {
    name: "waits-for-an-id",
    fails: ["C-PROTO-015"],
    contexts: BOTH_ERAS,
    scenario: "error-without-id",
    vice: { hangsOn: (message) => member(message, "error") !== undefined && member(message, "id") === undefined },
  },
  {
    name: "overlooks-batches",
    fails: ["C-PROTO-016"],
    contexts: [...STDIO, ...OLD_HTTP],
    scenario: "batched-answers",
    vice: { hangsOn: (message) => Array.isArray(message) },
  },
  {
    name: "ascii-alone",
    fails: ["C-PROTO-019"],
    contexts: EVERYWHERE,
    scenario: "pieces",
    vice: { text: (text) => (text.includes('"name":"echo"') ? text.replaceAll(/[^\0-\x7f]/g, "?") : text) },
  },
  {
    name: "decodes-each-piece",
    fails: ["C-PROTO-020"],
    contexts: EVERYWHERE,
    scenario: "pieces",
    vice: { decodesEachPiece: true },
  },
  {
    name: "reads-nothing",
    fails: ["C-PROTO-021"],
    contexts: [...STDIO, ...MODERN_STDIO],
    vice: onParams("resources/read", (params) => without(params, "uri")),
  },
  {
    name: "trusts-every-result",
    fails: ["C-PROTO-023"],
    contexts: MODERN,
    scenario: "unknown-result-type",
    vice: { trustsEveryResult: true },
  },
  {
    name: "demands-a-result-type",
    fails: ["C-PROTO-024"],
    contexts: MODERN,
    scenario: "odd-messages",
    vice: {
      stopsOn: (message) =>
        member(member(message, "result"), "resultType") === undefined &&
        member(message, "result") !== undefined &&
        member(message, "id") !== 987654,
    },
  },
  {
    name: "knows-a-draft",
    fails: ["C-PROTO-025"],
    contexts: MODERN,
    scenario: "reserved-codes",
    vice: { repeatsAfter: { code: -32004, times: 1 } },
  },
  {
    name: "samples-nothing",
    fails: ["C-PROTO-026"],
    contexts: BOTH,
    scenario: "malformed-requests",
    vice: answering("sampling/createMessage", () => ({
      role: "assistant",
      content: { type: "text", text: "" },
      model: "m",
    })),
  },
];
