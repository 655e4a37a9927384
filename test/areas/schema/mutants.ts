import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, objectOf, renamed, set, without } from "../edits.ts";
import { block, oneMore, returned, tool } from "../tool-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

/** Changes the inputSchema of a tool that nobody calls. */
const inputSchema = (edit: (schema: JsonObject) => JsonObject) =>
  tool("publish_change", (one) => ({ ...one, inputSchema: edit(objectOf(one.inputSchema)) }));

/** Changes the first icon of a tool. */
const icon = (edit: (icon: JsonObject) => JsonObject) =>
  tool("catalogue_info", (one) => ({
    ...one,
    icons: Array.isArray(one.icons) ? one.icons.map((each) => (isObject(each) ? edit(each) : each)) : [],
  }));

const measured = (edit: (value: JsonObject) => JsonObject) =>
  returned("measure_text", (result) => {
    const value = edit(objectOf(result.structuredContent));
    return { ...result, content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
  });

export const MUTANTS: MutantTable = {
  "results-anonymous": mutant("META-012", STATELESS, {
    vice: "Does not name itself in the results of prompts.",
    hooks: editResult("prompts/get", set({ _meta: {} })),
  }),
  "tool-title-translated": sameAs("tools", "SCHEMA-026"),
  "output-schema-text": sameAs("tools", "SCHEMA-002"),
  "structured-array": sameAs("tools", "SCHEMA-006"),
  "output-schema-misspelt": mutant("SCHEMA-002", {
    vice: 'Writes "strng" for a type in an outputSchema.',
    result: oneMore({ name: "shout", outputSchema: { type: "object", properties: { said: { type: "strng" } } } }),
  }),
  "schema-dialect-number": mutant("SCHEMA-003", {
    vice: "Writes $schema as a number.",
    result: inputSchema((schema) => ({ $schema: 2020, ...schema })),
  }),
  "schema-dialect-invented": mutant("SCHEMA-004", {
    vice: "Names a dialect of its own in $schema.",
    result: inputSchema((schema) => ({ $schema: "https://example.com/dialect/1", ...schema })),
  }),
  "input-schema-draft-04": mutant("SCHEMA-005", {
    vice: "Writes exclusiveMinimum as a boolean, without naming draft-04.",
    result: inputSchema(
      set({ properties: { size: { type: "number", minimum: 0, exclusiveMinimum: true } }, required: [] }),
    ),
  }),
  "input-schema-required-flag": mutant("SCHEMA-005", "http/2025-06-18", STATEFUL, {
    vice: "Writes required as a boolean.",
    result: inputSchema(set({ required: true })),
  }),
  "input-schema-properties-list": mutant("SCHEMA-005", "http+sse/2024-11-05", STATELESS, {
    vice: "Lists the properties of an inputSchema as an array.",
    result: inputSchema(set({ properties: [{ name: "what", type: "string" }] })),
  }),
  "schema-definitions-stripped": mutant(["SCHEMA-005", "SCHEMA-009"], STATELESS, {
    vice: "Strips $defs from the schemas it lists, and leaves the references.",
    result: oneMore({
      name: "label",
      inputSchema: { type: "object", properties: { label: { $ref: "#/$defs/label" } } },
    }),
  }),
  "schema-remote-ref": mutant("SCHEMA-011", STATELESS, {
    vice: "Refers to a schema on the web.",
    result: inputSchema(set({ properties: { what: { $ref: "https://example.com/what.json" } } })),
  }),
  "structured-other-type": mutant("SCHEMA-006", {
    vice: "Returns structuredContent whose numbers are text.",
    result: measured((value) => ({ ...value, words: String(value.words) })),
  }),
  "structured-left-out": mutant("SCHEMA-006", {
    vice: "Leaves structuredContent out of the result of a tool with an outputSchema.",
    result: returned("measure_text", without("structuredContent")),
  }),
  "text-block-number": mutant("SCHEMA-014", {
    vice: "Writes a number in place of the text of a block.",
    result: block("text", set({ text: 5 })),
  }),
  "image-data-url": mutant("SCHEMA-015", {
    vice: "Writes the data of an image as a data URL.",
    result: block("image", (one) => ({ ...one, data: `data:image/png;base64,${String(one.data)}` })),
  }),
  "image-without-type": mutant("SCHEMA-015", STATEFUL, {
    vice: "Leaves mimeType out of an image.",
    result: block("image", without("mimeType")),
  }),
  "audio-hex": mutant("SCHEMA-016", {
    vice: "Writes the data of audio as hexadecimal bytes with colons.",
    result: block("audio", set({ data: "52:49:46:46" })),
  }),
  "embedded-relative-uri": mutant("SCHEMA-017", {
    vice: "Embeds a resource whose uri is a bare name.",
    result: block("resource", (one) => ({
      ...one,
      resource: { ...objectOf(one.resource), uri: "readme" },
    })),
  }),
  "embedded-flat": mutant("SCHEMA-018", {
    vice: "Writes the members of an embedded resource into the block itself.",
    result: block("resource", ({ resource, ...others }) => ({ ...others, ...objectOf(resource) })),
  }),
  "link-without-name": mutant("SCHEMA-019", {
    vice: "Leaves the name out of a resource link.",
    result: block("resource_link", without("name")),
  }),
  "link-null-members": mutant("SCHEMA-001", {
    vice: "Writes null for what it does not know of a linked resource.",
    result: block("resource_link", set({ mimeType: null, description: null })),
  }),
  "annotation-priority-percent": mutant("SCHEMA-020", {
    vice: "Writes a priority as a percentage.",
    result: block("text", set({ annotations: { audience: ["user"], priority: 50 } })),
  }),
  "annotation-audience-everyone": mutant(["SCHEMA-020", "SCHEMA-025"], {
    vice: "Names an audience that is neither user nor assistant.",
    result: block("text", set({ annotations: { audience: ["everyone"] } })),
  }),
  "annotation-epoch": mutant("SCHEMA-020", {
    vice: "Writes lastModified as seconds since 1970.",
    result: block("text", set({ annotations: { lastModified: 1_736_694_058 } })),
  }),
  "annotation-in-words": mutant("SCHEMA-021", {
    vice: "Writes lastModified as people say it.",
    result: block("text", set({ annotations: { lastModified: "12 January" } })),
  }),
  "icon-sizes-text": mutant("SCHEMA-022", {
    vice: "Writes the sizes of an icon as one text.",
    result: icon(set({ sizes: "48x48 96x96" })),
  }),
  "icon-without-src": mutant("SCHEMA-022", STATEFUL, {
    vice: "Calls the address of an icon url.",
    result: icon(renamed("src", "url")),
  }),
  "icon-file": mutant("SCHEMA-023", {
    vice: "Names a file of its own machine as icon.",
    result: icon(set({ src: "file:///usr/share/icons/tool.png" })),
  }),
  "icon-size-words": mutant("SCHEMA-024", {
    vice: "Describes the size of an icon in words.",
    result: icon(set({ sizes: ["large"] })),
  }),
  "website-words": mutant("SCHEMA-027", {
    vice: "Writes words in place of its website's address.",
    outgoing: (message) => {
      const text = JSON.stringify(message);
      const edited = text.replaceAll('"websiteUrl":"https://example.com/"', '"websiteUrl":"our homepage"');
      return text === edited ? undefined : [JSON.parse(edited) as JsonObject];
    },
  }),
};
