import type { Json, JsonObject } from "../../../src/base/json.ts";
import { untrusted } from "../../../src/base/untrusted.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import type { SchemaEvaluation, SchemaFindings } from "../../../src/judge/core/schema-findings.ts";
import { given, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message, statelessMeta, within } from "../small-captures.ts";

const SAMPLE = "sampling/createMessage";

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const call = (...params: JsonObject[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}, { name: "t" }),
    params.map((entry, index) => arrived(message(SAMPLE, entry, index))),
  );
const said = (role: string, ...content: Json[]) => ({ role, content });
const use = (id: string) => ({ type: "tool_use", id });
const outcome = (toolUseId: string) => ({ type: "tool_result", toolUseId });

readingTable("sampling_requests", [
  given("what the client had declared, and the media with how they are written", [
    initialize({ sampling: { tools: {}, context: {}, other: {} } }),
    call({
      messages: [
        { role: "user", content: { type: "image", data: "AAEC", mimeType: "image/png" } },
        said("user", { type: "audio", data: "data:,x" }, { type: "text", text: "hi" }, { type: "image" }),
      ],
    }),
  ]).partly(
    [
      {
        declared: ["sampling", "tools", "context"],
        media: [
          { type: "image", encoding: "base64", mimeType: "image/png" },
          { type: "audio", encoding: "data-url" },
          { type: "image" },
        ],
        tool_blocks: [],
        unmatched: [],
      },
    ],
    {
      at: ["/meanwhile/0/message"],
      names: ["t"],
      parts: [{ params: "/meanwhile/0/message/params", media: "/meanwhile/0/message/params" }],
    },
  ),
  given("tools whose results follow in the next message of the user", [
    call({ messages: [said("user"), said("assistant", use("1"), use("2")), said("user", outcome("2"), outcome("1"))] }),
  ]).values([
    {
      media: [],
      tool_blocks: [use("1"), use("2"), outcome("2"), outcome("1")],
      unmatched: [],
      params: {
        messages: [said("user"), said("assistant", use("1"), use("2")), said("user", outcome("2"), outcome("1"))],
      },
    },
  ]),
  given("a use without its result, a result without its use, two results of one use, and one in the wrong mouth", [
    call(
      { messages: [said("assistant", use("1")), said("user", { type: "text" }), said("user", outcome("1"))] },
      { messages: [said("user", outcome("9"))] },
      { messages: [said("assistant", use("1")), said("user", outcome("1"), outcome("1"))] },
      { messages: [said("assistant", use("1")), said("assistant", outcome("1"))] },
      { messages: "none" },
    ),
  ]).partly([
    { unmatched: ["1"] },
    { unmatched: ["9"] },
    { unmatched: [] },
    { unmatched: ["1"] },
    { unmatched: [], media: [] },
  ]),
  given("a client that declared nothing, plain sampling, and one whose handshake nobody knows", [
    initialize({}),
    call({ a: 1 }),
    within("second", initialize({ sampling: {} })),
    within("second", call({ a: 2 })),
    within("third", call({ a: 3 })),
  ]).values([
    { declared: [], media: [], tool_blocks: [], unmatched: [], params: { a: 1 } },
    { declared: ["sampling"], media: [], tool_blocks: [], unmatched: [], params: { a: 2 } },
    { media: [], tool_blocks: [], unmatched: [], params: { a: 3 } },
  ]),
  givenStateless("stateless: in a result, with what this very request declared", [
    answered(
      "call",
      "tools/call",
      { inputRequests: { "a/b": { method: SAMPLE, params: {} }, c: { method: "roots/list" } } },
      { name: "t", _meta: statelessMeta({ sampling: { tools: {} } }) },
    ),
    answered("call", "tools/call", { inputRequests: { a: { method: SAMPLE } } }, { name: "old" }),
  ]).values([{ declared: ["sampling", "tools"], media: [], tool_blocks: [], unmatched: [], params: {} }], {
    at: ["/response/result/inputRequests/a~1b"],
    names: ["t"],
  }),
  given("other questions, and the same one as a notification", [
    hearing(answered("call", "tools/call", {}), [
      arrived(message("roots/list", {}, 1)),
      arrived(message("notifications/sampling", {})),
    ]),
  ]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

const AT = "/meanwhile/0/message/params/messages/0/content/0/structuredContent";

/** One sampled result for each evaluation, and one value that is none. */
const findings = (exchange: string, ...results: readonly SchemaEvaluation[]): SchemaFindings => ({
  places: [],
  schemas: {},
  pairs: [
    ...results.map((_, index) => ({
      exchange,
      pointer: AT,
      role: "sampled-result" as const,
      tool: untrusted("t"),
      schema_place: 0,
      schema: "k",
      evaluation: String(index),
    })),
    {
      exchange,
      pointer: "/request/params/arguments",
      role: "arguments",
      tool: untrusted("t"),
      schema_place: 0,
      schema: "k",
      evaluation: "0",
    },
  ],
  evaluations: Object.fromEntries(results.map((result, index) => [String(index), result])),
});

const result = { type: "tool_result", toolUseId: "a", content: [], structuredContent: { a: 1 } };
const sampledCall = hearing(answered("call", "tools/call", {}, { name: "t" }), [
  arrived(message("sampling/createMessage", { messages: [{ role: "user", content: [result] }] }, 1)),
]);

readingTable("sampled_results", [
  given("results that fit and that differ", {
    schemas: findings(
      "main/1",
      { valid: true },
      { valid: false, errors: [{ pointer: "/a", keyword: "type", message: untrusted("no") }] },
    ),
    exchanges: [sampledCall],
  }).values(
    [
      { state: "fits", errors: [] },
      { state: "differs", errors: [{ pointer: "/a", keyword: "type", message: "no" }] },
    ],
    { at: [AT, AT], names: ["t", "t"] },
  ),
  given("one that could not be held against its schema", {
    schemas: findings("main/1", { not_evaluated: "step limit" }),
    exchanges: [sampledCall],
  }).partly([{ state: "unknown" }], { open: ["limit-exceeded"] }),
  given("none of another conversation", {
    schemas: findings("elsewhere/1", { valid: true }),
    exchanges: [sampledCall],
  }).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
