import type { JsonObject } from "../../../src/model/json.ts";
import type {
  NotEvaluated,
  SchemaEvaluation,
  SchemaFinding,
  SchemaFindings,
  SchemaPlace,
} from "../../../src/model/schema-findings.ts";
import { untrusted } from "../../../src/model/untrusted.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, leftOut, page } from "../small-captures.ts";

const sound: SchemaFinding = {
  key: "k",
  digest: "d",
  declared: null,
  declaration: "absent",
  dialect: "2020-12",
  valid: true,
  problems: [],
  problem_count: 0,
  network_refs: [],
  unresolved_refs: [],
  endless_ref: null,
  depth: 1,
  subschemas: 1,
  references: 0,
  bytes: 2,
  limits_exceeded: [],
};

const place = (role: SchemaPlace["role"], schema = "k", exchange: string | null = "main/1"): SchemaPlace => ({
  role,
  schema,
  exchange,
  pointer: role === "tool-output" ? "/response/result/tools/0/outputSchema" : "/response/result/tools/0/inputSchema",
  tool: untrusted("t"),
  revision: "2025-11-25",
});

const found = (places: readonly SchemaPlace[], ...findings: SchemaFinding[]): SchemaFindings => ({
  places,
  schemas: Object.fromEntries(findings.map((finding) => [finding.key, finding])),
  pairs: [],
  evaluations: {},
});

const tool = { name: "t", inputSchema: {}, outputSchema: {} };
const listed = page("tools/list", [tool]);
const plain = {
  declared: null,
  declaration: "absent",
  dialect: "2020-12",
  problems: [],
  bad_patterns: [],
  network_refs: [],
  unresolved_refs: [],
  references: 0,
};

readingTable("tool_schemas", [
  given("sound schemas of both roles", {
    schemas: found([place("tool-input"), place("tool-output")], sound),
    exchanges: [listed],
  }).values(
    [
      { role: "input", ...plain },
      { role: "output", ...plain },
    ],
    {
      at: ["/response/result/tools/0/inputSchema", "/response/result/tools/0/outputSchema"],
      names: ["t", "t"],
      open: [null, null],
      parts: [{ problems: "/response/result/tools/0/inputSchema" }, {}],
    },
  ),
  given("what is wrong with one, patterns by themselves", {
    schemas: found([place("tool-input")], {
      ...sound,
      declared: untrusted("http://x"),
      declaration: "variant",
      valid: false,
      problems: [
        { pointer: "/type", kind: "wrong-value", what: "a type" },
        { pointer: "/pattern", kind: "bad-regex", what: "a pattern" },
      ],
      network_refs: [{ pointer: "/$ref", ref: untrusted("https://a.example") }],
      unresolved_refs: [{ pointer: "/items/$ref", ref: untrusted("#/none") }],
      references: 2,
    }),
    exchanges: [listed],
  }).values(
    [
      {
        role: "input",
        declared: "http://x",
        declaration: "variant",
        dialect: "2020-12",
        problems: [{ pointer: "/type", kind: "wrong-value", what: "a type" }],
        bad_patterns: [{ pointer: "/pattern", kind: "bad-regex", what: "a pattern" }],
        network_refs: [{ pointer: "/$ref", ref: "https://a.example" }],
        unresolved_refs: [{ pointer: "/items/$ref", ref: "#/none" }],
        references: 2,
      },
    ],
    { open: [null] },
  ),
  given("schemas that are too large, or of an unknown dialect; what was found before the limit counts", {
    schemas: found(
      [place("tool-input", "a"), place("tool-input", "b"), place("tool-input", "c")],
      { ...sound, key: "a", valid: null, limits_exceeded: ["schemaDepth"], references: 1 },
      { ...sound, key: "b", valid: null, dialect: null, references: 2 },
      {
        ...sound,
        key: "c",
        valid: null,
        limits_exceeded: ["schemaDepth"],
        problems: [{ pointer: "", kind: "not-a-schema", what: "a schema" }],
      },
    ),
    exchanges: [listed],
  }).partly([{ references: 1 }, { references: 2 }, { problems: [{ kind: "not-a-schema" }] }], {
    open: ["limit-exceeded", "prerequisite-missing", null],
    except: [
      ["role", "declared", "declaration", "dialect", "network_refs"],
      ["role", "declared", "declaration", "dialect", "network_refs"],
      [],
    ],
  }),
  given("schemas of no tool, of another exchange, outside exchanges, and without a finding", {
    schemas: found(
      [
        place("elicitation"),
        place("sampling-tool-input"),
        place("tool-input", "k", "other/1"),
        place("tool-input", "k", null),
        place("tool-input", "z"),
      ],
      sound,
    ),
    exchanges: [listed],
  }).values([], { lookedAt: ["/response/result"] }),
  given("schemas that nobody read", [listed]).unseen("not-probed"),
  given("tools that are not on offer", {
    schemas: found([]),
    not_probed: [leftOut("tools/list", "not-offered")],
  }).leftOut(),
]);

const call = (result: JsonObject, name = "t") => answered("call", "tools/call", result, { name });

const evaluated = (...evaluations: (SchemaEvaluation | NotEvaluated)[]): SchemaFindings => ({
  ...found([]),
  pairs: evaluations.map((_, index) => ({
    role: "structured-content",
    exchange: `main/${index + 2}`,
    pointer: "/response/result/structuredContent",
    tool: untrusted("t"),
    schema_place: 0,
    schema: "k",
    evaluation: `e${index}`,
  })),
  evaluations: Object.fromEntries(
    evaluations.map((entry, index) => [`e${index}`, typeof entry === "string" ? { not_evaluated: entry } : entry]),
  ),
});

readingTable("structured_content", [
  given("values that fit and that differ", {
    schemas: evaluated(
      { valid: true },
      { valid: false, errors: [{ pointer: "/a", keyword: "type", message: untrusted("no") }] },
    ),
    exchanges: [listed, call({ structuredContent: { a: 1 } }), call({ structuredContent: { a: 2 } })],
  }).values(
    [
      { state: "fits", errors: [] },
      { state: "differs", errors: [{ pointer: "/a", keyword: "type", message: "no" }] },
    ],
    {
      at: ["/response/result/structuredContent", "/response/result/structuredContent"],
      names: ["t", "t"],
      open: [null, null],
    },
  ),
  given("a value that is missing", [listed, call({ content: [] })]).values([{ state: "missing", errors: [] }], {
    at: ["/response/result"],
    names: ["t"],
  }),
  given("a value that was too much to evaluate", {
    schemas: evaluated("step limit"),
    exchanges: [listed, call({ structuredContent: {} })],
  }).values([{ state: "unknown", errors: [] }], { open: ["limit-exceeded"], except: [[]] }),
  given("a value whose schema could not be evaluated", {
    schemas: evaluated("network $ref refused"),
    exchanges: [listed, call({ structuredContent: {} })],
  }).values([{ state: "unknown", errors: [] }], { open: ["prerequisite-missing"] }),
  given("a value that nobody evaluated, beside the arguments of the same call", {
    schemas: {
      ...evaluated({ valid: true }),
      pairs: evaluated({ valid: true }).pairs.map((pair) => ({ ...pair, role: "arguments" })),
    },
    exchanges: [listed, call({ structuredContent: {} })],
  }).values([{ state: "unknown", errors: [] }], { open: ["prerequisite-missing"] }),
  given("errors, tasks, and tools without an outputSchema or unlisted", [
    page("tools/list", [tool, { name: "u", inputSchema: {} }, { name: "odd", outputSchema: "x" }]),
    call({ structuredContent: {}, isError: true }),
    call({ structuredContent: {}, resultType: "task" }),
    call({ structuredContent: {} }, "u"),
    call({ structuredContent: {} }, "odd"),
    call({ structuredContent: {} }, "unlisted"),
  ]).values([], { lookedAt: ["/response/result", "/response/result", "/response/result"] }),
  given("tools that nobody called", [listed, leftOut("call", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);
