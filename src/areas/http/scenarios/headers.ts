import type { JsonObject } from "../../../base/json.ts";
import { REPORT_TOOL } from "../../../probe/scenario/plain-offer.ts";
import type { OfferedTool, Scenario } from "../../../probe/scenario/scenario.ts";

const tool = (name: string, properties: JsonObject = {}, more: JsonObject = {}): OfferedTool => ({
  tool: { name, description: "For headers.", inputSchema: { type: "object", properties, ...more } },
  result: { content: [{ type: "text", text: "ok" }] },
});

const mirrored = (header: string, type: string): JsonObject => ({ type, "x-mcp-header": header });

const STRING = { type: "string" } as const;

/** What the arguments are that a program is told to call with: ours, in the names of the official suite. */
const VALUES: JsonObject = {
  region: "us-west1",
  priority: 42,
  offset: -7,
  verbose: false,
  debug: true,
  empty_val: "",
  method_val: "test-method",
  float_val: 3.25,
  non_ascii_val: "Grüße, 世界",
  whitespace_val: " padded ",
  trailing_space_val: "us-west1 ",
  internal_space_val: "us west 1",
  control_char_val: "line1\nline2",
  crlf_val: "a\r\nX-Evil: 1",
  tab_val: "\tindented",
  sentinel_val: "=?base64?literal?=",
  target: { zone: { id: "z9" } },
  id: "other",
  query: "q",
};

const NULLS: JsonObject = { region: "us-east1", priority: 1, verbose: null, query: "q" };

const ANNOTATED: JsonObject = {
  region: mirrored("Region", "string"),
  priority: mirrored("Priority", "integer"),
  offset: mirrored("Offset", "integer"),
  verbose: mirrored("Verbose", "boolean"),
  debug: mirrored("Debug", "boolean"),
  empty_val: mirrored("EmptyVal", "string"),
  method_val: mirrored("Method", "string"),
  float_val: { type: "number" },
  non_ascii_val: mirrored("NonAscii", "string"),
  whitespace_val: mirrored("Whitespace", "string"),
  trailing_space_val: mirrored("TrailingSpace", "string"),
  internal_space_val: mirrored("InternalSpace", "string"),
  control_char_val: mirrored("ControlChar", "string"),
  crlf_val: mirrored("CrLf", "string"),
  tab_val: mirrored("Tab", "string"),
  sentinel_val: mirrored("Sentinel", "string"),
  target: {
    type: "object",
    properties: { zone: { type: "object", properties: { id: mirrored("Zone", "string") } } },
  },
  id: STRING,
  query: STRING,
};

const NULLABLE: JsonObject = {
  region: mirrored("Region", "string"),
  priority: mirrored("Priority", "integer"),
  verbose: mirrored("Verbose", "boolean"),
  debug: mirrored("Debug", "boolean"),
  query: STRING,
};

const X = mirrored("X", "string");

/** Tools that no client may use over HTTP, by what is wrong with them. */
const INVALID: readonly OfferedTool[] = [
  tool("invalid_empty_header", { a: mirrored("", "string") }),
  tool("invalid_space_in_name", { a: mirrored("My Region", "string") }),
  tool("invalid_colon_in_name", { a: mirrored("Region:Primary", "string") }),
  tool("invalid_non_ascii_name", { a: mirrored("Région", "string") }),
  tool("invalid_control_char_name", { a: mirrored("Region\t1", "string") }),
  tool("invalid_line_in_name", { a: mirrored("a\r\nb", "string") }),
  tool("invalid_slash_in_name", { a: mirrored("a/b", "string") }),
  tool("invalid_duplicate_same_case", { a: mirrored("Region", "string"), b: mirrored("Region", "string") }),
  tool("invalid_duplicate_diff_case", { a: mirrored("MyField", "string"), b: mirrored("myfield", "string") }),
  tool("invalid_object_header", { a: mirrored("X", "object") }),
  tool("invalid_array_header", { a: mirrored("X", "array") }),
  tool("invalid_null_header", { a: mirrored("X", "null") }),
  tool("invalid_number_header", { a: mirrored("X", "number") }),
  tool("invalid_in_items", { a: { type: "array", items: X } }),
  tool("invalid_in_any_of", { a: { anyOf: [X, { type: "integer" }] } }),
  tool("invalid_in_defs", { a: { $ref: "#/$defs/x" } }, { $defs: { x: X } }),
  tool("invalid_in_condition", { a: STRING }, { if: { properties: { a: X } } }),
];

const MISMATCH = {
  do: "status",
  status: 400,
  body: {
    jsonrpc: "2.0",
    id: "$id",
    error: { code: -32020, message: "Header mismatch: Mcp-Param-Region is missing" },
  },
} as const;

const STATELESS = { face: "stateless", transport: "http" } as const;

/** Names and arguments in headers. */
export const HTTP_HEADERS: readonly Scenario[] = [
  {
    name: "odd-names",
    ...STATELESS,
    official: "http-standard-headers",
    offers: {
      tools: [tool("test_headers"), tool("my-hyphenated-tool"), tool("wetter_größe"), REPORT_TOOL],
      resources: [
        { uri: "file:///path/to/file%20name.txt", name: "spaces" },
        { uri: "https://example.com/resource?id=123", name: "query" },
        { uri: "test://日本", name: "letters" },
      ],
      prompts: [
        { name: "test_prompt", description: "A prompt." },
        { name: " padded ", description: "A prompt." },
        { name: "=?base64?abc?=", description: "A prompt." },
      ],
    },
    reactions: [
      {
        on: { method: "resources/read" },
        actions: [
          {
            do: "result",
            result: { contents: [{ uri: "test://any", text: "A text." }], ttlMs: 0, cacheScope: "private" },
          },
        ],
      },
    ],
    plan: [
      { op: "connect" },
      { op: "use-all", what: "tools" },
      { op: "use-all", what: "resources" },
      { op: "use-all", what: "prompts" },
      { op: "close" },
    ],
  },
  {
    name: "param-headers",
    ...STATELESS,
    official: "http-custom-headers",
    offers: {
      tools: [
        tool("test_custom_headers", ANNOTATED, { required: ["region", "priority", "query"] }),
        tool("test_custom_headers_null", NULLABLE, { required: ["region", "priority", "query"] }),
        REPORT_TOOL,
      ],
    },
    context: {
      toolCalls: [
        { name: "test_custom_headers", arguments: VALUES },
        { name: "test_custom_headers_null", arguments: NULLS },
      ],
    },
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "test_custom_headers", arguments: VALUES },
      { op: "call", name: "test_custom_headers_null", arguments: NULLS },
      { op: "close" },
    ],
  },
  {
    name: "invalid-param-headers",
    ...STATELESS,
    official: "http-invalid-tool-headers",
    // The server breaks the rules of x-mcp-header on purpose.
    deliberate: true,
    offers: {
      tools: [
        tool("valid_tool", { region: mirrored("Region", "string") }),
        tool("valid_plain", { region: STRING }),
        tool("valid_nested", {
          a: { type: "object", properties: { b: { type: "object", properties: { c: mirrored("Deep", "string") } } } },
        }),
        ...INVALID,
        REPORT_TOOL,
      ],
    },
    plan: [{ op: "connect" }, { op: "use-all", what: "tools" }, { op: "report", step: "used" }, { op: "close" }],
    instructions: ["Call every tool that you see."],
  },
  {
    name: "header-mismatch",
    ...STATELESS,
    deliberate: true,
    offers: { tools: [tool("moved", { region: mirrored("Region", "string") }), tool("stuck"), REPORT_TOOL] },
    reactions: [
      {
        on: { method: "tools/list", time: 1 },
        actions: [
          {
            do: "result",
            result: {
              tools: [tool("moved", { region: STRING }).tool, tool("stuck").tool, REPORT_TOOL.tool],
              ttlMs: 0,
              cacheScope: "private",
            },
          },
        ],
      },
      { on: { method: "tools/call", name: "moved", lacksHeader: "Mcp-Param-Region" }, actions: [MISMATCH] },
      { on: { method: "tools/call", name: "stuck" }, actions: [MISMATCH] },
    ],
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "moved", arguments: { region: "us-west1" } },
      { op: "report", step: "moved" },
      { op: "call", name: "stuck" },
      { op: "report", step: "stuck" },
      { op: "close" },
    ],
  },
];
