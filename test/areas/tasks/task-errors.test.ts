import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable, refused, unanswered } from "../reading-table.ts";
import { conversations, deliberate, NOTHING, statelessMeta, within } from "../small-captures.ts";
import { about, get, gone, made, noOccasion, stateless } from "./task-captures.ts";

const error = (code: number): JsonObject => ({ code, message: "refused" });

readingTable("task_errors", [
  {
    shows: "the errors of every method of tasks, each once",
    capture: {
      exchanges: [
        gone("1"),
        gone("2"),
        gone("1", -32603),
        deliberate(refused("task-bad-cursor", "tasks/list", -32602, { cursor: "x" })),
        ...["result", "cancel", "update"].map((name) => refused(`x-${name}`, `tasks/${name}`, -32601)),
      ],
    },
    reads: {
      values: [
        { method: "tasks/get", error: error(-32602) },
        { method: "tasks/get", error: error(-32603) },
        { method: "tasks/list", error: error(-32602) },
        { method: "tasks/result", error: error(-32601) },
        { method: "tasks/cancel", error: error(-32601) },
        { method: "tasks/update", error: error(-32601) },
      ],
      exchanges: ["main/1", "main/3", "main/4", "main/5", "main/6", "main/7"],
      at: Array.from({ length: 6 }, () => "/response/error"),
      lookedAt: ["/response", "/response", "/response"],
    },
  },
  {
    shows: "results, an error that is no object, and the errors of other methods",
    capture: {
      exchanges: [
        get("1", "working"),
        { ...gone("1"), response: { jsonrpc: "2.0", id: 1, error: "text" } },
        refused("call", "tools/call", -32602, { name: "t" }),
      ],
    },
    reads: { values: [], lookedAt: ["/response", "/response"] },
  },
  {
    shows: "stateless: only requests that show the era",
    ...stateless,
    capture: {
      exchanges: [gone("1"), refused("task-get", "tasks/get", -32603, { taskId: "1", _meta: statelessMeta() })],
    },
    reads: { partly: [{ error: { code: -32603 } }], exchanges: ["main/2"] },
  },
  {
    shows: "a request that nobody answered",
    capture: { exchanges: [unanswered("task-get", "tasks/get", { taskId: "1" })] },
    reads: { unseen: "not-probed" },
  },
  NOTHING,
]);

const failed = (code: number, taskId = "1", method = "tasks/get") => refused("task-get", method, code, { taskId });

readingTable("task_failures", [
  {
    shows: "how often one request got a code, and whether its method is served",
    capture: {
      exchanges: [
        made("1"),
        made("2"),
        failed(-32600),
        failed(-32600),
        failed(-32603),
        failed(-32600, "2"),
        failed(-32600, "1", "tasks/cancel"),
        get("2", "working"),
      ],
    },
    reads: {
      values: [
        { method: "tasks/get", code: -32600, times: 2, method_is: "served" },
        { method: "tasks/get", code: -32603, times: 1, method_is: "served" },
        { method: "tasks/get", code: -32600, times: 1, method_is: "served" },
        { method: "tasks/cancel", code: -32600, times: 1, method_is: "not served" },
      ],
      exchanges: ["main/3", "main/5", "main/6", "main/7"],
      at: Array.from({ length: 4 }, () => "/response/error"),
    },
  },
  {
    shows: "requests that are wrong on purpose, which do not even count",
    capture: { exchanges: [made("1"), failed(-32600), deliberate(failed(-32600)), deliberate(failed(-32700))] },
    reads: { partly: [{ code: -32600, times: 1, method_is: "not served" }], exchanges: ["main/2"] },
  },
  {
    shows: "results only",
    capture: { exchanges: [made("1"), get("1", "working")] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  {
    shows: "a task that the server never made",
    capture: { exchanges: [made("1"), failed(-32600, "2"), refused("list-tasks", "tasks/list", -32600)] },
    reads: { inapplicable: "precondition-absent" },
  },
  ...noOccasion,
]);

const hello = (extensions: JsonObject) =>
  answered("initialize", "initialize", {}, { capabilities: { extensions }, protocolVersion: "2025-11-25" });
const declared = hello({ "io.modelcontextprotocol/tasks": {} });
const call = (result: Json, params: JsonObject = {}) =>
  answered("call-1", "tools/call", result, { name: "t", ...params });
const TASK: JsonObject = { resultType: "task", taskId: "1", status: "working" };

readingTable("calls_with_new_extension", [
  {
    shows: "results and tasks, each once",
    capture: { exchanges: [declared, call({ content: [] }), call({ content: [1] }), call(TASK), call({ task: TASK })] },
    reads: {
      values: [{ gives: "a result" }, { gives: "a task" }],
      exchanges: ["main/2", "main/4"],
      at: ["/response/result", "/response/result"],
    },
  },
  {
    shows: "calls that ask for a task, were refused or gave no object, and other requests",
    capture: {
      exchanges: [
        declared,
        call(TASK, { task: {} }),
        refused("call-1", "tools/call", -32603, { name: "t" }),
        call("text"),
        about("tasks/get", "1", TASK),
      ],
    },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "clients that declared another extension, or declared it on another connection",
    capture: {
      conversations: conversations(["main", "second", "third"]),
      exchanges: [
        within("second", declared),
        hello({ "com.example/tasks": {} }),
        call(TASK),
        within("third", call(TASK)),
        within("second", call({})),
      ],
    },
    reads: { values: [{ gives: "a result" }], exchanges: ["main/5"] },
  },
  NOTHING,
]);
