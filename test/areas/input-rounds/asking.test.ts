import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenStateless } from "../given.ts";
import { type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import { answered, arrived, hearing, leftOut, message, refused, statelessMeta } from "../small-captures.ts";

const form = { method: "elicitation/create", params: { message: "?" } };
const url = { method: "elicitation/create", params: { mode: "url", url: "https://a.example" } };
const sampling = { method: "sampling/createMessage", params: {} };
const roots = { method: "roots/list" };

const call = (result: Json, capabilities: JsonObject = {}, method = "tools/call"): Exchange =>
  answered("call", method, result, { name: "t", _meta: statelessMeta(capabilities) });
const asks = (inputRequests: JsonObject, capabilities: JsonObject = {}) =>
  call({ resultType: "input_required", inputRequests }, capabilities);

const reading = (shows: string, capture: SmallCapture, reads: ReadingCase["reads"]): ReadingCase =>
  givenStateless(shows, capture).reads(reads);

/** What holds for every fact about calls, gets and reads. */
const gaps: readonly ReadingCase[] = [
  reading("nothing that was called", { exchanges: [answered("ping", "ping", {})] }, { unseen: "not-probed" }),
  reading(
    "calls that the plan left out",
    { exchanges: [], not_probed: [leftOut("input", "unsafe-to-probe")] },
    { unseen: "unsafe-to-probe" },
  ),
];

readingTable("input_results", [
  reading(
    "a result that says so, one that looks so, in each of the three methods",
    {
      exchanges: [
        call({ resultType: "input_required" }),
        call({ inputRequests: { q: {} } }, {}, "prompts/get"),
        answered("read", "resources/read", { resultType: "complete", inputRequests: ["q"] }, { uri: "test://a" }),
      ],
    },
    {
      values: [
        { resultType: "input_required" },
        { inputRequests: { q: {} } },
        { resultType: "complete", inputRequests: ["q"] },
      ],
      at: ["/response/result", "/response/result", "/response/result"],
      names: ["t", "t", "test://a"],
    },
  ),
  reading(
    "results that ask for nothing, a task that asks in its own way, and other methods",
    {
      exchanges: [
        call({ resultType: "complete", content: [], inputRequests: {} }),
        call({ resultType: "task", inputRequests: { q: {} } }),
        call({ resultType: "input_required" }, {}, "tools/list"),
        refused("call", "tools/call", -32603),
      ],
    },
    { values: [], lookedAt: ["/response", "/response", "/response"] },
  ),
  ...gaps,
]);

readingTable("ways_of_asking", [
  reading(
    "by a result, by requests of its own, and by the error of an older revision",
    {
      exchanges: [
        asks({ q: form }),
        hearing(refused("call", "tools/call", -32042), [
          arrived(message("elicitation/create", {}, 1)),
          arrived(message("sampling/createMessage", {}, 2)),
          arrived(message("roots/list", {}, 3)),
          arrived(message("ping", {}, 4)),
          arrived(message("roots/list", {})),
        ]),
        refused("call", "tools/call", -32602),
      ],
    },
    {
      values: [
        { way: "result" },
        { way: "error", code: -32042 },
        { way: "request", method: "elicitation/create" },
        { way: "request", method: "sampling/createMessage" },
        { way: "request", method: "roots/list" },
      ],
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
  reading(
    "a server that never asks, and was never called",
    { exchanges: [answered("ping", "ping", {})] },
    { values: [], lookedAt: ["/response"] },
  ),
  reading("a server that said nothing", { exchanges: [] }, { unseen: "not-probed" }),
]);

readingTable("other_results", [
  reading(
    "the type of each result, calls, gets and reads apart",
    {
      exchanges: [
        answered("tools/list", "tools/list", { resultType: "complete" }),
        answered("ping", "ping", {}),
        answered("ping", "ping", { other: 1 }),
        answered("prompts/list", "prompts/list", { resultType: "input_required" }),
        ...["tools/call", "prompts/get", "resources/read"].map((method) => call({ resultType: "x" }, {}, method)),
        refused("x", "x", -32601),
        answered("y", "y", "text"),
      ],
    },
    {
      values: [
        { method: "tools/list", resultType: "complete" },
        { method: "ping" },
        { method: "prompts/list", resultType: "input_required" },
      ],
      at: ["/response/result", "/response/result", "/response/result"],
      names: ["tools/list", "ping", "prompts/list"],
      parts: [{ method: "/request/method" }, {}, {}],
    },
  ),
  reading("a server that said nothing", { exchanges: [] }, { unseen: "not-probed" }),
]);

const noted = (exchange: Exchange, ...places: string[]): Exchange => ({
  ...exchange,
  response_notes: places.map((at) => ({ kind: "duplicate-key", at })),
});

readingTable("repeated_input_keys", [
  reading(
    "a key that stands twice, as the bytes show it",
    {
      exchanges: [
        noted(asks({ q: form }), "/result/inputRequests/q", "/result/inputRequests/q/params", "/result/_meta"),
        { ...noted(asks({ q: form }), "/result/inputRequests/r"), response_raw: { encoding: "utf8", data: "{}" } },
        { ...asks({ q: form }), response_notes: [{ kind: "unsafe-number", at: "/result/inputRequests/s" }] },
      ],
    },
    {
      values: ["/result/inputRequests/q", "/result/inputRequests/r"],
      at: ["/response", "/response_raw"],
      exchanges: ["main/1", "main/2"],
      lookedAt: ["/response/result", "/response/result", "/response/result"],
    },
  ),
  reading(
    "a key that stands twice where nothing was asked",
    { exchanges: [noted(call({}), "/result/inputRequests/q")] },
    { values: [] },
  ),
  ...gaps,
]);

readingTable("undeclared_input", [
  reading(
    "each kind that the request did not declare",
    { exchanges: [asks({ f: form, "u/1": url, s: sampling, r: roots, x: { method: "other" } })] },
    {
      values: ["elicitation.form", "elicitation.url", "sampling", "roots"],
      at: ["f", "u~11", "s", "r"].map((key) => `/response/result/inputRequests/${key}`),
      names: ["t", "t", "t", "t"],
    },
  ),
  reading(
    "each kind that it did declare",
    {
      exchanges: [
        asks(
          { f: form, u: url, s: sampling, r: roots },
          { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
        ),
        asks({ f: form }, { elicitation: {} }),
      ],
    },
    { values: [] },
  ),
  reading(
    "a mode that was not among those declared",
    { exchanges: [asks({ f: form }, { elicitation: { url: {} } }), asks({ u: url }, { elicitation: {} })] },
    { values: ["elicitation.form", "elicitation.url"], exchanges: ["main/1", "main/2"] },
  ),
  ...gaps,
]);

const late = { ...arrived(message("notifications/message")), late: true } as const;

readingTable("after_input_required", [
  reading(
    "messages after the response on its stream",
    { exchanges: [hearing(asks({ q: form }), [arrived(message("notifications/progress")), late])] },
    { values: [message("notifications/message")], at: ["/meanwhile/1/message"] },
  ),
  reading(
    "messages after a response that only looks as if it asked, and after others",
    {
      exchanges: [hearing(call({ inputRequests: { q: {} } }), [late]), hearing(call({}), [late])],
    },
    { values: [] },
  ),
  ...gaps,
]);
