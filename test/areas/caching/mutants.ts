import type { Hooks } from "../../servers/hooks.ts";
import type { JsonObject } from "../../servers/json-rpc.ts";
import { STATELESS } from "../contexts.ts";
import { dropMember, editFurther, editResult, set } from "../edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

/** Changes the results that clients may keep. */
const editKept = (edit: (result: JsonObject) => JsonObject): Hooks => ({
  result: (result) => (result.ttlMs === undefined ? undefined : edit(result)),
});

export const MUTANTS: MutantTable = {
  "cache-server-discover-without-ttlMs": mutant("CACHE-001", STATELESS, {
    vice: "Answers server/discover without ttlMs.",
    hooks: dropMember("server/discover", "ttlMs"),
  }),
  "cache-tools-list-without-cacheScope": mutant("CACHE-002", STATELESS, {
    vice: "Answers tools/list without cacheScope.",
    hooks: dropMember("tools/list", "cacheScope"),
  }),
  "cache-prompts-list-without-ttlMs": mutant("CACHE-003", STATELESS, {
    vice: "Answers prompts/list without ttlMs.",
    hooks: dropMember("prompts/list", "ttlMs"),
  }),
  "cache-resources-list-without-cacheScope": mutant("CACHE-004", STATELESS, {
    vice: "Answers resources/list without cacheScope.",
    hooks: dropMember("resources/list", "cacheScope"),
  }),
  "cache-resources-templates-list-without-ttlMs": mutant("CACHE-005", STATELESS, {
    vice: "Answers resources/templates/list without ttlMs.",
    hooks: dropMember("resources/templates/list", "ttlMs"),
  }),
  "cache-resources-read-without-cacheScope": mutant("CACHE-006", STATELESS, {
    vice: "Answers resources/read without cacheScope.",
    hooks: dropMember("resources/read", "cacheScope"),
  }),
  "cache-ttl-negative": mutant("CACHE-007", STATELESS, {
    vice: "Says -1 for results that must not be kept.",
    hooks: editKept(set({ ttlMs: -1 })),
  }),
  "cache-ttl-fraction": mutant("CACHE-007", STATELESS, {
    vice: "Gives the lifetime of what is read in fractions of a millisecond.",
    hooks: editResult("resources/read", set({ ttlMs: 0.5 })),
  }),
  "cache-ttl-text": mutant("CACHE-007", STATELESS, {
    vice: "Writes lifetimes as text.",
    hooks: editKept((result) => ({ ...result, ttlMs: String(result.ttlMs) })),
  }),
  "cache-scope-shared": mutant("CACHE-008", STATELESS, {
    vice: "Calls its cacheScope shared.",
    hooks: editKept(set({ cacheScope: "shared" })),
  }),
  "cache-scope-by-page": mutant("CACHE-009", STATELESS, {
    vice: "Changes the cacheScope from the second page on.",
    hooks: editFurther(set({ cacheScope: "private" })),
  }),
};
