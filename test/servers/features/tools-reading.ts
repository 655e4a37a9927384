// Read-only tools: without arguments, with a demanding schema, with composition, structured output, media, headers.

import { isObject } from "../json-rpc.ts";
import { ICON, PIXEL_PNG, SILENCE_WAV } from "./media.ts";
import { complain, READ_ONLY, say, type Tool } from "./tool.ts";

const catalogueInfo: Tool = {
  name: "catalogue_info",
  definition: (edition) => ({
    title: "Catalogue info",
    // The edition is what changes when the list of tools changes.
    description: `Tells what the catalogue holds (edition ${edition}).`,
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Catalogue info", ...READ_ONLY },
    icons: [ICON],
  }),
  run: () => say("The catalogue holds books, films and games. Grüße, 世界!"),
};

const lookUp: Tool = {
  name: "look_up",
  definition: () => ({
    title: "Look up an item",
    description: "Looks up items of the catalogue by category, code and stock.",
    inputSchema: {
      type: "object",
      properties: {
        category: { type: "string", enum: ["books", "films", "games"], description: "What to search" },
        limit: { type: "integer", minimum: 1, maximum: 50, description: "How many items to return at most" },
        code: {
          type: "string",
          pattern: "^[A-Z]{2}-[0-9]{3}$",
          description: "The code of the item",
          examples: ["AB-123"],
        },
        filter: {
          type: "object",
          description: "Which items count",
          properties: {
            inStock: { type: "boolean", description: "Only items in stock" },
            maxPrice: { type: "number", minimum: 0, description: "The highest price" },
          },
          required: ["inStock"],
          additionalProperties: false,
        },
      },
      required: ["category", "limit", "code", "filter"],
      additionalProperties: false,
    },
    annotations: { title: "Look up an item", ...READ_ONLY },
  }),
  // One code is known to be missing, so that a failure inside a tool can be provoked without harm.
  run: (args) =>
    args.code === "ZZ-404"
      ? complain("There is no item ZZ-404. Try another code, for example AB-123.")
      : say(`Found ${String(args.code)} in ${String(args.category)}.`),
};

const describeShape: Tool = {
  name: "describe_shape",
  definition: () => ({
    title: "Describe a shape",
    description: "Describes a shape. A circle may have a size of at most 10.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: { label: { type: "string", minLength: 1, maxLength: 40 } },
      properties: {
        kind: { type: "string", enum: ["circle", "square"], description: "The kind of shape" },
        size: { type: "number", minimum: 1, description: "The size" },
        label: { $ref: "#/$defs/label" },
      },
      required: ["kind", "size"],
      additionalProperties: false,
      if: { properties: { kind: { const: "circle" } } },
      // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
      then: { properties: { size: { maximum: 10 } } },
      else: { properties: { size: { maximum: 100 } } },
    },
    annotations: { title: "Describe a shape", ...READ_ONLY },
  }),
  run: (args) => say(`A ${String(args.kind)} of size ${String(args.size)}.`),
};

const measureText: Tool = {
  name: "measure_text",
  definition: () => ({
    title: "Measure a text",
    description: "Counts the characters and words of a text.",
    inputSchema: {
      type: "object",
      properties: { text: { type: "string", maxLength: 10_000, description: "The text to measure" } },
      required: ["text"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        characters: { type: "integer", minimum: 0 },
        words: { type: "integer", minimum: 0 },
      },
      required: ["characters", "words"],
      additionalProperties: false,
    },
    annotations: { title: "Measure a text", ...READ_ONLY },
  }),
  run: (args) => {
    const text = String(args.text);
    const measured = { characters: [...text].length, words: text.split(/\s+/).filter(Boolean).length };
    return { ...say(JSON.stringify(measured)), structuredContent: measured };
  },
};

const showMedia: Tool = {
  name: "show_media",
  definition: () => ({
    title: "Show media",
    description: "Returns one content block of each type.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Show media", ...READ_ONLY },
  }),
  run: () => ({
    content: [
      { type: "text", text: "Five kinds of content", annotations: { audience: ["user"], priority: 0.5 } },
      { type: "image", data: PIXEL_PNG, mimeType: "image/png" },
      { type: "audio", data: SILENCE_WAV, mimeType: "audio/wav" },
      { type: "resource_link", uri: "memo://readme", name: "readme", mimeType: "text/markdown", title: "Read me" },
      { type: "resource", resource: { uri: "memo://readme", mimeType: "text/markdown", text: "# Read me\n" } },
    ],
  }),
};

const routeRequest: Tool = {
  name: "route_request",
  definition: () => ({
    title: "Route a request",
    description: "Tells which way a request takes. Its arguments are mirrored into HTTP headers from 2026-07-28 on.",
    inputSchema: {
      type: "object",
      properties: {
        region: { type: "string", description: "The region to route to", "x-mcp-header": "Region" },
        weight: {
          type: "integer",
          minimum: -1_000,
          maximum: 1_000,
          description: "The weight",
          "x-mcp-header": "Weight",
        },
        dryRun: { type: "boolean", description: "Only say what would be done", "x-mcp-header": "Dry-Run" },
        target: {
          type: "object",
          description: "Where exactly",
          properties: { zone: { type: "string", description: "The zone", "x-mcp-header": "Zone" } },
          additionalProperties: false,
        },
      },
      required: ["region"],
      additionalProperties: false,
    },
    annotations: { title: "Route a request", ...READ_ONLY },
  }),
  run: (args) => {
    const zone = isObject(args.target) && typeof args.target.zone === "string" ? `, zone ${args.target.zone}` : "";
    return say(`Routed to ${String(args.region)}${zone}.`);
  },
};

export const READING_TOOLS: readonly Tool[] = [
  catalogueInfo,
  lookUp,
  describeShape,
  measureText,
  showMedia,
  routeRequest,
];
