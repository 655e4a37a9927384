import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenStateless, readingTable } from "../reading-table.ts";
import { answered, deliberate, leftOut, message, page, refused, unnamed } from "../small-captures.ts";
import { about, DECLARED, extensionCall, get, made, noOccasion, nothingCalled, taskCall } from "./task-captures.ts";

const CALL = "tools/call";

const tool = (name: string, taskSupport?: string): JsonObject => ({
  name,
  ...(taskSupport === undefined ? {} : { execution: { taskSupport } }),
});
const listed = page("tools/list", [
  tool("optional", "optional"),
  tool("required", "required"),
  tool("forbidden", "forbidden"),
  tool("plain"),
]);
const plain = (name: string, step: string, result: Json = {}) => answered(step, CALL, result, { name });

readingTable("task_handles", [
  given("a task in the form of either revision", [
    taskCall({ task: { taskId: "1" } }),
    taskCall({ resultType: "task" }),
    taskCall({ taskId: "3", status: "working" }),
  ]).values([{ task: { taskId: "1" } }, { resultType: "task" }, { taskId: "3", status: "working" }], {
    at: ["/response/result", "/response/result", "/response/result"],
    names: ["t", "t", "t"],
  }),
  given("results that hand over none, and other methods", [
    taskCall({ task: { status: "working" } }),
    taskCall({ taskId: "1" }),
    taskCall("text"),
    get("1", "working"),
  ]).values([], { lookedAt: ["", "", ""] }),
  ...nothingCalled,
]);

const EARLY = "2025-11-25T10:00:00Z";
const LATE = "2025-11-25T10:00:01Z";

readingTable("new_tasks", [
  given("the status, and whether the task changed since it was created", [
    made("1", { createdAt: EARLY, lastUpdatedAt: EARLY }),
    made("2", { status: "completed", createdAt: EARLY, lastUpdatedAt: LATE }),
    made("3", { status: 7, createdAt: EARLY }),
    made("4", { createdAt: 1, lastUpdatedAt: 1 }),
  ]).values(
    [
      { status: "working", updated: "at creation" },
      { status: "completed", updated: "later" },
      { status: 7, updated: "unknown" },
      { status: "working", updated: "unknown" },
    ],
    {
      at: Array.from({ length: 4 }, () => "/response/result/task"),
      names: ["t", "t", "t", "t"],
      parts: Array.from({ length: 4 }, () => ({ status: "/response/result/task/status" })),
    },
  ),
  given("a handle without a status, and what a task becomes later", [
    taskCall({ task: { taskId: "1" } }),
    get("1", "completed"),
  ]).values([], { lookedAt: [""] }),
  givenStateless("stateless: the result is the task", [
    extensionCall({ resultType: "task", taskId: "1", status: "working", createdAt: EARLY }),
  ]).values([{ status: "working", updated: "unknown" }], {
    at: ["/response/result"],
    parts: [{ status: "/response/result/status" }],
  }),
  ...nothingCalled,
]);

readingTable("task_long_ttl", [
  ...answerCases(["task-create-long"]),
  given("the handle, with the time to live that the server grants", [
    made("1", { ttl: 1 }),
    taskCall({ task: { taskId: "2", ttl: 2 } }, { step: "task-create-long" }),
    taskCall({ task: { taskId: "3", ttl: 3 } }, { step: "task-create-second" }),
  ]).partly([{ outcome: "result", result: { task: { ttl: 2 } } }], { exchanges: ["main/2"] }),
  given("tasks that are to be kept for another time, in a capture without step names", [
    unnamed(made("1", { ttl: 1 })),
  ]).inapplicable("precondition-absent"),
  ...noOccasion,
]);

readingTable("task_calls", [
  given("the answers to its steps", [
    refused("task-create", CALL, -1),
    refused("task-create-2", CALL, -2),
    refused("task-create-second-2", CALL, -3),
    refused("unsupported-task-call", CALL, -4),
  ]).partly([{ error: { code: -1 } }, { error: { code: -2 } }, { error: { code: -3 } }]),
  given("calls of tools that may run as a task, in a capture without step names", [
    unnamed(listed),
    ...["optional", "required", "forbidden", "plain", "unlisted"].map((name) =>
      unnamed(answered("", CALL, {}, { name, task: {} })),
    ),
    unnamed(plain("optional", "")),
  ]).partly([{ outcome: "result" }, { outcome: "result" }], { exchanges: ["main/2", "main/3"] }),
  ...noOccasion,
]);

readingTable("task_calls_unsupported", [
  given("beside plain calls of the same tool: none, one outcome, several", [
    refused("unsupported-task-call", CALL, -32601, { name: "a", task: {} }),
    refused("unsupported-task-call", CALL, -32601, { name: "b", task: {} }),
    refused("unsupported-task-call", CALL, -32601, { name: "c", task: {} }),
    plain("b", "call-1"),
    plain("b", "call-2"),
    plain("c", "call-3"),
    refused("call-4", CALL, -32603, { name: "c" }),
    deliberate(refused("x", CALL, -32603, { name: "b" })),
    { ...refused("call-5", CALL, -32603, { name: "b" }), request: { id: 9, method: CALL, params: { name: "b" } } },
    { step: "call-5-cancel", request: message("notifications/cancelled", { requestId: 9 }) },
    answered("task-create", CALL, {}, { name: "a", task: {} }),
  ]).partly(
    [
      { outcome: "error", plain: "none" },
      { outcome: "error", plain: "result" },
      { outcome: "error", plain: "several" },
    ],
    { parts: [{ plain: "/request" }, {}, {}] },
  ),
  given("calls of tools that do not run as a task, in a capture without step names", [
    unnamed(listed),
    ...["optional", "required", "forbidden", "plain", "unlisted"].map((name) =>
      unnamed(answered("", CALL, {}, { name, task: {} })),
    ),
  ]).partly([{ plain: "none" }, { plain: "none" }], { exchanges: ["main/4", "main/5"] }),
  given("a call that the plan left out", [leftOut("unsupported-task", "not-offered")]).leftOut(),
]);

readingTable("task_only_calls", [
  given("plain calls of tools that are listed as task-only", [
    listed,
    refused("call-1", CALL, -32601, { name: "required" }),
    plain("optional", "call-2"),
    plain("required", "other"),
    answered("call-3", CALL, {}, { name: "required", task: {} }),
  ]).partly([{ outcome: "error" }], { at: [""], exchanges: ["main/2"] }),
  given("the same in a capture without step names", [
    unnamed(listed),
    unnamed(plain("required", "")),
    unnamed(plain("plain", "")),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/2"] }),
  given("no tool that is task-only", [listed, plain("plain", "call-1")]).inapplicable("precondition-absent"),
  givenStateless("stateless: calls without the extension of a tool that makes tasks with it", [
    extensionCall({ resultType: "task", taskId: "1", status: "working" }),
    refused("task-undeclared-1", CALL, -32003, { name: "t" }),
    plain("t", "call-1"),
  ]).partly([{ error: { code: -32003 } }], { exchanges: ["main/2"] }),
  givenStateless("stateless: a call that fails in the same way as a task", [
    extensionCall({ resultType: "task", taskId: "1", status: "working" }),
    about("tasks/get", "1", { status: "failed", error: { code: -32050, message: "no" } }),
    refused("task-undeclared-1", CALL, -32050, { name: "t" }),
    refused("task-undeclared-2", CALL, -32050, { name: "u" }),
    refused("task-undeclared-3", CALL, -32051, { name: "t" }),
    plain("t", "task-undeclared-4"),
  ]).partly([{}, {}, {}], { exchanges: ["main/4", "main/5", "main/6"] }),
  givenStateless("stateless: a server that made no task", [extensionCall({ content: [] })]).inapplicable(
    "precondition-absent",
  ),
]);

readingTable("new_task_ids", [
  given("ids as they were given, how often, and how many bits of them differ", [
    made("task-0123456789abcdef-x"),
    made("task-fedcba9876543210-x"),
    made("task-fedcba9876543210-x"),
  ]).values(
    [
      { id: "task-0123456789abcdef-x", times: 1, bits: 64 },
      { id: "task-fedcba9876543210-x", times: 2, bits: 64 },
      { id: "task-fedcba9876543210-x", times: 2, bits: 64 },
    ],
    {
      at: ["/response/result/task/taskId", "/response/result/task/taskId", "/response/result/task/taskId"],
      names: ["t", "t", "t"],
    },
  ),
  given("ids that count up", [made("task-1"), made("task-2")]).partly([{ bits: 3 }, { bits: 3 }]),
  given("ids of one case and of both, and one alone", [made("zyxw"), made("vuts")]).partly([
    { bits: 21 },
    { bits: 21 },
  ]),
  given("letters of both cases", [made("zYxW")]).partly([{ bits: 24 }]),
  given("an id of which another one is the beginning", [made("12"), made("1234")]).partly([{ bits: 0 }, { bits: 0 }]),
  given("an id that is no text, and a task without one", [
    taskCall({ task: { taskId: 7 } }),
    taskCall({ resultType: "task" }),
  ]).values([{ id: 7, times: 1 }]),
  ...nothingCalled,
]);

const lasting = (exchange: Exchange, ms: number): Exchange => ({
  ...exchange,
  timing: { start_ms: 100, response_ms: 100 + ms, end_ms: 100 + ms },
});

readingTable("task_handle_pace", [
  given("the fastest of the handles of a tool comes at once", [
    lasting(plain("t", "call-1"), 500),
    lasting(plain("t", "call-2"), 510.4),
    lasting(get("1", "working"), 100),
    lasting(get("1", "working"), 150),
    lasting(made("1"), 419.4),
    lasting(made("2"), 420),
  ]).values(
    [
      { tool: "t", handle_ms: 419, plain_ms: 500, pace: "at once" },
      { tool: "t", handle_ms: 419, plain_ms: 500, pace: "at once" },
    ],
    { at: ["/timing", "/timing"], exchanges: ["main/5", "main/6"], names: ["t", "t"] },
  ),
  given("handles that all wait for the work", [
    lasting(plain("t", "call-1"), 500),
    lasting(get("1", "working"), 100),
    lasting(made("1"), 420),
  ]).values([{ tool: "t", handle_ms: 420, plain_ms: 500, pace: "as slow as the plain call" }]),
  given("a tool whose plain call is fast", [
    lasting(plain("t", "call-1"), 399),
    lasting(get("1", "working"), 100),
    lasting(made("1"), 399),
  ]).values([]),
  given("no plain call: refused, of another tool, or with signs of tasks", [
    lasting(refused("call-1", CALL, -32603, { name: "t" }), 900),
    lasting(plain("u", "call-2"), 900),
    lasting(answered("call-3", CALL, {}, { name: "t", _meta: DECLARED }), 900),
    lasting(get("1", "working"), 100),
    lasting(made("1"), 900),
  ]).values([]),
  given("no poll to measure the way with", [lasting(plain("t", "call-1"), 900), lasting(made("1"), 900)]).values([]),
  ...nothingCalled,
]);
