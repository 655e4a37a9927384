import type { JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, type ReadingCase, readingTable, refused } from "../reading-table.ts";
import { conversations, deliberate, page, within } from "../small-captures.ts";

const METHODS = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
];

const stateless = { revision: "2026-07-28" } as const;
const result = (method: string, hints: JsonObject) => answered(method, method, hints);

readingTable("cache_hints", [
  {
    shows: "the hints of everything that can be kept, as sent",
    ...stateless,
    capture: {
      exchanges: [
        ...METHODS.map((method, index) => result(method, { ttlMs: index, cacheScope: "public", other: 1 })),
        result("tools/list", { resultType: "complete", ttlMs: "long" }),
        result("tools/list", {}),
        result("tools/list", { tools: [] }),
      ],
    },
    reads: {
      values: [
        ...METHODS.map((method, index) => ({ method, ttlMs: index, cacheScope: "public" })),
        { method: "tools/list", ttlMs: "long" },
        { method: "tools/list" },
      ],
      at: Array.from({ length: 8 }, () => "/response/result"),
      names: [...METHODS, "tools/list", "tools/list"],
      parts: Array.from({ length: 8 }, () => ({ method: "/request/method" })),
    },
  },
  {
    shows: "results that are not complete, errors, what is wrong on purpose, and other methods",
    ...stateless,
    capture: {
      exchanges: [
        result("resources/read", { resultType: "input_required", ttlMs: 1 }),
        refused("tools/list", "tools/list", -32603),
        deliberate(result("tools/list", { ttlMs: 1 })),
        result("tools/call", { ttlMs: 1 }),
      ],
    },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a capture in which nothing could be asked",
    ...stateless,
    capture: { exchanges: [], not_probed: [leftOut("server/discover", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
]);

/** What holds for the hints of each method. */
const hintCases = (method: string, other: string, step = method): readonly ReadingCase[] => [
  {
    shows: "its own hints",
    ...stateless,
    capture: { exchanges: [result(other, { ttlMs: 1 }), result(method, { ttlMs: 2, cacheScope: "private" })] },
    reads: { values: [{ method, ttlMs: 2, cacheScope: "private" }], exchanges: ["main/2"], at: ["/response/result"] },
  },
  {
    shows: "only others",
    ...stateless,
    capture: { exchanges: [result(other, { ttlMs: 1 })], not_probed: [leftOut(step, "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
];

readingTable("discover_cache_hints", hintCases("server/discover", "tools/list"));
readingTable("tools_list_cache_hints", hintCases("tools/list", "prompts/list"));
readingTable("prompts_list_cache_hints", hintCases("prompts/list", "tools/list"));
readingTable("resources_list_cache_hints", hintCases("resources/list", "resources/templates/list"));
readingTable("templates_list_cache_hints", hintCases("resources/templates/list", "resources/list"));
readingTable("read_cache_hints", hintCases("resources/read", "resources/list", "read"));

const scoped = (cacheScope: string | undefined, cursor?: string, next?: string) =>
  page("tools/list", [], {
    ...(cursor === undefined ? {} : { cursor }),
    ...(next === undefined ? {} : { next }),
    more: cacheScope === undefined ? {} : { cacheScope },
  });

readingTable("page_scopes", [
  {
    shows: "pages of one scope",
    ...stateless,
    capture: { exchanges: [scoped("public", undefined, "2"), scoped("public", "2")] },
    reads: {
      values: [["public"]],
      at: ["/response/result/cacheScope"],
      exchanges: ["main/1"],
      names: ["tools/list"],
    },
  },
  {
    shows: "pages of two scopes, at the one that differs from the first",
    ...stateless,
    capture: {
      exchanges: [scoped("public", undefined, "2"), scoped("public", "2", "3"), scoped("private", "3")],
    },
    reads: { values: [["public", "private"]], exchanges: ["main/3"] },
  },
  {
    shows: "one page with a scope, and one of another connection",
    ...stateless,
    capture: {
      conversations: conversations(["main", "second"], { probes: "2026-07-28" }),
      exchanges: [scoped("public", undefined, "2"), scoped(undefined, "2"), within("second", scoped("private"))],
    },
    reads: { values: [], lookedAt: ["/response/result", "/response/result"] },
  },
  {
    shows: "pages without a scope",
    ...stateless,
    capture: { exchanges: [scoped(undefined, undefined, "2"), scoped(undefined, "2")] },
    reads: { unseen: "not-probed" },
  },
]);
