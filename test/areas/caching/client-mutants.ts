import type { JsonObject } from "../../../src/model/json.ts";
import { MODERN, MODERN_HTTP, type MutantClient } from "../../clients/mutant-client.ts";
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
  {
    name: "caches-by-method",
    fails: ["C-CACHE-001"],
    ...CACHING,
    vice: {
      keyOf: (method, params) => (FIRST.includes(String(params["uri"])) ? method : keyOf(method, params)),
      keeps: (method, params) => (params["uri"] === FIRST[0] ? { key: method, forMs: 600_000 } : undefined),
    },
  },
  {
    name: "caches-input-rounds",
    fails: ["C-CACHE-002"],
    ...CACHING,
    vice: keeping((_, params) => params["uri"] === "test://asks"),
  },
  {
    name: "cache-without-notices",
    fails: ["C-CACHE-010"],
    ...CACHING,
    vice: keeping((method) => method === "tools/list", { ignoresNotices: true }),
  },
  { name: "zero-is-for-ever", fails: ["C-CACHE-005"], ...SHORT, vice: keeping((method) => method === "tools/list") },
  {
    name: "less-than-nothing-is-for-ever",
    fails: ["C-CACHE-006"],
    ...SHORT,
    vice: keeping((method) => method === "prompts/list"),
  },
  {
    name: "seconds-for-milliseconds",
    fails: ["C-CACHE-007"],
    ...SHORT,
    vice: keeping((method) => method === "resources/templates/list"),
  },
  {
    name: "polls-by-the-time",
    fails: ["C-CACHE-008"],
    ...SHORT,
    vice: { polls: { method: "resources/templates/list", everyMs: 300 } },
  },
];
