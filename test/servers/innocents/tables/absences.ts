// What is not there: missing things and how that is said, missing answers asked for again, members and lists without content.

import type { Hooks } from "../../hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, type JsonValue, RESOURCE_NOT_FOUND } from "../../json-rpc.ts";
import { resultForError } from "../../mutants/tables/edits.ts";
import type { Innocent, Stricter } from "../innocent.ts";
import { isNoneOf, isOneOf, meets, recordedAs } from "./stricter.ts";
import { editObjects } from "./walk.ts";

const NEW = "http/2026-07-28";

/** Requests that name one thing. */
const NAMING = ["resources/read", "prompts/get", "tasks/get", "tasks/cancel", "tasks/update"];

const with404 = (facts: Readonly<Record<string, string>>): Record<string, Stricter> =>
  Object.fromEntries(
    Object.entries(facts).map(([rule, fact]) => [
      rule,
      isNoneOf("what is missing does not come with 404", `${fact}.status`, [404], { when: [] }),
    ]),
  );

const DIRECTORY: JsonObject = { uri: "memo://attachments", name: "attachments" };

const readDirectory = resultForError(
  ({ request }) => request?.method === "resources/read" && request.params.uri === DIRECTORY.uri,
  () => ({ contents: [] }),
);

/** Not where a header or the metadata is refused. */
const isUnknown = (error: JsonValue | undefined): boolean =>
  isObject(error) && (error.code === INVALID_PARAMS || error.code === RESOURCE_NOT_FOUND);

const LIST_KEYS: Readonly<Record<string, string>> = {
  "tools/list": "tools",
  "prompts/list": "prompts",
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
};

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

const keyOf = (params: JsonObject): string => JSON.stringify([params.name, params.uri]);

/** Puts its question once more where the answer is malformed. */
const asksAgain = (): Hooks => {
  const asked = new Map<string, JsonObject>();
  return {
    outgoing: (message, { request }) => {
      const params = request?.params;
      if (params === undefined) return undefined;
      if (isObject(message.result) && message.result.resultType === "input_required")
        asked.set(keyOf(params), message.result);
      const before = asked.get(keyOf(params));
      if (before === undefined || params.inputResponses === undefined) return undefined;
      if (!isObject(message.error) || message.error.code !== INVALID_PARAMS) return undefined;
      const { error: _, ...others } = message;
      return [{ ...others, result: before }];
    },
  };
};

const EMPTY: Readonly<Record<string, JsonObject>> = {
  tools: { title: "", description: "", icons: [], annotations: {}, _meta: {} },
  prompts: { title: "", description: "", icons: [], arguments: [], _meta: {} },
  resources: { title: "", description: "", icons: [], annotations: {}, _meta: {} },
  resourceTemplates: { title: "", description: "", icons: [], annotations: {}, _meta: {} },
  serverInfo: { title: "", description: "", icons: [] },
};

/** Prompts keep the arguments they have: without them nothing could be asked. */
const emptied = (object: JsonObject, role: string): JsonObject =>
  role === "prompts"
    ? { ...object, ...EMPTY.prompts, ...(object.arguments === undefined ? {} : { arguments: object.arguments }) }
    : { ...object, ...EMPTY[role] };

const noEmpty = (name: string, target: string, member: string): Stricter =>
  meets(name, target, { properties: { [member]: { not: { enum: ["", [], {}] } } } }, { each: true, when: [] });

const noEmptyList = (method: string, key: string): Stricter =>
  recordedAs(`${method} lists something`, {
    not: {
      required: ["response"],
      properties: {
        response: {
          required: ["result"],
          properties: { result: { required: [key], properties: { [key]: { maxItems: 0 } } } },
        },
      },
    },
  });

export const ABSENCE_INNOCENTS: readonly Innocent[] = [
  {
    id: "missing-with-404",
    choice: "Sends the error for a resource, prompt or task that does not exist with HTTP status 404.",
    permittedBy:
      "No sentence forbids it; 2026-07-28 names the statuses of refused headers, versions and methods, not that of other errors.",
    hooks: {
      httpAnswer: (answer, { rpcMethod }) =>
        answer.status === 200 &&
        NAMING.includes(rpcMethod ?? "") &&
        String(answer.body ?? "").includes(`"code":${INVALID_PARAMS},`)
          ? { ...answer, status: 404 }
          : undefined,
    },
    in: [NEW],
    closestTo: with404({
      "RES-003": "missing_resource",
      "PROMPT-014": "unknown_prompt",
      "TASK-028": "unknown_task",
      "TASK-029": "unknown_task_cancel",
      "TASK-030": "unknown_task_update",
    }),
  },
  {
    id: "empty-directory",
    choice: "Lists a directory in which there is nothing, and reads it as an empty list of contents.",
    permittedBy:
      "2026-07-28 server/resources#error-handling: an empty contents array is forbidden for resources that do not exist; this one does.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "resources/list" && Array.isArray(result.resources) && request.params.cursor === undefined
          ? { ...result, resources: [...result.resources.slice(0, 1), DIRECTORY, ...result.resources.slice(1)] }
          : undefined,
      outgoing: (message, context) =>
        isUnknown(message.error) ? readDirectory.outgoing?.(message, context) : undefined,
    },
    closestTo: {
      "RES-010": recordedAs("no resource reads as nothing at all", {
        not: {
          required: ["response"],
          properties: {
            response: {
              required: ["result"],
              properties: { result: { required: ["contents"], properties: { contents: { maxItems: 0 } } } },
            },
          },
        },
      }),
    },
  },
  {
    id: "any-place-in-a-list",
    choice: "Takes any text for a place in its lists, and has nothing behind the places that it never gave.",
    permittedBy:
      "2026-07-28 server/utilities/pagination#pagination-model: a cursor is an opaque text that represents a position; which texts are valid is the server's to say.",
    hooks: anyPlace,
    in: [NEW, "http/2025-11-25", "stdio/2025-11-25"],
    closestTo: {
      "TASK-031": isNoneOf("a cursor that was never given is refused", "bad_cursor.outcome", ["result"], {
        in: "stdio/2025-11-25",
      }),
      "PAGE-003": isNoneOf("a cursor that was never given is refused", "bad_cursor.outcome", ["result"]),
      "PAGE-004": isNoneOf("an odd cursor is refused", "odd_cursors.outcome", ["result"]),
    },
  },
  {
    id: "asks-again",
    choice: "Puts its question once more where the answer to it is malformed.",
    permittedBy:
      "2026-07-28 basic/patterns/mrtr#server-requirements: a server validates what comes back; no sentence forbids it to ask again.",
    hooks: asksAgain,
    in: [NEW],
    closestTo: {
      "MRTR-020": isOneOf("a malformed answer is an error", "number_input_response.outcome", ["error"]),
      "MRTR-021": isOneOf("malformed answers are an error", "text_input_responses.outcome", ["error"]),
    },
  },
  {
    id: "listens-for-nothing",
    choice: "Takes a subscription that names no notifications for one that asks for none.",
    permittedBy: "No sentence forbids it; none says that a request to listen for nothing has to be refused.",
    hooks: { skip: ["listen-filter"] },
    in: [NEW],
    closestTo: {
      "SUBS-012": isOneOf("a subscription without a filter is refused", "malformed_listen.outcome", ["error"], {
        when: [],
      }),
    },
  },
  {
    id: "optional-and-empty",
    choice: "Sends every optional member, and leaves each of them empty.",
    permittedBy: "No sentence forbids it; the schema gives these members a type and no least length.",
    hooks: {
      result: (result, { request }) => {
        const edited = editObjects(result, emptied);
        if (request?.method === "initialize" || request?.method === "server/discover")
          return { ...edited, instructions: "" };
        return edited;
      },
    },
    closestTo: {
      "PROTO-037": isNoneOf("instructions are not empty", "discover.result.instructions", [""], { when: [] }),
      "TOOL-008": noEmpty("a title is not empty", "tools", "title"),
      "PROMPT-005": noEmpty("a list of arguments is not empty", "prompts", "arguments"),
      "PROMPT-006": noEmpty("a description is not empty", "prompts", "description"),
      "RES-005": noEmpty("a description is not empty", "resources", "description"),
      "RESTPL-001": noEmpty("a title is not empty", "resource_templates", "title"),
      "RESTPL-004": noEmpty("a description is not empty", "resource_templates", "description"),
    },
  },
  {
    id: "nothing-to-list-yet",
    choice: "Advertises tools and resources and has none at the moment, nor any template.",
    permittedBy: "No sentence forbids it; 2026-07-28 server/resources#listing-resources says that a list may be empty.",
    hooks: {
      result: (result, { request }) => {
        const key = LIST_KEYS[request?.method ?? ""];
        if (key === undefined || key === "prompts") return undefined;
        const { nextCursor: _, ...others } = result;
        return { ...others, [key]: [] };
      },
    },
    closestTo: {
      "TOOL-001": noEmptyList("tools/list", "tools"),
      "RES-001": noEmptyList("resources/list", "resources"),
      "RESTPL-002": noEmptyList("resources/templates/list", "resourceTemplates"),
    },
  },
];
