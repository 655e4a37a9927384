import { stringMember } from "../../../src/model/json.ts";
import { withHeader, withoutHeader } from "./edits.ts";
import { HTTP, MODERN_HTTP, type MutantClient } from "./mutant-client.ts";

const BOTH_ERAS = [...HTTP, ...MODERN_HTTP];

export const HTTP_MUTANTS: readonly MutantClient[] = [
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
    name: "no-version-on-get",
    fails: ["C-HEADER-001"],
    contexts: HTTP,
    vice: {
      opensStream: true,
      headers: (headers, message) => (message ? headers : headers.filter(([name]) => name !== "MCP-Protocol-Version")),
    },
  },
  {
    name: "no-version-header",
    fails: ["C-HEADER-003"],
    contexts: MODERN_HTTP,
    vice: withoutHeader("MCP-Protocol-Version", "server/discover"),
  },
  {
    name: "header-of-another-version",
    fails: ["C-HEADER-004"],
    contexts: MODERN_HTTP,
    vice: withHeader("MCP-Protocol-Version", "2025-11-25", "tools/call"),
  },
  {
    name: "no-method-header",
    fails: ["C-HEADER-005"],
    contexts: MODERN_HTTP,
    vice: withoutHeader("Mcp-Method", "tools/list"),
  },
  {
    name: "method-in-capitals",
    fails: ["C-HEADER-005"],
    contexts: MODERN_HTTP,
    vice: withHeader("Mcp-Method", "TOOLS/LIST", "tools/list"),
  },
  {
    name: "encodes-every-name",
    fails: ["C-HEADER-010"],
    contexts: MODERN_HTTP,
    vice: withHeader("Mcp-Name", "=?base64?YWRk?=", "tools/call"),
  },
  {
    name: "method-header-twice",
    fails: ["C-HEADER-032"],
    contexts: MODERN_HTTP,
    vice: {
      headers: (headers, message) =>
        stringMember(message, "method") === "tools/call" ? [...headers, ["Mcp-Method", "tools/call"]] : headers,
    },
  },
];
