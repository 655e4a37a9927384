import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { RawText, ReadingNote } from "../../../src/base/reading.ts";
import type { Exchange, ReceivedMessage } from "../../../src/capture/capture.ts";
import { given, givenHttp, givenStateless, NOTHING, type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, heard, hearing, overHttp, statelessMeta, unasked } from "../small-captures.ts";

const called = (...types: string[]) =>
  answered("call", "tools/call", { content: types.map((type) => ({ type })) }, { name: "x" });

readingTable("constructs", [
  given("content of the agreed revision, and newer content", {
    revision: "2025-03-26",
    exchanges: [called("text", "resource_link", "hologram")],
  }).values(
    [
      { kind: "content", construct: "text", since: "2024-11-05", standing: "known" },
      { kind: "content", construct: "resource_link", since: "2025-06-18", standing: "newer" },
    ],
    { at: ["/response/result/content/0/type", "/response/result/content/1/type"], names: ["tools/call", "tools/call"] },
  ),
  given("content in the revision that brought it", {
    revision: "2025-06-18",
    exchanges: [called("resource_link", "audio", "image", "resource")],
  }).partly([
    { construct: "resource_link", standing: "known" },
    { construct: "audio", since: "2025-03-26", standing: "known" },
    { construct: "image", since: "2024-11-05" },
    { construct: "resource", since: "2024-11-05" },
  ]),
  given("methods, known and newer, and one that no revision has", {
    revision: "2025-06-18",
    exchanges: [
      hearing(called(), [
        heard({ method: "sampling/createMessage", id: 1, params: {} }),
        heard({ method: "elicitation/create", id: 2, params: {} }),
        heard({ method: "notifications/own" }),
        heard({ method: "notifications/tasks/status" }),
      ]),
    ],
  }).values(
    [
      { kind: "method", construct: "sampling/createMessage", since: "2024-11-05", standing: "known" },
      { kind: "method", construct: "elicitation/create", since: "2025-06-18", standing: "known" },
      { kind: "method", construct: "notifications/tasks/status", since: "2025-11-25", standing: "newer" },
    ],
    { at: [0, 1, 3].map((index) => `/meanwhile/${index}/message/method`) },
  ),
  given("content in the messages of a prompt, and the same content once more", {
    revision: "2024-11-05",
    exchanges: [
      answered("get", "prompts/get", {
        messages: [{ role: "user" }, { content: { type: "audio" } }, { content: { type: "audio" } }],
      }),
    ],
  }).values([{ kind: "content", construct: "audio", since: "2025-03-26", standing: "newer" }], {
    at: ["/response/result/messages/1/content/type"],
  }),
  given("a conversation that agreed on another revision", {
    conversations: [
      { id: "main", purpose: "", transport: "stdio", probes: "2025-11-25", revision: "2024-11-05", opened_ms: 0 },
    ],
    exchanges: [called("audio")],
  }).partly([{ construct: "audio", standing: "newer" }]),
  NOTHING,
]);

const VERSION = "2026-07-28";

/** A request of the stateless era that was answered with a code. */
const coded = (code: number, meta: JsonObject = statelessMeta(), data?: Json): Exchange => ({
  step: "call",
  request: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { _meta: meta } },
  response: { jsonrpc: "2.0", id: 1, error: { code, message: "", ...(data === undefined ? {} : { data }) } },
});

const RIGHT: readonly (readonly [string, string])[] = [
  ["MCP-Protocol-Version", VERSION],
  ["Mcp-Method", "tools/call"],
];

const withHeaders = (exchange: Exchange, headers: readonly (readonly [string, string])[]): Exchange =>
  overHttp(exchange, 400, { request_headers: headers });

const reads = (shows: string, exchange: Exchange, code: number, defect: string): ReadingCase =>
  givenStateless(shows, { transport: exchange.http ? "streamable-http" : "stdio", exchanges: [exchange] }).values(
    [{ code, defect }],
    { at: ["/response/error/code"], names: ["tools/call"] },
  );

const named = (requiredCapabilities: Json): Json => ({ requiredCapabilities });

readingTable("code_uses", [
  reads("-32020 for headers that are right", withHeaders(coded(-32020), RIGHT), -32020, "not-shown"),
  reads("-32020 where there are no headers", coded(-32020), -32020, "not-shown"),
  reads("-32020 without the version", withHeaders(coded(-32020), RIGHT.slice(1)), -32020, "shown"),
  reads("-32020 without the method", withHeaders(coded(-32020), RIGHT.slice(0, 1)), -32020, "shown"),
  reads(
    "-32020 for a name that may be wrong",
    withHeaders(coded(-32020), [...RIGHT, ["Mcp-Name", "echo"]]),
    -32020,
    "shown",
  ),
  reads(
    "-32020 for a parameter that may be wrong",
    withHeaders(coded(-32020), [...RIGHT, ["mcp-param-region", "eu"]]),
    -32020,
    "shown",
  ),
  reads("-32020 for what is wrong on purpose", deliberate(withHeaders(coded(-32020), RIGHT)), -32020, "shown"),
  reads(
    "-32021 for a capability that was not declared",
    coded(-32021, statelessMeta(), named({ sampling: {} })),
    -32021,
    "shown",
  ),
  reads(
    "-32021 for one that was",
    coded(-32021, statelessMeta({ sampling: {} }), named({ sampling: {} })),
    -32021,
    "not-shown",
  ),
  reads(
    "-32021 for a member of one that was",
    coded(-32021, statelessMeta({ sampling: {} }), named({ sampling: { tools: {} } })),
    -32021,
    "shown",
  ),
  reads(
    "-32021 for one that was, named in another way",
    coded(-32021, statelessMeta({ sampling: {} }), named({ sampling: true })),
    -32021,
    "not-shown",
  ),
  reads("-32021 that names nothing", coded(-32021, statelessMeta({ sampling: {} })), -32021, "shown"),
  reads("-32021 that names an empty object", coded(-32021, statelessMeta(), named({})), -32021, "shown"),
  reads("-32022 for the version that is spoken", coded(-32022), -32022, "not-shown"),
  reads(
    "-32022 for another version",
    coded(-32022, { ...statelessMeta(), "io.modelcontextprotocol/protocolVersion": "1900-01-01" }),
    -32022,
    "shown",
  ),
  reads(
    "-32022 for another version in the header alone",
    withHeaders(coded(-32022), [["MCP-Protocol-Version", "1900-01-01"]]),
    -32022,
    "shown",
  ),
  reads("-32022 with the same version in the header", withHeaders(coded(-32022), RIGHT), -32022, "not-shown"),
  givenStateless("other codes, answers to nobody, to initialize, and to requests of the stateful era", [
    coded(-32602),
    coded(-32022, {}),
    { ...coded(-32022), request: { jsonrpc: "2.0", id: 1, method: "initialize", params: { _meta: statelessMeta() } } },
    hearing(answered("call", "tools/call", {}), [heard({ method: "notifications/message" })]),
    unasked(heard({ id: 1, error: { code: -32022, message: "" } })),
  ]).values([]),
  givenStateless("the same use twice, which is one", [coded(-32022), coded(-32022)]).values([
    { code: -32022, defect: "not-shown" },
  ]),
  NOTHING,
]);

const utf8 = (data: string): RawText => ({ encoding: "utf8", data });
const line = (raw: RawText, ...kinds: ReadingNote["kind"][]): ReceivedMessage => ({
  seq: 1,
  at_ms: 1,
  raw,
  notes: kinds.map((kind) => ({ kind, offset: 5 })),
});
const beside = (...meanwhile: ReceivedMessage[]) => hearing(answered("ping", "ping", {}), meanwhile);

readingTable("noise", [
  given("text in place of a message, on any way", [
    beside(heard({ method: "x" }), line(utf8("starting up"), "not-json")),
    { step: "ping", response_raw: utf8("<html>") },
    { conversation: "elsewhere", ...line(utf8("not ours"), "not-json") },
    { conversation: "main", ...line(utf8("x".repeat(300)), "not-json") },
  ]).values(
    [
      { is: "text", text: "starting up" },
      { is: "text", text: "<html>" },
      { is: "text", text: "x".repeat(200) },
    ],
    { at: ["/meanwhile/1", "/response_raw", "/unsolicited/1"], exchanges: ["main/1", "main/2", null] },
  ),
  givenHttp("bodies that HTTP carries for its own purposes: of a DELETE, and of a 202 that should have none", [
    overHttp(answered("ping", "ping", {}), 200),
    overHttp({ step: "end-session", response: { ok: true } }, 200, { method: "DELETE" }),
    overHttp({ step: "x", request: { jsonrpc: "2.0", method: "notifications/x" }, response: null }, 202),
  ]).values([]),
  given("a message that is spread over several lines, which is a matter of framing", [
    beside(...["{", '  "a": 1', "}"].map((text, index) => ({ ...line(utf8(text), "not-json"), seq: index }))),
  ]).values([]),
  given("JSON that is no JSON-RPC, alone or in an array", [
    { step: "a", request: {}, response: { level: "info" } },
    { step: "b", request: {}, response: [{ id: 1, result: {} }, 7] },
    { step: "c", request: {}, response: [] },
  ]).values(
    [
      { is: "json", text: '{"level":"info"}' },
      { is: "json", text: "7" },
      { is: "json", text: "[]" },
    ],
    { at: ["/response", "/response", "/response"] },
  ),
  given("what is no noise: blank and broken lines, other events, spoilt messages, no answer to an array", [
    beside(
      line(utf8("  "), "empty-line"),
      line(utf8("{broken of"), "incomplete-line"),
      line(utf8("[[["), "too-deep"),
      line(utf8("[1,2"), "too-many-values"),
      line({ encoding: "base64", data: "eyJ4Ijo=" }, "invalid-utf8"),
      heard("/messages", { sse: { event: "endpoint" } }),
      heard({}, { sse: { id: "1" } }),
      { seq: 9, at_ms: 9 },
    ),
    { step: "batch", request: [], response: [] },
  ]).values([], { lookedAt: ["/response"] }),
  given("bytes that do not begin as an object, and an event called message", [
    beside(line({ encoding: "base64", data: "/+8=" }, "invalid-utf8"), heard(7, { sse: { event: "message" } })),
  ]).values([
    { is: "text", text: "/+8=" },
    { is: "json", text: "7" },
  ]),
  givenHttp("documents and refusals of HTTP, which are no messages", [
    overHttp({ step: "get", response: { x: 1 } }, 200, { method: "GET" }),
    overHttp({ step: "post", request: {}, response: { error: "down" } }, 503),
  ]).unseen("not-probed"),
  NOTHING,
]);

readingTable("encoding_faults", [
  given("bytes that are not UTF-8, in a message and beside one", [
    {
      ...answered("ping", "ping", {}),
      response_notes: [{ kind: "duplicate-key", at: "/a" }, { kind: "invalid-utf8" }],
      meanwhile: [heard({ method: "x" }), line({ encoding: "base64", data: "/w==" }, "not-json", "invalid-utf8")],
    },
  ]).values(
    [
      { note: "invalid-utf8", offset: 0 },
      { note: "invalid-utf8", offset: 5 },
    ],
    { at: ["/response", "/meanwhile/1"] },
  ),
  given("a server without fault", [answered("ping", "ping", {})]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
