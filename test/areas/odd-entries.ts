import type { JsonObject } from "../servers/json-rpc.ts";

export const OBJECT = { type: "object" } as const;

/** Named in every way that is allowed; none of them says that it only reads, so that nobody calls them unasked. */
export const ODD_TOOLS: readonly JsonObject[] = [
  { name: "A", inputSchema: { ...OBJECT } },
  { name: "a", inputSchema: { ...OBJECT, additionalProperties: true } },
  { name: "admin.tools.list-v2_final", inputSchema: { ...OBJECT, properties: {} } },
  { name: "x".repeat(128), inputSchema: { ...OBJECT, required: [] } },
  { name: "0-starts.with_a_digit", description: "", title: "", inputSchema: { ...OBJECT, title: "", description: "" } },
  {
    name: "annotated",
    inputSchema: { ...OBJECT, properties: { any: true, none: false, text: { type: ["string", "null"] } } },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  },
];

export const ODD_SCHEMAS: readonly JsonObject[] = [
  {
    name: "older_dialect",
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      definitions: { word: { type: "string" } },
      properties: { word: { $ref: "#/definitions/word" }, list: { type: "array", items: [{ type: "string" }] } },
      dependencies: { word: ["list"] },
    },
  },
  {
    name: "own_dialect",
    inputSchema: { $schema: "https://example.com/dialects/notes", type: "object", "x-shape": "free" },
  },
  {
    name: "anchored",
    inputSchema: {
      $id: "https://example.com/schemas/anchored",
      type: "object",
      $defs: {
        note: { $anchor: "note", type: "string" },
        tree: { type: "object", properties: { kids: { $ref: "#/$defs/tree" } } },
      },
      properties: { note: { $ref: "#note" }, tree: { $ref: "#/$defs/tree" } },
      unevaluatedProperties: false,
    },
    outputSchema: {
      type: "object",
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
      properties: { a: {}, b: { $comment: "anything" } },
    },
  },
];

export const ODD_RESOURCES: readonly JsonObject[] = [
  { uri: "urn:isbn:9780306406157", name: "" },
  {
    uri: "https://[2001:db8::1]:8443/a%20b?q=%C3%BC#frag",
    name: "behind an address",
    mimeType: 'text/html; charset="utf-8"',
  },
  {
    uri: "X-custom+scheme.1:/opaque;v=1,2/(x)!$&'*",
    name: "custom",
    size: 0,
    annotations: { audience: [], priority: 1 },
  },
  { uri: "file:///C:/notes/%E4%B8%96.txt", name: "file", annotations: { priority: 0, lastModified: "2025-01-12" } },
];

export const ODD_TEMPLATES: readonly JsonObject[] = [
  { uriTemplate: "memo://fixed", name: "no variable" },
  { uriTemplate: "https://example.com{/path*}{?q,page:3}{&more*}{#frag}", name: "every operator" },
  { uriTemplate: "x:{+reserved}{.ext}{;p_1,p.2,%41}", name: "odd variables" },
];

export const ICONS: readonly JsonObject[] = [
  { src: "https://cdn.example.net/icon.svg", mimeType: "image/svg+xml", sizes: ["any"], theme: "dark" },
  { src: "DATA:image/png;base64,iVBORw0KGgo=", sizes: ["48X48", "96x96"] },
  { src: "https://cdn.example.net/icon.ico", sizes: [] },
];
