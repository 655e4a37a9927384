import type { Hooks } from "../../../servers/hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../../../servers/json-rpc.ts";
import { RELATED_TASK, TASKS_EXTENSION } from "../../../servers/tasks/task.ts";
import { STATEFUL } from "../../contexts.ts";
import { editResult, listOf, objectOf, set, when, without } from "../../edits.ts";
import { editNotice, replaceNotice } from "../../notice-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";

/** Changes the task in a handle. */
const onHandle = (edit: (task: JsonObject) => JsonObject): Hooks =>
  editResult("tools/call", (result) => (isObject(result.task) ? { ...result, task: edit(result.task) } : undefined));

const editTasksCapability = (edit: (tasks: JsonObject) => JsonObject | undefined): Hooks =>
  editResult("initialize", (result) => {
    const capabilities = objectOf(result.capabilities);
    if (!isObject(capabilities.tasks)) return undefined;
    return { ...result, capabilities: { ...capabilities, tasks: edit(capabilities.tasks) } };
  });

export const STATEFUL_MUTANTS: MutantTable = {
  "task-not-advertised": mutant(["TASK-001", "TASK-006"], STATEFUL, {
    vice: "Makes a task of every call that asks for one, and does not advertise tasks.",
    ...editTasksCapability(() => undefined),
    skip: ["task-support"],
  }),
  "task-capability-flags": mutant("TASK-002", STATEFUL, {
    vice: "Writes true for what it supports of tasks.",
    hooks: editTasksCapability(set({ cancel: true })),
  }),
  "task-of-any-tool": mutant("TASK-003", STATEFUL, {
    vice: "Makes a task also of tools that do not say they run as one.",
    skip: ["task-support"],
  }),
  "task-only-tool-called": mutant("TASK-004", STATEFUL, {
    vice: "Runs a task-only tool also when it is called without a task.",
    skip: ["task-required"],
  }),
  "task-field-refused": mutant("TASK-006", STATEFUL, {
    vice: "Has no tasks and refuses calls with a task member.",
    options: { without: ["tasks"] },
    hooks: editResult("tools/call", (_result, { request }) => {
      if (request.params.task === undefined) return undefined;
      throw new RpcError(INVALID_PARAMS, "Unknown param: task");
    }),
  }),
  "task-handle-flat": mutant("TASK-008", STATEFUL, {
    vice: "Writes the members of a new task directly into the result.",
    hooks: editResult("tools/call", (result) => (isObject(result.task) ? result.task : undefined)),
  }),
  "task-ignored": mutant("TASK-008", STATEFUL, {
    vice: "Advertises tasks and runs every call at once, also those that ask for a task.",
    incoming: (message) => {
      if (!isObject(message) || !isObject(message.params) || message.params.task === undefined) return undefined;
      return { replaceWith: { ...message, params: without("task")(message.params) } };
    },
  }),
  "task-handle-late": mutant("TASK-009", STATEFUL, {
    vice: "Gives the handle of a task only when the work would be done.",
    outgoing: async (message, { request }) => {
      // Longer than the work, which takes its time on a busy machine.
      if (request?.params.task !== undefined) await new Promise((resolve) => setTimeout(resolve, 800));
      return [message];
    },
  }),
  "task-id-number": mutant("TASK-010", STATEFUL, {
    vice: "Numbers its tasks, with numbers.",
    hooks: () => {
      let last = 0;
      return onHandle((task) => {
        last += 1;
        return { ...task, taskId: last };
      });
    },
  }),
  "task-starts-waiting": mutant("TASK-011", STATEFUL, {
    vice: "Says of a new task that it waits for input.",
    hooks: onHandle(set({ status: "input_required" })),
  }),
  "task-created-in-seconds": mutant("TASK-014", STATEFUL, {
    vice: "Writes the time a task was created as a number of seconds.",
    hooks: editResult("tasks/get", set({ createdAt: 1_764_065_400 })),
  }),
  "task-get-no-ttl": mutant(["TASK-014", "TASK-015"], STATEFUL, {
    vice: "Leaves the ttl out of tasks/get.",
    hooks: editResult("tasks/get", without("ttl")),
  }),
  "task-get-wrapped": mutant("TASK-017", STATEFUL, {
    vice: "Wraps the task in the result of tasks/get.",
    hooks: editResult("tasks/get", (result) => ({ task: result })),
  }),
  "task-result-wrapped": mutant("TASK-018", STATEFUL, {
    vice: "Wraps what the tool returned in the result of tasks/result.",
    hooks: editResult("tasks/result", (result) => ({ result: without("_meta")(result), _meta: result._meta })),
  }),
  "task-result-impatient": mutant("TASK-019", STATEFUL, {
    vice: "Answers tasks/result at once, with nothing in it.",
    incoming: (message) => {
      if (!isObject(message) || message.method !== "tasks/result" || !isObject(message.params)) return undefined;
      const { taskId } = message.params;
      if (taskId === "mcptest-no-such-task") return undefined;
      const result = { content: [], _meta: { [RELATED_TASK]: { taskId } } };
      return { answerWith: [{ jsonrpc: "2.0", id: message.id, result }] };
    },
  }),
  "task-result-unrelated": mutant("TASK-020", STATEFUL, {
    vice: "Does not say which task a result belongs to.",
    hooks: editResult("tasks/result", without("_meta")),
  }),
  "task-asks-unrelated": mutant("TASK-021", STATEFUL, {
    vice: "Asks its client something for a task without naming the task.",
    hooks: replaceNotice("elicitation/create", (message) =>
      message.id !== undefined && isObject(message.params)
        ? [{ ...message, params: without("_meta")(message.params) }]
        : undefined,
    ),
  }),
  "task-get-related": mutant("TASK-022", STATEFUL, {
    vice: "Repeats the id of the task in the metadata of tasks/get.",
    hooks: editResult("tasks/get", (result) => ({
      ...result,
      _meta: { [RELATED_TASK]: { taskId: result.taskId ?? null } },
    })),
  }),
  "task-get-trusts-meta": mutant("TASK-023", STATEFUL, {
    vice: "Looks for the task that the metadata of tasks/get names.",
    incoming: (message) => {
      if (!isObject(message) || message.method !== "tasks/get" || !isObject(message.params)) return undefined;
      const meta = objectOf(message.params._meta);
      const related = meta[RELATED_TASK];
      if (!isObject(related)) return undefined;
      return { replaceWith: { ...message, params: { ...message.params, taskId: related.taskId } } };
    },
  }),
  "task-notice-nameless": mutant(["TASK-024", "TASK-025"], STATEFUL, {
    vice: "Tells of a change of status, but not of which task.",
    hooks: replaceNotice("notifications/tasks/status", (message) =>
      isObject(message.params) ? [{ ...message, params: without("taskId")(message.params) }] : undefined,
    ),
  }),
  "task-list-renamed": mutant("TASK-026", "stdio/2025-11-25", {
    vice: "Lists its tasks under items.",
    hooks: editResult("tasks/list", ({ tasks, ...rest }) => ({ items: tasks, ...rest })),
  }),
  "task-list-forgets": mutant("TASK-027", "stdio/2025-11-25", {
    vice: "Lists only the tasks that still run.",
    hooks: editResult("tasks/list", (result) => {
      const tasks = listOf(result.tasks);
      return { ...result, tasks: tasks.filter((task) => isObject(task) && task.status === "working") };
    }),
  }),
  "task-cancel-always": mutant("TASK-032", STATEFUL, {
    vice: "Cancels also what has ended.",
    skip: ["task-terminal"],
  }),
  "task-cancel-hesitates": mutant("TASK-033", STATEFUL, {
    vice: "Answers tasks/cancel before the task is cancelled.",
    hooks: editResult("tasks/cancel", set({ status: "working" })),
  }),
  "task-fails-silently": mutant("TASK-036", STATEFUL, {
    vice: "Does not say why a task failed.",
    hooks: editResult("tasks/get", (result) =>
      result.status === "failed" ? without("statusMessage")(result) : undefined,
    ),
  }),
  "task-tool-error-completed": mutant("TASK-037", STATEFUL, {
    vice: "Calls a task completed whose tool failed.",
    hooks: editResult(
      "tasks/get",
      when((result) => String(result.statusMessage).startsWith("The tool failed"), set({ status: "completed" })),
    ),
  }),
  "task-never-waits": mutant("TASK-038", STATEFUL, {
    vice: "Says working while it waits for an answer of the client.",
    hooks: editResult("tasks/get", when("status", "input_required", set({ status: "working" }))),
  }),
  "task-get-streamed": mutant("TASK-039", STATEFUL, {
    vice: "Answers tasks/get with an event stream.",
    httpAnswer: (answer, { rpcMethod }) => {
      if (rpcMethod !== "tasks/get" || typeof answer.body !== "string" || answer.status !== 200) return undefined;
      const headers = { ...answer.headers, "Content-Type": "text/event-stream" };
      return { ...answer, headers, body: `event: message\ndata: ${answer.body}\n\n` };
    },
  }),
  "task-list-public": mutant("TASK-042", STATEFUL, {
    vice: "Lists all tasks to everybody, and advertises it.",
    ...editTasksCapability(set({ list: {} })),
    skip: ["task-list-private"],
  }),
  "task-list-secret": mutant("TASK-046", STATEFUL, {
    vice: "Serves tasks/list without advertising it.",
    skip: ["task-list-private"],
  }),
  "task-asked-of-client": mutant("TASK-044", STATEFUL, {
    vice: "Asks for its sampling requests to run as tasks, without looking whether the client has any.",
    hooks: editNotice("sampling/createMessage", set({ task: { ttl: 60_000 } })),
  }),
  "task-ttl-as-wanted": mutant("TASK-043", STATEFUL, {
    vice: "Keeps a task for as long as the client wants, however long.",
    hooks: editResult("tools/call", (result, { request }) => {
      const wanted = request.params.task;
      if (!isObject(result.task) || !isObject(wanted) || typeof wanted.ttl !== "number") return undefined;
      return { ...result, task: { ...result.task, ttl: wanted.ttl } };
    }),
  }),
  "task-extension-believed": mutant("TASK-074", "stdio/2025-11-25", {
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
  }),
  "task-never-content": mutant("TASK-075", "stdio/2025-11-25", {
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
  }),
  "task-immediate-response-object": mutant("TASK-047", STATEFUL, {
    vice: "Gives the immediate response for the model as a content block.",
    hooks: editResult(
      "tools/call",
      when(
        (result) => isObject(result.task),
        set({ _meta: { "io.modelcontextprotocol/model-immediate-response": { type: "text", text: "Soon." } } }),
      ),
    ),
  }),
};
