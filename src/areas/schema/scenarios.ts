import type { Json, JsonObject } from "../../base/json.ts";
import { PLAIN_OFFER, REPORT_TOOL } from "../../probe/scenario/plain-offer.ts";
import type { OfferedTool, Operation, Scenario } from "../../probe/scenario/scenario.ts";

const SCHEMA = { type: "object" } as const;

const structured = (name: string, outputSchema: JsonObject, structuredContent: Json): OfferedTool => ({
  tool: { name, description: "Returns something structured.", inputSchema: SCHEMA, outputSchema },
  result: {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
  },
});

const taking = (name: string, inputSchema: JsonObject): OfferedTool => ({
  tool: { name, description: "Takes something.", inputSchema },
  result: { content: [{ type: "text", text: "ok" }] },
});

const calls = (name: string, step: string, given: JsonObject = {}): readonly Operation[] => [
  { op: "call", name, arguments: given },
  { op: "report", step },
];

const START: readonly Operation[] = [{ op: "connect" }, { op: "list", what: "tools" }];

/** Everything that 2020-12 adds to the schemas of before: whoever reads it otherwise judges otherwise. */
const MODERN: JsonObject = {
  type: "object",
  properties: {
    pair: { type: "array", prefixItems: [{ type: "string" }, { $ref: "#/$defs/count" }], items: false },
    card: { type: "string" },
    address: { type: "string" },
  },
  required: ["pair"],
  dependentRequired: { card: ["address"] },
  unevaluatedProperties: false,
  $defs: { count: { type: "integer", minimum: 1 } },
};

/** As the official suite asks for, and more: whatever a parser may drop. */
const KEYWORDS: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string", "x-vendor": { a: 1 } },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const nested = (depth: number): JsonObject => {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < depth; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
};

/** Each definition needs the one before twice. */
const doubling = (levels: number): JsonObject => ({
  type: "object",
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `d${level}`,
      level === 0
        ? { type: "string" }
        : { allOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] },
    ]),
  ),
  properties: { a: { $ref: `#/$defs/d${levels - 1}` } },
});

/** Schemas of tools, and results that have to fit them. */
export const SCHEMAS: readonly Scenario[] = [
  {
    name: "remote-references",
    face: "stateless",
    transport: "http",
    official: "json-schema-ref-no-deref",
    offers: {
      tools: [
        taking("lookup_user", {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          $defs: { userId: { type: "string", pattern: "^[a-z0-9-]+$" } },
          properties: { id: { $ref: "#/$defs/userId" }, profile: { $ref: "$canary/profile-schema.json" } },
          required: ["id"],
        }),
        structured(
          "profile",
          { type: "object", properties: { profile: { $ref: "$canary/profile-schema.json" } }, required: ["profile"] },
          { profile: 42 },
        ),
        REPORT_TOOL,
      ],
    },
    plan: [
      ...START,
      ...calls("lookup_user", "lookup", { id: "a" }),
      ...calls("profile", "unresolved"),
      { op: "close" },
    ],
  },
  {
    name: "hostile-schemas",
    face: "stateless",
    official: "tools_call",
    offers: {
      tools: [
        ...PLAIN_OFFER.tools,
        taking("deep", nested(50)),
        taking("wide", {
          type: "object",
          properties: { a: { anyOf: Array.from({ length: 2000 }, (_, index) => ({ const: index })) } },
        }),
        taking("recursive", {
          type: "object",
          $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
          properties: { a: { $ref: "#/$defs/node" } },
        }),
        taking("doubling", doubling(40)),
      ],
    },
  },
  {
    name: "schema-keywords",
    face: "dual",
    official: "json-schema-2020-12-preservation",
    offers: {
      tools: [
        taking("json_schema_2020_12_tool", KEYWORDS),
        taking("json_schema_echo", {
          type: "object",
          properties: { schema: { type: "object" } },
          required: ["schema"],
        }),
        REPORT_TOOL,
      ],
    },
    plan: [
      ...START,
      { op: "echo-schema", of: "json_schema_2020_12_tool", through: "json_schema_echo" },
      { op: "close" },
    ],
  },
  {
    name: "schema-dialects",
    face: "dual",
    offers: {
      tools: [
        ...PLAIN_OFFER.tools,
        taking("older_dialect", {
          $schema: "http://json-schema.org/draft-07/schema#",
          type: "object",
          definitions: { name: { type: "string" } },
          properties: { name: { $ref: "#/definitions/name" } },
        }),
        taking("unknown_dialect", { $schema: "https://example.com/dialect/x", type: "object" }),
      ],
    },
    plan: [
      ...START,
      { op: "report", step: "list" },
      ...calls("older_dialect", "older-dialect", { name: "Ada" }),
      ...calls("add", "plain", { a: 2, b: 3 }),
      { op: "close" },
    ],
  },
  {
    name: "output-schemas",
    face: "dual",
    revisions: ["2025-06-18", "2025-11-25", "2026-07-28"],
    // A result that does not fit its schema is the server's fault.
    deliberate: true,
    offers: {
      tools: [
        structured(
          "weather",
          { type: "object", properties: { temperature: { type: "number" } }, required: ["temperature"] },
          { temperature: "hot" },
        ),
        structured("modern_fits", MODERN, { pair: ["a", 1], card: "c", address: "d" }),
        structured("modern_misfits", MODERN, { pair: ["a", 0], card: "c" }),
        REPORT_TOOL,
      ],
    },
    plan: [
      ...START,
      ...calls("weather", "wrong-structure"),
      ...calls("modern_fits", "modern-fits"),
      ...calls("modern_misfits", "modern-misfits"),
      { op: "close" },
    ],
  },
  {
    name: "typed-results",
    face: "stateless",
    offers: {
      tools: [
        structured("list_users", { type: "array", items: { type: "string" } }, ["mcptest-ada", "mcptest-bob"]),
        structured("count", { type: "integer" }, 7),
        structured("flag", { type: "boolean" }, false),
        structured("nothing", { type: "null" }, null),
        REPORT_TOOL,
      ],
    },
    plan: [
      ...START,
      ...calls("list_users", "array"),
      ...calls("count", "count"),
      ...calls("flag", "flag"),
      ...calls("nothing", "nothing"),
      { op: "close" },
    ],
  },
];
