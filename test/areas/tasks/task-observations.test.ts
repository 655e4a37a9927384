import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, ReceivedMessage } from "../../../src/capture/capture.ts";
import { given, givenHttp, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
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
  unnamed,
} from "../small-captures.ts";
import { about, DECLARED, extensionCall, made, nothingCalled } from "./task-captures.ts";

const EXTENSION = "io.modelcontextprotocol/tasks";
const RELATED = "io.modelcontextprotocol/related-task";

const absent = (code: number): Exchange => refused("tasks-absent", "tasks/list", code);
const unknown = (code: number): Exchange => refused("unknown-method", "mcptest/nothing", code);

readingTable("signs_of_tasks", [
  given("a task that was handed over, advertised or not", [advertises({ tasks: {} }), made("1")]).values(
    [{ sign: "task", advertised: "advertised" }],
    { at: ["/response/result"], exchanges: ["main/2"], names: ["t"] },
  ),
  given("a method that works, and one that is known by the error it gives", [
    advertises({ extensions: { [EXTENSION]: {} } }),
    answered("tasks-absent", "tasks/list", {}),
    absent(-32602),
    absent(-32601),
    unknown(-32601),
    refused("tasks-absent-list", "tasks/list", -32602),
  ]).values(
    [
      { sign: "method", advertised: "not advertised" },
      { sign: "method", advertised: "not advertised" },
    ],
    { at: ["/response", "/response"], exchanges: ["main/2", "main/3"] },
  ),
  given("one of two unknown methods that was not answered in time", [
    advertises({}),
    absent(-32602),
    unknown(-32601),
    unanswered("unknown-method", "no/such"),
  ]).values([{ sign: "method", advertised: "not advertised" }]),
  given("a server that gives every unknown method the same error", [
    advertises({}),
    absent(-32602),
    unknown(-32602),
  ]).values([], { lookedAt: ["/response/result/capabilities"] }),
  given("a server that was asked for no unknown method", [advertises({}), absent(-32602)]).values([]),
  givenStateless("stateless: the extension counts, and the capability does not", [
    advertises({ extensions: { [EXTENSION]: {} } }),
    extensionCall({ resultType: "task" }),
  ]).values([{ sign: "task", advertised: "advertised" }]),
  givenStateless("stateless: the capability of the older revision", [
    advertises({ tasks: {} }),
    extensionCall({ resultType: "task" }),
  ]).values([{ sign: "task", advertised: "not advertised" }]),
  { ...NOTHING, shows: "unknown capabilities", capture: { exchanges: [made("1")] } },
]);

const waiting = (step: string | undefined, ...messages: ReceivedMessage[]): Exchange => {
  const exchange = hearing(about("tasks/result", "1", {}), messages);
  return step === undefined ? unnamed(exchange) : { ...exchange, step };
};
const asks = (method: string, taskId?: string, id: number | undefined = 5): ReceivedMessage =>
  arrived(message(method, taskId === undefined ? {} : { _meta: { [RELATED]: { taskId } } }, id));

readingTable("task_requests", [
  given("requests while a result is waited for, and the task they name", [
    made("1"),
    waiting(
      "task-result",
      asks("elicitation/create", "1"),
      asks("sampling/createMessage", "2"),
      asks("elicitation/create"),
      asks("roots/list", "1"),
      arrived(message("elicitation/create")),
    ),
  ]).values(
    [
      { method: "elicitation/create", related_task: "known" },
      { method: "sampling/createMessage", related_task: "unknown" },
      { method: "elicitation/create", related_task: "absent" },
    ],
    {
      at: ["/meanwhile/0/message", "/meanwhile/1/message", "/meanwhile/2/message"],
      names: ["elicitation/create", "sampling/createMessage", "elicitation/create"],
    },
  ),
  given("on a pipe without step names anything else may be running", [
    made("1"),
    waiting(undefined, asks("elicitation/create")),
  ]).values([]),
  givenHttp("over HTTP it has a stream of its own", [made("1"), waiting(undefined, asks("elicitation/create"))]).values(
    [{ method: "elicitation/create", related_task: "absent" }],
  ),
  given("during another request", [hearing(made("1"), [asks("elicitation/create", "1")])]).values([]),
  ...nothingCalled,
]);

const typed = (method: string, resultType: string | undefined, meta: JsonObject = statelessMeta()): Exchange =>
  answered("x", method, resultType === undefined ? {} : { resultType }, { name: "t", _meta: meta });

readingTable("result_types_by_method", [
  givenStateless("each type of each method once", [
    typed("tools/list", "complete"),
    typed("tools/list", "complete"),
    typed("tools/call", "task"),
    typed("ping", undefined),
    typed("prompts/list", "complete", {}),
  ]).values(
    [
      { method: "tools/list", resultType: "complete" },
      { method: "tools/call", resultType: "task" },
    ],
    {
      at: ["/response/result", "/response/result"],
      exchanges: ["main/1", "main/3"],
      names: ["tools/list", "tools/call"],
      lookedAt: [""],
    },
  ),
  givenStateless("requests of the other era", [
    typed("tools/list", "complete", {}),
    leftOut("server/discover", "not-offered"),
  ]).leftOut(),
  given("stateful: any result", [typed("tools/list", "complete", {})]).values([
    { method: "tools/list", resultType: "complete" },
  ]),
]);

readingTable("calls_without_extension", [
  givenStateless("the types of what calls were answered with that did not declare it", [
    typed("tools/call", "task"),
    typed("tools/call", "task", DECLARED),
    typed("tools/call", undefined),
    typed("tools/call", "complete", {}),
    typed("tools/list", "complete"),
  ]).values([{ resultType: "task" }], { at: ["/response/result"], exchanges: ["main/1"], names: ["t"] }),
  givenStateless("only calls that declared it, or were refused", [
    typed("tools/call", "task", DECLARED),
    refused("call", "tools/call", -32603, { name: "t", _meta: statelessMeta() }),
  ]).unseen("not-probed"),
]);

const poll = (taskId: string, inputRequests: JsonObject | undefined, status = "input_required"): Exchange =>
  about("tasks/get", taskId, { taskId, status, ...(inputRequests ? { inputRequests } : {}) });
const task = (taskId: string) => extensionCall({ resultType: "task", taskId, status: "working" });

readingTable("task_input_keys", [
  givenStateless("a key that keeps its request, and one that stands for two", [
    task("1"),
    poll("1", { a: { method: "x", params: 1 }, b: { method: "x" } }),
    poll("1", { a: { params: 1, method: "x" }, b: { method: "y" } }),
  ]).values(
    [
      { key: "a", requests: 1, times: 1 },
      { key: "b", requests: 2, times: 1 },
    ],
    { at: ["/response/result/inputRequests", "/response/result/inputRequests"], exchanges: ["main/2", "main/2"] },
  ),
  givenStateless(
    "a key that comes back once it was answered, one that the server has not yet taken note of, one never answered",
    [
      task("1"),
      poll("1", { a: {}, b: {}, c: {} }),
      answered("task-update-1-1", "tasks/update", {}, { taskId: "1", inputResponses: { a: {}, b: {} } }),
      poll("1", { b: {} }),
      poll("1", { a: {}, c: {} }),
    ],
  ).values([
    { key: "a", requests: 1, times: 2 },
    { key: "b", requests: 1, times: 1 },
    { key: "c", requests: 1, times: 1 },
  ]),
  givenStateless("the same key of another task, an unknown task, and a poll that was wrong on purpose", [
    task("1"),
    task("2"),
    poll("1", { a: {} }),
    poll("2", { a: { x: 1 } }),
    poll("3", { a: { x: 2 } }),
    deliberate(poll("1", { a: { x: 3 } })),
  ]).values(
    [
      { key: "a", requests: 1, times: 1 },
      { key: "a", requests: 1, times: 1 },
    ],
    { exchanges: ["main/3", "main/4"] },
  ),
  ...nothingCalled,
]);

const update = (taskId: string, inputResponses: JsonObject): Exchange =>
  about("tasks/update", taskId, {}, "task-update-partial", { inputResponses });

readingTable("task_open_questions", [
  givenStateless("questions that are still open, and one that was left out", [
    task("1"),
    poll("1", { x: {} }),
    poll("1", { a: {}, b: {}, c: {} }),
    update("1", { a: {} }),
    poll("2", { c: {} }),
    poll("1", { b: {} }),
    poll("1", { c: {} }),
  ]).values([{ left_out: ["c"] }], { at: ["/response/result/inputRequests"], exchanges: ["main/6"] }),
  givenStateless("every question is still there", [
    task("1"),
    poll("1", { a: {}, b: {} }),
    update("1", { a: {} }),
    poll("1", { b: {} }),
  ]).values([{ left_out: [] }]),
  givenStateless("every question answered, a task that goes on, and nobody who looked before or afterwards", [
    ...["1", "2", "3", "4"].map(task),
    poll("1", { a: {} }),
    update("1", { a: {} }),
    poll("1", {}),
    poll("2", { a: {}, b: {} }),
    update("2", { a: {} }),
    poll("2", undefined, "working"),
    update("3", { a: {} }),
    poll("3", {}),
    poll("4", { a: {}, b: {} }),
    update("4", { a: {} }),
  ]).values([]),
  givenStateless("an update that was refused", [
    task("1"),
    poll("1", { a: {}, b: {} }),
    refused("x", "tasks/update", -32602, { taskId: "1", inputResponses: { a: {} } }),
    poll("1", {}),
  ]).values([]),
  ...nothingCalled,
]);

const withHeader = (name: string): Exchange =>
  overHttp(answered("ping", "ping", {}), 200, { request_headers: [[name, "x"]] });
const http = (...names: string[]) => ({ kind: "http", url: "https://a.example", header_names: names }) as const;

readingTable("task_list_offer", [
  given("a client without credentials", {
    target: http(),
    exchanges: [advertises({ tasks: { list: {} } }), withHeader("Accept")],
  }).values([{ credentials: "none", tasks: { list: {} } }], {
    at: ["/response/result/capabilities"],
    exchanges: ["main/1"],
  }),
  ...["Authorization", "COOKIE", "x-api-key"].map((name) =>
    given(`credentials in ${name}`, [advertises({}), withHeader(name)]).values([{ credentials: "sent" }]),
  ),
  given("headers that the user configured", { target: http("x-own"), exchanges: [advertises({})] }).values([
    { credentials: "sent" },
  ]),
  NOTHING,
]);

const heard = (...messages: readonly (readonly [Json, number])[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}, { name: "t" }),
    messages.map(([sent, at], index) => arrived(sent, index, at)),
  );
const asked = message("elicitation/create", { message: "Name?", task: {} }, "s1");
/** What the client answered at 100 ms. */
const answer = (result: JsonObject): Exchange => ({
  step: "answer",
  request: { jsonrpc: "2.0", id: "s1", result },
  timing: { start_ms: 90, end_ms: 100 },
});
const clientTask = answer({ task: { taskId: "c1", status: "working", pollInterval: 1000 } });
const get = (taskId = "c1") => message("tasks/get", { taskId }, "s2");
const withdrawn = message("notifications/cancelled", { requestId: "s1" });

readingTable("task_withdrawals", [
  NOTHING,
  given("both ways to withdraw a task", [
    heard([asked, 1], [message("tasks/cancel", { taskId: "c1" }, 5), 300], [withdrawn, 400]),
    clientTask,
  ]).values(
    [
      { by: "tasks/cancel", params: { taskId: "c1" } },
      { by: "notifications/cancelled", params: { requestId: "s1" } },
    ],
    { at: ["/meanwhile/1/message", "/meanwhile/2/message"] },
  ),
  given("none: before the task was known, of a plain answer, of something else", [
    heard(
      [asked, 1],
      [withdrawn, 150],
      [message("notifications/cancelled", { requestId: "s2" }), 400],
      [message("tasks/cancel", { taskId: "c2" }, 5), 500],
    ),
    clientTask,
  ]).values([]),
  given("none: the answer was no task", [heard([asked, 1], [withdrawn, 400]), answer({ action: "cancel" })]).values([]),
]);

readingTable("client_polls", [
  NOTHING,
  given("polls without a pause", [
    heard([asked, 1], [get(), 110], [get(), 130], [get(), 150], [get(), 180]),
    clientTask,
  ]).values([{ polls: 4, mean_pause: 0.02 }], { at: ["/meanwhile/1/message"] }),
  given("polls that were read together after a long pause of our own", [
    heard([asked, 1], [get(), 4090], [get(), 4090], [get(), 4090], [get(), 4090]),
    clientTask,
  ]).values([{ polls: 4, mean_pause: 1 }]),
  given("too few polls, and those of another task", [
    heard([asked, 1], [get(), 110], [get(), 130], [get(), 150], [get("c2"), 180]),
    clientTask,
  ]).values([]),
]);

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const sampled = message("sampling/createMessage", { maxTokens: 1 }, "s2");

readingTable("client_task_requests", [
  NOTHING,
  given("tasks declared for elicitation and not for sampling, and a question that never runs as one", [
    initialize({ tasks: { requests: { elicitation: { create: {} } } } }),
    heard([asked, 1], [sampled, 2], [message("roots/list", undefined, "s3"), 3]),
  ]).values(
    [
      { method: "elicitation/create", tasks: "declared", params: { message: "Name?", task: {} } },
      { method: "sampling/createMessage", tasks: "undeclared", params: { maxTokens: 1 } },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"] },
  ),
  given("a handshake nobody knows", [heard([asked, 1])]).values([]),
]);
