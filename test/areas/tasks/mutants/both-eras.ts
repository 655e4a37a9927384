import type { Hooks } from "../../../servers/hooks.ts";
import { INVALID_PARAMS, isObject, type JsonValue, notificationMessage, RpcError } from "../../../servers/json-rpc.ts";
import { STATEFUL } from "../../contexts.ts";
import { editResult, without } from "../../edits.ts";
import { CANCELLED } from "../../notice-edits.ts";
import { type MutantTable, mutant } from "../../variant.ts";

/** Another code for a task that does not exist. */
const otherCode = (method: string, ...more: string[]): Hooks => ({
  error: (error, { request }) =>
    error.code === INVALID_PARAMS && [method, ...more].includes(request?.method ?? "")
      ? { ...error, code: -32603 }
      : undefined,
});

export const BOTH_ERAS_MUTANTS: MutantTable = {
  "client-task-withdrawn-plainly": mutant("CANCEL-011", STATEFUL, "stdio/2025-11-25", {
    vice: "Withdraws what runs as a task of the client with notifications/cancelled.",
    options: { clientTasks: true },
    hooks: () => {
      let asked: JsonValue | undefined;
      return {
        outgoing: (message) => {
          if (isObject(message.params) && message.params.task !== undefined) asked = message.id;
          return message.method === "tasks/cancel" && asked !== undefined
            ? [notificationMessage(CANCELLED, { requestId: asked })]
            : undefined;
        },
      };
    },
  }),
  "task-id-reused": mutant("TASK-010", {
    vice: "Gives every task the same id.",
    taskId: () => "7d3f0f0e-5f0c-4f57-9d3a-6a1b1f6f2c55",
  }),
  "task-ids-counted": mutant("TASK-041", {
    vice: "Counts its tasks.",
    hooks: () => {
      let last = 0;
      return {
        taskId: () => {
          last += 1;
          return `task-${last}`;
        },
      };
    },
  }),
  "task-revives": mutant("TASK-012", {
    vice: "Calls a task working again that has ended.",
    hooks: () => {
      const ended = new Set<unknown>();
      return editResult("tasks/get", (result) => {
        if (ended.has(result.taskId)) return { ...without("result", "error")(result), status: "working" };
        if (result.status === "completed" || result.status === "failed") ended.add(result.taskId);
        return undefined;
      });
    },
  }),
  "task-uncancelled": mutant("TASK-034", {
    vice: "Calls a cancelled task completed once the work is done after all.",
    hooks: () => {
      const cancelled = new Set<unknown>();
      return editResult("tasks/get", (result) => {
        if (result.status !== "cancelled") return undefined;
        if (cancelled.has(result.taskId)) return { ...result, status: "completed", result: { content: [] } };
        cancelled.add(result.taskId);
        return undefined;
      });
    },
  }),
  "task-status-canceled": mutant("TASK-013", {
    vice: "Writes canceled with one l.",
    result: (result, { request }) =>
      request?.method.startsWith("tasks/") && result.status === "cancelled"
        ? { ...result, status: "canceled" }
        : undefined,
  }),
  "task-no-update-time": mutant("TASK-014", {
    vice: "Leaves lastUpdatedAt out of new tasks.",
    hooks: editResult("tools/call", (result) => {
      if (isObject(result.task)) return { ...result, task: without("lastUpdatedAt")(result.task) };
      return result.resultType === "task" ? without("lastUpdatedAt")(result) : undefined;
    }),
  }),
  "task-other-returned": mutant("TASK-017", {
    vice: "Answers tasks/get with the task that was made last.",
    hooks: () => {
      let last: unknown;
      return {
        result(result, { request }) {
          const task = isObject(result.task) ? result.task : result;
          if (request?.method === "tools/call" && typeof task.taskId === "string") last = task.taskId;
          return request?.method === "tasks/get" && typeof last === "string" ? { ...result, taskId: last } : undefined;
        },
      };
    },
  }),
  "task-notice-partial": mutant("TASK-025", {
    vice: "Tells only id and status in its notifications.",
    outgoing: (message) => {
      const { params } = message;
      if (!String(message.method).startsWith("notifications/tasks") || !isObject(params)) return undefined;
      return [{ ...message, params: { _meta: params._meta, taskId: params.taskId, status: params.status } }];
    },
  }),
  "task-unknown-code": mutant("TASK-028", {
    vice: "Answers tasks/get and tasks/result of an unknown task with -32603.",
    hooks: otherCode("tasks/get", "tasks/result"),
  }),
  "task-store-locked": mutant("TASK-035", {
    vice: "Answers tasks/get of one task with -32600 because its own store is locked.",
    hooks: () => {
      let locked: unknown;
      return editResult("tasks/get", ({ taskId }) => {
        locked ??= taskId;
        if (taskId !== locked) return undefined;
        throw new RpcError(-32600, "The store is locked");
      });
    },
  }),
  "task-errors-wordless": mutant("TASK-072", {
    vice: "Answers wrong requests about tasks with a code and no words.",
    error: (error, { request }) =>
      request?.method.startsWith("tasks/") ? { ...error, message: String(error.code) } : undefined,
  }),
  "task-unknown-cancel-code": mutant("TASK-029", {
    vice: "Answers tasks/cancel of an unknown task with -32603.",
    hooks: otherCode("tasks/cancel"),
  }),
};
