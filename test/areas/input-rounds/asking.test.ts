import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, givenStateless, type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, leftOut, message, refused, statelessMeta } from "../small-captures.ts";

const form = { method: "elicitation/create", params: { message: "?" } };
const url = { method: "elicitation/create", params: { mode: "url", url: "https://a.example" } };
const sampling = { method: "sampling/createMessage", params: {} };
const roots = { method: "roots/list" };

const call = (result: Json, capabilities: JsonObject = {}, method = "tools/call"): Exchange =>
  answered("call", method, result, { name: "t", _meta: statelessMeta(capabilities) });
const asks = (inputRequests: JsonObject, capabilities: JsonObject = {}) =>
  call({ resultType: "input_required", inputRequests }, capabilities);

/** What holds for every fact about calls, gets and reads. */
const gaps: readonly ReadingCase[] = [
  givenStateless("nothing that was called", [answered("ping", "ping", {})]).unseen("not-probed"),
  givenStateless("calls that the plan left out", [leftOut("input", "unsafe-to-probe")]).leftOut(),
];

readingTable("input_results", [
  givenStateless("a result that says so, one that looks so, in each of the three methods", [
    call({ resultType: "input_required" }),
    call({ inputRequests: { q: {} } }, {}, "prompts/get"),
    answered("read", "resources/read", { resultType: "complete", inputRequests: ["q"] }, { uri: "test://a" }),
  ]).values(
    [{ resultType: "input_required" }, { inputRequests: { q: {} } }, { resultType: "complete", inputRequests: ["q"] }],
    { at: ["/response/result", "/response/result", "/response/result"], names: ["t", "t", "test://a"] },
  ),
  givenStateless("results that ask for nothing, a task that asks in its own way, and other methods", [
    call({ resultType: "complete", content: [], inputRequests: {} }),
    call({ resultType: "task", inputRequests: { q: {} } }),
    call({ resultType: "input_required" }, {}, "tools/list"),
    refused("call", "tools/call", -32603),
  ]).values([], { lookedAt: ["/response", "/response", "/response"] }),
  ...gaps,
]);

readingTable("ways_of_asking", [
  givenStateless("by a result, by requests of its own, and by the error of an older revision", [
    asks({ q: form }),
    hearing(refused("call", "tools/call", -32042), [
      arrived(message("elicitation/create", {}, 1)),
      arrived(message("sampling/createMessage", {}, 2)),
      arrived(message("roots/list", {}, 3)),
      arrived(message("ping", {}, 4)),
      arrived(message("roots/list", {})),
    ]),
    refused("call", "tools/call", -32602),
  ]).values(
    [
      { way: "result" },
      { way: "error", code: -32042 },
      { way: "request", method: "elicitation/create" },
      { way: "request", method: "sampling/createMessage" },
      { way: "request", method: "roots/list" },
    ],
    {
      at: [
        "/response/result",
        "/response/error",
        "/meanwhile/0/message",
        "/meanwhile/1/message",
        "/meanwhile/2/message",
      ],
      names: ["t", null, "elicitation/create", "sampling/createMessage", "roots/list"],
    },
  ),
  givenStateless("a server that never asks, and was never called", [answered("ping", "ping", {})]).values([], {
    lookedAt: ["/response"],
  }),
  givenStateless("a server that said nothing", []).unseen("not-probed"),
]);

readingTable("other_results", [
  givenStateless("the type of each result, calls, gets and reads apart", [
    answered("tools/list", "tools/list", { resultType: "complete" }),
    answered("ping", "ping", {}),
    answered("ping", "ping", { other: 1 }),
    answered("prompts/list", "prompts/list", { resultType: "input_required" }),
    ...["tools/call", "prompts/get", "resources/read"].map((method) => call({ resultType: "x" }, {}, method)),
    refused("x", "x", -32601),
    answered("y", "y", "text"),
  ]).values(
    [
      { method: "tools/list", resultType: "complete" },
      { method: "ping" },
      { method: "prompts/list", resultType: "input_required" },
    ],
    {
      at: ["/response/result", "/response/result", "/response/result"],
      names: ["tools/list", "ping", "prompts/list"],
      parts: [{ method: "/request/method" }, {}, {}],
    },
  ),
  givenStateless("a server that said nothing", []).unseen("not-probed"),
]);

const noted = (exchange: Exchange, ...places: string[]): Exchange => ({
  ...exchange,
  response_notes: places.map((at) => ({ kind: "duplicate-key", at })),
});

readingTable("repeated_input_keys", [
  givenStateless("a key that stands twice, as the bytes show it", [
    noted(asks({ q: form }), "/result/inputRequests/q", "/result/inputRequests/q/params", "/result/_meta"),
    { ...noted(asks({ q: form }), "/result/inputRequests/r"), response_raw: { encoding: "utf8", data: "{}" } },
    { ...asks({ q: form }), response_notes: [{ kind: "unsafe-number", at: "/result/inputRequests/s" }] },
  ]).values(["/result/inputRequests/q", "/result/inputRequests/r"], {
    at: ["/response", "/response_raw"],
    exchanges: ["main/1", "main/2"],
    lookedAt: ["/response/result", "/response/result", "/response/result"],
  }),
  givenStateless("a key that stands twice where nothing was asked", [
    noted(call({}), "/result/inputRequests/q"),
  ]).values([]),
  ...gaps,
]);

readingTable("undeclared_input", [
  givenStateless("each kind that the request did not declare", [
    asks({ f: form, "u/1": url, s: sampling, r: roots, x: { method: "other" } }),
  ]).values(["elicitation.form", "elicitation.url", "sampling", "roots"], {
    at: ["f", "u~11", "s", "r"].map((key) => `/response/result/inputRequests/${key}`),
    names: ["t", "t", "t", "t"],
  }),
  givenStateless("each kind that it did declare", [
    asks({ f: form, u: url, s: sampling, r: roots }, { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }),
    asks({ f: form }, { elicitation: {} }),
  ]).values([]),
  givenStateless("a mode that was not among those declared", [
    asks({ f: form }, { elicitation: { url: {} } }),
    asks({ u: url }, { elicitation: {} }),
  ]).values(["elicitation.form", "elicitation.url"], { exchanges: ["main/1", "main/2"] }),
  ...gaps,
]);

const late = { ...arrived(message("notifications/message")), late: true } as const;

readingTable("after_input_required", [
  givenStateless("messages after the response on its stream", [
    hearing(asks({ q: form }), [arrived(message("notifications/progress")), late]),
  ]).values([message("notifications/message")], { at: ["/meanwhile/1/message"] }),
  givenStateless("messages after a response that only looks as if it asked, and after others", [
    hearing(call({ inputRequests: { q: {} } }), [late]),
    hearing(call({}), [late]),
  ]).values([]),
  ...gaps,
]);

const CALL = "tools/call";

/** What holds for each way of going on, by the end of its step's name. */
const goingOn = (how: string, params?: JsonObject): readonly ReadingCase[] => [
  givenStateless("the answers to its step for any tool, and no others", [
    answered("input-1", CALL, { resultType: "input_required" }),
    refused(`input-1-${how}`, CALL, -1, params),
    refused(`input-12-${how}`, CALL, -2, params),
    refused(`input-1-${how}-more`, CALL, -3),
    refused("input-1-else", CALL, -4),
  ]).partly([{ error: { code: -1 } }, { error: { code: -2 } }], { at: ["", ""] }),
  givenStateless("tools that gave no occasion for it", [answered("input-1", CALL, { content: [] })]).inapplicable(
    "precondition-absent",
  ),
  givenStateless("a tool that asked and did not end, and was not called again", [
    answered("input-1", CALL, { resultType: "input_required" }),
    { step: "input-1-round-1", trouble: { kind: "timed-out", limit: "toolMs", detail: "no response" } },
  ]).unseen("timed-out"),
  givenStateless("calls that the plan left out", [leftOut("input", "unsafe-to-probe")]).leftOut(),
];

readingTable("asked_twice", goingOn("again"));
readingTable("wrong_input_key", goingOn("wrong-key"));
readingTable("extra_input_key", goingOn("extra-key"));
readingTable("text_input_responses", goingOn("text-responses"));
readingTable("number_input_response", [
  ...goingOn("number-response", { inputResponses: { name: 12345 } }),
  givenStateless("a retry with a state alone, because nothing was asked", [
    answered("input-1", CALL, { resultType: "input_required", requestState: "s" }),
    answered("input-1-number-response", CALL, { resultType: "complete" }, { requestState: "s" }),
  ]).inapplicable("precondition-absent"),
]);
readingTable("no_request_state", goingOn("no-state"));
readingTable("changed_request_state", goingOn("changed-state"));
readingTable("other_requests_state", goingOn("other-arguments"));
readingTable("garbage_state", answerCases(["garbage-state", "garbage-state-read"]));
