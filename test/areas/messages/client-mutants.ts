import { member } from "../../../src/base/json.ts";
import { answering, onMethod, onParams, says, without } from "../../clients/edits.ts";
import {
  BOTH,
  BOTH_ERAS,
  EVERYWHERE,
  MODERN,
  MODERN_STDIO,
  type MutantClient,
  mutant,
  OLD_HTTP,
  STDIO,
} from "../../clients/mutant-client.ts";

const ON = { scenario: "server-requests", contexts: BOTH } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("initialized-without-jsonrpc", ["C-PROTO-001"], BOTH).does(
    onMethod("notifications/initialized", (message) => without(message, "jsonrpc")),
  ),
  mutant("old-json-rpc", ["C-PROTO-001"], EVERYWHERE).does(
    onMethod("tools/list", (message) => ({ ...message, jsonrpc: "1.0" })),
  ),
  mutant("id-with-a-fraction", ["C-PROTO-002"], EVERYWHERE).does(
    onMethod("tools/list", (message) => ({ ...message, id: 1.5 })),
  ),
  mutant("null-id", ["C-PROTO-002"], EVERYWHERE).does(
    onMethod("prompts/list", (message) => ({ ...message, id: null })),
  ),
  mutant("counter-starts-again", ["C-PROTO-003"], BOTH).does(
    onMethod("tools/list", (message) => ({ ...message, id: 1 })),
  ),
  mutant("same-id-at-the-same-time", ["C-PROTO-003"], MODERN_STDIO, "slow-call").does(
    onMethod("tools/call", (message) => ({ ...message, id: 77 })),
  ),
  mutant("notification-with-id", ["C-PROTO-004"], BOTH).does(
    onMethod("notifications/initialized", (message) => ({ ...message, id: 2000 })),
  ),
  mutant("null-params", ["C-PROTO-005"], BOTH).does(
    onMethod("tools/list", (message) => ({ ...message, params: null })),
  ),
  mutant("initialize-in-a-batch", ["C-PROTO-017"], OLD_HTTP).does(onMethod("initialize", (message) => [message])),
  mutant("still-batches", ["C-PROTO-018"], STDIO).does(onMethod("tools/list", (message) => [message])),
  mutant("result-and-error", ["C-PROTO-007", "C-PROTO-008"], ON).does(
    answering("ping", ({ id = null }) => ({ id, result: {}, error: null })),
  ),
  mutant("code-is-text", ["C-PROTO-008", "C-PROTO-009"], ON).does(
    answering("x/unknown", () => ({ error: { code: "-32601", message: "Method not found" } })),
  ),
  mutant("own-code-for-unknown", ["C-PROTO-009"], ON).does(
    answering("x/unknown", () => ({ error: { code: -32000, message: "Method not found" } })),
  ),
  mutant("answers-nothing-asked", ["C-PROTO-010"], ON).does({
    after: { "tools/list": [{ jsonrpc: "2.0", id: "nobody", result: {} }] },
  }),
  // It answers a request, which it must not; no notification was answered.
  mutant(
    "answers-in-the-stateless-era",
    ["C-PROTO-001", "C-PROTO-022"],
    [{ transport: "stdio", version: "2026-07-28" }],
    "stateless-server-requests",
  ).does(answering("ping", () => ({}))),
  mutant("dies-of-unknown-notifications", ["C-PROTO-011"], EVERYWHERE, "odd-messages").does({
    stopsOn: says("notifications/x-unknown"),
  }),
  mutant("takes-the-first-answer", ["C-PROTO-012"], EVERYWHERE, "odd-messages").does({ takesAnyAnswer: true }),
  mutant("queues-its-calls", ["C-PROTO-013"], EVERYWHERE, "two-at-once").does({
    takesAnyAnswer: true,
    ...onParams("tools/call", (params) => {
      const given = member(params, "arguments");
      return member(params, "name") === "report"
        ? { ...params, arguments: { of: member(given, "of") ?? null, text: member(given, "text") ?? null } }
        : params;
    }),
  }),
  mutant("waits-for-a-result", ["C-PROTO-014"], EVERYWHERE, "surprises").does({
    hangsOn: (message) => member(member(message, "error"), "code") === -32603,
  }),
  mutant("waits-for-an-id", ["C-PROTO-015"], BOTH_ERAS, "error-without-id").does({
    hangsOn: (message) => member(message, "error") !== undefined && member(message, "id") === undefined,
  }),
  mutant("overlooks-batches", ["C-PROTO-016"], [...STDIO, ...OLD_HTTP], "batched-answers").does({
    hangsOn: (message) => Array.isArray(message),
  }),
  mutant("ascii-alone", ["C-PROTO-019"], EVERYWHERE, "pieces").does({
    text: (text) => (text.includes('"name":"echo"') ? text.replaceAll(/[^\0-\x7f]/g, "?") : text),
  }),
  mutant("decodes-each-piece", ["C-PROTO-020"], EVERYWHERE, "pieces").does({ decodesEachPiece: true }),
  mutant("reads-nothing", ["C-PROTO-021"], [...STDIO, ...MODERN_STDIO]).does(
    onParams("resources/read", (params) => without(params, "uri")),
  ),
  mutant("trusts-every-result", ["C-PROTO-023"], MODERN, "unknown-result-type").does({ trustsEveryResult: true }),
  mutant("demands-a-result-type", ["C-PROTO-024"], MODERN, "odd-messages").does({
    stopsOn: (message) =>
      member(member(message, "result"), "resultType") === undefined &&
      member(message, "result") !== undefined &&
      member(message, "id") !== 987654,
  }),
  mutant("knows-a-draft", ["C-PROTO-025"], MODERN, "reserved-codes").does({ repeatsAfter: { code: -32004, times: 1 } }),
  mutant("samples-nothing", ["C-PROTO-026"], BOTH, "malformed-requests").does(
    answering("sampling/createMessage", () => ({ role: "assistant", content: { type: "text", text: "" }, model: "m" })),
  ),
];
