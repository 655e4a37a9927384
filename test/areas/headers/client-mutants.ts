import { stringMember } from "../../../src/model/json.ts";
import { withHeader, withoutHeader } from "../../clients/edits.ts";
import { HTTP, MODERN_HTTP, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
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
    vice: {
      headers: (headers) => headers.map(([name, value]) => [name, value === "add" ? "=?base64?YWRk?=" : value]),
    },
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
];
