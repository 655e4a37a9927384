import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, deliberate, refused, statelessMeta, unanswered, within } from "../small-captures.ts";
import { about, get, gone, made, noOccasion } from "./task-captures.ts";

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
