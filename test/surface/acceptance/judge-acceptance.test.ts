import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { openView } from "../../../src/judge/core/view.ts";
import {
  ACCEPTANCE_CHECKS,
  type AcceptanceEntry,
  CONSUMERS,
  type Consumer,
} from "../../../src/judge/corpus/acceptance.ts";
import { loadAcceptance } from "../../../src/judge/corpus-files/acceptance-compile.ts";
import { loadServerSchema } from "../../../src/judge/corpus-files/server-schema.ts";
import { readSurface } from "../../../src/judge/surface/read-surface.ts";
import { CHECKED } from "../../../src/scores/accepted/checks.ts";
import { convertTool, SHOWN_FOR } from "../../../src/scores/accepted/convert.ts";
import { judgeAcceptance, readServer } from "../../../src/scores/accepted/judge-acceptance.ts";
import { serverJsonProblems } from "../../../src/scores/accepted/server-json.ts";
import { openGolden } from "../../golden-files.ts";
import { captureOffering } from "../../safety/surfaces.ts";

const TABLE = loadAcceptance("acceptance");
const SERVER_SCHEMA = loadServerSchema("server-json");
const expectGolden = openGolden("acceptance");

/** A tool that every consumer takes as it is, strict ones and directories included. */
const FAULTLESS: JsonObject = {
  name: "search_notes",
  title: "Search notes",
  description: "Searches the notes.",
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  inputSchema: {
    type: "object",
    properties: { query: { type: "string", description: "What to look for" } },
    required: ["query"],
    additionalProperties: false,
  },
  outputSchema: { type: "object", properties: { hits: { type: "array", items: { type: "string" } } } },
};

const judge = (tools: readonly JsonObject[], capture: Partial<Capture> = {}, serverJson?: readonly string[]) => {
  const whole = { ...captureOffering({ tools }), ...capture };
  return judgeAcceptance(readSurface(openView(whole, "2025-11-25")), whole, { table: TABLE, serverJson });
};

const rowsFor = (tool: JsonObject, consumer: Consumer, capture: Partial<Capture> = {}): readonly string[] =>
  judge([tool], capture)
    .acceptance.filter((entry) => entry.consumer === consumer)
    .flatMap(({ rows = [] }) => rows.map((row) => row.slice(consumer.length + 1)));

const withInput = (schema: JsonObject): JsonObject => ({ ...FAULTLESS, inputSchema: schema });
const withProperty = (schema: Json): JsonObject =>
  withInput({
    type: "object",
    properties: { value: schema },
    required: ["value"],
    additionalProperties: false,
  });

describe("profiles", () => {
  test("there is one of each consumer, every row of a known kind with source, date and an id of its own", () => {
    expect(TABLE.profiles.map(({ consumer }) => consumer)).toEqual([...CONSUMERS]);
    const ids = TABLE.profiles.flatMap(({ consumer, rows }) => {
      for (const { id, why, change } of rows) {
        expect(id.startsWith(`${consumer}/`), id).toBe(true);
        expect(why.endsWith(".") && change.endsWith("."), id).toBe(true);
      }
      return rows.map(({ id }) => id);
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ACCEPTANCE_CHECKS.filter((check) => !CHECKED.has(check))).toEqual([]);
  });

  test("a faultless tool is accepted everywhere", () => {
    const { acceptance, aged, hosts } = judge([FAULTLESS], { started_at: "2026-11-17T00:00:00Z" });
    expect(acceptance.filter(({ verdict }) => verdict !== "accepted")).toEqual([]);
    expect(new Set(acceptance.map(({ consumer }) => consumer)).size).toBe(CONSUMERS.length);
    expect(acceptance.every((entry: AcceptanceEntry) => entry.why === null && entry.change === null)).toBe(true);
    expect(aged).toEqual([]);
    expect(hosts.every(({ reached }) => reached)).toBe(true);
  });
});

describe("rows", () => {
  const CASES: readonly (readonly [string, JsonObject, Consumer, string])[] = [
    ["a dot in the name", { ...FAULTLESS, name: "notes.search" }, "openai", "name"],
    ["a dot in the name", { ...FAULTLESS, name: "notes.search" }, "anthropic", "name"],
    ["a dot in the name", { ...FAULTLESS, name: "notes.search" }, "claude-desktop", "name"],
    ["a long name", { ...FAULTLESS, name: "a".repeat(65) }, "claude-directory", "name-length"],
    ["a long name with its prefix", { ...FAULTLESS, name: "a".repeat(60) }, "claude-code", "full-name"],
    ["server and tool together", { ...FAULTLESS, name: "a".repeat(52) }, "cursor", "full-name"],
    [
      "anyOf at the root",
      withInput({ type: "object", anyOf: [{ required: ["a"] }], properties: { a: {} } }),
      "openai",
      "root-combinator",
    ],
    ["oneOf at the root", withInput({ type: "object", oneOf: [{}], properties: {} }), "anthropic", "root-combinator"],
    ["a root that is no object", withInput({ type: "string" }), "claude-code", "root-type"],
    ["an output root that is no object", { ...FAULTLESS, outputSchema: { type: "array" } }, "portable", "root-type"],
    [
      "a bracket in a property",
      withInput({ type: "object", properties: { "ids[]": {} } }),
      "anthropic",
      "property-keys",
    ],
    ["a $ref", withProperty({ $ref: "#/$defs/x" }), "copilot-studio", "ref"],
    ["a list of types", withProperty({ type: ["string", "null"] }), "copilot-studio", "type-array"],
    [
      "an integer exclusiveMinimum",
      withProperty({ type: "integer", exclusiveMinimum: 0 }),
      "copilot-studio",
      "exclusive-minimum",
    ],
    ["an array without items", withProperty({ type: "array" }), "vscode", "items"],
    ["an array without items", withProperty({ type: "array" }), "openai", "items"],
    ["numbers in enum", withProperty({ type: "integer", enum: [1, 2] }), "gemini", "enum-strings"],
    [
      "a name in required that is no property",
      withInput({ type: "object", properties: {}, required: ["a"] }),
      "gemini",
      "required-unknown",
    ],
    ["a recursive schema", withInput({ type: "object", properties: { a: { $ref: "#" } } }), "gemini", "recursive"],
    ["an open object", withInput({ type: "object", properties: {} }), "openai-strict", "closed-objects"],
    [
      "an optional property",
      withInput({ type: "object", properties: { a: { type: "string" } }, additionalProperties: false }),
      "openai-strict",
      "all-required",
    ],
    ["a look-ahead", withProperty({ type: "string", pattern: "^(?=a)a" }), "openai-strict", "look-around"],
    ["a bound", withProperty({ type: "integer", minimum: 1 }), "anthropic-strict", "keywords"],
    ["no description", { ...FAULTLESS, description: "" }, "vscode", "description-missing"],
    ["a long description", { ...FAULTLESS, description: "a".repeat(2_049) }, "claude-code", "description-length"],
    ["no title", { ...FAULTLESS, title: "" }, "claude-directory", "title"],
    ["no hint", { ...FAULTLESS, annotations: { title: "x" } }, "claude-directory", "hint"],
    [
      "a method that mixes",
      withProperty({ type: "string", enum: ["get", "post"] }),
      "claude-directory",
      "mixed-methods",
    ],
    [
      "a hint that is missing",
      { ...FAULTLESS, annotations: { readOnlyHint: true, destructiveHint: false } },
      "openai-directory",
      "hints",
    ],
    [
      "a card number",
      withInput({ type: "object", properties: { cardNumber: { type: "string" } } }),
      "openai-directory",
      "sensitive",
    ],
    [
      "no output schema",
      { name: "x", description: "X.", inputSchema: { type: "object", properties: {} } },
      "openai-directory",
      "output-schema",
    ],
  ];
  const asMethod = (tool: JsonObject): JsonObject =>
    JSON.parse(JSON.stringify(tool).replaceAll('"value"', '"method"')) as JsonObject;

  test.each(CASES)("%s", (_shows, tool, consumer, row) => {
    expect(rowsFor(row === "mixed-methods" ? asMethod(tool) : tool, consumer)).toContain(row);
  });

  test("every kind of check that a profile uses has a case here or below", () => {
    const used = new Set(TABLE.profiles.flatMap(({ rows }) => rows.map(({ check }) => check)));
    const below = [
      "tool-count",
      "instructions-length",
      "revisions",
      "transport",
      "remote-https",
      "server-json",
      "depth",
      "property-count",
      "enum-count",
      "output-keywords",
      "widget-resource",
      "widget-policy",
      "privacy-link",
    ];
    const checkOf = (consumer: Consumer, row: string) =>
      TABLE.profiles.find((one) => one.consumer === consumer)?.rows.find(({ id }) => id === `${consumer}/${row}`)
        ?.check;
    const shown = new Set([...CASES.map(([, , consumer, row]) => checkOf(consumer, row)), ...below]);
    expect([...used].filter((check) => !shown.has(check))).toEqual([]);
  });

  test("nested combinators and named schemas are no offence", () => {
    const nested = withProperty({ anyOf: [{ type: "string" }, { type: "null" }] });
    expect(rowsFor(nested, "openai")).toEqual([]);
    expect(rowsFor(nested, "anthropic")).toEqual([]);
    // A property may be called as a keyword is.
    expect(
      rowsFor(
        withInput({ type: "object", properties: { default: { type: "string" }, $ref: { type: "string" } } }),
        "copilot-studio",
      ),
    ).toEqual([]);
  });

  test("large schemas, and a reference in the output", () => {
    let deep: Json = { type: "string" };
    for (let level = 0; level < 11; level++)
      deep = { type: "object", properties: { a: deep }, required: ["a"], additionalProperties: false };
    expect(rowsFor(withProperty(deep), "openai-strict")).toContain("depth");
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`p${index}`, { type: "string" }]));
    expect(rowsFor(withInput({ type: "object", properties: many }), "openai-strict")).toContain("property-count");
    const values = Array.from({ length: 1_001 }, (_, index) => `v${index}`);
    expect(rowsFor(withProperty({ type: "string", enum: values }), "openai-strict")).toContain("enum-count");
    expect(
      rowsFor(
        { ...FAULTLESS, outputSchema: { type: "object", properties: { a: { $ref: "#/$defs/a" } } } },
        "copilot-studio",
      ),
    ).toContain("output-ref");
  });
});

describe("the server as a whole", () => {
  const about = (entries: readonly AcceptanceEntry[], consumer: Consumer) =>
    entries.find((one) => one.consumer === consumer && one.tool === null);

  test("too many tools", () => {
    const tools = Array.from({ length: 129 }, (_, index) => ({ ...FAULTLESS, name: `tool_${index}` }));
    const { acceptance } = judge(tools);
    expect(about(acceptance, "openai")).toMatchObject({ verdict: "rejected", blast: "request" });
    expect(about(acceptance, "cursor")).toMatchObject({ verdict: "dropped" });
    expect(about(acceptance, "anthropic")).toBeUndefined();
  });

  test("a revision of the other era keeps hosts away, an older one of the same era does not", () => {
    const speaking = (revision: string): Partial<Capture> => {
      const { exchanges } = captureOffering({ tools: [FAULTLESS] });
      return {
        revisions: { probed: revision, asked: [] },
        exchanges: exchanges.filter(({ request }) => (request as JsonObject)["method"] !== "initialize"),
      };
    };
    const modern = judge([FAULTLESS], speaking("2026-07-28"));
    expect(about(modern.acceptance, "cursor")).toMatchObject({ verdict: "rejected", blast: "server" });
    expect(about(modern.acceptance, "claude-desktop")).toBeUndefined();
    expect(modern.hosts.filter(({ reached }) => reached).map(({ host }) => host)).toEqual(["Claude", "ChatGPT"]);
    expect(about(judge([FAULTLESS], speaking("2024-11-05")).acceptance, "cursor")).toBeUndefined();
  });

  test("instructions, transport and plain http", () => {
    const whole: Capture = {
      ...captureOffering({ tools: [FAULTLESS], instructions: "a".repeat(2_049) }),
      transport: "http+sse",
      target: { kind: "http", url: "http://notes.example/mcp", header_names: [] },
    };
    const { acceptance } = judgeAcceptance(readSurface(openView(whole, "2025-11-25")), whole, { table: TABLE });
    expect(about(acceptance, "claude-code")?.rows).toEqual(["claude-code/instructions-length"]);
    expect(about(acceptance, "copilot-studio")?.rows).toEqual(["copilot-studio/sse"]);
    expect(about(acceptance, "claude-directory")?.rows).toEqual(["claude-directory/sse", "claude-directory/https"]);
    const local = {
      ...whole,
      transport: "streamable-http" as const,
      target: { kind: "http" as const, url: "http://127.0.0.1:3000/mcp", header_names: [] },
    };
    expect(about(judge([FAULTLESS], local).acceptance, "claude-directory")).toBeUndefined();
  });

  test("a profile that was last seen long ago says so, by the date of the capture alone", () => {
    expect(judge([FAULTLESS], { started_at: "2028-01-01T00:00:00Z" }).aged).toHaveLength(CONSUMERS.length);
    const { aged } = judge([FAULTLESS], { started_at: "2026-12-25T00:00:00.000Z" });
    expect(aged.map(({ consumer }) => consumer)).toEqual([]);
    expect(judge([FAULTLESS]).aged).toEqual([]);
    const [first] = judge([FAULTLESS], { started_at: "2027-02-28T10:00:00Z" }).aged.filter(
      ({ consumer }) => consumer === "openai",
    );
    expect(first?.days).toBe(190);
  });

  test("the widest blast is told first", () => {
    const { acceptance } = judge([{ ...withProperty({ type: "array" }), name: "a.b", description: "" }]);
    const portable = acceptance.find(({ consumer, tool }) => consumer === "portable" && tool !== null);
    expect(portable).toMatchObject({ verdict: "rejected", blast: "request" });
    expect(portable?.rows).toEqual([
      "portable/items",
      "portable/description-missing",
      "portable/name",
      "portable/plain-name",
    ]);
  });
});

describe("server.json", () => {
  const GOOD: JsonObject = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.github.acme/a-server",
    description: "Notes",
    version: "1.0.0",
    packages: [{ registryType: "npm", identifier: "a-server", version: "1.0.0", transport: { type: "stdio" } }],
  };
  const problems = (value: Json, capture: Partial<Capture> = { transport: "stdio" }) => {
    const whole = { ...captureOffering({ tools: [FAULTLESS] }), ...capture };
    return serverJsonProblems(value, readSurface(openView(whole, "2025-11-25")), whole, SERVER_SCHEMA);
  };

  test("one that says what the server says has none", () => {
    expect(problems(GOOD)).toEqual([]);
    expect(problems({ ...GOOD, remotes: [{ type: "streamable-http", url: "https://acme.example/mcp" }] })).toEqual([]);
  });

  test.each<readonly [string, Json, string]>([
    ["another version", { ...GOOD, version: "1.1.0" }, "version is"],
    [
      "another name",
      { ...GOOD, name: "io.github.acme/other", packages: [], remotes: [{ type: "sse", url: "https://x.example" }] },
      "name is",
    ],
    ["a range", { ...GOOD, version: "^1.0.0" }, "not one version"],
    ["latest", { ...GOOD, version: "latest" }, "not one version"],
    ["no slash in the name", { ...GOOD, name: "a-server" }, "one slash"],
    ["a long description", { ...GOOD, description: "a".repeat(101) }, "1 to 100"],
    ["an old schema", { ...GOOD, $schema: "https://example.com/old.json" }, "$schema"],
    ["a website by http", { ...GOOD, websiteUrl: "http://acme.example" }, "websiteUrl"],
    ["nothing to install", { ...GOOD, packages: [] }, "neither packages nor remotes"],
    [
      "a package without a version",
      { ...GOOD, packages: [{ registryType: "npm", identifier: "a-server", transport: { type: "stdio" } }] },
      "lacks a version",
    ],
    [
      "a bundle without its digest",
      { ...GOOD, packages: [{ registryType: "mcpb", identifier: "https://x", transport: { type: "stdio" } }] },
      "fileSha256",
    ],
    [
      "a remote on this machine",
      { ...GOOD, remotes: [{ type: "streamable-http", url: "http://localhost:3000" }] },
      "this machine",
    ],
    ["no object", [], "not an object"],
  ])("%s", (_shows, value, word) => {
    expect(problems(value).join("; ")).toContain(word);
  });

  test("how it was reached", () => {
    const http: Partial<Capture> = {
      transport: "streamable-http",
      target: { kind: "http", url: "https://acme.example/mcp", header_names: [] },
    };
    const sse = { ...GOOD, remotes: [{ type: "sse", url: "https://acme.example/sse" }] };
    expect(problems(sse, http).join("; ")).toContain("no remote has type streamable-http");
    const remote = {
      ...GOOD,
      packages: [
        {
          registryType: "npm",
          identifier: "a-server",
          version: "1.0.0",
          transport: { type: "streamable-http", url: "http://x" },
        },
      ],
    };
    expect(problems(remote).join("; ")).toContain("no package has transport stdio");
    const { acceptance } = judge([FAULTLESS], {}, problems(remote));
    expect(acceptance.find(({ consumer }) => consumer === "registry")).toMatchObject({
      tool: null,
      verdict: "rejected",
    });
  });
});

describe("a tool as it is sent", () => {
  const RICH: JsonObject = {
    name: "find",
    description: "Finds notes.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      anyOf: [{ required: ["query"] }],
      properties: {
        query: { type: "string", minLength: 2, default: "x" },
        limit: { type: ["integer", "null"], exclusiveMinimum: 0 },
        kind: { type: "string", const: "note" },
        tags: { type: "array", items: { type: "object", properties: { minLength: { type: "string" } } } },
      },
      required: ["query"],
    },
  };
  const whole = captureOffering({ tools: [RICH] });
  const surface = readSurface(openView(whole, "2025-11-25"));
  const shown = (consumer: (typeof SHOWN_FOR)[number]) => {
    const profile = TABLE.profiles.find((one) => one.consumer === consumer)!;
    return convertTool(RICH, consumer, profile, readServer(surface, whole));
  };

  test("every consumer that is sent tools", () => {
    const all = Object.fromEntries(SHOWN_FOR.map((consumer) => [consumer, shown(consumer)]));
    expectGolden("converted.json", `${JSON.stringify(all, null, 2)}\n`);
  });

  test("long descriptions are cut where the consumer cuts them", () => {
    const profile = TABLE.profiles.find((one) => one.consumer === "claude-code")!;
    const long = convertTool(
      { ...RICH, description: "a".repeat(3_000) },
      "claude-code",
      profile,
      readServer(surface, whole),
    );
    expect(long["description"]).toHaveLength(2_048);
  });

  test("what was converted is accepted, as far as the schema goes", () => {
    for (const [consumer, key] of [
      ["openai", "parameters"],
      ["openai-strict", "parameters"],
      ["anthropic", "input_schema"],
      ["portable", "inputSchema"],
    ] as const) {
      const tool = { ...FAULTLESS, inputSchema: shown(consumer)[key] as JsonObject };
      expect(rowsFor(tool, consumer), consumer).toEqual([]);
    }
  });
});

describe("what directories want to see", () => {
  const widget = (uri: string): JsonObject => ({ ...FAULTLESS, _meta: { "openai/outputTemplate": uri } });
  const rows = (tool: JsonObject, resources: readonly JsonObject[], more: JsonObject = {}): readonly string[] => {
    const capture = captureOffering({ tools: [tool], resources, ...more });
    return judgeAcceptance(readSurface(openView(capture, "2025-11-25")), capture, { table: TABLE })
      .acceptance.filter(({ consumer }) => consumer === "openai-directory")
      .flatMap(({ rows: found = [] }) => found.map((row) => row.slice("openai-directory/".length)));
  };
  const page = { uri: "ui://widget/a.html", name: "a", mimeType: "text/html+skybridge" };

  test("a widget is a listed ui:// resource of the right type with a narrow policy", () => {
    expect(rows(widget(page.uri), [page])).toEqual([]);
    expect(rows(widget(page.uri), [{ ...page, uri: "ui://widget/b.html" }])).toEqual(["widget"]);
    expect(rows(widget(page.uri), [{ ...page, mimeType: "text/html" }])).toEqual(["widget"]);
    expect(rows(widget("https://a.example/x.html"), [page])).toEqual(["widget"]);
    const policy = (domains: readonly string[]): JsonObject => ({
      ...page,
      _meta: { "openai/widgetCSP": { connect_domains: [...domains] } },
    });
    expect(rows(widget(page.uri), [policy(["https://*"])])).toEqual(["widget-policy"]);
    expect(rows(widget(page.uri), [policy(["https://*.example.com"])])).toEqual([]);
  });

  test("a description is missing, and a privacy policy is linked without https", () => {
    expect(rows({ ...FAULTLESS, description: " " }, [])).toEqual(["description"]);
    expect(rows(FAULTLESS, [], { instructions: "See http://a.example/privacy." })).toEqual(["privacy"]);
    expect(rows(FAULTLESS, [], { instructions: "See https://a.example/privacy, http://a.example/docs." })).toEqual([]);
  });
});
