import { INVALID_PARAMS, isObject, RpcError } from "../../../servers/json-rpc.ts";
import { CAPABILITIES_KEY } from "../../../servers/stateless/request-meta.ts";
import { TASKS_EXTENSION } from "../../../servers/tasks/task.ts";
import { STATEFUL, STATELESS } from "../../contexts.ts";
import { editResult, objectOf, set, when, without } from "../../edits.ts";
import { replaceNotice, takeIn } from "../../notice-edits.ts";
import { takesIntervalFor } from "../../question-edits.ts";
import {
  capabilitiesOf,
  declares,
  editDiscovered,
  isHandle,
  ofArchive,
  onMissing,
  onParams,
} from "../../task-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";

export const STATELESS_MUTANTS: MutantTable = {
  "task-extension-not-advertised": mutant("TASK-001", STATELESS, {
    vice: "Has the tasks extension and does not advertise it.",
    hooks: editDiscovered(without("extensions")),
  }),
  "task-only-other-code": mutant("TASK-004", STATELESS, {
    vice: "Answers a call of a task-only tool without the extension with -32602.",
    hooks: onMissing(set({ code: INVALID_PARAMS }), ofArchive),
  }),
  "task-only-unnamed-extension": mutant("TASK-005", STATELESS, {
    vice: "Names the old tasks capability as what is missing.",
    hooks: onMissing(set({ data: { requiredCapabilities: { tasks: {} } } }), ofArchive),
  }),
  "task-handle-complete": mutant("TASK-008", STATELESS, {
    vice: "Calls the handle of a task a complete result.",
    hooks: editResult("tools/call", when(isHandle, set({ resultType: "complete" }))),
  }),
  "task-dropped-early": mutant("TASK-073", STATELESS, {
    vice: "Forgets a task as soon as its end was seen.",
    hooks: () => {
      const ended = new Set<unknown>();
      return editResult("tasks/get", (result) => {
        if (ended.has(result.taskId)) throw new RpcError(INVALID_PARAMS, "There is no such task");
        if (result.status === "completed" || result.status === "failed") ended.add(result.taskId);
        return undefined;
      });
    },
  }),
  "task-old-names": mutant("TASK-014", STATELESS, {
    vice: "Writes ttl and pollInterval, as 2025-11-25 did.",
    result: (result) => {
      if (result.ttlMs === undefined || result.taskId === undefined) return undefined;
      const { ttlMs, pollIntervalMs, ...rest } = result;
      return { ...rest, ttl: ttlMs, pollInterval: pollIntervalMs };
    },
  }),
  "task-completed-empty": mutant("TASK-017", STATELESS, {
    vice: "Says that a task is completed and leaves its result out.",
    hooks: editResult("tasks/get", without("result")),
  }),
  "task-result-in-content": mutant("TASK-018", STATELESS, {
    vice: "Wraps what the tool returned once more.",
    hooks: editResult("tasks/get", (result) =>
      result.result === undefined ? undefined : { ...result, result: { value: result.result } },
    ),
  }),
  "task-listen-more": mutant("TASK-024", STATELESS, {
    vice: "Acknowledges a task that nobody asked for.",
    outgoing: (message) => {
      if (message.method !== "notifications/subscriptions/acknowledged" || !isObject(message.params)) return undefined;
      const agreed = objectOf(message.params.notifications);
      if (!Array.isArray(agreed.taskIds)) return undefined;
      const notifications = { ...agreed, taskIds: [...agreed.taskIds, "another"] };
      return [{ ...message, params: { ...message.params, notifications } }];
    },
  }),
  "task-notice-short": mutant("TASK-025", STATELESS, {
    vice: "Leaves result, error and questions out of its notifications.",
    hooks: replaceNotice("notifications/tasks", (message) =>
      isObject(message.params)
        ? [{ ...message, params: without("result", "error", "inputRequests")(message.params) }]
        : undefined,
    ),
  }),
  "task-unknown-update-accepted": mutant("TASK-030", STATELESS, {
    vice: "Acknowledges tasks/update of a task that does not exist.",
    hooks: takeIn("tasks/update", (message) =>
      isObject(message.params) && message.params.taskId === "mcptest-none" && declares(message.params)
        ? { answerWith: [{ jsonrpc: "2.0", id: message.id, result: { resultType: "complete" } }] }
        : undefined,
    ),
  }),
  "task-cancel-returns-task": mutant("TASK-032", STATELESS, {
    vice: "Answers tasks/cancel with the task.",
    hooks: editResult("tasks/cancel", (result, { request }) => ({
      ...result,
      taskId: request.params.taskId,
      status: "cancelled",
    })),
  }),
  "task-failure-unexplained": mutant("TASK-071", STATELESS, {
    vice: "Says nothing of why a task failed but the error.",
    hooks: editResult("tasks/get", (result) =>
      result.status === "failed" ? without("statusMessage")(result) : undefined,
    ),
  }),
  "task-error-codeless": mutant("TASK-036", STATELESS, {
    vice: "Leaves the code out of the error of a failed task.",
    hooks: editResult("tasks/get", (result) =>
      isObject(result.error) ? { ...result, error: without("code")(result.error) } : undefined,
    ),
  }),
  "task-tool-error-failed": mutant("TASK-037", STATELESS, {
    vice: "Calls a task failed whose tool failed, as 2025-11-25 did.",
    hooks: editResult(
      "tasks/get",
      when((result) => isObject(result.result) && result.result.isError === true, set({ status: "failed" })),
    ),
  }),
  "task-old-capability-kept": mutant("TASK-049", STATELESS, {
    vice: "Still advertises the tasks capability of 2025-11-25.",
    hooks: editDiscovered(set({ tasks: { cancel: {} } })),
  }),
  "task-unasked": mutant("TASK-051", STATELESS, {
    vice: "Gives tasks also to clients that did not declare the extension.",
    skip: ["task-opt-in"],
  }),
  "task-get-type-task": mutant("TASK-056", STATELESS, {
    vice: 'Answers tasks/get with resultType "task".',
    hooks: editResult("tasks/get", set({ resultType: "task" })),
  }),
  "task-cancel-type-task": mutant(["TASK-052", "TASK-032"], STATELESS, {
    vice: 'Answers tasks/cancel with resultType "task".',
    hooks: editResult("tasks/cancel", set({ resultType: "task" })),
  }),
  "task-of-prompt": mutant("TASK-053", STATELESS, {
    vice: "Answers prompts/get with a task.",
    hooks: editResult("prompts/get", () => ({ resultType: "task", taskId: "p-1", status: "working" })),
  }),
  "task-not-yet-there": mutant("TASK-054", STATELESS, {
    vice: "Gives the handle of a task before the task can be found.",
    hooks: () => {
      const seen = new Set<unknown>();
      return editResult("tasks/get", ({ taskId }) => {
        if (seen.has(taskId)) return undefined;
        seen.add(taskId);
        throw new RpcError(INVALID_PARAMS, "There is no such task");
      });
    },
  }),
  "task-methods-other-code": mutant("TASK-062", STATELESS, {
    vice: "Answers task methods of clients without the extension with -32601.",
    hooks: onMissing(set({ code: -32601 }), ({ request }) => request?.method.startsWith("tasks/") === true),
  }),
  "task-listen-undeclared": mutant("TASK-063", STATELESS, {
    vice: "Leaves tasks out of a subscription when the client did not declare the extension, and opens the stream.",
    hooks: onParams("subscriptions/listen", (params) =>
      isObject(params.notifications) && params.notifications.taskIds !== undefined && !declares(params)
        ? { ...params, notifications: without("taskIds")(params.notifications) }
        : undefined,
    ),
  }),
  "task-progress-on-stream": mutant("TASK-064", STATELESS, {
    vice: "Reports the progress of a task on the stream of a subscription.",
    hooks: replaceNotice("notifications/tasks", (message) =>
      isObject(message.params)
        ? [
            {
              jsonrpc: "2.0",
              method: "notifications/progress",
              params: { _meta: message.params._meta, progressToken: "task", progress: 1 },
            },
            message,
          ]
        : undefined,
    ),
  }),
  "task-name-header-ignored": mutant("TASK-065", STATELESS, {
    vice: "Does not compare the Mcp-Name of task methods.",
    httpRequest({ request, body }) {
      const taskId = /"taskId":"([^"]*)"/.exec(body.toString("utf8"))?.[1];
      if (taskId !== undefined && request.headers["mcp-name"] !== undefined) request.headers["mcp-name"] = taskId;
      return false;
    },
  }),
  "task-list-still-there": mutant("TASK-066", STATELESS, {
    vice: "Still serves tasks/list.",
    hooks: takeIn("tasks/list", (message) => ({
      answerWith: [{ jsonrpc: "2.0", id: message.id, result: { resultType: "complete", tasks: [] } }],
    })),
  }),
  "task-param-refused": mutant("TASK-067", STATELESS, {
    vice: "Refuses calls with the task param of 2025-11-25.",
    hooks: editResult("tools/call", (_result, { request }) => {
      if (request.params.task === undefined) return undefined;
      throw new RpcError(INVALID_PARAMS, "Unknown param: task");
    }),
  }),
  "task-old-capability-counts": mutant("TASK-068", STATELESS, {
    vice: "Takes the old tasks capability of a client for the extension.",
    hooks: onParams("tools/call", (params) => {
      const capabilities = capabilitiesOf(params);
      if (capabilities.tasks === undefined || !isObject(params._meta)) return undefined;
      const declared = { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } };
      return { ...params, _meta: { ...params._meta, [CAPABILITIES_KEY]: declared } };
    }),
  }),
  "task-with-state": mutant("TASK-069", STATELESS, {
    vice: "Puts a requestState beside a new task.",
    hooks: editResult("tools/call", when(isHandle, set({ requestState: "s" }))),
  }),
  "task-cancelled-with-call": mutant("TASK-070", "stdio/2026-07-28", {
    vice: "Cancels a task when the call it came from is cancelled.",
    hooks: () => {
      const made = new Map<unknown, unknown>();
      const stopped = new Set<unknown>();
      return {
        result(result, { request }) {
          if (isHandle(result)) made.set(request?.id, result.taskId);
          return request?.method === "tasks/get" && stopped.has(result.taskId)
            ? { ...without("result", "error", "inputRequests")(result), status: "cancelled" }
            : undefined;
        },
        incoming(message) {
          if (!isObject(message) || message.method !== "notifications/cancelled") return undefined;
          if (isObject(message.params)) stopped.add(made.get(message.params.requestId));
          return undefined;
        },
      };
    },
  }),
  "task-questions-hidden": mutant("TASK-038", STATELESS, {
    vice: "Says that a task waits for input, and not for what.",
    hooks: editResult("tasks/get", without("inputRequests")),
  }),
  "task-one-answer-enough": mutant("TASK-057", STATELESS, {
    vice: "Shows no other question once one of several was answered.",
    hooks: editResult(
      "tasks/get",
      when(
        (result) => isObject(result.inputRequests) && Object.keys(result.inputRequests).length === 1,
        set({ inputRequests: {} }),
      ),
    ),
  }),
  "task-key-reused": mutant("TASK-058", STATELESS, {
    vice: "Asks a later question of a task under the key of an earlier one.",
    hooks: () => {
      const answered = new Set<unknown>();
      return {
        ...editResult("tasks/get", (result) => {
          if (!isObject(result.inputRequests)) return undefined;
          const { "companion-3": again, ...others } = result.inputRequests;
          return again === undefined ? undefined : { ...result, inputRequests: { ...others, "visitor-1": again } };
        }),
        ...onParams("tasks/update", (params) => {
          if (!isObject(params.inputResponses) || params.inputResponses["visitor-1"] === undefined) return undefined;
          if (!answered.has(params.taskId)) {
            answered.add(params.taskId);
            return undefined;
          }
          return { ...params, inputResponses: { "companion-3": params.inputResponses["visitor-1"] } };
        }),
      };
    },
  }),
  "task-update-tells": mutant("TASK-059", STATELESS, {
    vice: "Answers tasks/update with the status of the task.",
    hooks: editResult("tasks/update", set({ status: "working" })),
  }),
  "task-update-strict": mutant("TASK-060", STATELESS, {
    vice: "Refuses answers to questions that are not open.",
    hooks: editResult("tasks/update", (_result, { request }) => {
      const responses = request.params.inputResponses;
      if (isObject(responses) && Object.keys(responses).every((key) => /^(visitor|colour|companion)-/.test(key))) {
        return undefined;
      }
      throw new RpcError(INVALID_PARAMS, "Unknown key");
    }),
  }),
  "client-task-polled-all-the-time": mutant("TASK-045", STATEFUL, "stdio/2025-11-25", {
    vice: "Polls a task of the client without a pause.",
    options: { clientTasks: true },
    hooks: takesIntervalFor(() => 20),
  }),
};
