import { INVALID_PARAMS, isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { asks, editFurther, recode, without } from "../edits.ts";
import { asked, paramOf, refused } from "../tool-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

/** A cursor of the server's own; ours say who they are. */
const isIssued = (cursor: unknown): cursor is string =>
  typeof cursor === "string" && cursor !== "" && !cursor.startsWith("mcptest");

const asksPage = (message: JsonObject, method: string): boolean =>
  message.method === method && isIssued(paramOf(message, "cursor"));

const withoutLast = (result: JsonObject, key: string): JsonObject => {
  const list = result[key];
  return Array.isArray(list) ? { ...result, [key]: list.slice(0, -1) } : result;
};

export const MUTANTS: MutantTable = {
  "tools-list-needs-params": mutant("PAGE-010", STATEFUL, {
    vice: "Refuses tools/list without params.",
    incoming: refused(
      ({ method, params }) => method === "tools/list" && params === undefined,
      INVALID_PARAMS,
      "params: Required",
    ),
  }),
  "next-cursor-null": mutant("PAGE-001", {
    vice: "Writes nextCursor null on the last page.",
    result: (result, { request }) =>
      request?.method.endsWith("/list") && result.nextCursor === undefined
        ? { ...result, nextCursor: null }
        : undefined,
  }),
  "cursor-refused": mutant(["PAGE-002", "PAGE-007"], {
    vice: "Refuses the cursors that prompts/list gave.",
    incoming: refused((message) => asksPage(message, "prompts/list"), INVALID_PARAMS, "Unexpected parameter: cursor"),
  }),
  "cursor-forgotten": mutant(["PAGE-002", "PAGE-006"], {
    vice: "Answers every cursor of prompts/list with the first page.",
    incoming: asked("prompts/list", ({ cursor, ...others }) => (isIssued(cursor) ? others : undefined)),
  }),
  "cursor-unchecked": mutant("PAGE-003", {
    vice: "Answers a cursor it never gave with the first page.",
    skip: ["cursor"],
  }),
  "cursor-unread": mutant("PAGE-012", {
    vice: "Has lists of one page, and does not look at the cursors that come with a request.",
    options: { without: ["rich-tools", "resources", "prompts", "completions", "tasks"] },
    skip: ["cursor"],
  }),
  "cursor-crash": mutant("PAGE-004", {
    vice: "Breaks with HTTP 500 on a cursor that is a number.",
    httpRequest: ({ response, body }) => {
      if (!body.includes('"cursor":1')) return false;
      response.writeHead(500, { "content-type": "text/plain" }).end("TypeError: cursor.split is not a function");
      return true;
    },
  }),
  "cursor-drops-connection": mutant("PAGE-004", STATEFUL, {
    vice: "Drops the connection on a very long cursor.",
    httpRequest: ({ response, body }) => {
      if (!body.includes("mcptest-mcptest-")) return false;
      response.destroy();
      return true;
    },
  }),
  "cursor-single-use": mutant(["PAGE-005", "PAGE-011"], {
    vice: "Takes every cursor of resources/list once.",
    hooks: () => {
      const used = new Set<unknown>();
      return {
        incoming: refused(
          (message) => {
            if (!asksPage(message, "resources/list")) return false;
            const cursor = paramOf(message, "cursor");
            return used.size === used.add(cursor).size;
          },
          INVALID_PARAMS,
          "Cursor already used",
        ),
      };
    },
  }),
  "page-shrinks": mutant(["PAGE-005", "PAGE-008"], "stdio/2026-07-28", "stdio/2025-11-25", {
    vice: "Gives one tool less every second time that a cursor is used.",
    hooks: () => {
      const uses = new Map<unknown, number>();
      return {
        result: (result, { request }) => {
          const cursor = request?.params.cursor;
          if (request?.method !== "tools/list" || !isIssued(cursor)) return undefined;
          const times = (uses.get(cursor) ?? 0) + 1;
          uses.set(cursor, times);
          return times % 2 === 0 ? withoutLast(result, "tools") : undefined;
        },
      };
    },
  }),
  "page-border-moves": mutant("PAGE-005", "stdio/2025-11-25", {
    vice: "Cuts the pages of tools one tool earlier each time that the list is read, so that a cursor leads elsewhere.",
    hooks: () => {
      let first: JsonObject | undefined;
      let readings = 0;
      const moved = (): JsonObject[] => (first === undefined || readings < 2 ? [] : [first]);
      return {
        result: (result, { request }) => {
          if (request?.method !== "tools/list" || !Array.isArray(result.tools)) return undefined;
          const { cursor } = request.params;
          if (cursor === undefined) {
            readings += 1;
            const last = result.tools.at(-1);
            first ??= isObject(last) ? last : undefined;
            return readings < 2 ? undefined : withoutLast(result, "tools");
          }
          return result.nextCursor === undefined ? { ...result, tools: [...moved(), ...result.tools] } : undefined;
        },
      };
    },
  }),
  "pages-overlap": mutant("PAGE-008", {
    vice: "Begins every further page of prompts with the last prompt of the page before.",
    hooks: () => {
      let last: JsonObject | undefined;
      return {
        result: (result, { request }) => {
          if (request?.method !== "prompts/list" || !Array.isArray(result.prompts)) return undefined;
          const end = result.prompts.at(-1);
          if (request.params.cursor === undefined) {
            if (isObject(end)) last = end;
            return undefined;
          }
          return last === undefined ? undefined : { ...result, prompts: [last, ...result.prompts] };
        },
      };
    },
  }),
  "list-params-demanded": mutant("PAGE-010", STATEFUL, {
    vice: "Refuses prompts/list and resources/list without params.",
    incoming: refused(
      ({ method, params }) => (method === "prompts/list" || method === "resources/list") && params === undefined,
      INVALID_PARAMS,
      "params: Required",
    ),
  }),
  "cache-ttl-on-first-page": mutant("CACHE-010", STATELESS, {
    vice: "Gives a ttlMs on the first page only.",
    hooks: editFurther(without("ttlMs")),
  }),
  "task-list-cursor-code": mutant("TASK-031", "stdio/2025-11-25", {
    vice: "Answers an unknown cursor of tasks/list with -32600.",
    hooks: recode(-32600, asks("tasks/list")),
  }),
};
