import type { Hooks } from "../../servers/hooks.ts";
import {
  INVALID_PARAMS,
  isObject,
  type JsonObject,
  type JsonValue,
  RESOURCE_NOT_FOUND,
  RpcError,
} from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { asks, editResult, listOf, recode, resultForError } from "../edits.ts";
import { replaceNotice } from "../notice-edits.ts";
import { ODD_RESOURCES, ODD_TEMPLATES } from "../odd-entries.ts";
import { always, each, eachAlways, is, isAbsent, maybe, meets, never, some, strictly } from "../stricter.ts";
import { addTo } from "../tool-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

/** Requests that name one thing. */
const NAMING = ["resources/read", "prompts/get", "tasks/get", "tasks/cancel", "tasks/update"];

const DIRECTORY: JsonObject = { uri: "memo://attachments", name: "attachments" };

const readDirectory = resultForError(
  asks("resources/read", ({ uri }) => uri === DIRECTORY.uri),
  () => ({ contents: [] }),
);

/** Not where a header or the metadata is refused. */
const isUnknownError = (error: JsonValue | undefined): boolean =>
  isObject(error) && (error.code === INVALID_PARAMS || error.code === RESOURCE_NOT_FOUND);

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

export const NEAR_MISSES: NearMissTable = {
  "meta-everywhere": sameAs("metadata", {
    "RES-018": strictly({ in: STATEFUL }).lacks("resources/updated has no _meta", "resource_updates.params", "_meta"),
  }),
  "changes-with-a-reason": sameAs("messages", {
    "RES-023": isAbsent("list_changed has no params", "resource_list_notifications.params"),
  }),
  "long-cursors": sameAs("pagination", {
    "RESTPL-008": each.meets("a cursor is short", "list_pages", { properties: { nextCursor: { maxLength: 200 } } }),
  }),
  "odd-uris": nearMiss({
    choice: "Has resources with URIs of every form and with empty names, sizes and audiences.",
    permittedBy:
      "RFC 3986 section 3: a scheme and a path, which may be opaque, hold an IP literal or percent-encoded bytes.",
    hooks: addTo("resources/list", "resources", ODD_RESOURCES),
    "RES-004": meets("a name is not empty", "resources", { properties: { name: { minLength: 1 } } }),
    "RES-027": meets("a uri has an authority", "resources.uri", { pattern: "^[^:]+://" }),
  }),
  "uri-without-path": nearMiss({
    choice: "Has a resource whose URI is a scheme and nothing else.",
    permittedBy: "RFC 3986 section 3: the path of a URI may be empty, so that note: is one.",
    hooks: addTo("resources/list", "resources", [{ uri: "note:", name: "the empty note" }]),
    "RES-004": meets("something follows the scheme", "resources", { properties: { uri: { pattern: ":." } } }),
  }),
  "odd-templates": nearMiss({
    choice: "Has templates with every operator of RFC 6570, and one without a variable.",
    permittedBy: "RFC 6570 section 2: a template is any sequence of literals and expressions.",
    hooks: addTo("resources/templates/list", "resourceTemplates", ODD_TEMPLATES),
    "RESTPL-003": meets("a template has a variable", "resource_templates", {
      properties: { uriTemplate: { pattern: "\\{" } },
    }),
    "RESTPL-008": each.meets("a template has a variable", "resource_templates", {
      properties: { uriTemplate: { pattern: "\\{" } },
    }),
  }),
  "empty-blobs": nearMiss({
    choice: "Reads as text, in several parts, what others send as binary, and as an empty blob what is empty.",
    permittedBy:
      "2025-11-25 server/resources#resource-contents: contents hold text or binary data; the schema lets a read have several.",
    hooks: editResult("resources/read", (result, { request }) => {
      if (request.params.uri !== "memo://logo") return result;
      const { uri } = request.params;
      return {
        ...result,
        contents: [
          { uri, blob: "" },
          { uri, mimeType: "image/svg+xml", text: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
          { uri: `${uri}#part-2`, blob: "AA==" },
        ],
      };
    }),
    "RES-007": meets("a read has one part", "resource_reads.result.contents", { maxItems: 1 }),
    "RES-008": meets("a blob is not empty", "read_contents.content", { properties: { blob: { minLength: 1 } } }),
    "RES-009": always.meets("an image is not text", "read_contents.content", {
      not: { required: ["text"], properties: { mimeType: { pattern: "^image/" } } },
    }),
  }),
  "empty-lists-unadvertised": sameAs("prompts", {
    "RES-002": never("a list that is not advertised is refused", {
      request: { method: "resources/list" },
      response: { result: { resources: maybe(is({ maxItems: 0 })) } },
    }),
    "RESTPL-009": never("a list that is not advertised is refused", {
      request: { method: "resources/templates/list" },
      response: { result: { resourceTemplates: maybe(is({ maxItems: 0 })) } },
    }),
  }),
  "changes-nobody-hears": sameAs("tools", {
    "RES-021": strictly({ each: false, when: [] }).meets(
      "a change of the list of resources is heard",
      "resource_list_notifications",
      { minItems: 1 },
    ),
  }),
  "updates-of-parts": nearMiss(STATELESS, {
    choice: "Tells of a change in a part of the resource that a client listens for.",
    permittedBy:
      "2026-07-28 schema#resourceupdatednotificationparams: the uri might be a sub-resource of the one that the client subscribed to.",
    hooks: replaceNotice("notifications/resources/updated", (message) =>
      isObject(message.params)
        ? [{ ...message, params: { ...message.params, uri: `${message.params.uri}/digits#last` } }]
        : undefined,
    ),
    "RES-017": eachAlways.meets("an update names the uri that was listened for", "resource_updates.params.uri", {
      not: { pattern: "#" },
    }),
  }),
  "more-to-offer-meanwhile": nearMiss(STATELESS, {
    choice: "Gets a new resource, a new template and a new prompt while it is probed, for everybody, and keeps them.",
    permittedBy:
      "No sentence forbids it; the lists must not depend on the connection or on earlier requests, and time is neither.",
    options: { without: ["list-changed"] },
    hooks: growing,
    "RES-032": never("no resource is added", { response: { result: { resources: some({ name: "added today" }) } } }),
  }),
  "template-type-with-charset": nearMiss({
    choice: "Writes the media type of what a template leads to in capitals, and with a charset.",
    permittedBy: "RFC 2045 section 5.1: type and subtype are case-insensitive, and parameters follow them.",
    hooks: editResult("resources/read", (result, { request }) => ({
      ...result,
      contents: listOf(result.contents).map((content) =>
        isObject(content) && /^memo:\/\/(entry|topic)\//.test(String(request.params.uri))
          ? { ...content, mimeType: "Text/Plain; charset=UTF-8" }
          : content,
      ),
    })),
    "RESTPL-005": meets("a type is written as in the template", "template_reads.result.contents.*.mimeType", {
      const: "text/plain",
    }),
  }),
  "own-code-for-refusals": nearMiss({
    choice: "Lists a resource and a prompt that this client may not have, and refuses them with a code of its own.",
    permittedBy:
      "JSON-RPC 2.0 section 5.1: codes outside the reserved range are free for errors that the application defines.",
    result: (result, { request }) => {
      const { uri, name } = request?.params ?? {};
      if (request?.method === "resources/read" && uri === "memo://counter")
        throw new RpcError(4030, "This account may not read the counter");
      if (request?.method === "prompts/get" && name === "media")
        throw new RpcError(4030, "This account may not have the prompt");
      return result;
    },
    "RES-012": eachAlways.meets("whatever fails to be read fails with -32603", "failing_reads.code", {
      const: -32_603,
    }),
  }),
  "missing-with-404": nearMiss(STATELESS, {
    choice: "Sends the error for a resource, prompt or task that does not exist with HTTP status 404.",
    permittedBy:
      "No sentence forbids it; 2026-07-28 names the statuses of refused headers, versions and methods, not that of other errors.",
    httpAnswer: (answer, { rpcMethod }) =>
      answer.status === 200 &&
      NAMING.includes(rpcMethod ?? "") &&
      String(answer.body ?? "").includes(`"code":${INVALID_PARAMS},`)
        ? { ...answer, status: 404 }
        : undefined,
    "RES-003": always.isNoneOf("what is missing does not come with 404", "missing_resource.status", [404]),
  }),
  "empty-directory": nearMiss({
    choice: "Lists a directory in which there is nothing, and reads it as an empty list of contents.",
    permittedBy:
      "2026-07-28 server/resources#error-handling: an empty contents array is forbidden for resources that do not exist; this one does.",
    ...editResult("resources/list", (result, { request }) =>
      Array.isArray(result.resources) && request.params.cursor === undefined
        ? { ...result, resources: [...result.resources.slice(0, 1), DIRECTORY, ...result.resources.slice(1)] }
        : undefined,
    ),
    outgoing: (message, context) =>
      isUnknownError(message.error) ? readDirectory.outgoing?.(message, context) : undefined,
    "RES-010": never("no resource reads as nothing at all", {
      response: { result: { contents: is({ maxItems: 0 }) } },
    }),
  }),
  "optional-and-empty": sameAs("lifecycle", {
    "RES-005": eachAlways.meets("a description is not empty", "resources", {
      properties: { description: { not: { enum: ["", [], {}] } } },
    }),
    "RESTPL-001": eachAlways.meets("a title is not empty", "resource_templates", {
      properties: { title: { not: { enum: ["", [], {}] } } },
    }),
    "RESTPL-004": eachAlways.meets("a description is not empty", "resource_templates", {
      properties: { description: { not: { enum: ["", [], {}] } } },
    }),
  }),
  "nothing-to-list-yet": sameAs("tools", {
    "RES-001": never("resources/list lists something", { response: { result: { resources: is({ maxItems: 0 }) } } }),
    "RESTPL-002": never("resources/templates/list lists something", {
      response: { result: { resourceTemplates: is({ maxItems: 0 }) } },
    }),
  }),
  "refused-by-a-gateway": sameAs("headers", {
    "RES-013": always.isOneOf("a refusal holds a JSON-RPC error", "bad_uri.outcome", ["error"]),
  }),
  "old-methods-for-old-clients": sameAs("ping", {
    "RES-036": always.isOneOf("a server serves one era", "era.verdict", ["stateless"]),
  }),
  "expansion-fails-in-handler": nearMiss(STATELESS, {
    choice: "Answers a value that its template handler cannot work with by an error of the application's own code.",
    permittedBy:
      "2026-07-28 server/resources#error-handling: -32602 is for a resource that does not exist, and no sentence says that a handler's own failure is one; JSON-RPC leaves codes outside of its range to applications.",
    hooks: recode(0, ({ request }) => String(request?.params.uri).endsWith("mcptest-no-such-value")),
    "RESTPL-010": always.isNoneOf("no error has the code 0", "unreal_expansions.error.code", [0]),
  }),
};
