import { stringMember } from "../../../src/base/json.ts";
import { withoutHeader } from "../edits.ts";
import { MODERN_HTTP, type MutantClient } from "../mutant-client.ts";
import type { HeaderPair, Vice } from "../small-client/vice.ts";

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
  {
    name: "raw-names",
    fails: ["C-HEADER-006", "C-HEADER-007", "C-HEADER-008"],
    contexts: MODERN_HTTP,
    scenario: "odd-names",
    vice: rawNames((name) => !isLikeEncoded(name)),
  },
  {
    name: "raw-name-like-an-encoded-one",
    fails: ["C-HEADER-006", "C-HEADER-009"],
    contexts: MODERN_HTTP,
    scenario: "odd-names",
    vice: rawNames(isLikeEncoded),
  },
  { name: "no-param-header", fails: ["C-HEADER-011"], ...PARAMS, vice: withoutHeader("Mcp-Param-Region") },
  {
    name: "mirrors-everything",
    fails: ["C-HEADER-012"],
    ...PARAMS,
    vice: inCall("test_custom_headers", (headers) => [...headers, ["Mcp-Param-Query", "q"]]),
  },
  { name: "top-level-alone", fails: ["C-HEADER-013"], ...PARAMS, vice: withoutHeader("Mcp-Param-Zone") },
  { name: "capital-true", fails: ["C-HEADER-014"], ...PARAMS, vice: replaced("Mcp-Param-Debug", "True") },
  { name: "hexadecimal", fails: ["C-HEADER-014"], ...PARAMS, vice: replaced("Mcp-Param-Priority", "0x2a") },
  {
    name: "spaces-for-line-breaks",
    fails: ["C-HEADER-015"],
    ...PARAMS,
    vice: replaced("Mcp-Param-ControlChar", "line1 line2"),
  },
  {
    name: "sentinel-as-it-is",
    fails: ["C-HEADER-016"],
    ...PARAMS,
    vice: replaced("Mcp-Param-Sentinel", "=?base64?literal?="),
  },
  {
    name: "words-of-mail",
    fails: ["C-HEADER-015", "C-HEADER-017"],
    ...PARAMS,
    vice: replaced("Mcp-Param-NonAscii", "=?UTF-8?B?R3LDvMOfZSwg5LiW55WM?="),
  },
  {
    name: "percent-for-spaces",
    fails: ["C-HEADER-018"],
    ...PARAMS,
    vice: replaced("Mcp-Param-InternalSpace", "us%20west%201"),
  },
  { name: "empty-is-absent", fails: ["C-HEADER-019"], ...PARAMS, vice: withoutHeader("Mcp-Param-EmptyVal") },
  {
    name: "null-as-a-text",
    fails: ["C-HEADER-020"],
    ...PARAMS,
    vice: inCall("test_custom_headers_null", (headers) => [...headers, ["Mcp-Param-Verbose", "null"]]),
  },
  { name: "keeps-empty-names", fails: ["C-HEADER-021"], ...INVALID, vice: { keepsTools: /empty/ } },
  { name: "keeps-names-with-colons", fails: ["C-HEADER-022"], ...INVALID, vice: { keepsTools: /colon/ } },
  { name: "keeps-repeated-names", fails: ["C-HEADER-023"], ...INVALID, vice: { keepsTools: /diff_case/ } },
  { name: "keeps-numbers", fails: ["C-HEADER-024"], ...INVALID, vice: { keepsTools: /number/ } },
  { name: "keeps-what-nobody-reaches", fails: ["C-HEADER-025"], ...INVALID, vice: { keepsTools: /any_of/ } },
  { name: "drops-nested", fails: ["C-HEADER-026"], ...INVALID, vice: { dropsTools: /nested/ } },
  { name: "drops-the-whole-list", fails: ["C-HEADER-027"], ...INVALID, vice: { dropsMixedLists: true } },
  {
    name: "shows-the-mismatch",
    fails: ["C-HEADER-030"],
    contexts: MODERN_HTTP,
    scenario: "header-mismatch",
    vice: { repeatsMismatches: 0 },
  },
  {
    name: "repeats-the-mismatch",
    fails: ["C-HEADER-030", "C-HEADER-031"],
    contexts: MODERN_HTTP,
    scenario: "header-mismatch",
    vice: { repeatsMismatches: 12 },
  },
];
