import type { Hooks } from "../../servers/hooks.ts";
import { INTERNAL_ERROR, isObject, type JsonValue, RpcError } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, LIST_KEYS, resultForError } from "../edits.ts";
import { ANY, all, each, eachAlways, is, isNoneOf, meets, never, some, strictly } from "../stricter.ts";
import { asked } from "../tool-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const PLACES: Readonly<Record<string, string>> = { ...LIST_KEYS, "tasks/list": "tasks" };

/** Any text is a place in the list, and nothing stands behind the places that were never given. */
const anyPlace = (): Hooks => {
  const given = new Set<JsonValue>();
  return {
    result: (result) => {
      if (typeof result.nextCursor === "string") given.add(result.nextCursor);
      return undefined;
    },
    ...resultForError(
      ({ request }) =>
        request !== undefined &&
        PLACES[request.method] !== undefined &&
        typeof request.params.cursor === "string" &&
        !given.has(request.params.cursor),
      ({ request, era }) => ({
        [PLACES[request?.method ?? ""] ?? ""]: [],
        ...(era === "stateless" ? { ttlMs: 0, cacheScope: "public" } : {}),
      }),
    ),
  };
};

const CURSOR_TAIL = `:${"~".repeat(600)}`;

/** Cursors that are long and hold what looks like a URL. */
const longCursors: Hooks = {
  result: (result) =>
    typeof result.nextCursor === "string"
      ? { ...result, nextCursor: `https://x/?p=${result.nextCursor}${CURSOR_TAIL}` }
      : undefined,
  incoming: (message) => {
    if (!isObject(message) || !isObject(message.params) || typeof message.params.cursor !== "string") return undefined;
    const { cursor } = message.params;
    if (!cursor.endsWith(CURSOR_TAIL)) return undefined;
    return {
      replaceWith: {
        ...message,
        params: { ...message.params, cursor: cursor.slice("https://x/?p=".length, -CURSOR_TAIL.length) },
      },
    };
  },
};

const emptyCursor: Hooks = {
  result: (result, { request }) =>
    request?.method === "prompts/list" && typeof result.nextCursor === "string"
      ? { ...result, nextCursor: "" }
      : undefined,
  // Of all lists only this one gives out that cursor, and it has two pages.
  incoming: asked("prompts/list", ({ cursor, ...others }) =>
    cursor === "" ? { ...others, cursor: Buffer.from("prompts@2").toString("base64url") } : undefined,
  ),
};

export const NEAR_MISSES: NearMissTable = {
  "long-cursors": nearMiss({
    choice: "Has cursors of six hundred characters that look like addresses.",
    permittedBy: "2025-11-25 server/utilities/pagination#pagination-model: the cursor is an opaque string token.",
    hooks: longCursors,
    "PAGE-001": meets("a cursor is short", "list_pages", { properties: { nextCursor: { maxLength: 200 } } }),
    ...all(
      ["PAGE-005", "PAGE-007"],
      each.meets("a cursor is short", "list_pages", { properties: { nextCursor: { maxLength: 200 } } }),
    ),
  }),
  "more-to-offer-meanwhile": sameAs("resources", {
    "PAGE-005": never("a page stays as it is for ever", {
      response: { result: { prompts: some({ name: "added_today" }) } },
    }),
  }),
  "list-fails-at-first": nearMiss(STATEFUL, {
    choice: "Fails at the first request for its prompts, which has no params, and serves every later one.",
    permittedBy: "2025-11-25 server/prompts#error-handling: an internal error is answered with -32603.",
    hooks: () => {
      let listed = 0;
      return editResult("prompts/list", (result) => {
        listed += 1;
        if (listed === 1) throw new RpcError(INTERNAL_ERROR, "The prompts are still being loaded");
        return result;
      });
    },
    "PAGE-010": never("a list without params works each time", {
      request: is({
        required: ["method"],
        properties: { method: { const: "prompts/list" } },
        not: { required: ["params"] },
      }),
      response: { error: ANY },
    }),
  }),
  "empty-cursor": nearMiss({
    choice: "Has the empty text as the cursor of the second page of its prompts.",
    permittedBy: "2026-07-28 server/utilities/pagination#implementation-guidelines: an empty string is a valid cursor.",
    hooks: emptyCursor,
    ...all(
      ["PAGE-001", "PAGE-005", "PAGE-007"],
      eachAlways.meets("a cursor is not empty", "list_pages", { properties: { nextCursor: { minLength: 1 } } }),
    ),
  }),
  "any-place-in-a-list": nearMiss(STATELESS, STATEFUL, "stdio/2025-11-25", {
    choice: "Takes any text for a place in its lists, and has nothing behind the places that it never gave.",
    permittedBy:
      "2026-07-28 server/utilities/pagination#pagination-model: a cursor is an opaque text that represents a position; which texts are valid is the server's to say.",
    hooks: anyPlace,
    "TASK-031": strictly({ in: "stdio/2025-11-25" }).isNoneOf(
      "a cursor that was never given is refused",
      "bad_cursor.outcome",
      ["result"],
    ),
    "PAGE-003": isNoneOf("a cursor that was never given is refused", "bad_cursor.outcome", ["result"]),
    "PAGE-004": isNoneOf("an odd cursor is refused", "odd_cursors.outcome", ["result"]),
  }),
};
