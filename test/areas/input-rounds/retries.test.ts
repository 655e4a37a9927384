import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenStateless, givenStatelessHttp, NOTHING, readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  overHttp,
  refused,
  statelessMeta,
  unanswered,
} from "../small-captures.ts";

const CALL = "tools/call";
const q = { method: "elicitation/create", params: { message: "?" } };

const ask = (more: JsonObject): JsonObject => ({ resultType: "input_required", ...more });
const call = (result: Json, params: JsonObject = {}): Exchange =>
  answered("call", CALL, result, { name: "t", ...params });
const asked = call(ask({ inputRequests: { a: q }, requestState: "s" }));
const accept = { inputResponses: { a: { action: "accept" } }, requestState: "s" };

readingTable("input_retries", [
  givenStateless("an answer after which the call is done", [asked, call({ content: [] }, accept)]).values(
    [{ outcome: "result", kind: "answered", asked_again: [], connection: "any" }],
    {
      at: [""],
      exchanges: ["main/2"],
      names: ["t"],
      parts: [{ kind: "/request/params", asked_again: "/response/result/inputRequests", error: "/response/error" }],
      open: [null],
    },
  ),
  givenStateless("an answer that is refused, and one that is met with silence", [
    asked,
    refused("x", CALL, -32602, { name: "t", ...accept }),
    unanswered("x", CALL, { name: "t", ...accept }),
  ]).values(
    [
      {
        outcome: "error",
        kind: "answered",
        asked_again: [],
        connection: "any",
        error: { code: -32602, message: "refused" },
      },
      { outcome: "silence", kind: "answered", asked_again: [], connection: "any" },
    ],
    { open: [null, "timed-out"], except: [[], ["outcome", "kind", "connection"]] },
  ),
  givenStateless("the same question again, another one under its key, and a new one", [
    asked,
    call(ask({ inputRequests: { a: q, b: q } }), accept),
    call(ask({ inputRequests: { a: { ...q, params: { message: "!" } } } }), accept),
    call({ inputRequests: { a: q } }, accept),
  ]).partly([{ asked_again: ["a"] }, { asked_again: [] }, { asked_again: [] }]),
  givenStateless("questions that were declined, cancelled or not answered", [
    asked,
    ...[{ a: { action: "decline" } }, { a: { action: "cancel" } }, {}, { a: { roots: [] } }].map(
      (inputResponses: JsonObject) => call({}, { inputResponses, requestState: "s" }),
    ),
  ]).partly(["partly answered", "partly answered", "partly answered", "answered"].map((kind) => ({ kind }))),
  givenStateless("a state without questions", [
    call(ask({ requestState: "s" })),
    call({}, { requestState: "s" }),
  ]).partly([{ kind: "state only" }]),
  givenStateless("the last question with the same state and subject, of a read by its uri", [
    answered("read", "resources/read", ask({ inputRequests: { a: q } }), { uri: "test://a" }),
    answered("read", "resources/read", ask({ inputRequests: { b: q } }), { uri: "test://a" }),
    answered("read", "resources/read", {}, { uri: "test://a", inputResponses: { b: {} } }),
  ]).partly([{ kind: "answered" }], { names: ["test://a"] }),
  givenStateless("requests with another state, other arguments, before the question, and wrong on purpose", [
    call({}, accept),
    asked,
    call({}, { ...accept, requestState: "other" }),
    call({}, { ...accept, arguments: { x: 1 } }),
    answered("call", CALL, {}, { name: "u", ...accept }),
    answered("get", "prompts/get", {}, { name: "t", ...accept }),
    deliberate(call({}, accept)),
    call({}),
  ]).values([], { lookedAt: ["/response/result", "/response/result", "/response/result"] }),
  givenStatelessHttp("an answer on another connection than the question", [
    overHttp(asked, 200, { request_headers: [["Connection", "Close"]] }),
    overHttp(call({}, accept), 200, { request_headers: [["Connection", "keep-alive"]] }),
  ]).partly([{ connection: "other" }]),
  givenStateless("a result that only looks as if it asked", [
    call({ inputRequests: { a: q }, requestState: "s" }),
    call({}, accept),
  ]).values([]),
  givenStateless("nothing that was called", [leftOut("call", "unsafe-to-probe")]).leftOut(),
]);

const FORM = "elicitation/create";

const askedBesides = (exchange: Exchange, ...methods: string[]): Exchange =>
  deliberate(
    hearing(
      exchange,
      methods.map((method, index) => arrived(message(method, {}, index))),
    ),
  );

const said = (text: string, more: JsonObject = {}): JsonObject => ({ content: [{ type: "text", text }], ...more });

const step = (manner: string): string => `contrary-1-${manner}`;

const quiet = given("tools that ask for nothing", [answered("call-1", CALL, {})]).inapplicable("precondition-absent");

readingTable("refused_questions", [
  given("what was asked for in a call, and what became of it", [
    advertises({}),
    askedBesides(answered(step("refusing"), CALL, {}), "roots/list", "roots/list"),
    askedBesides(unanswered("contrary-2-refusing", CALL), "sampling/createMessage"),
    askedBesides(refused("contrary-3-refusing", CALL, -32603)),
    askedBesides(answered(step("careless"), CALL, {}), "roots/list"),
  ]).partly(
    [
      { outcome: "result", asked_for: ["roots/list"] },
      { outcome: "silence", asked_for: ["sampling/createMessage"] },
      { outcome: "error", asked_for: [] },
    ],
    { except: [[], ["outcome", "asked", "trouble", "asked_for"], []] },
  ),
  quiet,
  given("calls that the plan left out", [leftOut("contrary", "unsafe-to-probe")]).leftOut(),
  NOTHING,
]);

const askFor = (key: string): JsonObject => ({
  resultType: "input_required",
  inputRequests: { [key]: { method: FORM, params: {} } },
});

const retry = (result: Json, key: string): Exchange =>
  deliberate(
    answered("input-1-careless-response", CALL, result, {
      _meta: statelessMeta(),
      inputResponses: { [key]: { action: "accept", content: {} } },
    }),
  );

readingTable("careless_answers", [
  given("used, refused, asked for again, left without an answer, and taken for none", [
    advertises({}),
    askedBesides(answered(step("careless"), CALL, said("Hello, [object Object]!")), FORM),
    askedBesides(answered(step("careless"), CALL, said("no misfit", { isError: true })), FORM),
    askedBesides(answered(step("careless"), CALL, said("misfit")), FORM, FORM),
    askedBesides(refused(step("careless"), CALL, -32603), FORM),
    askedBesides(unanswered(step("careless"), CALL), FORM),
    askedBesides(answered(step("careless"), CALL, said("Nobody was greeted.")), FORM),
  ]).partly([
    { taken_as: "used", asked_for: [FORM] },
    { taken_as: "tool error" },
    { taken_as: "asked again", asked_for: [FORM] },
    { taken_as: "error" },
    { taken_as: "silence" },
    { taken_as: "result" },
  ]),
  givenStateless("retries, beside what they answer", [
    answered("input-1-careless-response-question", CALL, askFor("a/b"), { _meta: statelessMeta() }),
    retry(said("{mcptest: misfit}"), "a/b"),
    retry(askFor("a/b"), "a/b"),
    retry(said("fine"), "other"),
  ]).partly([
    { taken_as: "used", asked_for: [FORM] },
    { taken_as: "asked again", asked_for: [FORM] },
    { taken_as: "result", asked_for: [] },
  ]),
  quiet,
  NOTHING,
]);

const say = (text: string, more: JsonObject = {}): JsonObject => ({
  resultType: "complete",
  content: [{ type: "text", text }],
  ...more,
});

const ASKED = [
  answered("input-1", CALL, { resultType: "input_required", requestState: "abc" }),
  answered("input-1-round-1", CALL, say("yes"), { requestState: "abc" }),
];
const kept = (times: number, result: JsonObject): Exchange =>
  answered(`input-1-kept-state-${times}`, CALL, result, { requestState: "abc" });
const edited = (name: string, result: JsonObject, requestState = "abd"): Exchange =>
  answered(`input-1-edited-state-${name}`, CALL, result, { requestState });

/** The edited states between unchanged ones that all lead to the same. */
const between = (...exchanges: readonly Exchange[]): { readonly exchanges: Exchange[] } => ({
  exchanges: [
    ...ASKED,
    kept(1, say("yes")),
    kept(2, say("yes", { _meta: { took: 3 } })),
    ...exchanges,
    kept(3, say("yes")),
  ],
});

readingTable("edited_request_states", [
  givenStateless(
    "another result that came twice",
    between(edited("1", say("no")), edited("1-again", say("no"))),
  ).partly([{ taken: "other result" }], { at: [""] }),
  givenStateless(
    "another result that did not come again: the tool says this and that",
    between(edited("1", say("no")), edited("1-again", say("yes"))),
  ).unseen("prerequisite-missing"),
  givenStateless(
    "an error, a failed call and the question again, which all refuse",
    between(
      refused("input-1-edited-state-1", CALL, -32602, { requestState: "abd" }),
      edited("2", say("bad state", { isError: true })),
      edited("3", { resultType: "input_required", requestState: "xyz" }),
    ),
  ).partly([{ taken: "refused" }, { taken: "refused" }, { taken: "refused" }], { at: ["", "", ""] }),
  givenStateless(
    "a state that is not verified and changes nothing, beside one that is refused",
    between(edited("1", say("yes")), refused("input-1-edited-state-2", CALL, -32602)),
  ).partly([{ taken: "refused" }], { at: [""] }),
  givenStateless(
    "states that change nothing",
    between(edited("1", say("yes")), edited("2", say("yes", { _meta: { took: 5 } }))),
  ).inapplicable("precondition-absent"),
  givenStateless("a result that repeats the state", [
    ...ASKED,
    ...[1, 2, 3].map((times) => kept(times, say("state: abc"))),
    edited("1", say("state: abd")),
    edited("1-again", say("state: abd")),
  ]).inapplicable("precondition-absent"),
  givenStateless("a tool whose results change by themselves", [
    ...ASKED,
    kept(1, say("1")),
    kept(2, say("1")),
    edited("1", say("2")),
    edited("1-again", say("2")),
    kept(3, say("3")),
  ]).unseen("prerequisite-missing"),
  givenStateless("a state that may be used once", [
    ...ASKED,
    refused("input-1-kept-state-1", CALL, -32602),
    refused("input-1-kept-state-2", CALL, -32602),
  ]).unseen("prerequisite-missing"),
  givenStateless("a tool without a state", [answered("input-1", CALL, say("yes"))]).inapplicable("precondition-absent"),
  givenStateless("a capture of before, in which only one character was changed", [
    ...ASKED,
    answered("input-1-changed-state", CALL, say("no"), { requestState: "abd" }),
  ]).unseen("not-probed"),
  givenStateless("calls that the plan left out", [leftOut("input", "unsafe-to-probe")]).leftOut(),
]);
