import { stringMember } from "../../../src/base/json.ts";
import { withHeader, withoutHeader } from "../../clients/edits.ts";
import { HTTP, MODERN_HTTP, type MutantClient, mutant } from "../../clients/mutant-client.ts";
import type { HeaderPair, Vice } from "../../clients/small-client/vice.ts";

const ENCODED = /^=\?base64\?(.*)\?=$/;

/** Sends Mcp-Name as it is where it should be encoded. */
const rawNames = (isMeant: (name: string) => boolean): Vice => ({
  headers: (headers) =>
    headers.map(([name, value]): HeaderPair => {
      const plain = Buffer.from(ENCODED.exec(value)?.[1] ?? "", "base64").toString();
      return name === "Mcp-Name" && plain !== "" && isMeant(plain) ? [name, plain] : [name, value];
    }),
});

const isLikeEncoded = (name: string): boolean => name.startsWith("=?base64?");

const inCall = (name: string, change: (headers: readonly HeaderPair[]) => readonly HeaderPair[]): Vice => ({
  headers: (headers, message) =>
    stringMember(message, "method") === "tools/call" && headers.some(([, value]) => value === name)
      ? change(headers)
      : headers,
});

const PARAMS = { contexts: MODERN_HTTP, scenario: "param-headers" } as const;
const INVALID = { contexts: MODERN_HTTP, scenario: "invalid-param-headers" } as const;

/** Only calls of the first tool have this header. */
const replaced = (name: string, value: string): Vice =>
  inCall("test_custom_headers", (headers) => headers.map((pair) => (pair[0] === name ? [name, value] : pair)));

export const MUTANTS: readonly MutantClient[] = [
  mutant("no-version-on-get", ["C-HEADER-001"], HTTP).does({
    opensStream: true,
    headers: (headers, message) => (message ? headers : headers.filter(([name]) => name !== "MCP-Protocol-Version")),
  }),
  mutant("no-version-header", ["C-HEADER-003"], MODERN_HTTP).does(
    withoutHeader("MCP-Protocol-Version", "server/discover"),
  ),
  mutant("header-of-another-version", ["C-HEADER-004"], MODERN_HTTP).does(
    withHeader("MCP-Protocol-Version", "2025-11-25", "tools/call"),
  ),
  mutant("no-method-header", ["C-HEADER-005"], MODERN_HTTP).does(withoutHeader("Mcp-Method", "tools/list")),
  mutant("method-in-capitals", ["C-HEADER-005"], MODERN_HTTP).does(
    withHeader("Mcp-Method", "TOOLS/LIST", "tools/list"),
  ),
  mutant("encodes-every-name", ["C-HEADER-010"], MODERN_HTTP).does({
    headers: (headers) => headers.map(([name, value]) => [name, value === "add" ? "=?base64?YWRk?=" : value]),
  }),
  mutant("method-header-twice", ["C-HEADER-032"], MODERN_HTTP).does({
    headers: (headers, message) =>
      stringMember(message, "method") === "tools/call" ? [...headers, ["Mcp-Method", "tools/call"]] : headers,
  }),
  mutant("header-of-what-it-wished", ["C-HEADER-002"], HTTP).does(
    withHeader("MCP-Protocol-Version", "2025-06-18", "tools/list"),
  ),
  mutant("no-name-header", ["C-HEADER-006"], MODERN_HTTP).does(withoutHeader("Mcp-Name", "tools/call")),
  mutant("another-uri-header", ["C-HEADER-007"], MODERN_HTTP).does(
    withHeader("Mcp-Name", "test://note/", "resources/read"),
  ),
  mutant("raw-names", ["C-HEADER-006", "C-HEADER-007", "C-HEADER-008"], MODERN_HTTP, "odd-names").does(
    rawNames((name) => !isLikeEncoded(name)),
  ),
  mutant("raw-name-like-an-encoded-one", ["C-HEADER-006", "C-HEADER-009"], MODERN_HTTP, "odd-names").does(
    rawNames(isLikeEncoded),
  ),
  mutant("no-param-header", ["C-HEADER-011"], PARAMS).does(withoutHeader("Mcp-Param-Region")),
  mutant("mirrors-everything", ["C-HEADER-012"], PARAMS).does(
    inCall("test_custom_headers", (headers) => [...headers, ["Mcp-Param-Query", "q"]]),
  ),
  mutant("top-level-alone", ["C-HEADER-013"], PARAMS).does(withoutHeader("Mcp-Param-Zone")),
  mutant("capital-true", ["C-HEADER-014"], PARAMS).does(replaced("Mcp-Param-Debug", "True")),
  mutant("hexadecimal", ["C-HEADER-014"], PARAMS).does(replaced("Mcp-Param-Priority", "0x2a")),
  mutant("spaces-for-line-breaks", ["C-HEADER-015"], PARAMS).does(replaced("Mcp-Param-ControlChar", "line1 line2")),
  mutant("sentinel-as-it-is", ["C-HEADER-016"], PARAMS).does(replaced("Mcp-Param-Sentinel", "=?base64?literal?=")),
  mutant("words-of-mail", ["C-HEADER-015", "C-HEADER-017"], PARAMS).does(
    replaced("Mcp-Param-NonAscii", "=?UTF-8?B?R3LDvMOfZSwg5LiW55WM?="),
  ),
  mutant("percent-for-spaces", ["C-HEADER-018"], PARAMS).does(replaced("Mcp-Param-InternalSpace", "us%20west%201")),
  mutant("empty-is-absent", ["C-HEADER-019"], PARAMS).does(withoutHeader("Mcp-Param-EmptyVal")),
  mutant("null-as-a-text", ["C-HEADER-020"], PARAMS).does(
    inCall("test_custom_headers_null", (headers) => [...headers, ["Mcp-Param-Verbose", "null"]]),
  ),
  mutant("keeps-empty-names", ["C-HEADER-021"], INVALID).does({ keepsTools: /empty/ }),
  mutant("keeps-names-with-colons", ["C-HEADER-022"], INVALID).does({ keepsTools: /colon/ }),
  mutant("keeps-repeated-names", ["C-HEADER-023"], INVALID).does({ keepsTools: /diff_case/ }),
  mutant("keeps-numbers", ["C-HEADER-024"], INVALID).does({ keepsTools: /number/ }),
  mutant("keeps-what-nobody-reaches", ["C-HEADER-025"], INVALID).does({ keepsTools: /any_of/ }),
  mutant("drops-nested", ["C-HEADER-026"], INVALID).does({ dropsTools: /nested/ }),
  mutant("drops-the-whole-list", ["C-HEADER-027"], INVALID).does({ dropsMixedLists: true }),
  mutant("shows-the-mismatch", ["C-HEADER-030"], MODERN_HTTP, "header-mismatch").does({ repeatsMismatches: 0 }),
  mutant("repeats-the-mismatch", ["C-HEADER-030", "C-HEADER-031"], MODERN_HTTP, "header-mismatch").does({
    repeatsMismatches: 12,
  }),
];
