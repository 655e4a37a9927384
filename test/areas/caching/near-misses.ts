import type { Hooks } from "../../servers/hooks.ts";
import { STATELESS } from "../contexts.ts";
import { all, always, each, isOneOf, meets } from "../stricter.ts";
import { type NearMissTable, nearMiss } from "../variant.ts";

const changeHint = (hints: Readonly<Record<string, string | number>>): Hooks => ({
  result: (result) => (result.ttlMs === undefined ? undefined : { ...result, ...hints }),
});

export const NEAR_MISSES: NearMissTable = {
  "nothing-to-keep": nearMiss(STATELESS, {
    choice: "Lets nobody keep any answer: a lifetime of zero, for this caller alone.",
    permittedBy:
      "2026-07-28 basic/utilities/caching: ttlMs is an integer of at least 0, and cacheScope public or private.",
    hooks: changeHint({ ttlMs: 0, cacheScope: "private" }),
    "CACHE-001": each.isNoneOf("an answer can be kept for a while", "discover_cache_hints.ttlMs", [0]),
    "CACHE-002": each.isNoneOf("an answer can be kept for a while", "tools_list_cache_hints.ttlMs", [0]),
    "CACHE-003": each.isNoneOf("an answer can be kept for a while", "prompts_list_cache_hints.ttlMs", [0]),
    "CACHE-004": each.isNoneOf("an answer can be kept for a while", "resources_list_cache_hints.ttlMs", [0]),
    "CACHE-005": each.isNoneOf("an answer can be kept for a while", "templates_list_cache_hints.ttlMs", [0]),
    "CACHE-006": each.meets("some answer can be kept for everybody", "read_cache_hints.cacheScope", {
      const: "public",
    }),
    "CACHE-008": isOneOf("an answer is for everybody", "cache_hints.cacheScope", ["public"]),
    "CACHE-009": each.isOneOf("an answer is for everybody", "cache_hints.cacheScope", ["public"]),
  }),
  "kept-for-ever": nearMiss(STATELESS, {
    choice: "Lets everybody keep every answer for as long as an integer can say.",
    permittedBy: "2026-07-28 basic/utilities/caching: no sentence names a longest lifetime.",
    hooks: changeHint({ ttlMs: Number.MAX_SAFE_INTEGER }),
    "CACHE-007": meets("a lifetime is at most a year", "cache_hints.ttlMs", { maximum: 31_536_000_000 }),
  }),
  "lifetimes-by-page": nearMiss(STATELESS, {
    choice: "Gives every page of a list a lifetime of its own, the last one none.",
    permittedBy:
      "2026-07-28 server/utilities/caching#interaction-with-pagination: pages may differ in ttlMs, and must agree in cacheScope.",
    result: (result, { request }) =>
      result.ttlMs !== undefined && request?.params.cursor !== undefined
        ? { ...result, ttlMs: result.nextCursor === undefined ? 0 : 7 }
        : undefined,
    "CACHE-009": each.isNoneOf("pages agree in their lifetime", "further_pages.result.ttlMs", [0, 7]),
  }),
  "private-though-public": nearMiss(STATELESS, {
    choice: "Marks everything private, also what is the same for everybody.",
    permittedBy:
      "2026-07-28 server/utilities/caching#choosing-a-cache-scope: public is appropriate for lists, and not required.",
    result: (result) => (result.cacheScope === undefined ? undefined : { ...result, cacheScope: "private" }),
    ...all(
      ["CACHE-001", "CACHE-008"],
      always.isNoneOf("what is for everybody is public", "discover_cache_hints.cacheScope", ["private"]),
    ),
    "CACHE-002": always.isNoneOf("what is for everybody is public", "tools_list_cache_hints.cacheScope", ["private"]),
    "CACHE-003": always.isNoneOf("what is for everybody is public", "prompts_list_cache_hints.cacheScope", ["private"]),
    "CACHE-004": always.isNoneOf("what is for everybody is public", "resources_list_cache_hints.cacheScope", [
      "private",
    ]),
    "CACHE-005": always.isNoneOf("what is for everybody is public", "templates_list_cache_hints.cacheScope", [
      "private",
    ]),
  }),
};
