import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  message,
  ordered,
  refused,
  statelessMeta,
  unanswered,
  within,
} from "../small-captures.ts";
import { about, get, gone, made, noOccasion, nothingCalled } from "./task-captures.ts";

const related = (taskId: string): JsonObject => ({ _meta: { "io.modelcontextprotocol/related-task": { taskId } } });
const question = (taskId: string, id?: Json) => message("elicitation/create", related(taskId), id);

/** A call that makes a task, which then asks for these things. */
const asking = (taskId: string, ...questions: readonly Json[]): Exchange =>
  hearing(
    made(taskId),
    questions.map((one, index) => arrived(one, index)),
  );

/** The same exchange, sent at this place of the conversation and at this time. */
const timed = (exchange: Exchange, seq: number, start_ms = seq * 1000): Exchange => ({
  ...ordered(exchange, seq),
  timing: { start_ms, end_ms: start_ms + 100 },
});
const answer = (id: Json, seq: number, step = "task-answer-1", reply: JsonObject = { result: {} }): Exchange =>
  timed({ step, request: { jsonrpc: "2.0", id, ...reply } }, seq);

readingTable("answered_tasks", [
  given("the last look after the last answer, and the time between them", [
    asking("1", question("1", "b"), question("1", "a")),
    answer("b", 7, "task-answer-2"),
    answer("a", 3),
    timed(get("1", "input_required"), 5),
    timed(get("1", "working"), 9),
    timed(get("1", "completed"), 11, 11_000.4),
    timed(deliberate(get("1", "failed")), 13),
  ]).values([{ status: "completed", waited_ms: 3900 }], {
    exchanges: ["main/6"],
    parts: [{ status: "/response/result/status", waited_ms: "/timing" }],
  }),
  given("each task by itself, and one that is gone", [
    asking("1", question("1", "a")),
    asking("2", question("2", "b")),
    answer("a", 3),
    answer("b", 5),
    timed(gone("1"), 7),
    timed(get("2", "input_required"), 9),
  ]).values(
    [
      { status: "gone", waited_ms: 3900 },
      { status: "input_required", waited_ms: 3900 },
    ],
    { exchanges: ["main/5", "main/6"] },
  ),
  given("a question left open, one answered under another step, no look afterwards, and no times", [
    asking("1", question("1", "a"), question("1", "b")),
    asking("2", question("2", "c")),
    asking("3", question("3", "d")),
    asking("4", question("4", "e")),
    answer("a", 3),
    answer("c", 3, "ping"),
    answer("e", 3),
    timed(get("1", "working"), 9),
    timed(get("2", "working"), 9),
    answer("d", 11),
    timed(get("3", "input_required"), 9),
    ordered(get("4", "input_required"), 9),
  ]).values([], { lookedAt: ["", "", ""] }),
  given("what was refused, which is no input", [
    asking("1", question("1", "a")),
    asking("2", question("2", "b")),
    asking("3", question("3", "c")),
    answer("a", 3, "task-answer-1", { result: { action: "accept", content: {} } }),
    answer("b", 3, "task-answer-2", { result: { action: "decline" } }),
    answer("c", 3, "task-answer-3", { error: { code: -32601, message: "no" } }),
    ...["1", "2", "3"].map((id) => timed(get(id, "input_required"), 9)),
  ]).values([{ status: "input_required", waited_ms: 5900 }], { exchanges: ["main/7"] }),
  given("notifications about the task, and requests that name none, which wait for nobody", [
    asking("1", question("1", "a"), question("1")),
    asking("2", message("elicitation/create", {}, "b")),
    answer("a", 3),
    answer("b", 5),
    timed(get("1", "working"), 9),
    timed(get("2", "working"), 11),
  ]).values([{ status: "working", waited_ms: 5900 }], { exchanges: ["main/5"] }),
  given("answers and looks on another connection, which counts for itself", [
    asking("1", question("1", "a")),
    asking("2", question("2", "b")),
    answer("a", 3),
    within("second", answer("b", 3)),
    timed(get("1", "working"), 5),
    timed(get("2", "working"), 5),
    within("second", timed(get("2", "working"), 5)),
    within("second", timed(get("1", "input_required"), 40, 100)),
  ]).values([{ status: "working", waited_ms: 1900 }], { exchanges: ["main/5"] }),
  ...nothingCalled,
]);

const error = (code: number): JsonObject => ({ code, message: "refused" });

readingTable("task_errors", [
  given("the errors of every method of tasks, each once", [
    gone("1"),
    gone("2"),
    gone("1", -32603),
    deliberate(refused("task-bad-cursor", "tasks/list", -32602, { cursor: "x" })),
    ...["result", "cancel", "update"].map((name) => refused(`x-${name}`, `tasks/${name}`, -32601)),
  ]).values(
    [
      { method: "tasks/get", error: error(-32602) },
      { method: "tasks/get", error: error(-32603) },
      { method: "tasks/list", error: error(-32602) },
      { method: "tasks/result", error: error(-32601) },
      { method: "tasks/cancel", error: error(-32601) },
      { method: "tasks/update", error: error(-32601) },
    ],
    {
      exchanges: ["main/1", "main/3", "main/4", "main/5", "main/6", "main/7"],
      at: Array.from({ length: 6 }, () => "/response/error"),
      lookedAt: ["/response", "/response", "/response"],
    },
  ),
  given("results, an error that is no object, and the errors of other methods", [
    get("1", "working"),
    { ...gone("1"), response: { jsonrpc: "2.0", id: 1, error: "text" } },
    refused("call", "tools/call", -32602, { name: "t" }),
  ]).values([], { lookedAt: ["/response", "/response"] }),
  givenStateless("stateless: only requests that show the era", [
    gone("1"),
    refused("task-get", "tasks/get", -32603, { taskId: "1", _meta: statelessMeta() }),
  ]).partly([{ error: { code: -32603 } }], { exchanges: ["main/2"] }),
  given("a request that nobody answered", [unanswered("task-get", "tasks/get", { taskId: "1" })]).unseen("not-probed"),
  NOTHING,
]);

const failed = (code: number, taskId = "1", method = "tasks/get") => refused("task-get", method, code, { taskId });

readingTable("task_failures", [
  given("how often one request got a code, and whether its method is served", [
    made("1"),
    made("2"),
    failed(-32600),
    failed(-32600),
    failed(-32603),
    failed(-32600, "2"),
    failed(-32600, "1", "tasks/cancel"),
    get("2", "working"),
  ]).values(
    [
      { method: "tasks/get", code: -32600, times: 2, method_is: "served" },
      { method: "tasks/get", code: -32603, times: 1, method_is: "served" },
      { method: "tasks/get", code: -32600, times: 1, method_is: "served" },
      { method: "tasks/cancel", code: -32600, times: 1, method_is: "not served" },
    ],
    { exchanges: ["main/3", "main/5", "main/6", "main/7"], at: Array.from({ length: 4 }, () => "/response/error") },
  ),
  given("requests that are wrong on purpose, which do not even count", [
    made("1"),
    failed(-32600),
    deliberate(failed(-32600)),
    deliberate(failed(-32700)),
  ]).partly([{ code: -32600, times: 1, method_is: "not served" }], { exchanges: ["main/2"] }),
  given("results only", [made("1"), get("1", "working")]).values([], { lookedAt: ["/response"] }),
  given("a task that the server never made", [
    made("1"),
    failed(-32600, "2"),
    refused("list-tasks", "tasks/list", -32600),
  ]).inapplicable("precondition-absent"),
  ...noOccasion,
]);

const hello = (extensions: JsonObject) =>
  answered("initialize", "initialize", {}, { capabilities: { extensions }, protocolVersion: "2025-11-25" });
const declared = hello({ "io.modelcontextprotocol/tasks": {} });
const call = (result: Json, params: JsonObject = {}) =>
  answered("call-1", "tools/call", result, { name: "t", ...params });
const TASK: JsonObject = { resultType: "task", taskId: "1", status: "working" };

readingTable("calls_with_new_extension", [
  given("results and tasks, each once", [
    declared,
    call({ content: [] }),
    call({ content: [1] }),
    call(TASK),
    call({ task: TASK }),
  ]).values([{ gives: "a result" }, { gives: "a task" }], {
    exchanges: ["main/2", "main/4"],
    at: ["/response/result", "/response/result"],
  }),
  given("calls that ask for a task, were refused or gave no object, and other requests", [
    declared,
    call(TASK, { task: {} }),
    refused("call-1", "tools/call", -32603, { name: "t" }),
    call("text"),
    about("tasks/get", "1", TASK),
  ]).unseen("not-probed"),
  given("clients that declared another extension, or declared it on another connection", [
    within("second", declared),
    hello({ "com.example/tasks": {} }),
    call(TASK),
    within("third", call(TASK)),
    within("second", call({})),
  ]).values([{ gives: "a result" }], { exchanges: ["main/5"] }),
  NOTHING,
]);
