import { stringMember } from "../../../src/model/json.ts";
import { onMethod, withHeader, withoutHeader } from "../../clients/edits.ts";
import { BOTH_ERAS, HTTP, MODERN_HTTP, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "batches-over-http",
    fails: ["C-HTTP-006", "C-PROTO-018"],
    contexts: HTTP,
    vice: onMethod("tools/list", (message) => [message]),
  },
  {
    name: "adds-a-slash",
    fails: ["C-HTTP-004"],
    contexts: BOTH_ERAS,
    vice: { url: (url, message) => (stringMember(message, "method") === "prompts/list" ? `${url}/` : url) },
  },
  {
    name: "puts",
    fails: ["C-HTTP-004"],
    contexts: HTTP,
    vice: { httpMethod: (message) => (stringMember(message, "method") === "prompts/list" ? "PUT" : "POST") },
  },
  {
    name: "accepts-json-alone",
    fails: ["C-HTTP-005"],
    contexts: BOTH_ERAS,
    vice: withHeader("Accept", "application/json", "tools/list"),
  },
  {
    name: "accepts-anything",
    fails: ["C-HTTP-005"],
    contexts: BOTH_ERAS,
    vice: withHeader("Accept", "*/*", "tools/call"),
  },
  {
    name: "two-lines-in-a-body",
    fails: ["C-HTTP-006"],
    contexts: BOTH_ERAS,
    vice: { text: (text, message) => (stringMember(message, "method") === "prompts/list" ? `${text}\n${text}` : text) },
  },
  {
    name: "plain-text",
    fails: ["C-HTTP-007"],
    contexts: BOTH_ERAS,
    vice: withHeader("Content-Type", "text/plain", "tools/list"),
  },
  {
    name: "gets-anything",
    fails: ["C-HTTP-017"],
    contexts: HTTP,
    vice: {
      opensStream: true,
      headers: (headers, message) =>
        message ? headers : headers.map(([name, value]) => [name, name === "Accept" ? "*/*" : value]),
    },
  },
  { name: "still-gets", fails: ["C-HTTP-032"], contexts: MODERN_HTTP, vice: { opensStream: true } },
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
];
