import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenHttp, NOTHING, type ReadingCase, readingTable } from "../reading-table.ts";
import {
  answered,
  deliberate,
  leftOut,
  message,
  overHttp,
  page,
  refused,
  unanswered,
  unnamed,
} from "../small-captures.ts";

readingTable("unknown_tool", answerCases(["unknown-tool"]));
readingTable("malformed_call", answerCases(["malformed-call", "malformed-call-number", "invalid-call-string"]));
readingTable("invalid_call", answerCases(["invalid-call"]));
readingTable("flipped_case", answerCases(["flipped-case"]));
readingTable("absent_call", answerCases(["call-absent"]));

const call = (name: string, result: Json, params: JsonObject = {}): Exchange =>
  answered("call", "tools/call", result, { name, ...params });
const left = { exchanges: [], not_probed: [leftOut("call", "unsafe-to-probe")] };
const LEFT_OUT = given("a tool that may not be called", left).unseen("unsafe-to-probe");

readingTable("tool_results", [
  given("results of tools, each once, with those that tell of an error", [
    call("a", { content: [] }),
    call("a", { content: [] }),
    call("b", { content: [] }),
    call("c", { isError: true, resultType: "complete" }),
  ]).values([{ content: [] }, { content: [] }, { isError: true, resultType: "complete" }], {
    at: ["/response/result", "/response/result", "/response/result"],
    names: ["a", "b", "c"],
    exchanges: ["main/1", "main/3", "main/4"],
  }),
  given("a task that was not asked for is a result of the tool", [
    call("a", { task: { taskId: "1" } }),
    call("b", { task: 7 }, { task: {} }),
  ]).values([{ task: { taskId: "1" } }, { task: 7 }]),
  given("what is no result of a tool yet: input that is wanted, a task, an error, another method", [
    call("a", { resultType: "input_required" }),
    call("a", { task: { taskId: "1" } }, { task: {} }),
    refused("call", "tools/call", -32603, { name: "a" }),
    answered("get", "prompts/get", {}),
  ]).unseen("not-probed"),
  LEFT_OUT,
]);

const structured = (content: Json, ...texts: string[]): Exchange =>
  call("a", { structuredContent: content, content: texts.map((text) => ({ type: "text", text })) });

readingTable("structured_results", [
  given("a text that holds the same value, however it is written", [
    structured({ x: [1, { y: null }], z: "a" }, "see below", '{ "z": "a", "x": [1, {"y": null}] }'),
    structured([1, 2], "[1,2]"),
  ]).values(
    [
      { structuredContent: { x: [1, { y: null }], z: "a" }, text_copy: "same" },
      { structuredContent: [1, 2], text_copy: "same" },
    ],
    {
      at: ["/response/result", "/response/result"],
      parts: [{ text_copy: "/response/result/content" }, {}],
      names: ["a", "a"],
    },
  ),
  given("texts that hold something else: more, less, another order, another type, no JSON", [
    structured({ x: 1 }, '{"x":1,"y":2}'),
    structured({ x: 1, y: 2 }, '{"x":1}'),
    structured({ x: 1, y: 3 }, '{"x":1,"z":3}'),
    structured([1, 2, 4], "[2,1,4]"),
    structured([1, 2], "[1,2,3]"),
    structured({ n: 1 }, '{"n":"1"}'),
    structured({ n: 2 }, "n is 2"),
  ]).partly(Array.from({ length: 7 }, () => ({ text_copy: "other" }))),
  given("no text at all, and results without structure", [
    structured({ x: 1 }),
    call("b", { structuredContent: { x: 2 }, content: "none" }),
    call("c", { content: [{ type: "text", text: "{}" }] }),
  ]).values([
    { structuredContent: { x: 1 }, text_copy: "none" },
    { structuredContent: { x: 2 }, text_copy: "none" },
  ]),
  given("a tool without structure", [call("c", { content: [] })]).values([], { lookedAt: ["/response/result"] }),
  LEFT_OUT,
]);

const failed = (code: number): Exchange => refused("call", "tools/call", code, { name: "a" });

readingTable("failed_calls", [
  given("a result that tells of the failure, and an error in its place", [
    call("a", { isError: true }),
    failed(-32603),
    failed(-32000),
  ]).partly(
    [
      { reported_as: "result", message: { result: { isError: true } } },
      { reported_as: "error", message: { error: { code: -32603 } } },
      { reported_as: "error", message: { error: { code: -32000 } } },
    ],
    { at: ["/response", "/response", "/response"], names: ["a", "a", "a"] },
  ),
  given("calls that did not fail inside the tool", [
    call("a", { isError: false }),
    call("a", { isError: "true" }),
    ...[-32700, -32600, -32601, -32602, -32042, -32020, -32021, -32022].map(failed),
    deliberate(call("a", { isError: true })),
    unanswered("call", "tools/call"),
    { ...failed(-32603), request: { jsonrpc: "2.0", id: 7, method: "tools/call" } },
    { step: "call-1-cancel", request: message("notifications/cancelled", { requestId: 7 }) },
    overHttp(failed(-32000), 429),
    overHttp(failed(-32603), 503),
  ]).values([], { lookedAt: ["/response", "/response", "/response"] }),
  given("calls without any answer", {
    ...left,
    exchanges: [unanswered("call", "tools/call"), deliberate(failed(-32603))],
  }).unseen("unsafe-to-probe"),
  LEFT_OUT,
]);

const without = (exchange: Exchange): Exchange => ({ ...exchange, step: "call-without-arguments" });

readingTable("call_without_arguments", [
  given("the same end as with empty arguments, and another one", [
    call("a", {}, { arguments: { x: 1 } }),
    call("a", {}, { arguments: {} }),
    without(call("a", {})),
    call("b", { isError: true }, { arguments: {} }),
    without(failed(-32602)),
    without(refused("", "tools/call", -32602, { name: "b" })),
  ]).values(
    [
      { without: "result", with_empty: "result" },
      { without: "error", with_empty: "result" },
      { without: "error", with_empty: "tool error" },
    ],
    { at: ["/response", "/response", "/response"], names: ["a", "a", "b"] },
  ),
  givenHttp("a server that asks to slow down", [
    call("a", {}, { arguments: {} }),
    overHttp(without(failed(-32000)), 429),
  ]).values([{ without: "error", with_empty: "result" }], { open: ["not-probed"] }),
  given("no call with empty arguments to compare with, and silence", [
    without(call("a", { isError: true })),
    without(unanswered("", "tools/call", { name: "a" })),
  ]).values([{ without: "tool error" }, { without: "silence" }], { at: ["/response", ""] }),
  given("a capture without step names, where arguments are simply absent", [
    unnamed(call("a", {}, { arguments: {} })),
    unnamed(call("a", {})),
    unnamed(answered("", "ping", {})),
  ]).values([{ without: "result", with_empty: "result" }], { exchanges: ["main/2"] }),
  given("a call with empty arguments that is wrong on purpose, or of another method", [
    deliberate(call("a", {}, { arguments: {} })),
    answered("get", "prompts/get", {}, { name: "a", arguments: {} }),
    without(call("a", {})),
  ]).values([{ without: "result" }]),
  given("calls that are all wrong on purpose", [
    deliberate(call("a", {}, { arguments: {} })),
    answered("get", "prompts/get", {}),
  ]).unseen("not-probed"),
  given("tools that all want arguments", [call("a", {}, { arguments: {} })]).inapplicable("precondition-absent"),
  given("a question that the plan left out", [leftOut("call-without-arguments", "unsafe-to-probe")]).leftOut(),
]);

readingTable("composition_call", [
  given("the answers, under the name of the tool", [
    refused("invalid-call-composition", "tools/call", -32602, { name: "a" }),
    answered("invalid-call", "tools/call", {}),
  ]).partly([{ outcome: "error" }], { names: ["a"], at: [""] }),
  given("tools without composition keywords", [refused("invalid-call-string", "tools/call", -32602)]).inapplicable(
    "precondition-absent",
  ),
  given("a question that the plan left out", [leftOut("invalid-call", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);

const PLAIN = { name: "t", inputSchema: { type: "object", required: ["city"] } };
const WITH_OUTPUT = { ...PLAIN, outputSchema: { type: "object" } };

const failedResult = (text: string): JsonObject => ({ isError: true, content: [{ type: "text", text }] });
const params = (given: Json) => ({ name: "t", arguments: given });
const valid = (result: Json) => answered("call-1", "tools/call", result, params({ city: "example" }));
const invalid = (result: Json, given: Json = {}) => answered("invalid-call", "tools/call", result, params(given));

const reading = (
  shows: string,
  tool: JsonObject,
  exchanges: ReadingCase["capture"]["exchanges"],
  taken: string,
  open: string | null = null,
): ReadingCase =>
  given(shows, [page("tools/list", [tool]), ...exchanges]).partly([{ taken_as: taken }], {
    open: [open],
    names: ["t"],
  });

const OPEN = "prerequisite-missing";

readingTable("refused_arguments", [
  reading("a tool that serves them", PLAIN, [valid({ content: [] }), invalid({ content: [] })], "served"),
  reading("a refusal, whatever its words", PLAIN, [valid({ content: [] }), invalid(failedResult("没有"))], "refused"),
  reading(
    "an error",
    PLAIN,
    [valid({ content: [] }), refused("invalid-call", "tools/call", -32602, params({}))],
    "refused",
  ),
  reading(
    "the same refusal of valid arguments, which proves nothing",
    PLAIN,
    [valid(failedResult("no network")), invalid(failedResult("no network"))],
    "refused",
    OPEN,
  ),
  reading(
    "another refusal of valid arguments",
    PLAIN,
    [valid(failedResult("no network")), invalid(failedResult("no city"))],
    "refused",
  ),
  reading(
    "a tool with an outputSchema: it may be the output that is refused",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failedResult("the capacity is missing"))],
    "refused",
    OPEN,
  ),
  reading(
    "a tool with an outputSchema: what is missing is named",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failedResult("fehlt: city"))],
    "refused",
  ),
  reading(
    "a tool with an outputSchema: what is wrong is named, in quotes because it is short",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failedResult("a value, and 'a'"), { city: "x", a: { mcptest: "wrong type" } })],
    "refused",
  ),
  reading(
    "a tool with an outputSchema: a short name that is a word",
    WITH_OUTPUT,
    [valid({ content: [] }), invalid(failedResult("not a value"), { city: "x", a: ["wrong type"] })],
    "refused",
    OPEN,
  ),
  reading("a question first", PLAIN, [invalid({ resultType: "input_required" })], "unsettled", OPEN),
  reading("a task first", PLAIN, [invalid({ task: {} })], "unsettled", OPEN),
  reading("no answer", PLAIN, [unanswered("invalid-call", "tools/call", params({}))], "other", "timed-out"),
  NOTHING,
]);
