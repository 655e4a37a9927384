import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../../contexts.ts";
import { editResult, objectOf, set, when, without } from "../../edits.ts";
import { all, always, each, isNoneOf, isOneOf, lacks, meets, strictly } from "../../stricter.ts";
import { editTasks, hasEnded, onParams } from "../../task-edits.ts";
import { type NearMissTable, nearMiss } from "../../variant.ts";

const LIMITED = 4290;

/** Puts the question for a colour in place of itself, under another key and in other words, once the first was answered. */
const superseding = (task: JsonObject): JsonObject => {
  if (!isObject(task.inputRequests) || task.inputRequests["visitor-1"] !== undefined) return task;
  const { "colour-2": colour, ...others } = task.inputRequests;
  return isObject(colour) ? { ...task, inputRequests: { ...others, "tint-9": colour } } : task;
};

const OLDER_TASK: JsonObject = {
  taskId: "3f0c5b1e-8c53-4f0e-9a53-6d4c1f1b7a90",
  status: "completed",
  createdAt: "2025-12-01T08:00:00Z",
  lastUpdatedAt: "2025-12-01T08:00:05Z",
  ttl: null,
};

export const LIFE_NEAR_MISSES: NearMissTable = {
  "task-joined": nearMiss(STATELESS, {
    choice: "Gives a call that is made again the task of the first, as long as that runs.",
    permittedBy:
      "No sentence of 2026-07-28 extensions/tasks#task-creation wants a task of its own for every call: an id belongs to one task.",
    hooks: () => {
      const running = new Map<unknown, JsonObject>();
      const forget = (taskId: unknown): void => {
        for (const [name, handle] of running) if (handle.taskId === taskId) running.delete(name);
      };
      return {
        result(result, { request }) {
          if (request?.method === "tasks/cancel") forget(request.params.taskId);
          if (request?.method === "tasks/get" && hasEnded(result)) forget(result.taskId);
          if (request?.method !== "tools/call" || result.resultType !== "task") return undefined;
          const known = running.get(request.params.name);
          if (known === undefined) running.set(request.params.name, result);
          return known;
        },
      };
    },
    ...all(
      ["TASK-010", "TASK-032"],
      always.isNoneOf("a task is cancelled once", "task_cancel.status_before", ["cancelled"]),
    ),
  }),
  "task-further-on": nearMiss(STATEFUL, {
    choice: "Tells in the handle of a task that it waits for input already, and when it began to.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#task-status-lifecycle: a task begins as working and may move on; no sentence says when the handle is written.",
    hooks: editResult("tools/call", (result) =>
      isObject(result.task)
        ? { ...result, task: { ...result.task, status: "input_required", lastUpdatedAt: "2199-01-01T00:00:00Z" } }
        : undefined,
    ),
    "TASK-011": isOneOf("a handle says working", "new_tasks.status", ["working"]),
  }),
  "task-ttl-shortened": nearMiss(STATEFUL, STATELESS, {
    choice: "Shortens the time to live of a task once its end was seen, says so, and forgets the task.",
    permittedBy:
      "2026-07-28 extensions/tasks#task-polling: ttlMs may change over the life of a task, and a task may be deleted when it is over.",
    hooks: () => {
      const over = new Set<unknown>();
      return editResult("tasks/get", (result) => {
        if (over.has(result.taskId)) throw new RpcError(INVALID_PARAMS, "There is no such task any more");
        if (!hasEnded(result)) return undefined;
        over.add(result.taskId);
        return { ...result, ...(result.ttl === undefined ? { ttlMs: 1 } : { ttl: 1 }) };
      });
    },
    "TASK-015": isNoneOf("a ttl does not change", "task_get.result.ttl", [1]),
    "TASK-012": strictly({ each: true, in: STATELESS }).isNoneOf("a ttl does not change", "task_get.result.ttlMs", [1]),
  }),
  "task-found-later": nearMiss(STATEFUL, {
    choice: "Finds a new task only at the second look.",
    permittedBy:
      "No sentence of 2025-11-25 basic/utilities/tasks wants a task to be found before the next revision introduces it.",
    hooks: () => {
      const seen = new Set<unknown>();
      return editResult("tasks/get", ({ taskId }) => {
        if (seen.has(taskId)) return undefined;
        seen.add(taskId);
        throw new RpcError(INVALID_PARAMS, "There is no such task yet");
      });
    },
    "TASK-015": always.isOneOf("a task is found at once", "task_get.outcome", ["result"]),
  }),
  "polls-limited": nearMiss(STATELESS, STATEFUL, {
    choice:
      "Refuses the second and the third look at a task with an error code of its own, because they come too soon.",
    permittedBy:
      "2026-07-28 extensions/tasks#task-polling: clients that poll more often than pollIntervalMs may be limited; codes outside the reserved range are the server's own.",
    hooks: () => {
      const looks = new Map<unknown, number>();
      return editResult("tasks/get", ({ taskId }) => {
        const number = (looks.get(taskId) ?? 0) + 1;
        looks.set(taskId, number);
        if (number === 2 || number === 3) throw new RpcError(LIMITED, "Please poll less often");
        return undefined;
      });
    },
    "TASK-035": isNoneOf("a task method fails with no code of the server's own", "task_failures.code", [4290]),
    "TASK-023": strictly({ when: [], in: STATEFUL }).isOneOf("a look at a task gets a result", "task_get.outcome", [
      "result",
    ]),
  }),
  "task-questions-superseded": nearMiss(STATELESS, {
    choice: "Puts another question in the place of one that is open, once the other was answered.",
    permittedBy:
      "2026-07-28 extensions/tasks#task-update-requests: a request may be superseded; answers to it are ignored.",
    ...editTasks(superseding),
    ...onParams("tasks/update", (params) => {
      const { "tint-9": tint, "colour-2": colour, ...others } = objectOf(params.inputResponses);
      if (tint === undefined && colour === undefined) return undefined;
      return { ...params, inputResponses: { ...others, ...(tint === undefined ? {} : { "colour-2": tint }) } };
    }),
    "TASK-057": always.isAbsent("no question takes the place of another", 'task_get.result.inputRequests["tint-9"]'),
  }),
  "task-questions-reworded": nearMiss(STATELESS, {
    choice: "Words a question of a task anew at each look, and attaches the number of the look.",
    permittedBy:
      "2026-07-28 extensions/tasks#task-update-requests: a key stands for one request; no sentence fixes the words it is put in.",
    hooks: () => {
      let looks = 0;
      return editTasks((task) => {
        if (!isObject(task.inputRequests)) return task;
        looks += 1;
        const reworded = Object.entries(task.inputRequests).map(([key, asked]) => {
          if (!isObject(asked) || !isObject(asked.params)) return [key, asked];
          const message = `${String(asked.params.message)} (${looks})`;
          return [key, { ...asked, params: { ...asked.params, message, _meta: { "com.example/look": looks } } }];
        });
        return { ...task, inputRequests: Object.fromEntries(reworded) };
      });
    },
    "TASK-058": always.meets(
      "a question is always put in the same words",
      "task_get.result.inputRequests.*.params.message",
      { pattern: "^[^(]*$" },
    ),
  }),
  "task-status-lags": nearMiss(STATELESS, {
    choice: "Shows no question any more and still input_required at the first look after the last answer.",
    permittedBy:
      "2026-07-28 extensions/tasks#task-update-requests: the acknowledgment may come before the status reflects the answers.",
    hooks: () => {
      const answered = new Set<unknown>();
      return {
        ...onParams("tasks/update", (params) => {
          const keys = Object.keys(objectOf(params.inputResponses));
          if (keys.some((key) => key.startsWith("companion-"))) answered.add(params.taskId);
          return undefined;
        }),
        ...editResult("tasks/get", (result) => {
          if (!answered.delete(result.taskId)) return undefined;
          return { ...without("result", "error")(result), status: "input_required", inputRequests: {} };
        }),
      };
    },
    "TASK-038": always.meets("a task that waits for input always says for what", "task_get.result", {
      properties: { inputRequests: { minProperties: 1 } },
    }),
  }),
  "task-strangers-noted": nearMiss(STATELESS, {
    choice: "Says in the status message of a task that an answer nobody waits for was ignored.",
    permittedBy:
      "2026-07-28 extensions/tasks#task-update-requests: such answers are ignored, and statusMessage may say anything.",
    hooks: () => {
      const noted = new Set<unknown>();
      return {
        ...onParams("tasks/update", (params) => {
          const keys = Object.keys(objectOf(params.inputResponses));
          if (keys.includes("mcptest-no-such-key")) noted.add(params.taskId);
          return undefined;
        }),
        ...editResult(
          "tasks/get",
          when((result) => noted.has(result.taskId), set({ statusMessage: "An answer was ignored." })),
        ),
      };
    },
    "TASK-060": always.isNoneOf("nothing of a task changes with an unknown key", "task_get.result.statusMessage", [
      "An answer was ignored.",
    ]),
  }),
  "task-notice-noted": nearMiss("stdio/2026-07-28", {
    choice: "Says in the status message of a task that the call it came from was called off, and goes on.",
    permittedBy:
      "2026-07-28 basic/patterns/cancellation#error-handling: a cancellation of an answered request is ignored; statusMessage may say anything.",
    hooks: () => {
      const made = new Map<unknown, unknown>();
      const noted = new Set<unknown>();
      return {
        result(result, { request }) {
          if (result.resultType === "task") made.set(request?.id, result.taskId);
          return request?.method === "tasks/get" && noted.has(result.taskId)
            ? { ...result, statusMessage: "Its call was cancelled; the task goes on." }
            : undefined;
        },
        incoming(message) {
          if (!isObject(message) || message.method !== "notifications/cancelled") return undefined;
          if (isObject(message.params)) noted.add(made.get(message.params.requestId));
          return undefined;
        },
      };
    },
    "TASK-070": always.isNoneOf(
      "nothing of a task changes when its call is cancelled",
      "task_get.result.statusMessage",
      ["Its call was cancelled; the task goes on."],
    ),
  }),
  "cancelled-tasks-forgotten": nearMiss(STATEFUL, {
    choice: "Forgets a cancelled task once somebody has looked at it.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#task-cancellation: a receiver may delete cancelled tasks at any time, also immediately after cancellation.",
    hooks: () => {
      const over = new Set<unknown>();
      return {
        result: (result, { request }) => {
          if (request?.method !== "tasks/get" || result.status !== "cancelled") return undefined;
          if (over.has(result.taskId)) throw new RpcError(INVALID_PARAMS, "There is no such task any more");
          over.add(result.taskId);
          return undefined;
        },
      };
    },
    "TASK-034": isNoneOf("a cancelled task can be looked at for some time", "task_transitions.to", ["gone"]),
  }),
  "tasks-filed": nearMiss(STATEFUL, {
    choice: "Attaches to every task it tells of where it is filed, in _meta under a key of its own.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#related-task-metadata: only the related-task key is left out of these messages; _meta is open to others.",
    hooks: editTasks((task) => ({
      ...task,
      _meta: { ...objectOf(task._meta), "com.example/file": "night shift" },
    })),
    "TASK-022": lacks("messages about tasks have no _meta", "task_management", "_meta"),
  }),
  "older-tasks-listed": nearMiss("stdio/2025-11-25", {
    choice: "Lists a task of last year beside those of this session, ended and without any time to live.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#task-listing: a list holds the tasks of the requestor; no sentence keeps it to one session.",
    hooks: editResult("tasks/list", (result) =>
      Array.isArray(result.tasks) ? { ...result, tasks: [OLDER_TASK, ...result.tasks] } : undefined,
    ),
    "TASK-026": meets("listed tasks are of this session", "task_list.result.tasks.*", {
      properties: { createdAt: { not: { pattern: "^2025" } } },
    }),
    "TASK-027": each.meets("listed tasks are of this session", "task_list.result.tasks.*", {
      properties: { createdAt: { not: { pattern: "^2025" } } },
    }),
  }),
};
