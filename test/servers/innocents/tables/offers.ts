// What servers offer and how that changes: lists that grow, changes nobody could be told of, failures with own codes.

import type { Hooks } from "../../hooks.ts";
import { INTERNAL_ERROR, isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import type { Context } from "../../mutants/context.ts";
import { editCapabilities, editResult } from "../../mutants/tables/edits.ts";
import { asked } from "../../mutants/tables/tool-edits.ts";
import type { Innocent } from "../innocent.ts";
import { meets, only, recordedAs } from "./stricter.ts";

const OLD: readonly Context[] = ["http/2025-11-25"];
const NEW: readonly Context[] = ["http/2026-07-28"];

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

/** No recorded answer to this method holds an entry of that name. */
const neverLists = (name: string, key: string, label: string, value: string) =>
  recordedAs(name, {
    not: {
      required: ["response"],
      properties: {
        response: {
          required: ["result"],
          properties: {
            result: {
              required: [key],
              properties: { [key]: { contains: { required: [label], properties: { [label]: { const: value } } } } },
            },
          },
        },
      },
    },
  });

/** Entries that every list but the first one read to its end has, for whoever asks. */
const ADDED: Readonly<Record<string, readonly [key: string, entry: JsonObject]>> = {
  "resources/list": ["resources", { uri: "memo://added-today", name: "added today" }],
  "resources/templates/list": ["resourceTemplates", { uriTemplate: "memo://added/{day}", name: "added today" }],
  "prompts/list": ["prompts", { name: "added_today" }],
};

const growing = (): Hooks => {
  const ended = new Set<string>();
  return {
    result: (result, { request }) => {
      const [key = "", entry] = ADDED[request?.method ?? ""] ?? [];
      const list = result[key];
      if (request === undefined || entry === undefined || result.nextCursor !== undefined || !Array.isArray(list))
        return undefined;
      if (ended.size < ended.add(request.method).size) return undefined;
      return { ...result, [key]: [...list, entry] };
    },
  };
};

/** The values of the other way round, in a text for people. */
const pretty = (value: JsonValue): string =>
  JSON.stringify(isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value, null, 2);

const structured = editResult("tools/call", (result) => {
  if (!Array.isArray(result.content) || result.isError === true) return result;
  const { structuredContent = {} } = result;
  const copy = { type: "text", text: pretty(structuredContent) };
  return result.structuredContent === undefined
    ? { ...result, structuredContent, content: [...result.content, copy] }
    : { ...result, content: [{ type: "text", text: "This is what was found:" }, copy] };
});

const heard = (list: string, fact: string) =>
  meets(`a change of the list of ${list} is heard`, fact, { minItems: 1 }, { each: false, when: [] });

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

const cursorHasText = meets(
  "a cursor is not empty",
  "list_pages",
  { properties: { nextCursor: { minLength: 1 } } },
  { each: true, when: [] },
);

const ASKS_A_MODEL: JsonObject = {
  name: "ask_a_model",
  description: "Asks the client's model for a sentence.",
  inputSchema: { type: "object", additionalProperties: false },
};

export const OFFER_INNOCENTS: readonly Innocent[] = [
  {
    id: "no-tools-unadvertised",
    choice: "Has no tools and does not advertise them, and answers tools/list all the same, with nothing.",
    permittedBy: "No sentence forbids it; a server that supports tools must declare them, and this one has none.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.method === "tools/list" && message.id !== undefined
          ? { answerWith: [{ jsonrpc: "2.0", id: message.id as JsonValue, result: { tools: [] } }] }
          : undefined,
    },
    options: { without: ["tools", "tasks"] },
    in: OLD,
    closestTo: {
      "TOOL-003": recordedAs("tools/list is refused where tools are not advertised", {
        not: {
          required: ["request", "response"],
          properties: {
            request: { required: ["method"], properties: { method: { const: "tools/list" } } },
            response: { required: ["result"] },
          },
        },
      }),
    },
  },
  {
    id: "changes-nobody-hears",
    choice: "Declares listChanged, has no stream for what belongs to no request, and changes its lists meanwhile.",
    permittedBy:
      "2025-11-25 basic/transports#listening-for-messages-from-the-server: a server without a stream at the endpoint answers GET with 405.",
    hooks: {
      httpRequest: ({ request, response }) => {
        if (request.method !== "GET") return false;
        response.writeHead(405, { allow: "POST, DELETE" }).end();
        return true;
      },
    },
    options: { newEdition: true },
    in: OLD,
    closestTo: {
      "TOOL-017": heard("tools", "tool_list_changes"),
      "PROMPT-018": heard("prompts", "prompt_list_notifications"),
      "RES-021": heard("resources", "resource_list_notifications"),
    },
  },
  {
    id: "other-lists-announced",
    choice: "Announces changed tools on a stream, and has no such notifications for prompts.",
    permittedBy:
      "2026-07-28 server/tools#capabilities: listChanged of tools says whether changes of that list are told.",
    hooks: {
      ...editCapabilities((all) => ({ ...all, prompts: { listChanged: false } })),
      outgoing: (message, { request }) => {
        if (message.method !== "notifications/subscriptions/acknowledged" || !isObject(message.params))
          return undefined;
        const { notifications } = message.params;
        const { promptsListChanged: _, ...honoured } = isObject(notifications) ? notifications : {};
        const acknowledged = { ...message, params: { ...message.params, notifications: honoured } };
        const changed = {
          jsonrpc: "2.0",
          method: "notifications/tools/list_changed",
          params: { _meta: { [SUBSCRIPTION]: request?.id } },
        };
        return honoured.toolsListChanged === true ? [acknowledged, changed] : [acknowledged];
      },
    },
    in: NEW,
    closestTo: {
      "PROMPT-019": meets(
        "without listChanged for prompts no list is announced",
        "notifications.method",
        { not: { pattern: "list_changed$" } },
        { each: true, when: [] },
      ),
    },
  },
  {
    id: "updates-of-parts",
    choice: "Tells of a change in a part of the resource that a client listens for.",
    permittedBy:
      "2026-07-28 schema#resourceupdatednotificationparams: the uri might be a sub-resource of the one that the client subscribed to.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/resources/updated" && isObject(message.params)
          ? [{ ...message, params: { ...message.params, uri: `${message.params.uri}/digits#last` } }]
          : undefined,
    },
    in: NEW,
    closestTo: {
      "RES-017": meets(
        "an update names the uri that was listened for",
        "resource_updates.params.uri",
        { not: { pattern: "#" } },
        { each: true, when: [] },
      ),
    },
  },
  {
    id: "more-to-offer-meanwhile",
    choice: "Gets a new resource, a new template and a new prompt while it is probed, for everybody, and keeps them.",
    permittedBy:
      "No sentence forbids it; the lists must not depend on the connection or on earlier requests, and time is neither.",
    hooks: growing,
    options: { without: ["list-changed"] },
    in: NEW,
    closestTo: {
      "RES-032": neverLists("no resource is added", "resources", "name", "added today"),
      "PROMPT-021": neverLists("no prompt is added", "prompts", "name", "added_today"),
      "PAGE-005": neverLists("a page stays as it is for ever", "prompts", "name", "added_today"),
    },
  },
  {
    id: "another-order-for-another-set",
    choice: "Gets a new tool while it is probed, and lists all of them in another order from then on.",
    permittedBy:
      "2026-07-28 server/tools#capabilities: the order is the same across requests when the set of tools has not changed.",
    hooks: () => {
      let listed = 0;
      return editResult("tools/list", (result) => {
        listed += 1;
        if (listed === 1 || !Array.isArray(result.tools)) return result;
        return {
          ...result,
          tools: [{ name: "added_today", inputSchema: { type: "object" } }, ...result.tools.toReversed()],
        };
      });
    },
    options: { without: ["rich-tools", "list-changed"] },
    in: NEW,
    closestTo: {
      "TOOL-035": neverLists("tools keep their order", "tools", "name", "added_today"),
    },
  },
  {
    id: "structured-content-of-nothing",
    choice:
      "Gives structured content with every result, empty where it has none, and its copy as JSON for people, after other text.",
    permittedBy:
      "2025-11-25 server/tools#structured-content: a JSON object, whose serialized JSON should be in a text block; neither its layout nor its place is named.",
    hooks: structured,
    closestTo: {
      "TOOL-026": only(
        "http/2025-11-25",
        meets("structured content has members", "tool_results", {
          properties: { structuredContent: { minProperties: 1 } },
        }),
      ),
      "TOOL-027": meets(
        "the copy is the only content",
        "tool_results",
        { anyOf: [{ not: { required: ["structuredContent"] } }, { properties: { content: { maxItems: 1 } } }] },
        { when: [] },
      ),
    },
  },
  {
    id: "template-type-with-charset",
    choice: "Writes the media type of what a template leads to in capitals, and with a charset.",
    permittedBy: "RFC 2045 section 5.1: type and subtype are case-insensitive, and parameters follow them.",
    hooks: editResult("resources/read", (result, { request }) => ({
      ...result,
      contents: (Array.isArray(result.contents) ? result.contents : []).map((content) =>
        isObject(content) && /^memo:\/\/(entry|topic)\//.test(String(request?.params.uri))
          ? { ...content, mimeType: "Text/Plain; charset=UTF-8" }
          : content,
      ),
    })),
    closestTo: {
      "RESTPL-005": meets("a type is written as in the template", "template_reads.result.contents.*.mimeType", {
        const: "text/plain",
      }),
    },
  },
  {
    id: "numbers-read-as-text",
    choice: "Takes a number as the value of a prompt argument for its digits.",
    permittedBy:
      "No sentence forbids it; servers should validate prompt arguments, and a value that can be used is valid.",
    hooks: {
      incoming: asked("prompts/get", ({ arguments: given, ...others }) =>
        isObject(given)
          ? {
              ...others,
              arguments: Object.fromEntries(
                Object.entries(given).map(([name, value]) => [name, typeof value === "number" ? `${value}` : value]),
              ),
            }
          : undefined,
      ),
    },
    closestTo: {
      "PROMPT-017": meets("a number is refused", "odd_prompt_arguments", {
        if: {
          properties: {
            asked: {
              properties: { params: { properties: { arguments: { additionalProperties: { type: "string" } } } } },
            },
          },
        },
        else: { properties: { outcome: { const: "error" } } },
      }),
    },
  },
  {
    id: "list-fails-at-first",
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
    in: OLD,
    closestTo: {
      "PAGE-010": recordedAs("a list without params works each time", {
        not: {
          required: ["request", "response"],
          properties: {
            request: {
              required: ["method"],
              properties: { method: { const: "prompts/list" } },
              not: { required: ["params"] },
            },
            response: { required: ["error"] },
          },
        },
      }),
    },
  },
  {
    id: "own-code-for-refusals",
    choice: "Lists a resource and a prompt that this client may not have, and refuses them with a code of its own.",
    permittedBy:
      "JSON-RPC 2.0 section 5.1: codes outside the reserved range are free for errors that the application defines.",
    hooks: {
      result: (result, { request }) => {
        const { uri, name } = request?.params ?? {};
        if (request?.method === "resources/read" && uri === "memo://counter")
          throw new RpcError(4030, "This account may not read the counter");
        if (request?.method === "prompts/get" && name === "media")
          throw new RpcError(4030, "This account may not have the prompt");
        return result;
      },
    },
    closestTo: {
      "RES-012": meets(
        "whatever fails to be read fails with -32603",
        "failing_reads.code",
        { const: -32603 },
        { each: true, when: [] },
      ),
      "PROMPT-016": meets(
        "whatever prompt fails does so with -32603",
        "failing_gets.code",
        { const: -32603 },
        { each: true, when: [] },
      ),
    },
  },
  {
    id: "empty-cursor",
    choice: "Has the empty text as the cursor of the second page of its prompts.",
    permittedBy: "2026-07-28 server/utilities/pagination#implementation-guidelines: an empty string is a valid cursor.",
    hooks: emptyCursor,
    closestTo: { "PAGE-001": cursorHasText, "PAGE-005": cursorHasText, "PAGE-007": cursorHasText },
  },
  {
    id: "tools-by-capability",
    choice: "Lists one tool more for a request whose client can be asked for a sample.",
    permittedBy:
      "2026-07-28 server/tools#capabilities: the set must not vary as a side effect of other requests; what the request says of its client is an input of its own.",
    hooks: editResult("tools/list", (result, { request }) => {
      const meta = isObject(request?.params._meta) ? request.params._meta : {};
      const declared = meta["io.modelcontextprotocol/clientCapabilities"];
      return isObject(declared) && declared.sampling !== undefined && Array.isArray(result.tools)
        ? { ...result, tools: [...result.tools, ASKS_A_MODEL] }
        : result;
    }),
    in: NEW,
    closestTo: {
      "TOOL-033": neverLists("tools do not depend on what the client can", "tools", "name", "ask_a_model"),
    },
  },
];
