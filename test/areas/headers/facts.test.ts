import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import {
  answerCases,
  given,
  givenStateless,
  givenStatelessHttp,
  NOTHING,
  type ReadingCase,
  readingTable,
} from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, page, refused, unnamed } from "../small-captures.ts";

const revision = "2026-07-28";
const listed = (inputSchema: JsonObject, name = "t"): Exchange => page("tools/list", [{ name, inputSchema }]);
const mirrored = (header: Json, more: JsonObject = {}): JsonObject => ({ "x-mcp-header": header, ...more });
const AT = "/response/result/tools/0/inputSchema";
const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const SCHEMA_SINGLES = [
  ...["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"],
  ...["unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems"],
];

/** As deep as `depth` properties. */
const nested = (depth: number): JsonObject =>
  depth === 0 ? mirrored("Deep") : { properties: { x: nested(depth - 1) } };

readingTable("header_annotations", [
  givenStateless("an annotation with what its schema says of the value", [
    listed({
      properties: {
        apiKey: mirrored("Region", { type: "string" }),
        "n_2-Max": mirrored(7, { type: "integer", minimum: 0, maximum: 9, exclusiveMinimum: 1, exclusiveMaximum: 8 }),
        plain: { type: "string" },
      },
    }),
  ]).values(
    [
      { header: "Region", via: [], indirect: [], words: "api key", type: "string" },
      {
        header: 7,
        via: [],
        indirect: [],
        words: "n 2 max",
        type: "integer",
        minimum: 0,
        maximum: 9,
        exclusiveMinimum: 1,
        exclusiveMaximum: 8,
      },
    ],
    {
      at: [`${AT}/properties/apiKey`, `${AT}/properties/n_2-Max`],
      names: ["t.apiKey", "t.n_2-Max"],
      parts: [{ header: `${AT}/properties/apiKey/x-mcp-header` }, { header: `${AT}/properties/n_2-Max/x-mcp-header` }],
    },
  ),
  givenStateless("keywords that stand in for the type, at the root and in members of members", [
    listed(
      mirrored("Root", {
        enum: [1],
        $ref: "#",
        properties: { a: { properties: { "b/c": mirrored("Inner", { const: 1, allOf: [], $dynamicRef: "#" }) } } },
      }),
    ),
  ]).values(
    [
      { header: "Root", via: [], indirect: ["$ref", "enum"], words: "" },
      { header: "Inner", via: [], indirect: ["$dynamicRef", "const", "allOf"], words: "b c" },
    ],
    { at: [AT, `${AT}/properties/a/properties/b~1c`], names: ["t", "t.a.b/c"] },
  ),
  givenStateless("what the branches of a union are, where each says so", [
    listed({
      properties: {
        a: mirrored("A", { anyOf: [{ type: "string" }, { type: "null" }] }),
        b: mirrored("B", { oneOf: [{ type: "string" }, { const: 1 }] }),
        c: mirrored("C", { type: ["string", "null"] }),
      },
    }),
  ]).values([
    { header: "A", via: [], indirect: [], words: "a", branch_types: ["string", "null"] },
    { header: "B", via: [], indirect: [], words: "b" },
    { header: "C", via: [], indirect: [], words: "c", type: ["string", "null"] },
  ]),
  givenStateless("every keyword that leads to a schema, and how it was reached", [
    ...SCHEMA_MAPS.map((keyword) => listed({ [keyword]: { k: mirrored(`map ${keyword}`) } })),
    ...SCHEMA_LISTS.map((keyword) => listed({ [keyword]: [true, mirrored(`list ${keyword}`)] })),
    ...SCHEMA_SINGLES.map((keyword) => listed({ [keyword]: mirrored(`single ${keyword}`) })),
    listed({ anyOf: [{ properties: { a: { not: mirrored("both") } } }] }),
    listed({ default: mirrored("no schema"), examples: [mirrored("no schema")] }),
  ]).partly(
    [
      ...SCHEMA_MAPS.map((keyword) => ({ header: `map ${keyword}`, via: keyword === "properties" ? [] : [keyword] })),
      ...SCHEMA_LISTS.map((keyword) => ({ header: `list ${keyword}`, via: [keyword] })),
      ...SCHEMA_SINGLES.map((keyword) => ({ header: `single ${keyword}`, via: [keyword] })),
      { header: "both", via: ["anyOf", "not"], words: "a" },
    ],
    {
      names: [...SCHEMA_MAPS.map(() => "t.k"), ...SCHEMA_LISTS.map(() => "t"), ...SCHEMA_SINGLES.map(() => "t"), "t.a"],
    },
  ),
  givenStateless("as deep as a schema may be, and no deeper", [
    listed(nested(16), "in"),
    listed(nested(17), "out"),
  ]).partly([{ header: "Deep" }], { exchanges: ["main/1"] }),
  givenStateless("the same tool listed twice, tools without a schema, and no annotation", [
    listed({ properties: { a: mirrored("A") } }),
    listed({ properties: { a: mirrored("A") } }),
    page("tools/list", [{ name: "x" }, { name: "y", inputSchema: true }]),
    deliberate(listed({ properties: { a: mirrored("B") } })),
  ]).partly([{ header: "A" }], { lookedAt: Array.from({ length: 3 }, () => "/response/result") }),
  givenStateless("no list of tools", [leftOut("tools/list", "not-offered")]).leftOut(),
]);

readingTable("repeated_header_names", [
  givenStateless("a name that one schema has twice, whatever its case", [
    listed({
      properties: {
        a: mirrored("Region"),
        b: mirrored("region"),
        c: { properties: { d: mirrored("REGION") } },
        e: mirrored("Other"),
      },
    }),
  ]).values(["region", "REGION"], {
    at: [`${AT}/properties/b/x-mcp-header`, `${AT}/properties/c/properties/d/x-mcp-header`],
    names: ["t", "t"],
  }),
  givenStateless("the same name in two tools, in a schema on another way, and values that are no names", [
    page("tools/list", [
      { name: "t", inputSchema: { properties: { a: mirrored("R"), n: mirrored(7) }, anyOf: [mirrored("R")] } },
      { name: "u", inputSchema: { properties: { a: mirrored("R"), n: mirrored(7), m: mirrored(7) } } },
    ]),
  ]).values([], { lookedAt: ["/response/result"] }),
  { ...NOTHING, revision },
]);

const call = (args: JsonObject, step = "call-1", name = "t"): Exchange =>
  overHttp(answered(step, "tools/call", {}, { name, arguments: args }), 200);
const schema = (properties: JsonObject): Exchange => listed({ properties });

readingTable("mirrored_calls", [
  givenStatelessHttp("arguments of each type, at each depth, and how the call was answered", [
    schema({ s: mirrored("S"), n: mirrored("N"), b: mirrored("B"), o: { properties: { p: mirrored("P") } } }),
    call({ s: "x", n: 1, b: false, o: { p: "y" } }),
    overHttp(refused("param-right", "tools/call", -32020, { name: "t", arguments: { s: "x" } }), 400),
  ]).values(
    [
      { type: "string", depth: 1, status: 200 },
      { type: "number", depth: 1, status: 200 },
      { type: "boolean", depth: 1, status: 200 },
      { type: "string", depth: 2, status: 200 },
      { type: "string", depth: 1, status: 400, error: { code: -32020, message: "refused" } },
    ],
    {
      at: ["", "", "", "", ""],
      names: ["S", "N", "B", "P", "S"],
      parts: Array.from({ length: 5 }, () => ({
        type: "/request/params/arguments",
        depth: "/request/params/arguments",
        status: "/http/status",
        error: "/response/error",
      })),
    },
  ),
  givenStatelessHttp("arguments that are absent, null or no plain value, and other tools", [
    schema({ a: mirrored("A"), b: mirrored("B"), c: mirrored("C") }),
    call({ a: null, b: {} }),
    call({ a: "x" }, "call-2", "other"),
  ]).values([], { lookedAt: [""] }),
  givenStatelessHttp("tools whose headers nobody can send: no token, the same twice, no text", [
    page("tools/list", [
      { name: "space", inputSchema: { properties: { a: mirrored("A B") } } },
      { name: "twice", inputSchema: { properties: { a: mirrored("A"), b: mirrored("a") } } },
      { name: "number", inputSchema: { properties: { a: mirrored(7) } } },
      { name: "aside", inputSchema: { anyOf: [{ properties: { a: mirrored("A") } }] } },
      { name: "good", inputSchema: { properties: { a: mirrored("x-Y_1") } } },
    ]),
    ...["space", "twice", "number", "aside", "good"].map((name) => call({ a: "x" }, "call-1", name)),
  ]).values([{ type: "string", depth: 1, status: 200 }], { names: ["x-Y_1"] }),
  givenStatelessHttp("calls that are no ordinary ones, and one without a step name", [
    schema({ a: mirrored("A") }),
    call({ a: "x" }, "param-other"),
    deliberate(call({ a: "x" })),
    answered("call-1", "tools/call", {}, { name: "t", arguments: { a: "x" } }),
    unnamed(call({ a: true })),
  ]).values([{ type: "boolean", depth: 1, status: 200 }], { exchanges: ["main/5"] }),
  givenStatelessHttp("a call that was left out", [
    schema({ a: mirrored("A") }),
    leftOut("param-right", "unsafe-to-probe"),
  ]).leftOut(),
  { ...NOTHING, revision },
]);

const onStdio = (step: string): ReadingCase =>
  given("stdio, which has no headers", [answered(step, "x", {})]).inapplicable("precondition-absent");

readingTable("no_version_header", [
  ...answerCases(["no-version-header", "version-missing", "version-missing-list"]),
  onStdio("no-version-header"),
]);
readingTable("unknown_version_header", [
  ...answerCases(["unknown-version", "version-unknown", "version-senseless", "version-unknown-list"]),
  onStdio("unknown-version"),
]);

readingTable("other_version_header", [
  ...answerCases(["other-version-header", "other-version-meta"]),
  given("a server of both eras, which may go by the header", {
    era: { verdict: "dual", reason: "both answered", shown_by: [] },
    exchanges: [
      refused("other-version-header", "tools/list", -32600),
      answered("other-version-meta", "tools/list", {}),
    ],
  }).partly([{ outcome: "result" }], { exchanges: ["main/2"] }),
]);
readingTable("no_method_header", answerCases(["no-method-header"]));
readingTable("other_method_header", answerCases(["other-method-header"]));
readingTable("upper_method_header", answerCases(["upper-method-header"]));
readingTable("respelled_header_names", answerCases(["lower-header-name", "upper-header-name"]));
readingTable("padded_headers", answerCases(["padded-header", "padded-name-header", "padded-name-header-read"]));
readingTable("illegal_header_bytes", answerCases(["control-in-header", "utf8-in-header"]));
/** As it was asked once: the tool may be looked up before the header. */
const nothingNamed = (step: string): ReadingCase =>
  given("a call of a tool that does not exist", [
    { ...refused(`${step}-call`, "tools/call", -32602, { name: "mcptest_no_such_tool", arguments: {} }) },
    refused(`${step}-read`, "resources/read", -32020),
  ]).partly([{ error: { code: -32020 } }], { exchanges: ["main/2"] });

readingTable("no_name_header", [
  ...answerCases(["no-name-header", "no-name-header-read", "no-name-header-call"]),
  nothingNamed("no-name-header"),
]);
readingTable("other_name_header", [
  ...answerCases(["other-name-header-get", "other-name-header", "other-name-header-call"]),
  nothingNamed("other-name-header"),
]);
readingTable("literal_params", answerCases(["param-literal-bare", "param-literal-open", "param-literal-upper"]));
readingTable("wrapped_name_header", answerCases(["wrapped-name-header-read", "wrapped-name-header-get"]));
readingTable("undeclared_param_header", answerCases(["undeclared-param-header"]));

readingTable("header_refusals", [
  ...answerCases([
    ...["no-method-header", "other-method-header", "upper-method-header"],
    ...["no-name-header-read", "no-name-header-get", "other-name-header-read", "other-name-header-get"],
    ...["param-other", "param-missing", "param-broken-wrapper"],
  ]),
  given("a call, which may be refused because the tool does not exist", [
    answered("no-name-header-call", "tools/call", {}),
  ]).unseen("not-probed"),
]);

readingTable("right_params", answerCases(["param-right"]));
readingTable("other_param", answerCases(["param-other"]));
readingTable("missing_param", answerCases(["param-missing"]));
readingTable("null_param", answerCases(["param-null"]));
readingTable("absent_param", answerCases(["param-absent"]));
readingTable("illegal_param", answerCases(["param-illegal"]));
readingTable("wrapped_param", answerCases(["param-wrapped"]));
readingTable("broken_param_wrapper", answerCases(["param-broken-wrapper"]));
readingTable("bare_base64_param", answerCases(["param-bare-base64"]));
readingTable("decimal_param", answerCases(["param-decimal"]));
readingTable("other_nested_param", answerCases(["param-nested-other"]));
