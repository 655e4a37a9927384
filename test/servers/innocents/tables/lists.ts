// Lists: empty, with odd cursors and cache hints, changing with time.

import type { Hooks } from "../../hooks.ts";
import { isObject } from "../../json-rpc.ts";
import { editResult } from "../../mutants/tables/edits.ts";
import type { Innocent } from "../innocent.ts";
import { isNoneOf, isOneOf, meets, recordedAs } from "./stricter.ts";

const MARK = `:${"~".repeat(600)}`;

/** Cursors that are long and hold what looks like a URL. */
const longCursors: Hooks = {
  result: (result) =>
    typeof result.nextCursor === "string"
      ? { ...result, nextCursor: `https://x/?p=${result.nextCursor}${MARK}` }
      : undefined,
  incoming: (message) => {
    if (!isObject(message) || !isObject(message.params) || typeof message.params.cursor !== "string") return undefined;
    const { cursor } = message.params;
    if (!cursor.endsWith(MARK)) return undefined;
    return {
      replaceWith: {
        ...message,
        params: { ...message.params, cursor: cursor.slice("https://x/?p=".length, -MARK.length) },
      },
    };
  },
};

const changeHint = (hints: Readonly<Record<string, string | number>>): Hooks => ({
  result: (result) => (result.ttlMs === undefined ? undefined : { ...result, ...hints }),
});

const noTtl = (fact: string) => isNoneOf("an answer can be kept for a while", `${fact}.ttlMs`, [0], { each: true });

/** A list never changes. */
const UNCHANGED = recordedAs("no tool is added", {
  not: {
    required: ["response"],
    properties: {
      response: {
        required: ["result"],
        properties: {
          result: {
            required: ["tools"],
            properties: { tools: { contains: { required: ["name"], properties: { name: { const: "added_today" } } } } },
          },
        },
      },
    },
  },
});

export const LIST_INNOCENTS: readonly Innocent[] = [
  {
    id: "no-prompts-yet",
    choice: "Advertises prompts and has none at the moment.",
    permittedBy: "No sentence forbids it; the schema sets no least number of prompts.",
    hooks: editResult("prompts/list", ({ nextCursor: _, ...result }) => ({ ...result, prompts: [] })),
    closestTo: {
      "PROMPT-001": meets("a prompts array with at least one prompt", "prompts_list.result.prompts", { minItems: 1 }),
    },
  },
  {
    id: "long-cursors",
    choice: "Has cursors of six hundred characters that look like addresses.",
    permittedBy: "2025-11-25 server/utilities/pagination#pagination-model: the cursor is an opaque string token.",
    hooks: longCursors,
    closestTo: {
      "PAGE-001": meets("a cursor is short", "list_pages", { properties: { nextCursor: { maxLength: 200 } } }),
      "PAGE-005": meets(
        "a cursor is short",
        "list_pages",
        { properties: { nextCursor: { maxLength: 200 } } },
        { each: true },
      ),
      "PAGE-007": meets(
        "a cursor is short",
        "list_pages",
        { properties: { nextCursor: { maxLength: 200 } } },
        { each: true },
      ),
      "RESTPL-008": meets(
        "a cursor is short",
        "list_pages",
        { properties: { nextCursor: { maxLength: 200 } } },
        { each: true },
      ),
    },
  },
  {
    id: "nothing-to-keep",
    choice: "Lets nobody keep any answer: a lifetime of zero, for this caller alone.",
    permittedBy:
      "2026-07-28 basic/utilities/caching: ttlMs is an integer of at least 0, and cacheScope public or private.",
    hooks: changeHint({ ttlMs: 0, cacheScope: "private" }),
    in: ["http/2026-07-28"],
    closestTo: {
      "CACHE-001": noTtl("discover_cache_hints"),
      "CACHE-002": noTtl("tools_list_cache_hints"),
      "CACHE-003": noTtl("prompts_list_cache_hints"),
      "CACHE-004": noTtl("resources_list_cache_hints"),
      "CACHE-005": noTtl("templates_list_cache_hints"),
      "CACHE-006": meets(
        "some answer can be kept for everybody",
        "read_cache_hints.cacheScope",
        { const: "public" },
        { each: true },
      ),
      "CACHE-008": isOneOf("an answer is for everybody", "cache_hints.cacheScope", ["public"]),
      "CACHE-009": isOneOf("an answer is for everybody", "cache_hints.cacheScope", ["public"], { each: true }),
    },
  },
  {
    id: "kept-for-ever",
    choice: "Lets everybody keep every answer for as long as an integer can say.",
    permittedBy: "2026-07-28 basic/utilities/caching: no sentence names a longest lifetime.",
    hooks: changeHint({ ttlMs: Number.MAX_SAFE_INTEGER }),
    in: ["http/2026-07-28"],
    closestTo: {
      "CACHE-007": meets("a lifetime is at most a year", "cache_hints.ttlMs", { maximum: 31_536_000_000 }),
    },
  },
  {
    id: "tool-added-meanwhile",
    choice: "Gets a new tool while it is probed, and keeps it.",
    permittedBy:
      "No sentence forbids it; the list must not depend on the connection or on earlier requests, and time is neither.",
    hooks: () => {
      let listed = 0;
      return editResult("tools/list", (result) => {
        listed += 1;
        if (listed < 12 || result.nextCursor !== undefined || !Array.isArray(result.tools)) return result;
        return { ...result, tools: [...result.tools, { name: "added_today", inputSchema: { type: "object" } }] };
      });
    },
    options: { without: ["list-changed"] },
    in: ["http/2026-07-28"],
    closestTo: {
      "TOOL-032": UNCHANGED,
      "TOOL-033": UNCHANGED,
    },
  },
];
