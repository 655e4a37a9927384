import type { JsonObject } from "../../../src/base/json.ts";
import { givenStateless, type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, leftOut, page, refused, within } from "../small-captures.ts";

const METHODS = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
];

const result = (method: string, hints: JsonObject) => answered(method, method, hints);

readingTable("cache_hints", [
  givenStateless("the hints of everything that can be kept, as sent", [
    ...METHODS.map((method, index) => result(method, { ttlMs: index, cacheScope: "public", other: 1 })),
    result("tools/list", { resultType: "complete", ttlMs: "long" }),
    result("tools/list", {}),
    result("tools/list", { tools: [] }),
  ]).values(
    [
      ...METHODS.map((method, index) => ({ method, ttlMs: index, cacheScope: "public" })),
      { method: "tools/list", ttlMs: "long" },
      { method: "tools/list" },
    ],
    {
      at: Array.from({ length: 8 }, () => "/response/result"),
      names: [...METHODS, "tools/list", "tools/list"],
      parts: Array.from({ length: 8 }, () => ({ method: "/request/method" })),
    },
  ),
  givenStateless("results that are not complete, errors, what is wrong on purpose, and other methods", [
    result("resources/read", { resultType: "input_required", ttlMs: 1 }),
    refused("tools/list", "tools/list", -32603),
    deliberate(result("tools/list", { ttlMs: 1 })),
    result("tools/call", { ttlMs: 1 }),
  ]).unseen("not-probed"),
  givenStateless("a capture in which nothing could be asked", [
    leftOut("server/discover", "prerequisite-missing"),
  ]).leftOut(),
]);

/** What holds for the hints of each method. */
const hintCases = (method: string, other: string, step = method): readonly ReadingCase[] => [
  givenStateless("its own hints", [
    result(other, { ttlMs: 1 }),
    result(method, { ttlMs: 2, cacheScope: "private" }),
  ]).values([{ method, ttlMs: 2, cacheScope: "private" }], { exchanges: ["main/2"], at: ["/response/result"] }),
  givenStateless("only others", [result(other, { ttlMs: 1 }), leftOut(step, "not-offered")]).leftOut(),
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
  givenStateless("pages of one scope", [scoped("public", undefined, "2"), scoped("public", "2")]).values([["public"]], {
    at: ["/response/result/cacheScope"],
    exchanges: ["main/1"],
    names: ["tools/list"],
  }),
  givenStateless("pages of two scopes, at the one that differs from the first", [
    scoped("public", undefined, "2"),
    scoped("public", "2", "3"),
    scoped("private", "3"),
  ]).values([["public", "private"]], { exchanges: ["main/3"] }),
  givenStateless("one page with a scope, and one of another connection", [
    scoped("public", undefined, "2"),
    scoped(undefined, "2"),
    within("second", scoped("private")),
  ]).values([], { lookedAt: ["/response/result", "/response/result"] }),
  givenStateless("pages without a scope", [scoped(undefined, undefined, "2"), scoped(undefined, "2")]).unseen(
    "not-probed",
  ),
]);
