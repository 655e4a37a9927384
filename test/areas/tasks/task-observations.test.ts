import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, overHttp, readingTable, refused, unanswered } from "../reading-table.ts";
import { advertises, arrived, deliberate, message, NOTHING, statelessMeta, unnamed } from "../small-captures.ts";
import { about, DECLARED, extensionCall, made, nothingCalled, stateless } from "./task-captures.ts";

const EXTENSION = "io.modelcontextprotocol/tasks";
const RELATED = "io.modelcontextprotocol/related-task";

const absent = (code: number): Exchange => refused("tasks-absent", "tasks/list", code);
const unknown = (code: number): Exchange => refused("unknown-method", "mcptest/nothing", code);

readingTable("signs_of_tasks", [
  {
    shows: "a task that was handed over, advertised or not",
    capture: { exchanges: [advertises({ tasks: {} }), made("1")] },
    reads: {
      values: [{ sign: "task", advertised: "advertised" }],
      at: ["/response/result"],
      exchanges: ["main/2"],
      names: ["t"],
    },
  },
  {
    shows: "a method that works, and one that is known by the error it gives",
    capture: {
      exchanges: [
        advertises({ extensions: { [EXTENSION]: {} } }),
        answered("tasks-absent", "tasks/list", {}),
        absent(-32602),
        absent(-32601),
        unknown(-32601),
        refused("tasks-absent-list", "tasks/list", -32602),
      ],
    },
    reads: {
      values: [
        { sign: "method", advertised: "not advertised" },
        { sign: "method", advertised: "not advertised" },
      ],
      at: ["/response", "/response"],
      exchanges: ["main/2", "main/3"],
    },
  },
  {
    shows: "one of two unknown methods that was not answered in time",
    capture: {
      exchanges: [advertises({}), absent(-32602), unknown(-32601), unanswered("unknown-method", "no/such")],
    },
    reads: { values: [{ sign: "method", advertised: "not advertised" }] },
  },
  {
    shows: "a server that gives every unknown method the same error",
    capture: { exchanges: [advertises({}), absent(-32602), unknown(-32602)] },
    reads: { values: [], lookedAt: ["/response/result/capabilities"] },
  },
  {
    shows: "a server that was asked for no unknown method",
    capture: { exchanges: [advertises({}), absent(-32602)] },
    reads: { values: [] },
  },
  {
    shows: "stateless: the extension counts, and the capability does not",
    ...stateless,
    capture: { exchanges: [advertises({ extensions: { [EXTENSION]: {} } }), extensionCall({ resultType: "task" })] },
    reads: { values: [{ sign: "task", advertised: "advertised" }] },
  },
  {
    shows: "stateless: the capability of the older revision",
    ...stateless,
    capture: { exchanges: [advertises({ tasks: {} }), extensionCall({ resultType: "task" })] },
    reads: { values: [{ sign: "task", advertised: "not advertised" }] },
  },
  { ...NOTHING, shows: "unknown capabilities", capture: { exchanges: [made("1")] } },
]);

const waiting = (step: string | undefined, ...messages: ReceivedMessage[]): Exchange => {
  const exchange = { ...about("tasks/result", "1", {}), meanwhile: messages };
  return step === undefined ? unnamed(exchange) : { ...exchange, step };
};
const asks = (method: string, taskId?: string, id: number | undefined = 5): ReceivedMessage =>
  arrived(message(method, taskId === undefined ? {} : { _meta: { [RELATED]: { taskId } } }, id));

readingTable("task_requests", [
  {
    shows: "requests while a result is waited for, and the task they name",
    capture: {
      exchanges: [
        made("1"),
        waiting(
          "task-result",
          asks("elicitation/create", "1"),
          asks("sampling/createMessage", "2"),
          asks("elicitation/create"),
          asks("roots/list", "1"),
          arrived(message("elicitation/create")),
        ),
      ],
    },
    reads: {
      values: [
        { method: "elicitation/create", related_task: "known" },
        { method: "sampling/createMessage", related_task: "unknown" },
        { method: "elicitation/create", related_task: "absent" },
      ],
      at: ["/meanwhile/0/message", "/meanwhile/1/message", "/meanwhile/2/message"],
      names: ["elicitation/create", "sampling/createMessage", "elicitation/create"],
    },
  },
  {
    shows: "on a pipe without step names anything else may be running",
    capture: { exchanges: [made("1"), waiting(undefined, asks("elicitation/create"))] },
    reads: { values: [] },
  },
  {
    shows: "over HTTP it has a stream of its own",
    capture: { transport: "streamable-http", exchanges: [made("1"), waiting(undefined, asks("elicitation/create"))] },
    reads: { values: [{ method: "elicitation/create", related_task: "absent" }] },
  },
  {
    shows: "during another request",
    capture: { exchanges: [{ ...made("1"), meanwhile: [asks("elicitation/create", "1")] }] },
    reads: { values: [] },
  },
  ...nothingCalled,
]);

const typed = (method: string, resultType: string | undefined, meta: JsonObject = statelessMeta()): Exchange =>
  answered("x", method, resultType === undefined ? {} : { resultType }, { name: "t", _meta: meta });

readingTable("result_types_by_method", [
  {
    shows: "each type of each method once",
    ...stateless,
    capture: {
      exchanges: [
        typed("tools/list", "complete"),
        typed("tools/list", "complete"),
        typed("tools/call", "task"),
        typed("ping", undefined),
        typed("prompts/list", "complete", {}),
      ],
    },
    reads: {
      values: [
        { method: "tools/list", resultType: "complete" },
        { method: "tools/call", resultType: "task" },
      ],
      at: ["/response/result", "/response/result"],
      exchanges: ["main/1", "main/3"],
      names: ["tools/list", "tools/call"],
      lookedAt: [""],
    },
  },
  {
    shows: "requests of the other era",
    ...stateless,
    capture: {
      exchanges: [typed("tools/list", "complete", {})],
      not_probed: [leftOut("server/discover", "not-offered")],
    },
    reads: { inapplicable: "not-offered" },
  },
  {
    shows: "stateful: any result",
    capture: { exchanges: [typed("tools/list", "complete", {})] },
    reads: { values: [{ method: "tools/list", resultType: "complete" }] },
  },
]);

readingTable("calls_without_extension", [
  {
    shows: "the types of what calls were answered with that did not declare it",
    ...stateless,
    capture: {
      exchanges: [
        typed("tools/call", "task"),
        typed("tools/call", "task", DECLARED),
        typed("tools/call", undefined),
        typed("tools/call", "complete", {}),
        typed("tools/list", "complete"),
      ],
    },
    reads: { values: [{ resultType: "task" }], at: ["/response/result"], exchanges: ["main/1"], names: ["t"] },
  },
  {
    shows: "only calls that declared it, or were refused",
    ...stateless,
    capture: {
      exchanges: [
        typed("tools/call", "task", DECLARED),
        refused("call", "tools/call", -32603, { name: "t", _meta: statelessMeta() }),
      ],
    },
    reads: { unseen: "not-probed" },
  },
]);

const poll = (taskId: string, inputRequests: JsonObject | undefined, status = "input_required"): Exchange =>
  about("tasks/get", taskId, { taskId, status, ...(inputRequests ? { inputRequests } : {}) });
const task = (taskId: string) => extensionCall({ resultType: "task", taskId, status: "working" });

readingTable("task_input_keys", [
  {
    shows: "a key that keeps its request, and one that stands for two",
    ...stateless,
    capture: {
      exchanges: [
        task("1"),
        poll("1", { a: { method: "x", params: 1 }, b: { method: "x" } }),
        poll("1", { a: { params: 1, method: "x" }, b: { method: "y" } }),
      ],
    },
    reads: {
      values: [
        { key: "a", requests: 1, times: 1 },
        { key: "b", requests: 2, times: 1 },
      ],
      at: ["/response/result/inputRequests", "/response/result/inputRequests"],
      exchanges: ["main/2", "main/2"],
    },
  },
  {
    shows:
      "a key that comes back once it was answered, one that the server has not yet taken note of, one never answered",
    ...stateless,
    capture: {
      exchanges: [
        task("1"),
        poll("1", { a: {}, b: {}, c: {} }),
        answered("task-update-1-1", "tasks/update", {}, { taskId: "1", inputResponses: { a: {}, b: {} } }),
        poll("1", { b: {} }),
        poll("1", { a: {}, c: {} }),
      ],
    },
    reads: {
      values: [
        { key: "a", requests: 1, times: 2 },
        { key: "b", requests: 1, times: 1 },
        { key: "c", requests: 1, times: 1 },
      ],
    },
  },
  {
    shows: "the same key of another task, an unknown task, and a poll that was wrong on purpose",
    ...stateless,
    capture: {
      exchanges: [
        task("1"),
        task("2"),
        poll("1", { a: {} }),
        poll("2", { a: { x: 1 } }),
        poll("3", { a: { x: 2 } }),
        deliberate(poll("1", { a: { x: 3 } })),
      ],
    },
    reads: {
      values: [
        { key: "a", requests: 1, times: 1 },
        { key: "a", requests: 1, times: 1 },
      ],
      exchanges: ["main/3", "main/4"],
    },
  },
  ...nothingCalled,
]);

const update = (taskId: string, inputResponses: JsonObject): Exchange =>
  about("tasks/update", taskId, {}, "task-update-partial", { inputResponses });

readingTable("task_open_questions", [
  {
    shows: "questions that are still open, and one that was left out",
    ...stateless,
    capture: {
      exchanges: [
        task("1"),
        poll("1", { x: {} }),
        poll("1", { a: {}, b: {}, c: {} }),
        update("1", { a: {} }),
        poll("2", { c: {} }),
        poll("1", { b: {} }),
        poll("1", { c: {} }),
      ],
    },
    reads: {
      values: [{ left_out: ["c"] }],
      at: ["/response/result/inputRequests"],
      exchanges: ["main/6"],
    },
  },
  {
    shows: "every question is still there",
    ...stateless,
    capture: { exchanges: [task("1"), poll("1", { a: {}, b: {} }), update("1", { a: {} }), poll("1", { b: {} })] },
    reads: { values: [{ left_out: [] }] },
  },
  {
    shows: "every question answered, a task that goes on, and nobody who looked before or afterwards",
    ...stateless,
    capture: {
      exchanges: [
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
      ],
    },
    reads: { values: [] },
  },
  {
    shows: "an update that was refused",
    ...stateless,
    capture: {
      exchanges: [
        task("1"),
        poll("1", { a: {}, b: {} }),
        refused("x", "tasks/update", -32602, { taskId: "1", inputResponses: { a: {} } }),
        poll("1", {}),
      ],
    },
    reads: { values: [] },
  },
  ...nothingCalled,
]);

const withHeader = (name: string): Exchange =>
  overHttp(answered("ping", "ping", {}), 200, { request_headers: [[name, "x"]] });
const http = (...names: string[]) => ({ kind: "http", url: "https://a.example", header_names: names }) as const;

readingTable("task_list_offer", [
  {
    shows: "a client without credentials",
    capture: { exchanges: [advertises({ tasks: { list: {} } }), withHeader("Accept")], target: http() },
    reads: {
      values: [{ credentials: "none", tasks: { list: {} } }],
      at: ["/response/result/capabilities"],
      exchanges: ["main/1"],
    },
  },
  ...["Authorization", "COOKIE", "x-api-key"].map((name) => ({
    shows: `credentials in ${name}`,
    capture: { exchanges: [advertises({}), withHeader(name)] },
    reads: { values: [{ credentials: "sent" }] },
  })),
  {
    shows: "headers that the user configured",
    capture: { exchanges: [advertises({})], target: http("x-own") },
    reads: { values: [{ credentials: "sent" }] },
  },
  NOTHING,
]);
