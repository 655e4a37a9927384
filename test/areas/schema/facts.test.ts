import type { Json, JsonObject } from "../../../src/base/json.ts";
import { untrusted } from "../../../src/base/untrusted.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import type {
  NotEvaluated,
  SchemaEvaluation,
  SchemaFinding,
  SchemaFindings,
  SchemaPlace,
} from "../../../src/judge/core/schema-findings.ts";
import { given, NOTHING, readingTable } from "../reading-table.ts";
import { answered, arrived, deliberate, hearing, leftOut, message, page } from "../small-captures.ts";

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

const text = { type: "text", text: "a" };
const image = { type: "image", data: "AAEC", mimeType: "image/png" };
const embedded = { type: "resource", resource: { uri: "test://a", blob: "AA==" } };

const contentCall = (content: Json, more: JsonObject = {}): Exchange =>
  answered("call", "tools/call", { content, ...more });
const get = (...messages: Json[]): Exchange => answered("get", "prompts/get", { messages });
const said = (content: Json, role = "user") => ({ role, content });
const sample = (...messages: Json[]) => message("sampling/createMessage", { messages }, 1);
const sampling = (...messages: Json[]): Exchange =>
  hearing(answered("ping", "ping", {}), [arrived(sample(...messages))]);

readingTable("content_blocks", [
  given("the blocks of tools, with how their bytes are written", [
    contentCall([text, image, embedded, { ...image, data: "data:,x" }, text]),
  ]).values(
    [
      { block: text },
      { block: image, encoding: "base64" },
      { block: embedded, encoding: "base64" },
      { block: { ...image, data: "data:,x" }, encoding: "data-url" },
    ],
    {
      at: [0, 1, 2, 3].map((index) => `/response/result/content/${index}`),
      parts: [
        { block: "/response/result/content/0" },
        { encoding: "/response/result/content/1/data" },
        { encoding: "/response/result/content/2/resource/blob" },
        {},
      ],
    },
  ),
  given("the blocks of prompts and of sampling, one or several in a message, and in a result that asks", [
    get(said({ n: 1 }), said([{ n: 2 }, { n: 3 }]), { role: "user" }),
    sampling(said({ n: 4 }), said([{ n: 5 }])),
    answered("call", "tools/call", {
      resultType: "input_required",
      content: [{ n: 0 }],
      inputRequests: { "a/b": { method: "sampling/createMessage", params: { messages: [said({ n: 6 })] } } },
    }),
  ]).values(
    [1, 2, 3, 4, 5, 6].map((n) => ({ block: { n } })),
    {
      at: [
        "/response/result/messages/0/content",
        "/response/result/messages/1/content/0",
        "/response/result/messages/1/content/1",
        "/meanwhile/0/message/params/messages/0/content",
        "/meanwhile/0/message/params/messages/1/content/0",
        "/response/result/inputRequests/a~1b/params/messages/0/content",
      ],
    },
  ),
  given("content that is no list, a task, and other methods", [
    contentCall("text"),
    answered("call", "tools/call", { task: {}, content: [text] }, { task: {} }),
    answered("x", "other/method", { content: [text], messages: [said(text)] }),
  ]).unseen("not-probed"),
  given("calls that the plan left out", [leftOut("call", "unsafe-to-probe")]).leftOut(),
]);

const contents = { uri: "test://a", text: "a" };

readingTable("resource_contents", [
  given("contents that were read or embedded, the same once", [
    answered("read", "resources/read", { contents: [contents, 7] }),
    contentCall([
      { type: "resource", resource: contents },
      embedded,
      { type: "resource_link", resource: { uri: "x" } },
    ]),
    answered("x", "other/method", { contents: [{ uri: "y" }] }),
  ]).values([contents, 7, embedded.resource], {
    at: ["/response/result/contents/0", "/response/result/contents/1", "/response/result/content/1/resource"],
  }),
  given("a read that the plan left out", [contentCall([text]), leftOut("read-2", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);

const annotated = (audience: Json): JsonObject => ({ annotations: { audience } });

readingTable("roles", [
  given("each different role of prompts, sampling and audiences", [
    get(said(text, "user"), said(text, "user"), { content: text }),
    sampling(said(text, "system")),
    page("resources/list", [{ uri: "test://a", name: "a", ...annotated(["assistant", "user"]) }]),
    contentCall([
      { ...text, ...annotated(["nobody"]) },
      { ...text, ...annotated("all") },
    ]),
  ]).values(["user", "system", "assistant", "user", "nobody"], {
    at: [
      "/response/result/messages/0/role",
      "/meanwhile/0/message/params/messages/0/role",
      "/response/result/resources/0/annotations/audience/0",
      "/response/result/resources/0/annotations/audience/1",
      "/response/result/content/0/annotations/audience/0",
    ],
    names: [null, null, "a", "a", null],
  }),
  given("prompts that the plan left out", [contentCall([text]), leftOut("get", "not-offered")]).leftOut(),
]);

readingTable("annotations", [
  given("annotations of resources, templates and blocks, and not those of tools", [
    page("resources/list", [{ uri: "test://a", name: "a", annotations: { n: 1 } }, { uri: "test://b" }]),
    page("resources/templates/list", [{ uriTemplate: "test://{x}", name: "b", annotations: "odd" }]),
    page("tools/list", [{ name: "t", annotations: { n: 3 } }]),
    get(said({ ...text, annotations: { n: 4 } })),
  ]).values([{ n: 1 }, "odd", { n: 4 }], {
    at: [
      "/response/result/resources/0/annotations",
      "/response/result/resourceTemplates/0/annotations",
      "/response/result/messages/0/content/annotations",
    ],
    names: ["a", "b", null],
    lookedAt: ["/response", "/response"],
  }),
  given("lists without any", [page("resources/list", [{ uri: "test://a" }])]).values([], { lookedAt: ["/response"] }),
  given("nothing that could have some", [contentCall([text]), leftOut("resources/list", "not-offered")]).leftOut(),
]);

const SERVER = "io.modelcontextprotocol/serverInfo";

const initialize = (serverInfo: JsonObject) => answered("initialize", "initialize", { serverInfo });
const inMeta = (serverInfo: JsonObject) => answered("x", "tools/list", { _meta: { [SERVER]: serverInfo } });

const left = given("lists that the plan left out", [leftOut("prompts/list", "prerequisite-missing")]).leftOut();

readingTable("server_identities", [
  given("each different one, from the handshake and from the _meta of results", [
    initialize({ name: "s" }),
    inMeta({ name: "s" }),
    inMeta({ name: "other" }),
    answered("x", "x", { serverInfo: { name: "elsewhere" } }),
  ]).values([{ name: "s" }, { name: "other" }], {
    at: ["/response/result/serverInfo", "/response/result/_meta/io.modelcontextprotocol~1serverInfo"],
    exchanges: ["main/1", "main/3"],
  }),
  given("a server that never says who it is", [answered("ping", "ping", {})]).values([], { lookedAt: ["/response"] }),
  left,
]);

const icons = [{ src: "https://a.example/i.png" }];

readingTable("icons", [
  given("icons of the server and of what it lists", [
    initialize({ name: "s", icons }),
    page("tools/list", [{ name: "t", icons: "odd" }, { name: "u" }]),
    page("resources/list", [{ uri: "test://a", icons }]),
    deliberate(page("prompts/list", [{ name: "p", icons: [] }])),
  ]).values([icons, "odd", icons], {
    at: ["/response/result/serverInfo/icons", "/response/result/tools/0/icons", "/response/result/resources/0/icons"],
    names: [null, "t", "test://a"],
  }),
  given("nothing with icons", [page("tools/list", [{ name: "t" }])]).values([], {
    lookedAt: ["/response/result/tools/0"],
  }),
  left,
]);

readingTable("titles", [
  given("titles of the server, of what it lists, and of the arguments of prompts", [
    inMeta({ name: "s", title: "Server" }),
    page("prompts/list", [
      { name: "p", title: 7, arguments: [{ name: "a" }, { name: "b", title: "B" }, "odd"] },
      { name: "q", arguments: "none" },
    ]),
  ]).values(["Server", 7, "B"], {
    at: [
      "/response/result/_meta/io.modelcontextprotocol~1serverInfo/title",
      "/response/result/prompts/0/title",
      "/response/result/prompts/0/arguments/1/title",
    ],
    names: [null, "p", "p"],
  }),
  left,
]);
