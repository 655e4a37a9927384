import type { JsonObject } from "../../../src/base/json.ts";
import { MODERN, MODERN_HTTP, type MutantClient, mutant } from "../../clients/mutant-client.ts";
import type { Vice } from "../../clients/small-client/vice.ts";

const keyOf = (method: string, params: JsonObject): string => `${method} ${JSON.stringify(params)}`;

/** Keeps answers to some methods, for whatever time. */
const keeping = (isMeant: (method: string, params: JsonObject) => boolean, more: Vice = {}): Vice => ({
  keyOf,
  keeps: (method, params) => (isMeant(method, params) ? { key: keyOf(method, params), forMs: 600_000 } : undefined),
  ...more,
});

const CACHING = { contexts: MODERN, scenario: "caching" } as const;
const SHORT = { contexts: MODERN_HTTP, scenario: "short-lived-lists" } as const;
const FIRST = ["test://first", "test://second"];

export const MUTANTS: readonly MutantClient[] = [
  mutant("caches-by-method", ["C-CACHE-001"], CACHING).does({
    keyOf: (method, params) => (FIRST.includes(String(params["uri"])) ? method : keyOf(method, params)),
    keeps: (method, params) => (params["uri"] === FIRST[0] ? { key: method, forMs: 600_000 } : undefined),
  }),
  mutant("caches-input-rounds", ["C-CACHE-002"], CACHING).does(keeping((_, params) => params["uri"] === "test://asks")),
  mutant("cache-without-notices", ["C-CACHE-010"], CACHING).does(
    keeping((method) => method === "tools/list", { ignoresNotices: true }),
  ),
  mutant("zero-is-for-ever", ["C-CACHE-005"], SHORT).does(keeping((method) => method === "tools/list")),
  mutant("less-than-nothing-is-for-ever", ["C-CACHE-006"], SHORT).does(keeping((method) => method === "prompts/list")),
  mutant("seconds-for-milliseconds", ["C-CACHE-007"], SHORT).does(
    keeping((method) => method === "resources/templates/list"),
  ),
  mutant("polls-by-the-time", ["C-CACHE-008"], SHORT).does({
    polls: { method: "resources/templates/list", everyMs: 300 },
  }),
];
