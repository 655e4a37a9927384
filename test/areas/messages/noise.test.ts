import type { RawText, ReadingNote, ReceivedMessage } from "../../../src/model/capture.ts";
import { given, givenHttp, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, heard, hearing, overHttp } from "../small-captures.ts";

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
