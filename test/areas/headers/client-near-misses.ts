import { stringMember } from "../../../src/model/json.ts";
import { type InnocentClient, MODERN_HTTP } from "../../clients/mutant-client.ts";
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

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "encodes-every-value",
    near: ["C-HEADER-011", "C-HEADER-014", "C-HEADER-018", "C-HEADER-019"],
    ...PARAMS,
    vice: rewritten(encoded),
  },
  {
    name: "integer-with-a-fraction",
    near: ["C-HEADER-014"],
    ...PARAMS,
    vice: rewritten((value, name) => (name === "Mcp-Param-Priority" ? `${value}.0` : value)),
  },
  {
    name: "headers-in-lower-case",
    near: ["C-HEADER-011", "C-HEADER-012", "C-HEADER-013"],
    ...PARAMS,
    vice: { headers: (headers) => headers.map(([name, value]): HeaderPair => [name.toLowerCase(), value]) },
  },
  {
    name: "uses-a-few-tools",
    near: [],
    contexts: MODERN_HTTP,
    scenario: "invalid-param-headers",
    vice: { dropsTools: /valid_plain/ },
  },
  {
    name: "tries-a-mismatch-twice",
    near: ["C-HEADER-030", "C-HEADER-031"],
    contexts: MODERN_HTTP,
    scenario: "header-mismatch",
    vice: {},
  },
];
