import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { SERVER_INFO_KEY } from "../../servers/stateless/request-meta.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editEntries, editResult, set } from "../edits.ts";
import { ICONS, ODD_SCHEMAS } from "../odd-entries.ts";
import { all, always, each, eachAlways, has, meets, strictly } from "../stricter.ts";
import { addTo, mapContent } from "../tool-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const TYPES: Readonly<Record<string, string>> = {
  image: "image/svg+xml; charset=utf-8",
  audio: "audio/L16;rate=8000;channels=1",
};

/** Blocks with as little in them as there may be. */
const BARE_BLOCKS: readonly JsonObject[] = [
  { type: "text", text: "" },
  { type: "image", data: "", mimeType: "image/png" },
  { type: "audio", data: "AA", mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "urn:x-note:1", mimeType: "", text: "", blob: "" } },
  { type: "resource_link", uri: "x:", name: "", title: "", description: "", mimeType: "", size: 0 },
];

const addBlocks = (blocks: readonly JsonObject[]): Hooks =>
  editResult("tools/call", (result) =>
    Array.isArray(result.content) && result.isError !== true
      ? { ...result, content: [...result.content, ...blocks] }
      : result,
  );

export const NEAR_MISSES: NearMissTable = {
  "nothing-optional": sameAs("tools", {
    "SCHEMA-027": has("the server has a website", "server_identities", "websiteUrl"),
    "SCHEMA-026": strictly({ each: false }).meets("something has a title", "titles", { minItems: 1 }),
  }),
  "odd-tools": sameAs("tools", {
    "SCHEMA-005": strictly({ in: STATEFUL }).meets("the schema of a property is an object", "tools.inputSchema", {
      properties: { properties: { additionalProperties: { type: "object" } } },
    }),
  }),
  "odd-schemas": nearMiss({
    choice: "Writes its schemas in older and unknown dialects, with anchors, ids and recursion.",
    permittedBy: "2025-11-25 basic#json-schema-usage: a schema may name another dialect in $schema.",
    hooks: addTo("tools/list", "tools", ODD_SCHEMAS),
    "SCHEMA-002": always.meets("an outputSchema has no oneOf", "tools", {
      properties: { outputSchema: { not: { required: ["oneOf"] } } },
    }),
    "SCHEMA-003": meets("a schema names no dialect but 2020-12", "tool_schemas.dialect", { const: "2020-12" }),
  }),
  "odd-uris": sameAs("resources", {
    "SCHEMA-020": meets("an audience is not empty", "annotations", { properties: { audience: { minItems: 1 } } }),
  }),
  "odd-icons": nearMiss({
    choice: "Has icons from another host, in other cases, of any size and of none.",
    permittedBy: "2025-11-25 basic#icons: src is an HTTP, HTTPS or data URI; sizes are WxH or any.",
    hooks: editEntries("tools/list", "tools", set({ icons: [...ICONS] })),
    "SCHEMA-022": meets("icons have no theme", "icons", { items: { not: { required: ["theme"] } } }),
  }),
  "always-is-error": sameAs("tools", {
    "SCHEMA-006": meets("a tool with an outputSchema gives content", "tool_results.content", { minItems: 1 }),
  }),
  "media-with-parameters": nearMiss({
    choice: "Gives media types with parameters and image/svg+xml.",
    permittedBy:
      "RFC 2046 section 1: parameters follow a media type; 2025-11-25 server/prompts#image-content asks for a valid MIME type.",
    hooks: mapContent((block) => {
      const type = typeof block.type === "string" ? TYPES[block.type] : undefined;
      return type === undefined ? block : { ...block, mimeType: type };
    }),
    ...all(
      ["SCHEMA-015", "SCHEMA-016"],
      meets("a media type has no parameters", "content_blocks.block", {
        properties: { mimeType: { pattern: "^[^;]*$" } },
      }),
    ),
  }),
  "empty-blobs": sameAs("resources", {
    "SCHEMA-017": meets("contents have the uri that was asked for", "resource_contents", {
      properties: { uri: { pattern: "^[^#]*$" } },
    }),
  }),
  "said-by-the-assistant": sameAs("prompts", {
    "SCHEMA-025": eachAlways.meets("media come from the user", "prompt_messages.message", {
      not: {
        properties: { role: { const: "assistant" }, content: { properties: { type: { not: { const: "text" } } } } },
      },
    }),
  }),
  "many-names": nearMiss(STATELESS, {
    choice: "Names in each result the part of the server that made it, with a version of its own.",
    permittedBy:
      "2026-07-28 basic/index#meta: each result carries name and version of the server; no sentence wants them to be the same in all of them.",
    outgoing: (message, { request }) => {
      const { result } = message;
      if (!isObject(result) || !isObject(result._meta) || !isObject(result._meta[SERVER_INFO_KEY])) return undefined;
      const part = String(request?.method ?? "").split("/")[0] ?? "";
      const info = { name: `catalogue-${part}`, version: "", title: "" };
      return [{ ...message, result: { ...result, _meta: { ...result._meta, [SERVER_INFO_KEY]: info } } }];
    },
    "META-012": meets("a version is not empty", 'results._meta["io.modelcontextprotocol/serverInfo"].version', {
      minLength: 1,
    }),
  }),
  "bare-blocks": nearMiss(STATEFUL, STATELESS, {
    choice: "Returns blocks whose text, data and names are empty, unpadded, or both text and blob.",
    permittedBy: "No sentence forbids it; the schema asks for strings, and sets no least length.",
    hooks: addBlocks(BARE_BLOCKS),
    "SCHEMA-014": each.meets("a text is not empty", "content_blocks.block", {
      anyOf: [{ properties: { type: { not: { const: "text" } } } }, { properties: { text: { minLength: 1 } } }],
    }),
    "SCHEMA-015": each.meets("an image is not empty", "content_blocks.block", {
      anyOf: [{ properties: { type: { not: { const: "image" } } } }, { properties: { data: { minLength: 1 } } }],
    }),
    "SCHEMA-016": each.meets("base64 is padded", "content_blocks.block", {
      anyOf: [
        { properties: { type: { not: { const: "audio" } } } },
        { properties: { data: { pattern: "^(?:.{4})*$" } } },
      ],
    }),
    "SCHEMA-018": each.meets("a resource has text or blob, not both", "content_blocks.block", {
      anyOf: [
        { properties: { type: { not: { const: "resource" } } } },
        { properties: { resource: { not: { required: ["text", "blob"] } } } },
      ],
    }),
    "SCHEMA-019": each.meets("a link has a name to show", "content_blocks.block", {
      anyOf: [
        { properties: { type: { not: { const: "resource_link" } } } },
        { properties: { name: { minLength: 1 } } },
      ],
    }),
    "SCHEMA-001": each.meets("a media type is not empty", "content_blocks.block", {
      anyOf: [
        { properties: { type: { not: { const: "resource_link" } } } },
        { properties: { mimeType: { minLength: 1 } } },
      ],
    }),
    "SCHEMA-017": meets("a uri has an authority", "resource_contents", {
      properties: { uri: { pattern: "^[^:]+://" } },
    }),
  }),
  "empty-titles": nearMiss({
    choice: "Gives its tools empty titles.",
    permittedBy: "2025-11-25 schema#basemetadata: title is a string, of any length.",
    hooks: editEntries("tools/list", "tools", set({ title: "" })),
    "SCHEMA-026": each.meets("a title is not empty", "titles", { minLength: 1 }),
  }),
};
