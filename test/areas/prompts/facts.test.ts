import type { JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenHttp, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  page,
  refused,
  timed,
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

const LIST = "prompts/list";
const GET = "prompts/get";

const a = { name: "a" };
const b = { name: "b" };

readingTable("prompts", [
  given("the prompts of two pages, the same one once", [
    page(LIST, [a], { next: "2" }),
    page(LIST, [a, b], { cursor: "2" }),
  ]).values([a, b], {
    at: ["/response/result/prompts/0", "/response/result/prompts/1"],
    exchanges: ["main/1", "main/2"],
    names: ["a", "b"],
  }),
  given("a list that the plan left out", [leftOut(LIST, "not-offered")]).leftOut(),
]);

readingTable("prompts_list", [
  given(
    "first pages under each name of the plan, and no others",
    [LIST, `fresh-${LIST}`, `${LIST}-again`, `${LIST}-empty-params`, `${LIST}-page-2`, `${LIST}-absent`].map(
      (step, index) => refused(step, LIST, -1 - index),
    ),
  ).partly([-1, -2, -3, -4].map((code) => ({ outcome: "error", error: { code } }))),
  given("a first page in a capture without step names", [
    unnamed(page(LIST, [a])),
    unnamed(page(LIST, [], { cursor: "2" })),
    deliberate(unnamed(page(LIST, []))),
    unnamed(page("tools/list", [])),
  ]).partly([{ result: { prompts: [a] } }], { exchanges: ["main/1"] }),
]);

readingTable("repeated_prompt_names", [
  given("a name twice on one page, in another reading of the list once", [
    page(LIST, [a, b, { ...a, title: "A" }]),
    page(LIST, [a]),
  ]).values(["a"], { at: ["/response/result/prompts/2/name"], exchanges: ["main/1"], names: ["a"] }),
  given("a prompt and a tool of the same name", [page(LIST, [a]), page("tools/list", [a])]).values([]),
  NOTHING,
]);

readingTable("prompt_list_differences", [
  given("a prompt that the second connection does not list", [
    page(LIST, [a, b]),
    within("second", page(LIST, [a])),
    page(LIST, [a, b]),
  ]).values(["b"], { at: ["/response/result"], exchanges: ["main/2"] }),
  given("a change that was announced, under a name close to the right one", [
    page(LIST, [a]),
    hearing(page(LIST, [b]), [arrived(message("prompts/listChanged"))]),
  ]).unseen("prerequisite-missing"),
  given("a change of the tools, which explains nothing", [
    page(LIST, [a]),
    hearing(page(LIST, []), [arrived(message("notifications/tools/list_changed"))]),
    page(LIST, [a]),
  ]).values(["a"]),
  given("one reading only", [page(LIST, [a])]).unseen("not-probed"),
]);

const CHANGED = "notifications/prompts/list_changed";

const announced = (exchange: Exchange): Exchange => hearing(exchange, [arrived(message(CHANGED))]);
const stream = (startMs: number, endMs: number): Exchange => ({
  http: {
    method: "GET",
    request_headers: [],
    status: 200,
    stream: { events: 0, comments: 0, line_endings: ["lf"], ended_by: "client" },
  },
  timing: { start_ms: startMs, end_ms: endMs },
});
const listen = (notifications: JsonObject, startMs: number, endMs: number): Exchange =>
  timed(unanswered("listen", "subscriptions/listen", { notifications }), startMs, endMs);

readingTable("prompt_list_changed", [
  given("a change on a pipe, with and without an announcement", [
    announced(page(LIST, [a])),
    page(LIST, [b]),
    within("second", page(LIST, [a])),
    within("second", page(LIST, [a, b])),
  ]).values([{ announced: 1 }, { announced: 0 }], {
    at: ["/response/result", "/response/result"],
    exchanges: ["main/2", "main/4"],
    parts: [{ announced: "/response/result" }, {}],
  }),
  given("the same prompts in another order, a list that was not read to its end, and other lists", [
    page(LIST, [a, b]),
    page(LIST, [b], { next: "2" }),
    page(LIST, [a], { cursor: "2" }),
    page(LIST, [], { next: "9" }),
    page("tools/list", [a]),
    page("tools/list", [b]),
  ]).values([], { lookedAt: ["/response/result", "/response/result"] }),
  givenHttp("over HTTP a stream was open from before the change until after it", [
    stream(0, 900),
    timed(page(LIST, [a]), 100, 200),
    timed(page(LIST, [b]), 300, 400),
  ]).values([{ announced: 0 }], { exchanges: ["main/3"] }),
  givenHttp("over HTTP no stream was open all the while, or only a subscription of the other era", [
    stream(201, 900),
    stream(0, 299),
    listen({ promptsListChanged: true }, 0, 900),
    timed(page(LIST, [a]), 100, 200),
    timed(page(LIST, [b]), 300, 400),
  ]).values([]),
  givenStateless("stateless: a subscription to it was open, and any stream may tell", [
    within("second", announced(listen({ promptsListChanged: true }, 0, 900))),
    timed(page(LIST, [a]), 100, 200),
    timed(page(LIST, [b]), 300, 400),
  ]).values([{ announced: 1 }]),
  givenStateless("stateless: subscriptions to something else", [
    listen({ promptsListChanged: false, toolsListChanged: true }, 0, 900),
    timed(page(LIST, [a]), 100, 200),
    timed(page(LIST, [b]), 300, 400),
  ]).values([]),
  given("a list that the plan left out", [leftOut(LIST, "not-offered")]).leftOut(),
]);

readingTable("prompt_list_notifications", [
  given("changes of the list of prompts, rightly named or not", [
    hearing(
      page(LIST, [a]),
      [
        "notifications/prompts/list_changed",
        "notifications/prompts_list_changed",
        "notifications/tools/list_changed",
      ].map((method) => arrived(message(method))),
    ),
  ]).values([message("notifications/prompts/list_changed"), message("notifications/prompts_list_changed")], {
    at: ["/meanwhile/0/message", "/meanwhile/1/message"],
    names: ["notifications/prompts/list_changed", "notifications/prompts_list_changed"],
  }),
  NOTHING,
]);

readingTable("unadvertised_prompts", [
  given("prompts although they are not advertised", [advertises({}), page(LIST, [a]), page("tools/list", [b])]).values(
    [a],
    { at: ["/response/result/prompts/0"] },
  ),
  given("prompts that are advertised", [advertises({ prompts: {} }), page(LIST, [a])]).values([]),
  given("no answer", [advertises({}), unanswered("prompts/list-absent", LIST)]).unseen("timed-out"),
  given("a question that was left out", [advertises({}), leftOut("prompts/list-absent", "unsafe-to-probe")]).leftOut(),
]);

const get = (step: string, name: string, messages: JsonObject[], args?: JsonObject) =>
  answered(step, GET, { messages }, { name, ...(args ? { arguments: args } : {}) });

readingTable("prompt_gets", [
  given("the answers under each name of the plan, called by the prompt", [
    ...["get", "get-12", "get-arguments", "fresh-read-prompt", "get-other", "unknown-prompt"].map((step, index) =>
      refused(step, GET, -1 - index, { name: `p${index}` }),
    ),
  ]).partly(
    [-1, -2, -3, -4].map((code) => ({ outcome: "error", error: { code } })),
    { names: ["p0", "p1", "p2", "p3"] },
  ),
  given("a get in a capture without step names", [
    unnamed(get("", "a", [])),
    deliberate(unnamed(get("", "b", []))),
    unnamed(page(LIST, [])),
  ]).partly([{ outcome: "result" }], { names: ["a"], exchanges: ["main/1"] }),
]);

const plain = { role: "user", content: { type: "text", text: "hello" } };
const image = { role: "user", content: { type: "image", data: "AAEC", mimeType: "image/png" } };
const embedded = { role: "user", content: { type: "resource", resource: { uri: "test://a", blob: "data:,AAEC" } } };

readingTable("prompt_messages", [
  given("each message with how its bytes are written", [get("get", "a", [plain, image, embedded])]).values(
    [{ message: plain }, { message: image, data_encoding: "base64" }, { message: embedded, blob_encoding: "data-url" }],
    {
      at: [0, 1, 2].map((index) => `/response/result/messages/${index}`),
      names: ["a", "a", "a"],
      parts: [
        { message: "/response/result/messages/0" },
        { data_encoding: "/response/result/messages/1/content/data" },
        { blob_encoding: "/response/result/messages/2/content/resource/blob" },
      ],
    },
  ),
  given("the same message of one prompt twice, and of another", [
    get("get", "a", [plain, plain]),
    get("get-2", "b", [plain]),
  ]).values([{ message: plain }, { message: plain }], { names: ["a", "b"] }),
  given("messages that are no list, and a get that was wrong on purpose", [
    answered("get", GET, { messages: {} }),
    deliberate(get("get-2", "b", [plain])),
  ]).unseen("not-probed"),
  given("a prompt without messages", [get("get", "a", [])]).values([], { lookedAt: ["/response/result"] }),
  given("a get that the plan left out", [leftOut("get", "not-offered")]).leftOut(),
]);

readingTable("unknown_prompt", answerCases(["unknown-prompt"]));

const listed = page(LIST, [
  { name: "a", arguments: [{ name: "x", required: true }, { name: "y" }] },
  { name: "free", arguments: [{ name: "x" }] },
  { name: "none" },
]);

readingTable("missing_prompt_argument", [
  given("the answers to its step, called by the prompt", [
    listed,
    refused("missing-prompt-argument", GET, -32602, { name: "a" }),
    get("get", "a", []),
  ]).partly([{ error: { code: -32602 } }], { names: ["a"], exchanges: ["main/2"] }),
  given("gets that leave out what is required, in a capture without step names", [
    unnamed(listed),
    unnamed(get("", "a", [], { y: "1" })),
    unnamed(get("", "a", [], { x: "1" })),
    unnamed(get("", "free", [])),
    unnamed(get("", "none", [])),
    unnamed(get("", "unlisted", [])),
    deliberate(unnamed(get("", "a", []))),
  ]).partly([{ asked: { params: { arguments: { y: "1" } } } }], { exchanges: ["main/2"] }),
  given("no list to say what is required", [unnamed(get("", "a", []))]).unseen("not-probed"),
]);

readingTable("odd_prompt_arguments", [
  given("the answers to its steps, called by the prompt", [
    refused("odd-prompt-arguments-number", GET, -1, { name: "a" }),
    refused("odd-prompt-arguments-undeclared", GET, -2, { name: "b" }),
    refused("get", GET, -3, { name: "c" }),
  ]).partly([{ error: { code: -1 } }, { error: { code: -2 } }], { names: ["a", "b"] }),
  given("a question that was left out", [leftOut("odd-prompt-arguments", "not-offered")]).leftOut(),
]);

const failsToGet = (step: string, params: JsonObject, code = 500) => refused(step, "prompts/get", code, params);

readingTable("failing_gets", [
  given("a prompt that fails twice without arguments, among some that get values of ours or lack one", [
    page("prompts/list", [{ name: "a" }, { name: "b", arguments: [{ name: "x", required: true }] }]),
    failsToGet("get-1", { name: "a" }),
    failsToGet("get-1-again", { name: "a" }),
    failsToGet("get-arguments", { name: "b", arguments: { x: "1" } }),
    failsToGet("fresh-read-prompt", { name: "b", arguments: { x: "1" } }),
    failsToGet("get-2", { name: "b" }),
    failsToGet("get-2-again", { name: "b", arguments: {} }),
  ]).values([{ code: 500, times: 2 }], { at: ["/response/error"], exchanges: ["main/2"], names: ["a"] }),
  given("a prompt that fails once", [failsToGet("get-1", { name: "a" })]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
