import { INVALID_PARAMS, isObject, type JsonObject } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { asked, paramOf, refused } from "./tool-edits.ts";

const STATEFUL: readonly Context[] = ["http/2025-11-25"];

/** A cursor of the server's own; ours say who they are. */
const isIssued = (cursor: unknown): cursor is string =>
  typeof cursor === "string" && cursor !== "" && !cursor.startsWith("mcptest");

const asksPage = (message: JsonObject, method: string): boolean =>
  message.method === method && isIssued(paramOf(message, "cursor"));

const withoutLast = (result: JsonObject, key: string): JsonObject => {
  const list = result[key];
  return Array.isArray(list) ? { ...result, [key]: list.slice(0, -1) } : result;
};

export const PAGE_MUTANTS: readonly Mutant[] = [
  {
    id: "next-cursor-null",
    vice: "Writes nextCursor null on the last page.",
    hooks: {
      result: (result, { request }) =>
        request?.method.endsWith("/list") && result.nextCursor === undefined
          ? { ...result, nextCursor: null }
          : undefined,
    },
    fails: ["PAGE-001"],
  },
  {
    id: "cursor-refused",
    vice: "Refuses the cursors that prompts/list gave.",
    hooks: {
      incoming: refused((message) => asksPage(message, "prompts/list"), INVALID_PARAMS, "Unexpected parameter: cursor"),
    },
    fails: ["PAGE-002", "PAGE-007"],
  },
  {
    id: "cursor-forgotten",
    vice: "Answers every cursor of prompts/list with the first page.",
    hooks: {
      incoming: asked("prompts/list", ({ cursor, ...others }) => (isIssued(cursor) ? others : undefined)),
    },
    fails: ["PAGE-002", "PAGE-006"],
  },
  {
    id: "cursor-unchecked",
    vice: "Answers a cursor it never gave with the first page.",
    hooks: { skip: ["cursor"] },
    fails: ["PAGE-003"],
  },
  {
    id: "cursor-unread",
    vice: "Has lists of one page, and does not look at the cursors that come with a request.",
    hooks: { skip: ["cursor"] },
    options: { without: ["rich-tools", "resources", "prompts", "completions", "tasks"] },
    fails: ["PAGE-012"],
  },
  {
    id: "cursor-crash",
    vice: "Breaks with HTTP 500 on a cursor that is a number.",
    hooks: {
      httpRequest: ({ response, body }) => {
        if (!body.includes('"cursor":1')) return false;
        response.writeHead(500, { "content-type": "text/plain" }).end("TypeError: cursor.split is not a function");
        return true;
      },
    },
    fails: ["PAGE-004"],
  },
  {
    id: "cursor-drops-connection",
    vice: "Drops the connection on a very long cursor.",
    hooks: {
      httpRequest: ({ response, body }) => {
        if (!body.includes("mcptest-mcptest-")) return false;
        response.destroy();
        return true;
      },
    },
    fails: ["PAGE-004"],
    in: STATEFUL,
  },
  {
    id: "cursor-single-use",
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
    fails: ["PAGE-005", "PAGE-011"],
  },
  {
    id: "page-shrinks",
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
    fails: ["PAGE-005", "PAGE-008"],
    // Every connection is a process of its own there, which counts for itself.
    in: ["stdio/2026-07-28", "stdio/2025-11-25"],
  },
  {
    id: "page-border-moves",
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
    fails: ["PAGE-005"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "pages-overlap",
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
    fails: ["PAGE-008"],
  },
  {
    id: "list-params-demanded",
    vice: "Refuses prompts/list and resources/list without params.",
    hooks: {
      incoming: refused(
        ({ method, params }) => (method === "prompts/list" || method === "resources/list") && params === undefined,
        INVALID_PARAMS,
        "params: Required",
      ),
    },
    fails: ["PAGE-010"],
    in: STATEFUL,
  },
];
