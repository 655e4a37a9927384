// Vices of a server with the tasks extension of 2026-07-28.

import { INVALID_PARAMS, isObject, RpcError } from "../../json-rpc.ts";
import { CAPABILITIES_KEY } from "../../stateless/request-meta.ts";
import { TASKS_EXTENSION } from "../../tasks/task.ts";
import type { Mutant } from "../mutant.ts";
import {
  capabilitiesOf,
  declares,
  editDiscovered,
  isHandle,
  ofArchive,
  onMissing,
  onParams,
  onResult,
  without,
} from "./task-edits.ts";

const HTTP = ["http/2026-07-28"] as const;

export const STATELESS_TASK_MUTANTS: readonly Mutant[] = [
  {
    id: "task-extension-not-advertised",
    vice: "Has the tasks extension and does not advertise it.",
    hooks: editDiscovered((capabilities) => without(capabilities, "extensions")),
    fails: ["TASK-001"],
    in: HTTP,
  },
  {
    id: "task-only-other-code",
    vice: "Answers a call of a task-only tool without the extension with -32602.",
    hooks: onMissing((error) => ({ ...error, code: INVALID_PARAMS }), ofArchive),
    fails: ["TASK-004"],
    in: HTTP,
  },
  {
    id: "task-only-unnamed-extension",
    vice: "Names the old tasks capability as what is missing.",
    hooks: onMissing((error) => ({ ...error, data: { requiredCapabilities: { tasks: {} } } }), ofArchive),
    fails: ["TASK-005"],
    in: HTTP,
  },
  {
    id: "task-handle-complete",
    vice: "Calls the handle of a task a complete result.",
    hooks: onResult("tools/call", (result) => (isHandle(result) ? { ...result, resultType: "complete" } : undefined)),
    fails: ["TASK-008"],
    in: HTTP,
  },
  {
    id: "task-dropped-early",
    vice: "Forgets a task as soon as its end was seen.",
    hooks: () => {
      const ended = new Set<unknown>();
      return onResult("tasks/get", (result) => {
        if (ended.has(result.taskId)) throw new RpcError(INVALID_PARAMS, "There is no such task");
        if (result.status === "completed" || result.status === "failed") ended.add(result.taskId);
        return undefined;
      });
    },
    fails: ["TASK-073"],
    in: HTTP,
  },
  {
    id: "task-old-names",
    vice: "Writes ttl and pollInterval, as 2025-11-25 did.",
    hooks: {
      result: (result) => {
        if (result.ttlMs === undefined || result.taskId === undefined) return undefined;
        const { ttlMs, pollIntervalMs, ...rest } = result;
        return { ...rest, ttl: ttlMs, pollInterval: pollIntervalMs };
      },
    },
    fails: ["TASK-014"],
    in: HTTP,
  },
  {
    id: "task-completed-empty",
    vice: "Says that a task is completed and leaves its result out.",
    hooks: onResult("tasks/get", (result) => without(result, "result")),
    fails: ["TASK-017"],
    in: HTTP,
  },
  {
    id: "task-result-in-content",
    vice: "Wraps what the tool returned once more.",
    hooks: onResult("tasks/get", (result) =>
      result.result === undefined ? undefined : { ...result, result: { value: result.result } },
    ),
    fails: ["TASK-018"],
    in: HTTP,
  },
  {
    id: "task-listen-more",
    vice: "Acknowledges a task that nobody asked for.",
    hooks: {
      outgoing: (message) => {
        if (message.method !== "notifications/subscriptions/acknowledged" || !isObject(message.params))
          return undefined;
        const agreed = isObject(message.params.notifications) ? message.params.notifications : {};
        if (!Array.isArray(agreed.taskIds)) return undefined;
        const notifications = { ...agreed, taskIds: [...agreed.taskIds, "another"] };
        return [{ ...message, params: { ...message.params, notifications } }];
      },
    },
    fails: ["TASK-024"],
    in: HTTP,
  },
  {
    id: "task-notice-short",
    vice: "Leaves result, error and questions out of its notifications.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/tasks" && isObject(message.params)
          ? [{ ...message, params: without(message.params, "result", "error", "inputRequests") }]
          : undefined,
    },
    fails: ["TASK-025"],
    in: HTTP,
  },
  {
    id: "task-unknown-update-accepted",
    vice: "Acknowledges tasks/update of a task that does not exist.",
    hooks: {
      incoming: (message) =>
        isObject(message) &&
        message.method === "tasks/update" &&
        isObject(message.params) &&
        message.params.taskId === "mcptest-none" &&
        declares(message.params)
          ? { answerWith: [{ jsonrpc: "2.0", id: message.id, result: { resultType: "complete" } }] }
          : undefined,
    },
    fails: ["TASK-030"],
    in: HTTP,
  },
  {
    id: "task-cancel-returns-task",
    vice: "Answers tasks/cancel with the task.",
    hooks: onResult("tasks/cancel", (result, { request }) => ({
      ...result,
      taskId: request?.params.taskId,
      status: "cancelled",
    })),
    fails: ["TASK-032"],
    in: HTTP,
  },
  {
    id: "task-failure-unexplained",
    vice: "Says nothing of why a task failed but the error.",
    hooks: onResult("tasks/get", (result) =>
      result.status === "failed" ? without(result, "statusMessage") : undefined,
    ),
    fails: ["TASK-071"],
    in: HTTP,
  },
  {
    id: "task-error-codeless",
    vice: "Leaves the code out of the error of a failed task.",
    hooks: onResult("tasks/get", (result) =>
      isObject(result.error) ? { ...result, error: without(result.error, "code") } : undefined,
    ),
    fails: ["TASK-036"],
    in: HTTP,
  },
  {
    id: "task-tool-error-failed",
    vice: "Calls a task failed whose tool failed, as 2025-11-25 did.",
    hooks: onResult("tasks/get", (result) =>
      isObject(result.result) && result.result.isError === true ? { ...result, status: "failed" } : undefined,
    ),
    fails: ["TASK-037"],
    in: HTTP,
  },
  {
    id: "task-old-capability-kept",
    vice: "Still advertises the tasks capability of 2025-11-25.",
    hooks: editDiscovered((capabilities) => ({ ...capabilities, tasks: { cancel: {} } })),
    fails: ["TASK-049"],
    in: HTTP,
  },
  {
    id: "task-unasked",
    vice: "Gives tasks also to clients that did not declare the extension.",
    hooks: { skip: ["task-opt-in"] },
    fails: ["TASK-051"],
    in: HTTP,
  },
  {
    id: "task-get-type-task",
    vice: 'Answers tasks/get with resultType "task".',
    hooks: onResult("tasks/get", (result) => ({ ...result, resultType: "task" })),
    fails: ["TASK-056"],
    in: HTTP,
  },
  {
    id: "task-cancel-type-task",
    vice: 'Answers tasks/cancel with resultType "task".',
    hooks: onResult("tasks/cancel", (result) => ({ ...result, resultType: "task" })),
    fails: ["TASK-052", "TASK-032"],
    in: HTTP,
  },
  {
    id: "task-progress-goes-on",
    vice: "Goes on reporting the progress of a call that has become a task.",
    hooks: {
      outgoing: (message, { request }) => {
        const meta = isObject(request?.params._meta) ? request.params._meta : {};
        if (!isObject(message.result) || !isHandle(message.result) || meta.progressToken === undefined)
          return undefined;
        const params = { progressToken: meta.progressToken, progress: 1 };
        return [message, { jsonrpc: "2.0", method: "notifications/progress", params }];
      },
    },
    fails: ["PROG-004"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "task-of-prompt",
    vice: "Answers prompts/get with a task.",
    hooks: onResult("prompts/get", () => ({ resultType: "task", taskId: "p-1", status: "working" })),
    fails: ["TASK-053"],
    in: HTTP,
  },
  {
    id: "task-not-yet-there",
    vice: "Gives the handle of a task before the task can be found.",
    hooks: () => {
      const seen = new Set<unknown>();
      return onResult("tasks/get", ({ taskId }) => {
        if (seen.has(taskId)) return undefined;
        seen.add(taskId);
        throw new RpcError(INVALID_PARAMS, "There is no such task");
      });
    },
    fails: ["TASK-054"],
    in: HTTP,
  },
  {
    id: "task-methods-other-code",
    vice: "Answers task methods of clients without the extension with -32601.",
    hooks: onMissing(
      (error) => ({ ...error, code: -32601 }),
      ({ request }) => request?.method.startsWith("tasks/") === true,
    ),
    fails: ["TASK-062"],
    in: HTTP,
  },
  {
    id: "task-listen-undeclared",
    vice: "Leaves tasks out of a subscription when the client did not declare the extension, and opens the stream.",
    hooks: onParams("subscriptions/listen", (params) =>
      isObject(params.notifications) && params.notifications.taskIds !== undefined && !declares(params)
        ? { ...params, notifications: without(params.notifications, "taskIds") }
        : undefined,
    ),
    fails: ["TASK-063"],
    in: HTTP,
  },
  {
    id: "task-progress-on-stream",
    vice: "Reports the progress of a task on the stream of a subscription.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/tasks" && isObject(message.params)
          ? [
              {
                jsonrpc: "2.0",
                method: "notifications/progress",
                params: { _meta: message.params._meta, progressToken: "task", progress: 1 },
              },
              message,
            ]
          : undefined,
    },
    fails: ["TASK-064"],
    in: HTTP,
  },
  {
    id: "task-name-header-ignored",
    vice: "Does not compare the Mcp-Name of task methods.",
    hooks: {
      httpRequest({ request, body }) {
        const taskId = /"taskId":"([^"]*)"/.exec(body.toString("utf8"))?.[1];
        if (taskId !== undefined && request.headers["mcp-name"] !== undefined) request.headers["mcp-name"] = taskId;
        return false;
      },
    },
    fails: ["TASK-065"],
    in: HTTP,
  },
  {
    id: "task-list-still-there",
    vice: "Still serves tasks/list.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.method === "tasks/list"
          ? { answerWith: [{ jsonrpc: "2.0", id: message.id, result: { resultType: "complete", tasks: [] } }] }
          : undefined,
    },
    fails: ["TASK-066"],
    in: HTTP,
  },
  {
    id: "task-param-refused",
    vice: "Refuses calls with the task param of 2025-11-25.",
    hooks: onResult("tools/call", (_result, { request }) => {
      if (request?.params.task === undefined) return undefined;
      throw new RpcError(INVALID_PARAMS, "Unknown param: task");
    }),
    fails: ["TASK-067"],
    in: HTTP,
  },
  {
    id: "task-old-capability-counts",
    vice: "Takes the old tasks capability of a client for the extension.",
    hooks: onParams("tools/call", (params) => {
      const capabilities = capabilitiesOf(params);
      if (capabilities.tasks === undefined || !isObject(params._meta)) return undefined;
      const declared = { ...capabilities, extensions: { [TASKS_EXTENSION]: {} } };
      return { ...params, _meta: { ...params._meta, [CAPABILITIES_KEY]: declared } };
    }),
    fails: ["TASK-068"],
    in: HTTP,
  },
  {
    id: "task-with-state",
    vice: "Puts a requestState beside a new task.",
    hooks: onResult("tools/call", (result) => (isHandle(result) ? { ...result, requestState: "s" } : undefined)),
    fails: ["TASK-069"],
    in: HTTP,
  },
  {
    id: "task-cancelled-with-call",
    vice: "Cancels a task when the call it came from is cancelled.",
    hooks: () => {
      const made = new Map<unknown, unknown>();
      const stopped = new Set<unknown>();
      return {
        result(result, { request }) {
          if (isHandle(result)) made.set(request?.id, result.taskId);
          return request?.method === "tasks/get" && stopped.has(result.taskId)
            ? { ...without(result, "result", "error", "inputRequests"), status: "cancelled" }
            : undefined;
        },
        incoming(message) {
          if (!isObject(message) || message.method !== "notifications/cancelled") return undefined;
          if (isObject(message.params)) stopped.add(made.get(message.params.requestId));
          return undefined;
        },
      };
    },
    fails: ["TASK-070"],
    in: ["stdio/2026-07-28"],
  },
];
