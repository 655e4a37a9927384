import { stringMember } from "../../../src/model/json.ts";
import { onParams, withHeader, without, withoutHeader } from "./edits.ts";
import { BOTH, EVERYWHERE, HTTP, MODERN, MODERN_HTTP, type MutantClient, STDIO } from "./mutant-client.ts";

export const HTTP_SESSION_MUTANTS: readonly MutantClient[] = [
  {
    name: "forgets-the-session",
    fails: ["C-HTTP-025"],
    contexts: HTTP,
    vice: withoutHeader("Mcp-Session-Id", "prompts/list"),
  },
  {
    name: "invents-a-session",
    fails: ["C-HTTP-027"],
    contexts: HTTP,
    scenario: "no-session",
    vice: withHeader("Mcp-Session-Id", "mine", "initialize"),
  },
  {
    name: "session-in-the-stateless-era",
    fails: ["C-HTTP-033"],
    contexts: MODERN_HTTP,
    vice: withHeader("Mcp-Session-Id", "mine", "tools/list"),
  },
  {
    name: "keeps-a-lost-session",
    fails: ["C-HTTP-028"],
    contexts: HTTP,
    scenario: "lost-session",
    vice: { keepsLostSession: true },
  },
  {
    name: "insists-on-a-stream",
    fails: ["C-HTTP-018"],
    contexts: HTTP,
    scenario: "no-stream",
    vice: { insistsOnStream: 4 },
  },
  {
    name: "resumes-from-nowhere",
    fails: ["C-HTTP-021"],
    contexts: HTTP,
    scenario: "broken-stream",
    vice: { lastEventId: null },
  },
  {
    name: "resumes-from-elsewhere",
    fails: ["C-HTTP-021"],
    contexts: HTTP,
    scenario: "broken-stream",
    vice: { lastEventId: "s1-6" },
  },
  {
    name: "header-of-what-it-wished",
    fails: ["C-HEADER-002"],
    contexts: HTTP,
    vice: withHeader("MCP-Protocol-Version", "2025-06-18", "tools/list"),
  },
  {
    name: "no-name-header",
    fails: ["C-HEADER-006"],
    contexts: MODERN_HTTP,
    vice: withoutHeader("Mcp-Name", "tools/call"),
  },
  {
    name: "another-uri-header",
    fails: ["C-HEADER-007"],
    contexts: MODERN_HTTP,
    vice: withHeader("Mcp-Name", "test://note/", "resources/read"),
  },
  {
    name: "null-arguments",
    fails: ["C-TOOL-001", "C-TOOL-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/call", (params) => ({ ...params, arguments: null })),
  },
  {
    name: "numbers-as-texts",
    fails: ["C-TOOL-002"],
    contexts: EVERYWHERE,
    vice: onParams("tools/call", (params) => ({ ...params, arguments: { a: "2", b: "3" } })),
  },
  {
    name: "tidies-the-state",
    fails: ["C-MRTR-005"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: onParams("tools/call", (params) =>
      stringMember(params, "requestState") === undefined ? params : { ...params, requestState: "{}" },
    ),
  },
  {
    name: "drops-the-state",
    fails: ["C-MRTR-005"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: onParams("tools/call", (params) => without(params, "requestState")),
  },
  {
    name: "same-id-again",
    fails: ["C-MRTR-007"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: { fixedIds: { "tools/call": 44 } },
  },
  {
    name: "cancels-its-handshake",
    fails: ["C-CANCEL-002"],
    contexts: STDIO,
    vice: { after: { initialize: [{ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }] } },
  },
  {
    name: "one-token-for-all",
    fails: ["C-PROG-002"],
    contexts: BOTH,
    scenario: "slow-call",
    vice: onParams("tools/call", (params) => ({ ...params, _meta: { progressToken: "t" } })),
  },
];
