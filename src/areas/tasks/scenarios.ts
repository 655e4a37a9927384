import type { JsonObject } from "../../base/json.ts";
import {
  askName,
  CLOSE,
  CONNECT,
  call,
  elicit,
  LIST_TOOLS,
  marker,
  onCall,
  sampling,
  tool,
  withTools,
} from "../../probe/scenario/parts.ts";
import { PLAIN_OFFER } from "../../probe/scenario/plain-offer.ts";
import type { Action, OfferedTool, Reaction, Scenario } from "../../probe/scenario/scenario.ts";
import { META_KEY, TASKS_EXTENSION } from "../../protocol/meta-keys.ts";

const AT = "2025-11-25T10:30:00Z";
const DONE: JsonObject = { content: [{ type: "text", text: "done" }] };
const POLL_MS = 300;

const task = (taskId: string, status: string, more: JsonObject = {}): JsonObject => ({
  ...{ taskId, status, createdAt: AT, lastUpdatedAt: AT, ttl: 60_000, pollInterval: POLL_MS },
  ...more,
});

const related = (taskId: string): JsonObject => ({ _meta: { [META_KEY.relatedTask]: { taskId } } });

const required = (name: string, description: string): OfferedTool =>
  tool(name, description, { execution: { taskSupport: "required" } });

const NO_TASK: Action = { do: "error", error: { code: -32601, message: "This tool and tasks do not go together." } };

const CAPABILITIES: JsonObject = {
  ...PLAIN_OFFER.capabilities,
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

/** A tool that is a task, or nothing. */
const creates = (name: string, taskId: string): readonly Reaction[] => [
  {
    on: { method: "tools/call", name, has: "task" },
    actions: [{ do: "result", result: { task: task(taskId, "working") } }],
  },
  { on: { method: "tools/call", name }, actions: [NO_TASK] },
];

const got = (taskId: string, time: number | undefined, ...actions: readonly Action[]): Reaction => ({
  on: { method: "tasks/get", name: taskId, ...(time === undefined ? {} : { time }) },
  actions,
});

const shows = (taskId: string, status: string): Action => ({ do: "result", result: task(taskId, status) });

const fetched = (taskId: string, ...first: readonly Action[]): Reaction => ({
  on: { method: "tasks/result", name: taskId },
  actions: [...first, { do: "result", result: { ...DONE, ...related(taskId) } }],
});

const asksInTask = (id: string, taskId: string): Action => ({
  ...{ do: "ask", id, method: "elicitation/create", params: { ...askName(), ...related(taskId) } },
  ...{ waitMs: 1500, only: { declares: "elicitation" } },
});

/** Tasks of the server in 2025-11-25. */
export const SERVER_TASKS: readonly Scenario[] = [
  {
    name: "server-tasks",
    face: "stateful",
    revisions: ["2025-11-25"],
    offers: {
      capabilities: CAPABILITIES,
      tools: withTools(
        tool("never_a_task", "Must not be called as a task.", { execution: { taskSupport: "forbidden" } }),
        required("slow_task", "Has to be called as a task."),
      ),
    },
    reactions: [
      ...creates("slow_task", "task-slow"),
      { on: { method: "tools/call", has: "task" }, actions: [NO_TASK] },
      ...[1, 2, 3, 4].map((time) => got("task-slow", time, shows("task-slow", "working"))),
      got("task-slow", undefined, shows("task-slow", "completed")),
      fetched("task-slow"),
    ],
    plan: [
      CONNECT,
      LIST_TOOLS,
      call("add", { a: 2, b: 3 }),
      call("never_a_task"),
      {
        op: "parallel",
        operations: [
          call("slow_task"),
          { op: "sequence", operations: [{ op: "wait", ms: 5 * POLL_MS }, marker("waited")] },
        ],
      },
      marker("task done"),
      CLOSE,
    ],
    instructions: ["Call the tools never_a_task and slow_task.", "Call the tool echo with the text task done."],
  },
  {
    name: "unoffered-tasks",
    face: "stateful",
    revisions: ["2025-11-25"],
    offers: { tools: withTools(required("slow_task", "Wants to be a task, on a server without tasks.")) },
    plan: [CONNECT, LIST_TOOLS, call("slow_task"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool slow_task."],
  },
  {
    name: "cancelled-task",
    face: "stateful",
    revisions: ["2025-11-25"],
    offers: { capabilities: CAPABILITIES, tools: withTools(required("slow_task", "Has to be called as a task.")) },
    reactions: [
      ...creates("slow_task", "task-slow"),
      got("task-slow", undefined, shows("task-slow", "working")),
      { on: { method: "tasks/cancel" }, actions: [shows("task-slow", "cancelled")] },
    ],
    plan: [
      CONNECT,
      LIST_TOOLS,
      { op: "call", name: "slow_task", arguments: {}, cancelAfterMs: 1300 },
      marker("task cancelled"),
      CLOSE,
    ],
    instructions: ["Call the tool slow_task and cancel it.", "Call the tool echo with the text task cancelled."],
  },
  {
    name: "asking-task",
    face: "stateful",
    revisions: ["2025-11-25"],
    offers: { capabilities: CAPABILITIES, tools: withTools(required("task_asks", "Asks something while it runs.")) },
    reactions: [
      ...creates("task_asks", "task-asks"),
      got("task-asks", 1, asksInTask("srv-poll", "task-asks"), shows("task-asks", "working")),
      got("task-asks", undefined, shows("task-asks", "input_required")),
      fetched("task-asks", asksInTask("srv-result", "task-asks")),
    ],
    plan: [CONNECT, LIST_TOOLS, call("task_asks"), marker("task done"), CLOSE],
    instructions: ["Call the tool task_asks and answer what you are asked."],
  },
];

const ask = (id: string, method: string, params: JsonObject, declares: string) =>
  ({ do: "ask", id, method, params, waitMs: 2000, only: { declares } }) satisfies Action;

const SAMPLING_TASKS = "tasks.requests.sampling.createMessage";

const starts = (id: string): Action =>
  ask(id, "sampling/createMessage", sampling("Name a drink.", { task: { ttl: 60_000 } }), SAMPLING_TASKS);

const about = (id: string, method: string, taskId = "$task", declares = SAMPLING_TASKS): Action =>
  ask(id, method, { taskId }, declares);

/** Tasks of the client in 2025-11-25. */
export const CLIENT_TASKS: readonly Scenario[] = [
  {
    name: "client-task-work",
    face: "stateful",
    needs: "tasks",
    revisions: ["2025-11-25"],
    offers: { tools: withTools(tool("start_tasks", "Asks for messages of a model as tasks.")) },
    reactions: [
      onCall(
        "start_tasks",
        starts("srv-task-1"),
        about("srv-get-1", "tasks/get"),
        about("srv-get-2", "tasks/get"),
        about("srv-result-1", "tasks/result"),
        about("srv-get-3", "tasks/get"),
        about("srv-cancel-late", "tasks/cancel", "$task", "tasks.cancel"),
        starts("srv-task-2"),
        about("srv-cancel", "tasks/cancel", "$task", "tasks.cancel"),
        about("srv-get-4", "tasks/get"),
        about("srv-cancel-again", "tasks/cancel", "$task", "tasks.cancel"),
        starts("srv-task-3"),
        ask("srv-list", "tasks/list", {}, "tasks.list"),
        about("srv-get-5", "tasks/get"),
        ask("srv-list-bad", "tasks/list", { cursor: "nobody-gave-this" }, "tasks.list"),
        about("srv-get-nope", "tasks/get", "nope"),
        about("srv-result-nope", "tasks/result", "nope"),
        about("srv-cancel-nope", "tasks/cancel", "nope", "tasks.cancel"),
        { do: "answer" },
      ),
    ],
    plan: [CONNECT, LIST_TOOLS, call("start_tasks"), LIST_TOOLS, CLOSE],
    instructions: ["Call the tool start_tasks and approve what you are asked."],
  },
];

const DECLARED = `extensions.${TASKS_EXTENSION}`;

const handle = (taskId: string, status: string, more: JsonObject = {}): JsonObject => ({
  ...{ taskId, status, createdAt: AT, lastUpdatedAt: AT, ttlMs: 60_000, pollIntervalMs: POLL_MS },
  ...more,
});

const handsOut = (name: string, taskId: string, time?: number): Reaction => ({
  on: { method: "tools/call", name, declares: DECLARED, ...(time === undefined ? {} : { time }) },
  actions: [{ do: "result", result: { resultType: "task", ...handle(taskId, "working") } }],
});

const sees = (taskId: string, status: string, more: JsonObject = {}): Action => ({
  do: "result",
  result: handle(taskId, status, more),
});

const COMPLETED: JsonObject = { result: { resultType: "complete", ...DONE } };
const ACKNOWLEDGED: Action = { do: "result", result: {} };

const EXTENDED: JsonObject = { ...PLAIN_OFFER.capabilities, extensions: { [TASKS_EXTENSION]: {} } };

/** Handles of the tasks extension. */
export const TASK_HANDLES: readonly Scenario[] = [
  {
    name: "task-handles",
    face: "stateless",
    needs: DECLARED,
    offers: {
      capabilities: EXTENDED,
      tools: withTools(
        tool("maybe_task", "Returns its result once, and then a handle."),
        tool("slow_task", "Returns a handle."),
        tool("task_asks", "Returns a handle, and asks something while it runs."),
        tool("lost_task", "Returns a handle that is soon forgotten."),
      ),
    },
    reactions: [
      handsOut("maybe_task", "task-maybe", 2),
      handsOut("slow_task", "task-slow"),
      handsOut("task_asks", "task-asks"),
      handsOut("lost_task", "task-lost"),
      got("task-maybe", undefined, sees("task-maybe", "completed", COMPLETED)),
      ...[1, 2, 3, 4].map((time) => got("task-slow", time, sees("task-slow", "working"))),
      got("task-slow", undefined, sees("task-slow", "completed", COMPLETED)),
      ...[1, 2].map((time) =>
        got("task-asks", time, sees("task-asks", "input_required", { inputRequests: { name: elicit(askName()) } })),
      ),
      got(
        "task-asks",
        3,
        sees("task-asks", "input_required", { inputRequests: { cat: elicit(askName("And that of your cat?")) } }),
      ),
      got("task-asks", 4, sees("task-asks", "working")),
      got("task-asks", undefined, sees("task-asks", "completed", COMPLETED)),
      got("task-lost", undefined, { do: "error", error: { code: -32602, message: "Task has expired" } }),
      ...["tasks/update", "tasks/cancel"].map((method) => ({ on: { method }, actions: [ACKNOWLEDGED] })),
    ],
    plan: [
      CONNECT,
      LIST_TOOLS,
      call("maybe_task"),
      call("maybe_task"),
      call("slow_task"),
      call("task_asks"),
      call("lost_task"),
      marker("task done"),
      { op: "call", name: "slow_task", arguments: {}, cancelAfterMs: 400 },
      marker("task cancelled"),
      CLOSE,
    ],
    instructions: [
      "Call the tools one after the other and answer what you are asked.",
      "Call echo with the text task done.",
    ],
  },
  {
    // On a method that has no tasks, and to a client that did not declare them.
    name: "odd-handles",
    face: "stateless",
    deliberate: true,
    offers: { capabilities: EXTENDED },
    reactions: [
      {
        on: { method: "resources/read" },
        actions: [{ do: "result", result: { resultType: "task", ...handle("task-read", "working") } }],
      },
      {
        on: { method: "tools/call", name: "add", lacks: DECLARED },
        actions: [{ do: "result", result: { resultType: "task", ...handle("task-undeclared", "working") } }],
      },
      { on: { method: "tasks/get" }, actions: [sees("task-read", "completed", COMPLETED)] },
    ],
    plan: [CONNECT, LIST_TOOLS, { op: "read", uri: "test://note" }, call("add", { a: 2, b: 3 }), LIST_TOOLS, CLOSE],
    instructions: ["Read the resource note.", "Call the tool add."],
  },
];
