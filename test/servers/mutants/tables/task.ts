import { INVALID_PARAMS, isObject, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { TASK_USER_MUTANTS } from "./other-users.ts";
import { onResult, without } from "./task-edits.ts";
import { TASK_INPUT_MUTANTS } from "./task-input.ts";
import { STATEFUL_TASK_MUTANTS } from "./task-stateful.ts";
import { STATELESS_TASK_MUTANTS } from "./task-stateless.ts";

/** Another code for a task that does not exist. */
const otherCode = (method: string, ...more: string[]): Mutant["hooks"] => ({
  error: (error, { request }) =>
    error.code === INVALID_PARAMS && [method, ...more].includes(request?.method ?? "")
      ? { ...error, code: -32603 }
      : undefined,
});

/** Vices that both forms of tasks can have. */
const COMMON: readonly Mutant[] = [
  {
    id: "task-id-reused",
    vice: "Gives every task the same id.",
    hooks: { taskId: () => "7d3f0f0e-5f0c-4f57-9d3a-6a1b1f6f2c55" },
    fails: ["TASK-010"],
  },
  {
    id: "task-ids-counted",
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
    fails: ["TASK-041"],
  },
  {
    id: "task-revives",
    vice: "Calls a task working again that has ended.",
    hooks: () => {
      const ended = new Set<unknown>();
      return onResult("tasks/get", (result) => {
        if (ended.has(result.taskId)) return { ...without(result, "result", "error"), status: "working" };
        if (result.status === "completed" || result.status === "failed") ended.add(result.taskId);
        return undefined;
      });
    },
    fails: ["TASK-012"],
  },
  {
    id: "task-uncancelled",
    vice: "Calls a cancelled task completed once the work is done after all.",
    hooks: () => {
      const cancelled = new Set<unknown>();
      return onResult("tasks/get", (result) => {
        if (result.status !== "cancelled") return undefined;
        if (cancelled.has(result.taskId)) return { ...result, status: "completed", result: { content: [] } };
        cancelled.add(result.taskId);
        return undefined;
      });
    },
    fails: ["TASK-034"],
  },
  {
    id: "task-status-canceled",
    vice: "Writes canceled with one l.",
    hooks: {
      result: (result, { request }) =>
        request?.method.startsWith("tasks/") && result.status === "cancelled"
          ? { ...result, status: "canceled" }
          : undefined,
    },
    fails: ["TASK-013"],
  },
  {
    id: "task-no-update-time",
    vice: "Leaves lastUpdatedAt out of new tasks.",
    hooks: onResult("tools/call", (result) => {
      if (isObject(result.task)) return { ...result, task: without(result.task, "lastUpdatedAt") };
      return result.resultType === "task" ? without(result, "lastUpdatedAt") : undefined;
    }),
    fails: ["TASK-014"],
  },
  {
    id: "task-other-returned",
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
    fails: ["TASK-017"],
  },
  {
    id: "task-notice-partial",
    vice: "Tells only id and status in its notifications.",
    hooks: {
      outgoing: (message) => {
        const { params } = message;
        if (!String(message.method).startsWith("notifications/tasks") || !isObject(params)) return undefined;
        return [{ ...message, params: { _meta: params._meta, taskId: params.taskId, status: params.status } }];
      },
    },
    fails: ["TASK-025"],
  },
  {
    id: "task-unknown-code",
    vice: "Answers tasks/get and tasks/result of an unknown task with -32603.",
    hooks: otherCode("tasks/get", "tasks/result"),
    fails: ["TASK-028"],
  },
  {
    id: "task-store-locked",
    vice: "Answers tasks/get of one task with -32600 because its own store is locked.",
    hooks: () => {
      let locked: unknown;
      return onResult("tasks/get", ({ taskId }) => {
        locked ??= taskId;
        if (taskId !== locked) return undefined;
        throw new RpcError(-32600, "The store is locked");
      });
    },
    fails: ["TASK-035"],
  },
  {
    id: "task-errors-wordless",
    vice: "Answers wrong requests about tasks with a code and no words.",
    hooks: {
      error: (error, { request }) =>
        request?.method.startsWith("tasks/") ? { ...error, message: String(error.code) } : undefined,
    },
    fails: ["TASK-072"],
  },
  {
    id: "task-unknown-cancel-code",
    vice: "Answers tasks/cancel of an unknown task with -32603.",
    hooks: otherCode("tasks/cancel"),
    fails: ["TASK-029"],
  },
];

export const TASK_MUTANTS: readonly Mutant[] = [
  ...TASK_USER_MUTANTS,
  ...COMMON,
  ...STATEFUL_TASK_MUTANTS,
  ...STATELESS_TASK_MUTANTS,
  ...TASK_INPUT_MUTANTS,
];
