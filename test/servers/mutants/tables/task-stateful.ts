// Vices of a server with the tasks of 2025-11-25.

import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../../json-rpc.ts";
import { RELATED_TASK, TASKS_EXTENSION } from "../../tasks/task.ts";
import type { Mutant } from "../mutant.ts";
import { type Edit, onResult, without } from "./task-edits.ts";

const HTTP = ["http/2025-11-25"] as const;
const STDIO = ["stdio/2025-11-25"] as const;

/** Changes the task in a handle. */
const onHandle = (edit: (task: JsonObject) => JsonObject): { result: Edit } =>
  onResult("tools/call", (result) => (isObject(result.task) ? { ...result, task: edit(result.task) } : undefined));

const editTasksCapability = (edit: (tasks: JsonObject) => JsonObject | undefined): { result: Edit } =>
  onResult("initialize", (result) => {
    const capabilities = isObject(result.capabilities) ? result.capabilities : {};
    if (!isObject(capabilities.tasks)) return undefined;
    return { ...result, capabilities: { ...capabilities, tasks: edit(capabilities.tasks) } };
  });

export const STATEFUL_TASK_MUTANTS: readonly Mutant[] = [
  {
    id: "task-not-advertised",
    vice: "Makes a task of every call that asks for one, and does not advertise tasks.",
    hooks: { ...editTasksCapability(() => undefined), skip: ["task-support"] },
    fails: ["TASK-001", "TASK-006"],
    in: HTTP,
  },
  {
    id: "task-capability-flags",
    vice: "Writes true for what it supports of tasks.",
    hooks: editTasksCapability((tasks) => ({ ...tasks, cancel: true })),
    fails: ["TASK-002"],
    in: HTTP,
  },
  {
    id: "task-of-any-tool",
    vice: "Makes a task also of tools that do not say they run as one.",
    hooks: { skip: ["task-support"] },
    fails: ["TASK-003"],
    in: HTTP,
  },
  {
    id: "task-only-tool-called",
    vice: "Runs a task-only tool also when it is called without a task.",
    hooks: { skip: ["task-required"] },
    fails: ["TASK-004"],
    in: HTTP,
  },
  {
    id: "task-field-refused",
    vice: "Has no tasks and refuses calls with a task member.",
    hooks: onResult("tools/call", (_result, { request }) => {
      if (request?.params.task === undefined) return undefined;
      throw new RpcError(INVALID_PARAMS, "Unknown param: task");
    }),
    options: { without: ["tasks"] },
    fails: ["TASK-006"],
    in: HTTP,
  },
  {
    id: "task-handle-flat",
    vice: "Writes the members of a new task directly into the result.",
    hooks: onResult("tools/call", (result) => (isObject(result.task) ? result.task : undefined)),
    fails: ["TASK-008"],
    in: HTTP,
  },
  {
    id: "task-ignored",
    vice: "Advertises tasks and runs every call at once, also those that ask for a task.",
    hooks: {
      incoming: (message) => {
        if (!isObject(message) || !isObject(message.params) || message.params.task === undefined) return undefined;
        return { replaceWith: { ...message, params: without(message.params, "task") } };
      },
    },
    fails: ["TASK-008"],
    in: HTTP,
  },
  {
    id: "task-handle-late",
    vice: "Gives the handle of a task only when the work would be done.",
    hooks: {
      outgoing: async (message, { request }) => {
        // Longer than the work, which takes its time on a busy machine.
        if (request?.params.task !== undefined) await new Promise((resolve) => setTimeout(resolve, 800));
        return [message];
      },
    },
    fails: ["TASK-009"],
    in: HTTP,
  },
  {
    id: "task-id-number",
    vice: "Numbers its tasks, with numbers.",
    hooks: () => {
      let last = 0;
      return onHandle((task) => {
        last += 1;
        return { ...task, taskId: last };
      });
    },
    fails: ["TASK-010"],
    in: HTTP,
  },
  {
    id: "task-starts-waiting",
    vice: "Says of a new task that it waits for input.",
    hooks: onHandle((task) => ({ ...task, status: "input_required" })),
    fails: ["TASK-011"],
    in: HTTP,
  },
  {
    id: "task-created-in-seconds",
    vice: "Writes the time a task was created as a number of seconds.",
    hooks: onResult("tasks/get", (result) => ({ ...result, createdAt: 1_764_065_400 })),
    fails: ["TASK-014"],
    in: HTTP,
  },
  {
    id: "task-get-no-ttl",
    vice: "Leaves the ttl out of tasks/get.",
    hooks: onResult("tasks/get", (result) => without(result, "ttl")),
    fails: ["TASK-014", "TASK-015"],
    in: HTTP,
  },
  {
    id: "task-get-wrapped",
    vice: "Wraps the task in the result of tasks/get.",
    hooks: onResult("tasks/get", (result) => ({ task: result })),
    fails: ["TASK-017"],
    in: HTTP,
  },
  {
    id: "task-result-wrapped",
    vice: "Wraps what the tool returned in the result of tasks/result.",
    hooks: onResult("tasks/result", (result) => ({ result: without(result, "_meta"), _meta: result._meta })),
    fails: ["TASK-018"],
    in: HTTP,
  },
  {
    id: "task-result-impatient",
    vice: "Answers tasks/result at once, with nothing in it.",
    hooks: {
      incoming: (message) => {
        if (!isObject(message) || message.method !== "tasks/result" || !isObject(message.params)) return undefined;
        const { taskId } = message.params;
        if (taskId === "mcptest-no-such-task") return undefined;
        const result = { content: [], _meta: { [RELATED_TASK]: { taskId } } };
        return { answerWith: [{ jsonrpc: "2.0", id: message.id, result }] };
      },
    },
    fails: ["TASK-019"],
    in: HTTP,
  },
  {
    id: "task-result-unrelated",
    vice: "Does not say which task a result belongs to.",
    hooks: onResult("tasks/result", (result) => without(result, "_meta")),
    fails: ["TASK-020"],
    in: HTTP,
  },
  {
    id: "task-asks-unrelated",
    vice: "Asks its client something for a task without naming the task.",
    hooks: {
      outgoing: (message) =>
        message.id !== undefined && message.method === "elicitation/create" && isObject(message.params)
          ? [{ ...message, params: without(message.params, "_meta") }]
          : undefined,
    },
    fails: ["TASK-021"],
    in: HTTP,
  },
  {
    id: "task-get-related",
    vice: "Repeats the id of the task in the metadata of tasks/get.",
    hooks: onResult("tasks/get", (result) => ({
      ...result,
      _meta: { [RELATED_TASK]: { taskId: result.taskId ?? null } },
    })),
    fails: ["TASK-022"],
    in: HTTP,
  },
  {
    id: "task-get-trusts-meta",
    vice: "Looks for the task that the metadata of tasks/get names.",
    hooks: {
      incoming: (message) => {
        if (!isObject(message) || message.method !== "tasks/get" || !isObject(message.params)) return undefined;
        const meta = isObject(message.params._meta) ? message.params._meta : {};
        const related = meta[RELATED_TASK];
        if (!isObject(related)) return undefined;
        return { replaceWith: { ...message, params: { ...message.params, taskId: related.taskId } } };
      },
    },
    fails: ["TASK-023"],
    in: HTTP,
  },
  {
    id: "task-notice-nameless",
    vice: "Tells of a change of status, but not of which task.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/tasks/status" && isObject(message.params)
          ? [{ ...message, params: without(message.params, "taskId") }]
          : undefined,
    },
    fails: ["TASK-024", "TASK-025"],
    in: HTTP,
  },
  {
    id: "task-list-renamed",
    vice: "Lists its tasks under items.",
    hooks: onResult("tasks/list", ({ tasks, ...rest }) => ({ items: tasks, ...rest })),
    fails: ["TASK-026"],
    in: STDIO,
  },
  {
    id: "task-list-forgets",
    vice: "Lists only the tasks that still run.",
    hooks: onResult("tasks/list", (result) => {
      const tasks = Array.isArray(result.tasks) ? result.tasks : [];
      return { ...result, tasks: tasks.filter((task) => isObject(task) && task.status === "working") };
    }),
    fails: ["TASK-027"],
    in: STDIO,
  },
  {
    id: "task-list-cursor-code",
    vice: "Answers an unknown cursor of tasks/list with -32600.",
    hooks: {
      error: (error, { request }) => (request?.method === "tasks/list" ? { ...error, code: -32600 } : undefined),
    },
    fails: ["TASK-031"],
    in: STDIO,
  },
  {
    id: "task-cancel-always",
    vice: "Cancels also what has ended.",
    hooks: { skip: ["task-terminal"] },
    fails: ["TASK-032"],
    in: HTTP,
  },
  {
    id: "task-cancel-hesitates",
    vice: "Answers tasks/cancel before the task is cancelled.",
    hooks: onResult("tasks/cancel", (result) => ({ ...result, status: "working" })),
    fails: ["TASK-033"],
    in: HTTP,
  },
  {
    id: "task-fails-silently",
    vice: "Does not say why a task failed.",
    hooks: onResult("tasks/get", (result) =>
      result.status === "failed" ? without(result, "statusMessage") : undefined,
    ),
    fails: ["TASK-036"],
    in: HTTP,
  },
  {
    id: "task-tool-error-completed",
    vice: "Calls a task completed whose tool failed.",
    hooks: onResult("tasks/get", (result) =>
      String(result.statusMessage).startsWith("The tool failed") ? { ...result, status: "completed" } : undefined,
    ),
    fails: ["TASK-037"],
    in: HTTP,
  },
  {
    id: "task-never-waits",
    vice: "Says working while it waits for an answer of the client.",
    hooks: onResult("tasks/get", (result) =>
      result.status === "input_required" ? { ...result, status: "working" } : undefined,
    ),
    fails: ["TASK-038"],
    in: HTTP,
  },
  {
    id: "task-get-streamed",
    vice: "Answers tasks/get with an event stream.",
    hooks: {
      httpAnswer: (answer, { rpcMethod }) => {
        if (rpcMethod !== "tasks/get" || typeof answer.body !== "string" || answer.status !== 200) return undefined;
        const headers = { ...answer.headers, "Content-Type": "text/event-stream" };
        return { ...answer, headers, body: `event: message\ndata: ${answer.body}\n\n` };
      },
    },
    fails: ["TASK-039"],
    in: HTTP,
  },
  {
    id: "task-list-public",
    vice: "Lists all tasks to everybody, and advertises it.",
    hooks: { ...editTasksCapability((tasks) => ({ ...tasks, list: {} })), skip: ["task-list-private"] },
    fails: ["TASK-042"],
    in: HTTP,
  },
  {
    id: "task-list-secret",
    vice: "Serves tasks/list without advertising it.",
    hooks: { skip: ["task-list-private"] },
    fails: ["TASK-046"],
    in: HTTP,
  },
  {
    id: "task-asked-of-client",
    vice: "Asks for its sampling requests to run as tasks, without looking whether the client has any.",
    hooks: {
      outgoing: (message) =>
        message.method === "sampling/createMessage" && isObject(message.params)
          ? [{ ...message, params: { ...message.params, task: { ttl: 60_000 } } }]
          : undefined,
    },
    fails: ["TASK-044"],
    in: HTTP,
  },
  {
    id: "task-ttl-as-wanted",
    vice: "Keeps a task for as long as the client wants, however long.",
    hooks: onResult("tools/call", (result, { request }) => {
      const wanted = request?.params.task;
      if (!isObject(result.task) || !isObject(wanted) || typeof wanted.ttl !== "number") return undefined;
      return { ...result, task: { ...result.task, ttl: wanted.ttl } };
    }),
    fails: ["TASK-043"],
    in: HTTP,
  },
  {
    id: "task-extension-believed",
    vice: "Makes a task of any call of a client that declares the tasks extension.",
    hooks: () => {
      let declared = false;
      return {
        incoming(message) {
          if (!isObject(message) || !isObject(message.params)) return undefined;
          if (message.method === "initialize") declared = JSON.stringify(message.params).includes(TASKS_EXTENSION);
          const slow = message.method === "tools/call" && message.params.name === "check_link";
          if (!declared || !slow || message.params.task !== undefined) return undefined;
          return { replaceWith: { ...message, params: { ...message.params, task: {} } } };
        },
      };
    },
    fails: ["TASK-074"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "task-never-content",
    vice: "Goes on calling a task input_required when it has all its input, and never ends it.",
    hooks: () => {
      const asked = new Set<unknown>();
      return {
        result(result, { request }) {
          if (request?.method !== "tasks/get") return undefined;
          if (result.status === "input_required") asked.add(result.taskId);
          return asked.has(result.taskId) && result.status !== "cancelled"
            ? { ...result, status: "input_required" }
            : undefined;
        },
        outgoing: (message, { request }) =>
          request?.method === "tasks/result" && asked.has(request.params.taskId) && message.id === request.id
            ? []
            : undefined,
      };
    },
    fails: ["TASK-075"],
    in: STDIO,
  },
  {
    id: "task-immediate-response-object",
    vice: "Gives the immediate response for the model as a content block.",
    hooks: onResult("tools/call", (result) =>
      isObject(result.task)
        ? { ...result, _meta: { "io.modelcontextprotocol/model-immediate-response": { type: "text", text: "Soon." } } }
        : undefined,
    ),
    fails: ["TASK-047"],
    in: HTTP,
  },
];
