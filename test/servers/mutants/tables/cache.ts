import type { Hooks } from "../../hooks.ts";
import type { JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editResult } from "./edits.ts";
import { CACHE_USER_MUTANTS } from "./other-users.ts";

const STATELESS = ["http/2026-07-28"] as const;

const without = (method: string, hint: "ttlMs" | "cacheScope"): Hooks =>
  editResult(method, ({ [hint]: _, ...others }) => others);

/** Changes the results that clients may keep. */
const editKept = (edit: (result: JsonObject) => JsonObject): Hooks => ({
  result: (result) => (result.ttlMs === undefined ? undefined : edit(result)),
});

/** Changes the pages that a cursor leads to. */
const editFurther = (edit: (result: JsonObject) => JsonObject): Hooks => ({
  result: (result, { request }) => (typeof request?.params.cursor === "string" ? edit(result) : undefined),
});

const HINTLESS = [
  ["server/discover", "ttlMs", "CACHE-001"],
  ["tools/list", "cacheScope", "CACHE-002"],
  ["prompts/list", "ttlMs", "CACHE-003"],
  ["resources/list", "cacheScope", "CACHE-004"],
  ["resources/templates/list", "ttlMs", "CACHE-005"],
  ["resources/read", "cacheScope", "CACHE-006"],
] as const;

export const CACHE_MUTANTS: readonly Mutant[] = [
  ...CACHE_USER_MUTANTS,
  ...HINTLESS.map(
    ([method, hint, rule]): Mutant => ({
      id: `cache-${method.replaceAll("/", "-")}-without-${hint}`,
      vice: `Answers ${method} without ${hint}.`,
      hooks: without(method, hint),
      fails: [rule],
      in: STATELESS,
    }),
  ),
  {
    id: "cache-ttl-negative",
    vice: "Says -1 for results that must not be kept.",
    hooks: editKept((result) => ({ ...result, ttlMs: -1 })),
    fails: ["CACHE-007"],
    in: STATELESS,
  },
  {
    id: "cache-ttl-fraction",
    vice: "Gives the lifetime of what is read in fractions of a millisecond.",
    hooks: editResult("resources/read", (result) => ({ ...result, ttlMs: 0.5 })),
    fails: ["CACHE-007"],
    in: STATELESS,
  },
  {
    id: "cache-ttl-text",
    vice: "Writes lifetimes as text.",
    hooks: editKept((result) => ({ ...result, ttlMs: String(result.ttlMs) })),
    fails: ["CACHE-007"],
    in: STATELESS,
  },
  {
    id: "cache-scope-shared",
    vice: "Calls its cacheScope shared.",
    hooks: editKept((result) => ({ ...result, cacheScope: "shared" })),
    fails: ["CACHE-008"],
    in: STATELESS,
  },
  {
    id: "cache-scope-by-page",
    vice: "Changes the cacheScope from the second page on.",
    hooks: editFurther((result) => ({ ...result, cacheScope: "private" })),
    fails: ["CACHE-009"],
    in: STATELESS,
  },
  {
    id: "cache-ttl-on-first-page",
    vice: "Gives a ttlMs on the first page only.",
    hooks: editFurther(({ ttlMs: _, ...others }) => others),
    fails: ["CACHE-010"],
    in: STATELESS,
  },
  {
    id: "cache-hints-on-questions",
    vice: "Lets clients keep results that ask for input.",
    hooks: {
      result: (result) =>
        result.resultType === "input_required" ? { ...result, ttlMs: 60_000, cacheScope: "public" } : undefined,
    },
    fails: ["CACHE-012"],
    in: STATELESS,
  },
];
