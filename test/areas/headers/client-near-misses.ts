import { stringMember } from "../../../src/base/json.ts";
import { MODERN_HTTP, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";
import type { HeaderPair, Vice } from "../../clients/small-client/vice.ts";

const PARAMS = { contexts: MODERN_HTTP, scenario: "param-headers" } as const;

const rewritten = (change: (value: string, name: string) => string): Vice => ({
  headers: (headers, message) =>
    stringMember(message, "method") === "tools/call"
      ? headers.map(([name, value]): HeaderPair => [name, name.startsWith("Mcp-Param-") ? change(value, name) : value])
      : headers,
});

const encoded = (value: string): string =>
  value.startsWith("=?base64?") ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;

const LOWER_CASE: Vice = {
  headers: (headers) => headers.map(([name, value]): HeaderPair => [name.toLowerCase(), value]),
};

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("encodes-every-value", ["C-HEADER-011", "C-HEADER-014", "C-HEADER-018", "C-HEADER-019"], PARAMS).does(
    rewritten(encoded),
  ),
  nearMiss("integer-with-a-fraction", ["C-HEADER-014"], PARAMS).does(
    rewritten((value, name) => (name === "Mcp-Param-Priority" ? `${value}.0` : value)),
  ),
  nearMiss("headers-in-lower-case", ["C-HEADER-011", "C-HEADER-012", "C-HEADER-013"], PARAMS).does({
    headers: (headers) => headers.map(([name, value]): HeaderPair => [name.toLowerCase(), value]),
  }),
  nearMiss("uses-a-few-tools", [], MODERN_HTTP, "invalid-param-headers").does({ dropsTools: /valid_plain/ }),
  nearMiss("tries-a-mismatch-twice", ["C-HEADER-030", "C-HEADER-031"], MODERN_HTTP, "header-mismatch").does({}),
  nearMiss("names-in-lower-case-headers", ["C-HEADER-008", "C-HEADER-009"], MODERN_HTTP, "odd-names").does(LOWER_CASE),
  nearMiss(
    "values-in-lower-case-headers",
    ["C-HEADER-015", "C-HEADER-016", "C-HEADER-017", "C-HEADER-020"],
    MODERN_HTTP,
    "param-headers",
  ).does(LOWER_CASE),
  nearMiss(
    "leaves-faulty-tools-out",
    [
      ...["C-HEADER-021", "C-HEADER-022", "C-HEADER-023", "C-HEADER-024", "C-HEADER-025", "C-HEADER-026"],
      "C-HEADER-027",
    ],
    MODERN_HTTP,
    "invalid-param-headers",
  ).does(LOWER_CASE),
];
