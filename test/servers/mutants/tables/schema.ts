import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { asked, block, oneMore, returned, tool } from "./tool-edits.ts";

const STATEFUL: readonly Context[] = ["http/2025-11-25"];
const STATELESS: readonly Context[] = ["http/2026-07-28"];

/** Changes the inputSchema of a tool that nobody calls. */
const inputSchema = (edit: (schema: JsonObject) => JsonObject) =>
  tool("publish_change", (one) => ({ ...one, inputSchema: edit(isObject(one.inputSchema) ? one.inputSchema : {}) }));

/** Changes the first icon of a tool. */
const icon = (edit: (icon: JsonObject) => JsonObject) =>
  tool("catalogue_info", (one) => ({
    ...one,
    icons: Array.isArray(one.icons) ? one.icons.map((each) => (isObject(each) ? edit(each) : each)) : [],
  }));

const measured = (edit: (value: JsonObject) => JsonObject) =>
  returned("measure_text", (result) => {
    const value = edit(isObject(result.structuredContent) ? result.structuredContent : {});
    return { ...result, content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
  });

const SCHEMAS: readonly Mutant[] = [
  {
    id: "output-schema-misspelt",
    vice: 'Writes "strng" for a type in an outputSchema.',
    hooks: {
      result: oneMore({ name: "shout", outputSchema: { type: "object", properties: { said: { type: "strng" } } } }),
    },
    fails: ["SCHEMA-002"],
  },
  {
    id: "schema-dialect-number",
    vice: "Writes $schema as a number.",
    hooks: { result: inputSchema((schema) => ({ $schema: 2020, ...schema })) },
    fails: ["SCHEMA-003"],
  },
  {
    id: "schema-dialect-invented",
    vice: "Names a dialect of its own in $schema.",
    hooks: { result: inputSchema((schema) => ({ $schema: "https://example.com/dialect/1", ...schema })) },
    fails: ["SCHEMA-004"],
  },
  {
    id: "input-schema-draft-04",
    vice: "Writes exclusiveMinimum as a boolean, without naming draft-04.",
    hooks: {
      result: inputSchema((schema) => ({
        ...schema,
        properties: { size: { type: "number", minimum: 0, exclusiveMinimum: true } },
        required: [],
      })),
    },
    fails: ["SCHEMA-005"],
  },
  {
    id: "input-schema-required-flag",
    vice: "Writes required as a boolean.",
    hooks: { result: inputSchema((schema) => ({ ...schema, required: true })) },
    fails: ["SCHEMA-005"],
    in: ["http/2025-06-18", "http/2025-11-25"],
  },
  {
    id: "input-schema-properties-list",
    vice: "Lists the properties of an inputSchema as an array.",
    hooks: { result: inputSchema((schema) => ({ ...schema, properties: [{ name: "what", type: "string" }] })) },
    fails: ["SCHEMA-005"],
    in: ["http+sse/2024-11-05", "http/2026-07-28"],
  },
  {
    id: "schema-definitions-stripped",
    vice: "Strips $defs from the schemas it lists, and leaves the references.",
    hooks: {
      result: oneMore({
        name: "label",
        inputSchema: { type: "object", properties: { label: { $ref: "#/$defs/label" } } },
      }),
    },
    fails: ["SCHEMA-005", "SCHEMA-009"],
    in: STATELESS,
  },
  {
    id: "schema-remote-ref",
    vice: "Refers to a schema on the web.",
    hooks: {
      result: inputSchema((schema) => ({ ...schema, properties: { what: { $ref: "https://example.com/what.json" } } })),
    },
    fails: ["SCHEMA-011"],
    in: STATELESS,
  },
  {
    id: "structured-other-type",
    vice: "Returns structuredContent whose numbers are text.",
    hooks: { result: measured((value) => ({ ...value, words: String(value.words) })) },
    fails: ["SCHEMA-006"],
  },
  {
    id: "structured-left-out",
    vice: "Leaves structuredContent out of the result of a tool with an outputSchema.",
    hooks: { result: returned("measure_text", ({ structuredContent, ...others }) => others) },
    fails: ["SCHEMA-006"],
  },
  {
    id: "condition-unchecked",
    vice: "Does not hold arguments against if and then.",
    hooks: {
      incoming: asked("tools/call", (params) =>
        params.name === "describe_shape" && isObject(params.arguments) && Number(params.arguments.size) > 10
          ? { ...params, arguments: { ...params.arguments, size: 10 } }
          : undefined,
      ),
    },
    fails: ["SCHEMA-013"],
    in: STATELESS,
  },
];

const CONTENT: readonly Mutant[] = [
  {
    id: "text-block-number",
    vice: "Writes a number in place of the text of a block.",
    hooks: { result: block("text", (one) => ({ ...one, text: 5 })) },
    fails: ["SCHEMA-014"],
  },
  {
    id: "image-data-url",
    vice: "Writes the data of an image as a data URL.",
    hooks: { result: block("image", (one) => ({ ...one, data: `data:image/png;base64,${String(one.data)}` })) },
    fails: ["SCHEMA-015"],
  },
  {
    id: "image-without-type",
    vice: "Leaves mimeType out of an image.",
    hooks: { result: block("image", ({ mimeType, ...others }) => others) },
    fails: ["SCHEMA-015"],
    in: STATEFUL,
  },
  {
    id: "audio-hex",
    vice: "Writes the data of audio as hexadecimal bytes with colons.",
    hooks: { result: block("audio", (one) => ({ ...one, data: "52:49:46:46" })) },
    fails: ["SCHEMA-016"],
  },
  {
    id: "embedded-relative-uri",
    vice: "Embeds a resource whose uri is a bare name.",
    hooks: {
      result: block("resource", (one) => ({
        ...one,
        resource: { ...(isObject(one.resource) ? one.resource : {}), uri: "readme" },
      })),
    },
    fails: ["SCHEMA-017"],
  },
  {
    id: "embedded-flat",
    vice: "Writes the members of an embedded resource into the block itself.",
    hooks: {
      result: block("resource", ({ resource, ...others }) => ({ ...others, ...(isObject(resource) ? resource : {}) })),
    },
    fails: ["SCHEMA-018"],
  },
  {
    id: "link-without-name",
    vice: "Leaves the name out of a resource link.",
    hooks: { result: block("resource_link", ({ name, ...others }) => others) },
    fails: ["SCHEMA-019"],
  },
  {
    id: "link-null-members",
    vice: "Writes null for what it does not know of a linked resource.",
    hooks: { result: block("resource_link", (one) => ({ ...one, mimeType: null, description: null })) },
    fails: ["SCHEMA-001"],
  },
  {
    id: "annotation-priority-percent",
    vice: "Writes a priority as a percentage.",
    hooks: { result: block("text", (one) => ({ ...one, annotations: { audience: ["user"], priority: 50 } })) },
    fails: ["SCHEMA-020"],
  },
  {
    id: "annotation-audience-everyone",
    vice: "Names an audience that is neither user nor assistant.",
    hooks: { result: block("text", (one) => ({ ...one, annotations: { audience: ["everyone"] } })) },
    fails: ["SCHEMA-020", "SCHEMA-025"],
  },
  {
    id: "annotation-epoch",
    vice: "Writes lastModified as seconds since 1970.",
    hooks: { result: block("text", (one) => ({ ...one, annotations: { lastModified: 1_736_694_058 } })) },
    fails: ["SCHEMA-020"],
  },
  {
    id: "annotation-in-words",
    vice: "Writes lastModified as people say it.",
    hooks: { result: block("text", (one) => ({ ...one, annotations: { lastModified: "12 January" } })) },
    fails: ["SCHEMA-021"],
  },
];

const DEFINITIONS: readonly Mutant[] = [
  {
    id: "icon-sizes-text",
    vice: "Writes the sizes of an icon as one text.",
    hooks: { result: icon((one) => ({ ...one, sizes: "48x48 96x96" })) },
    fails: ["SCHEMA-022"],
  },
  {
    id: "icon-without-src",
    vice: "Calls the address of an icon url.",
    hooks: { result: icon(({ src, ...others }) => ({ ...others, url: src })) },
    fails: ["SCHEMA-022"],
    in: STATEFUL,
  },
  {
    id: "icon-file",
    vice: "Names a file of its own machine as icon.",
    hooks: { result: icon((one) => ({ ...one, src: "file:///usr/share/icons/tool.png" })) },
    fails: ["SCHEMA-023"],
  },
  {
    id: "icon-size-words",
    vice: "Describes the size of an icon in words.",
    hooks: { result: icon((one) => ({ ...one, sizes: ["large"] })) },
    fails: ["SCHEMA-024"],
  },
  {
    id: "website-words",
    vice: "Writes words in place of its website's address.",
    hooks: {
      outgoing: (message) => {
        const text = JSON.stringify(message);
        const edited = text.replaceAll('"websiteUrl":"https://example.com/"', '"websiteUrl":"our homepage"');
        return text === edited ? undefined : [JSON.parse(edited) as JsonObject];
      },
    },
    fails: ["SCHEMA-027"],
  },
];

export const SCHEMA_MUTANTS: readonly Mutant[] = [...SCHEMAS, ...CONTENT, ...DEFINITIONS];
