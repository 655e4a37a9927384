// What servers offer: tools and their schemas, resources, templates, prompts, completions.

import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import type { Context } from "../../mutants/context.ts";
import { editEntries, editResult } from "../../mutants/tables/edits.ts";
import type { Innocent } from "../innocent.ts";
import { ICONS, ODD_RESOURCES, ODD_SCHEMAS, ODD_TEMPLATES, ODD_TOOLS } from "./odd-entries.ts";
import { isAbsent, isNoneOf, meets, only, recordedAs } from "./stricter.ts";

/** Further entries at the end of a list; nothing calls or reads them. */
const addTo = (method: string, key: string, entries: readonly JsonObject[]): Hooks =>
  editResult(method, (result) =>
    result.nextCursor === undefined && Array.isArray(result[key])
      ? { ...result, [key]: [...(result[key] as JsonValue[]), ...entries] }
      : result,
  );

const failing = (content: JsonValue[]): Hooks =>
  editResult("tools/call", (result) =>
    Array.isArray(result.content)
      ? Object.fromEntries(
          Object.entries({ ...result, content, isError: true }).filter(([name]) => name !== "structuredContent"),
        )
      : result,
  );

const mapContent = (edit: (block: JsonObject) => JsonObject): Hooks => ({
  result: (result, { request }) => {
    if (request?.method === "tools/call" && Array.isArray(result.content))
      return { ...result, content: result.content.map((block) => (isObject(block) ? edit(block) : block)) };
    if (request?.method !== "prompts/get" || !Array.isArray(result.messages)) return undefined;
    const messages = result.messages.map((message) =>
      isObject(message) && isObject(message.content) ? { ...message, content: edit(message.content) } : message,
    );
    return { ...result, messages };
  },
});

const TYPES: Readonly<Record<string, string>> = {
  image: "image/svg+xml; charset=utf-8",
  audio: "audio/L16;rate=8000;channels=1",
};

const STATEFUL: readonly Context[] = ["http/2025-11-25", "http/2025-06-18"];

const unadvertised = (feature: "prompts" | "resources" | "completions"): Hooks => ({
  result: (result) =>
    isObject(result.capabilities)
      ? {
          ...result,
          capabilities: Object.fromEntries(Object.entries(result.capabilities).filter(([name]) => name !== feature)),
        }
      : undefined,
});

const emptyList = (method: string, key: string): Hooks =>
  editResult(method, ({ nextCursor: _, ...result }) => ({ ...result, [key]: [] }));

const joined = (...parts: readonly Hooks[]): Hooks => ({
  result: (result, context) =>
    parts.reduce<JsonObject>((edited, { result: edit }) => edit?.(edited, context) ?? edited, result),
});

const nothingAt = (method: string, key: string) =>
  recordedAs("a list that is not advertised is refused", {
    not: {
      required: ["request", "response"],
      properties: {
        request: { required: ["method"], properties: { method: { const: method } } },
        response: { required: ["result"], properties: { result: { properties: { [key]: { maxItems: 0 } } } } },
      },
    },
  });

const saidByUser = meets(
  "media come from the user",
  "prompt_messages.message",
  {
    not: {
      properties: { role: { const: "assistant" }, content: { properties: { type: { not: { const: "text" } } } } },
    },
  },
  { when: [], each: true },
);

export const CONTENT_INNOCENTS: readonly Innocent[] = [
  {
    id: "odd-tools",
    choice:
      "Has tools with names of one and of 128 characters, in two cases, with dots and digits, and with empty texts.",
    permittedBy:
      "2025-11-25 server/tools#tool-names: 1 to 128 characters, case-sensitive, of letters, digits, underscore, hyphen and dot.",
    hooks: addTo("tools/list", "tools", ODD_TOOLS),
    closestTo: {
      "TOOL-009": meets("a name has more than one character", "tools.name", { minLength: 2 }, { each: true }),
      "TOOL-010": meets("a name has at most 64 characters", "tools.name", { maxLength: 64 }),
      "TOOL-011": meets("a name begins with a letter", "tools.name", { pattern: "^[A-Za-z]" }),
      "TOOL-013": meets("a tool keeps to its own world", "tools", {
        properties: { annotations: { properties: { openWorldHint: { const: false } } } },
      }),
      "TOOL-016": meets("a tool without parameters forbids further ones", "tools.inputSchema", {
        required: ["additionalProperties"],
      }),
      "TOOL-007": meets("a description is not empty", "tools", { properties: { description: { minLength: 1 } } }),
      "SCHEMA-005": only(
        "http/2025-11-25",
        meets("the schema of a property is an object", "tools.inputSchema", {
          properties: { properties: { additionalProperties: { type: "object" } } },
        }),
      ),
    },
  },
  {
    id: "odd-schemas",
    choice: "Writes its schemas in older and unknown dialects, with anchors, ids and recursion.",
    permittedBy: "2025-11-25 basic#json-schema-usage: a schema may name another dialect in $schema.",
    hooks: addTo("tools/list", "tools", ODD_SCHEMAS),
    closestTo: {
      "SCHEMA-002": meets(
        "an outputSchema has no oneOf",
        "tools",
        { properties: { outputSchema: { not: { required: ["oneOf"] } } } },
        { when: [] },
      ),
      "SCHEMA-003": meets("a schema names no dialect but 2020-12", "tool_schemas.dialect", { const: "2020-12" }),
      "TOOL-015": only("http/2025-11-25", isAbsent("an outputSchema has no oneOf", "tools.outputSchema.oneOf")),
    },
  },
  {
    id: "odd-uris",
    choice: "Has resources with URIs of every form and with empty names, sizes and audiences.",
    permittedBy:
      "RFC 3986 section 3: a scheme and a path, which may be opaque, hold an IP literal or percent-encoded bytes.",
    hooks: addTo("resources/list", "resources", ODD_RESOURCES),
    closestTo: {
      "RES-004": meets("a name is not empty", "resources", { properties: { name: { minLength: 1 } } }),
      "RES-027": meets("a uri has an authority", "resources.uri", { pattern: "^[^:]+://" }),
      "SCHEMA-020": meets("an audience is not empty", "annotations", { properties: { audience: { minItems: 1 } } }),
    },
  },
  {
    id: "uri-without-path",
    choice: "Has a resource whose URI is a scheme and nothing else.",
    permittedBy: "RFC 3986 section 3: the path of a URI may be empty, so that note: is one.",
    hooks: addTo("resources/list", "resources", [{ uri: "note:", name: "the empty note" }]),
    closestTo: {
      "RES-004": meets("something follows the scheme", "resources", { properties: { uri: { pattern: ":." } } }),
    },
  },
  {
    id: "odd-templates",
    choice: "Has templates with every operator of RFC 6570, and one without a variable.",
    permittedBy: "RFC 6570 section 2: a template is any sequence of literals and expressions.",
    hooks: addTo("resources/templates/list", "resourceTemplates", ODD_TEMPLATES),
    closestTo: {
      "RESTPL-003": meets("a template has a variable", "resource_templates", {
        properties: { uriTemplate: { pattern: "\\{" } },
      }),
      "RESTPL-008": meets(
        "a template has a variable",
        "resource_templates",
        { properties: { uriTemplate: { pattern: "\\{" } } },
        { each: true },
      ),
    },
  },
  {
    id: "odd-icons",
    choice: "Has icons from another host, in other cases, of any size and of none.",
    permittedBy: "2025-11-25 basic#icons: src is an HTTP, HTTPS or data URI; sizes are WxH or any.",
    hooks: editEntries("tools/list", "tools", (tool) => ({ ...tool, icons: [...ICONS] })),
    closestTo: {
      "SCHEMA-022": meets("icons have no theme", "icons", { items: { not: { required: ["theme"] } } }),
    },
  },
  {
    id: "always-is-error",
    choice: "Answers every call with isError true and no content.",
    permittedBy:
      "2025-11-25 server/tools#tool-execution-errors: errors inside a tool are results with isError true; the schema lets content be empty.",
    hooks: failing([]),
    closestTo: {
      "TOOL-005": meets("content is not empty", "tool_results.content", { minItems: 1 }),
      "TOOL-020": meets("content is not empty", "tool_results.content", { minItems: 1 }),
      "TOOL-022": meets("a failed call says why", "tool_results.content", { minItems: 1 }),
      "SEC-001": meets("a refused call says why", "invalid_call.result.content", { minItems: 1 }),
      "SCHEMA-006": meets("a tool with an outputSchema gives content", "tool_results.content", { minItems: 1 }),
      "TOOL-025": meets("a call that works says something", "tool_results.content", { minItems: 1 }, { when: [] }),
      "TOOL-029": meets("content is not empty", "tool_results.content", { minItems: 1 }, { when: [] }),
    },
  },
  {
    id: "media-with-parameters",
    choice: "Gives media types with parameters and image/svg+xml.",
    permittedBy:
      "RFC 2046 section 1: parameters follow a media type; 2025-11-25 server/prompts#image-content asks for a valid MIME type.",
    hooks: mapContent((block) => {
      const type = typeof block.type === "string" ? TYPES[block.type] : undefined;
      return type === undefined ? block : { ...block, mimeType: type };
    }),
    closestTo: {
      "SCHEMA-015": meets("a media type has no parameters", "content_blocks.block", {
        properties: { mimeType: { pattern: "^[^;]*$" } },
      }),
      "SCHEMA-016": meets("a media type has no parameters", "content_blocks.block", {
        properties: { mimeType: { pattern: "^[^;]*$" } },
      }),
      "PROMPT-010": meets("a media type has no parameters", "prompt_messages.message.content.mimeType", {
        pattern: "^[^;]*$",
      }),
      "PROMPT-011": meets("a media type has no parameters", "prompt_messages.message.content.mimeType", {
        pattern: "^[^;]*$",
      }),
    },
  },
  {
    id: "media-types-in-capitals",
    choice: "Writes media types in capitals, and calls its sound application/ogg.",
    permittedBy:
      "RFC 2045 section 5.1: type and subtype are case-insensitive; 2025-11-25 server/prompts#audio-content asks for a valid MIME type and names none.",
    hooks: mapContent((block) =>
      block.type === "image"
        ? { ...block, mimeType: "IMAGE/PNG" }
        : block.type === "audio"
          ? { ...block, mimeType: "application/ogg" }
          : block,
    ),
    closestTo: {
      "PROMPT-010": meets("a media type is in small letters", "prompt_messages.message.content.mimeType", {
        pattern: "^[a-z/-]*$",
      }),
      "PROMPT-011": meets("the type of a sound is audio", "prompt_messages.message.content.mimeType", {
        pattern: "^audio/",
      }),
    },
  },
  {
    id: "empty-blobs",
    choice: "Reads as text, in several parts, what others send as binary, and as an empty blob what is empty.",
    permittedBy:
      "2025-11-25 server/resources#resource-contents: contents hold text or binary data; the schema lets a read have several.",
    hooks: editResult("resources/read", (result, { request }) => {
      if (request?.params.uri !== "memo://logo") return result;
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
    closestTo: {
      "RES-007": meets("a read has one part", "resource_reads.result.contents", { maxItems: 1 }),
      "RES-008": meets("a blob is not empty", "read_contents.content", { properties: { blob: { minLength: 1 } } }),
      "RES-009": meets(
        "an image is not text",
        "read_contents.content",
        { not: { required: ["text"], properties: { mimeType: { pattern: "^image/" } } } },
        { when: [] },
      ),
      "SCHEMA-017": meets("contents have the uri that was asked for", "resource_contents", {
        properties: { uri: { pattern: "^[^#]*$" } },
      }),
    },
  },
  {
    id: "said-by-the-assistant",
    choice: "Has prompts whose messages are all said by the assistant, and some without any message.",
    permittedBy:
      "2025-11-25 server/prompts#promptmessage: the role is user or assistant; the schema lets messages be empty.",
    hooks: editResult("prompts/get", (result, { request }) => ({
      ...result,
      messages:
        request?.params.name === "good_morning" || !Array.isArray(result.messages)
          ? []
          : result.messages.map((message) => (isObject(message) ? { ...message, role: "assistant" } : message)),
    })),
    closestTo: {
      "PROMPT-007": meets("a prompt has a message", "prompt_gets.result", {
        properties: { messages: { minItems: 1 } },
      }),
      "PROMPT-008": saidByUser,
      "SCHEMA-025": saidByUser,
      "PROMPT-009": saidByUser,
      "PROMPT-012": saidByUser,
      "SEC-005": meets("a prompt has a message", "prompt_gets.result.messages", { minItems: 1 }),
    },
  },
  {
    id: "full-completions",
    choice: "Completes with exactly one hundred values, some of them empty or long, and counts none.",
    permittedBy:
      "2025-11-25 server/utilities/completion#completion-results: up to 100 items, with an optional total and hasMore.",
    hooks: editResult("completion/complete", (result) => {
      const { values } = isObject(result.completion) ? result.completion : {};
      const odd = ["", "世界", "x".repeat(500)];
      const more = Array.from({ length: 97 }, (_, index) => `value ${index}`);
      return {
        ...result,
        completion: { values: [...(Array.isArray(values) ? values : []).slice(0, 97), ...odd, ...more].slice(0, 100) },
      };
    }),
    closestTo: {
      "COMPL-002": meets("a value is not empty", "completions.result.completion.values.*", { minLength: 1 }),
      "COMPL-015": meets(
        "a value is not empty",
        "context_completions.result.completion.values.*",
        { minLength: 1 },
        { when: [] },
      ),
    },
  },
  {
    id: "empty-lists-unadvertised",
    choice: "Does not advertise prompts or resources, and answers their lists all the same, with nothing.",
    permittedBy:
      "No sentence forbids it; a server that has prompts must declare the capability, and this one has none.",
    hooks: joined(
      unadvertised("prompts"),
      unadvertised("resources"),
      emptyList("prompts/list", "prompts"),
      emptyList("resources/list", "resources"),
      emptyList("resources/templates/list", "resourceTemplates"),
    ),
    options: { without: ["tools", "tasks", "subscribe", "completions"] },
    in: STATEFUL,
    closestTo: {
      "PROMPT-002": nothingAt("prompts/list", "prompts"),
      "RES-002": nothingAt("resources/list", "resources"),
      "RESTPL-009": nothingAt("resources/templates/list", "resourceTemplates"),
    },
  },
  {
    id: "never-an-error",
    choice: "Says isError false with every result of a tool that worked.",
    permittedBy: "2025-11-25 schema#calltoolresult: isError is optional, and false by default.",
    hooks: editResult("tools/call", (result) =>
      Array.isArray(result.content) && result.isError === undefined ? { ...result, isError: false } : result,
    ),
    closestTo: { "TOOL-021": isNoneOf("isError is there only where it is true", "tool_results.isError", [false]) },
  },
  {
    id: "unknown-tool-as-result",
    choice: "Answers a call of a tool it does not have with a result that has isError true.",
    permittedBy: "No sentence forbids it; the text gives unknown tools as an example of protocol errors.",
    hooks: {
      outgoing: (message, { request }) =>
        isObject(message.error) && String(message.error.message).startsWith("Unknown tool")
          ? [
              {
                jsonrpc: "2.0",
                id: request?.id,
                result: { content: [{ type: "text", text: "No such tool" }], isError: true },
              },
            ]
          : undefined,
    },
    in: ["http/2025-11-25"],
    closestTo: {
      "TOOL-012": meets("a name in another case is a protocol error", "flipped_case", { required: ["error"] }),
    },
  },
];
