// Tasks: times, ids, limits and how they end.

import type { Innocent } from "../innocent.ts";
import { hasAll, isAbsent, meets, only } from "./stricter.ts";
import { editTasks } from "./task-edits.ts";

/** The same moment in another zone and without fractions. */
const elsewhere = (time: unknown): string => {
  const moment = new Date(Date.parse(String(time)) + 2 * 3_600_000).toISOString();
  return `${moment.slice(0, 19)}+02:00`;
};

const OLD = "http/2025-11-25";
const NEW = "http/2026-07-28";
const PIPE = "stdio/2025-11-25";

const zone = (target: string) =>
  meets("times are in UTC", target, { properties: { createdAt: { pattern: "Z$" } } }, { when: [], each: true });

export const TASK_INNOCENTS: readonly Innocent[] = [
  {
    id: "odd-tasks",
    choice: "Gives times in another zone, keeps tasks for ever, names no poll interval and comments every status.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#task: createdAt is ISO 8601, ttl may be null, pollInterval and statusMessage are optional.",
    hooks: editTasks((task) => {
      const { pollInterval: _old, pollIntervalMs: _new, ...rest } = task;
      const forever = "ttl" in rest ? { ttl: null } : { ttlMs: null };
      return {
        ...rest,
        ...forever,
        createdAt: elsewhere(task.createdAt),
        lastUpdatedAt: elsewhere(task.lastUpdatedAt),
        statusMessage: task.statusMessage ?? "",
      };
    }),
    in: [OLD, NEW, PIPE],
    closestTo: {
      "TASK-014": hasAll("a task names its poll interval", "task_objects", ["pollInterval"]),
      "TASK-013": zone("task_objects"),
      "TASK-017": hasAll("a task names its poll interval", "task_get.result", ["pollInterval"]),
      "TASK-025": hasAll("a task names its poll interval", "pushed_tasks.task", ["pollInterval"]),
      "TASK-033": hasAll("a cancelled task names its poll interval", "task_cancel.result", ["pollInterval"], {
        when: [{ target: "task_cancel.outcome", matcher: { exact: "result" } }],
      }),
      "TASK-036": only(
        OLD,
        meets(
          "only a failure has a message",
          "task_get.result",
          { not: { required: ["statusMessage"], properties: { status: { const: "completed" } } } },
          { when: [] },
        ),
      ),
      "TASK-039": hasAll("a task names its poll interval", "task_get.result", ["pollInterval"]),
      "TASK-054": only(
        NEW,
        hasAll("a task names its poll interval", "task_get.result", ["pollIntervalMs"], { when: [] }),
      ),
      "TASK-037": only(
        NEW,
        hasAll("a task names its poll interval", "task_get.result", ["pollIntervalMs"], { when: [] }),
      ),
      "TASK-019": hasAll("a task names its poll interval", "task_get.result", ["pollInterval"], { when: [] }),
    },
  },
  {
    id: "odd-task-ids",
    choice: "Gives tasks ids that hold a random number between other characters.",
    permittedBy: "2025-11-25 basic/utilities/tasks#task-ids: a string, unique and hard to guess; no form is named.",
    hooks: { taskId: () => `task:${crypto.randomUUID().replaceAll("-", "").toUpperCase()}/notes v1` },
    in: [OLD, NEW],
    closestTo: {
      "TASK-010": meets("an id is made of letters, digits and hyphens", "new_task_ids.id", { pattern: "^[a-z0-9-]+$" }),
      "TASK-041": meets("an id is made of letters, digits and hyphens", "new_task_ids.id", { pattern: "^[a-z0-9-]+$" }),
      "TASK-020": meets(
        "an id is made of letters, digits and hyphens",
        "new_task_ids.id",
        { pattern: "^[a-z0-9-]+$" },
        { when: [], each: true },
      ),
      "TASK-021": meets(
        "an id is made of letters, digits and hyphens",
        "new_task_ids.id",
        { pattern: "^[a-z0-9-]+$" },
        { each: true },
      ),
      "TASK-001": meets(
        "an id is made of letters, digits and hyphens",
        "new_task_ids.id",
        { pattern: "^[a-z0-9-]+$" },
        { each: true },
      ),
      "TASK-009": meets(
        "an id is made of letters, digits and hyphens",
        "new_task_ids.id",
        { pattern: "^[a-z0-9-]+$" },
        { each: true },
      ),
      "PROG-011": meets(
        "an id is made of letters, digits and hyphens",
        "new_task_ids.id",
        { pattern: "^[a-z0-9-]+$" },
        { each: true },
      ),
      "PROG-012": meets(
        "an id is made of letters, digits and hyphens",
        "new_task_ids.id",
        { pattern: "^[a-z0-9-]+$" },
        { when: [], each: true },
      ),
    },
  },
  {
    id: "no-tasks",
    choice: "Has no tasks and serves a call that asks for one as any other.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#capability-negotiation: without the capability the task field is ignored and the request served as usual.",
    options: { without: ["tasks"] },
    in: [OLD, NEW],
    closestTo: {
      "TASK-006": meets(
        "a server without tasks refuses one",
        "task_calls_unsupported",
        { required: ["error"] },
        { when: [] },
      ),
      "TASK-002": {
        name: "every server has tasks",
        when: [],
        expect: [{ target: "capabilities", matcher: { schema: { required: ["tasks"] } } }],
        in: OLD,
      },
      "TASK-049": {
        name: "every server has the extension",
        expect: [{ target: "capabilities", matcher: { schema: { required: ["extensions"] } } }],
        in: NEW,
      },
      "TASK-067": only(
        NEW,
        isAbsent("every server has the extension", "capabilities", {
          when: [],
          expect: [{ target: "capabilities", matcher: { schema: { required: ["extensions"] } } }],
        }),
      ),
    },
  },
];
