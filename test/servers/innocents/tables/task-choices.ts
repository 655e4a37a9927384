// What servers with tasks say of them: members, messages, limits, and what looks like a task.

import { TASKS_EXTENSION } from "../../../../src/protocol/meta-keys.ts";
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  MISSING_CAPABILITY,
} from "../../json-rpc.ts";
import { recode } from "../../mutants/tables/edits.ts";
import { editParams } from "../../mutants/tables/question-edits.ts";
import { onResult } from "../../mutants/tables/task-edits.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isOneOf, meets, only } from "./stricter.ts";
import { editTasks, noSuchResult } from "./task-edits.ts";

const OLD = "http/2025-11-25";
const NEW = "http/2026-07-28";

const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

const CENTURY_MS = 3_155_760_000_000;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const shortId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => LETTERS[byte % LETTERS.length]).join("");

const KIND = "com.example/resultType";

export const TASK_CHOICE_INNOCENTS: readonly Innocent[] = [
  {
    id: "jobs-in-results",
    choice:
      "Has tools and prompts that start jobs of their own, and names a taskId and a status beside what they return.",
    permittedBy:
      "2026-07-28 basic/index#result-responses: a result may have any further members; resultType complete says what it is.",
    hooks: {
      result: (result, { request }) => {
        const plain = result.resultType === undefined || result.resultType === "complete";
        const asked = request?.method === "tools/call" || request?.method === "prompts/get";
        if (!asked || !plain || result.task !== undefined || result.taskId !== undefined) return undefined;
        return { ...result, taskId: "job-7", status: "working" };
      },
    },
    in: [NEW, OLD],
    closestTo: {
      "TASK-051": noSuchResult("a complete result names no task", "tools/call", {
        required: ["content", "taskId"],
      }),
      "TASK-053": noSuchResult("a prompt names no task", "prompts/get", { required: ["taskId"] }),
      "TASK-008": only(
        NEW,
        noSuchResult("what names a task is one", "tools/call", { required: ["content", "taskId"] }),
      ),
      "TASK-074": noSuchResult("the result of a plain call names no task", "tools/call", {
        required: ["content", "taskId"],
      }),
    },
  },
  {
    id: "task-handle-filled",
    choice: "Adds an empty list of contents to the handle of a task, for clients that cannot do without.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#creating-tasks: the response does not include the result of the operation; an empty list is none of it.",
    hooks: onResult("tools/call", (result) => (isObject(result.task) ? { ...result, content: [] } : undefined)),
    in: [OLD],
    closestTo: {
      "TASK-008": isAbsent("a handle has no content", "task_calls.result.content"),
    },
  },
  {
    id: "acknowledgments-marked",
    choice: "Attaches to acknowledgments what kind of thing they are about.",
    permittedBy: "2026-07-28 basic/index#meta: a server may attach metadata to any result, also to an empty one.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "tasks/cancel" || request?.method === "tasks/update"
          ? { ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), [KIND]: "task" } }
          : undefined,
    },
    in: [NEW],
    closestTo: {
      "TASK-052": noSuchResult("an acknowledgment does not speak of tasks", "tasks/cancel", {
        required: ["_meta"],
        properties: { _meta: { required: [KIND] } },
      }),
    },
  },
  {
    id: "progress-in-status",
    choice: "Counts in the status message of its tasks how far they are, and explains failures in one word.",
    permittedBy:
      "2026-07-28 extensions/tasks#tasks: statusMessage may describe progress; progress notifications for tasks are what must not be sent.",
    hooks: editTasks((task) => ({ ...task, statusMessage: task.status === "failed" ? "Störung" : "7 of 10 shelves" })),
    in: [NEW],
    closestTo: {
      "TASK-064": meets(
        "nothing on the stream tells of progress",
        "pushed_tasks.task",
        { properties: { statusMessage: { pattern: "^[^0-9]*$" } } },
        { when: [], each: true },
      ),
      "TASK-071": meets("a failure is explained in a sentence", "task_get.result.statusMessage", { pattern: " .* " }),
    },
  },
  {
    id: "task-errors-terse",
    choice: "Explains the errors of its task methods in two Chinese characters.",
    permittedBy:
      "2026-07-28 extensions/tasks#protocol-errors: messages are to be informative; no sentence fixes their length or language.",
    hooks: {
      error: (error, { request }) => (request?.method.startsWith("tasks/") ? { ...error, message: "已过" } : undefined),
    },
    in: [NEW, OLD],
    closestTo: {
      "TASK-072": meets("a message has several words", "task_errors.error.message", { pattern: " " }),
    },
  },
  {
    id: "task-ids-short",
    choice: "Gives tasks ids of ten random letters and digits.",
    permittedBy:
      "2026-07-28 extensions/tasks#security-implications: enough entropy that nobody can guess or enumerate them; no number is named.",
    hooks: { taskId: shortId },
    in: [NEW, OLD],
    closestTo: {
      "TASK-041": meets("an id has 64 bits", "new_task_ids.bits", { minimum: 64 }),
    },
  },
  {
    id: "task-of-a-century",
    choice: "Keeps a task for a hundred years at most.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#resource-management: a maximum is to be enforced; how long it is, is the server's choice.",
    hooks: onResult("tools/call", (result, { request }) => {
      const wanted = request?.params.task;
      if (!isObject(result.task) || !isObject(wanted) || typeof wanted.ttl !== "number") return undefined;
      return { ...result, task: { ...result.task, ttl: Math.min(wanted.ttl, CENTURY_MS) } };
    }),
    in: [OLD],
    closestTo: {
      "TASK-043": meets("a task is kept for a day at most", "task_long_ttl.result.task.ttl", { maximum: 86_400_000 }),
    },
  },
  {
    id: "requests-about-tasks",
    choice: "Speaks of a task in the metadata of what it asks a model, to a client without tasks.",
    permittedBy:
      "2025-11-25 client/sampling#data-types: metadata is the server's own; only the member task would ask for one.",
    hooks: editParams("sampling/createMessage", (params) => ({
      ...params,
      metadata: { ...(isObject(params.metadata) ? params.metadata : {}), task: { ttl: 60_000 } },
    })),
    in: [OLD],
    closestTo: {
      "TASK-044": isAbsent("a request says nothing of tasks", "client_task_requests.params.metadata.task"),
    },
  },
  {
    id: "unknown-task-first",
    choice: "Looks for the task before it looks whether the client declares the extension.",
    permittedBy:
      "2026-07-28 extensions/tasks#protocol-errors: -32602 for a task that does not exist and -32021 without the extension are both required, and no order is named.",
    hooks: {
      error: (error, { request }): JsonObject | undefined =>
        error.code === -32021 && request?.params.taskId === "mcptest-none"
          ? { code: INVALID_PARAMS, message: "There is no such task" }
          : undefined,
    },
    in: [NEW],
    closestTo: {
      "TASK-062": isOneOf("the extension is looked for first", "undeclared_task_methods.error.code", [-32021]),
    },
  },
  {
    id: "task-wanted-by-another-code",
    choice: "Refuses a plain call of a tool that runs as a task only as an invalid request.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#protocol-errors: -32600 where task augmentation is required, beside -32601 in #tool-level-negotiation.",
    hooks: recode(
      INVALID_REQUEST,
      ({ request }, { code }) =>
        request?.method === "tools/call" && request.params.task === undefined && code === METHOD_NOT_FOUND,
    ),
    in: [OLD],
    closestTo: {
      "TASK-004": isOneOf("a call without its task is an unknown method", "task_only_calls.error.code", [
        METHOD_NOT_FOUND,
      ]),
    },
  },
  {
    id: "tasks-want-more",
    choice: "Names a setting of the tasks extension and a further capability where a client lacks the extension.",
    permittedBy:
      "2026-07-28 schema#missingrequiredclientcapabilityerror: requiredCapabilities are those that the server requires; extensions have settings of their own.",
    hooks: {
      error: (error) =>
        error.code === MISSING_CAPABILITY && JSON.stringify(error.data ?? null).includes(TASKS_EXTENSION)
          ? {
              ...error,
              data: {
                requiredCapabilities: {
                  elicitation: { form: {} },
                  extensions: { [TASKS_EXTENSION]: { polling: true } },
                },
              },
            }
          : undefined,
    },
    in: [NEW],
    closestTo: Object.fromEntries(
      [
        ["TASK-005", "task_only_calls"],
        ["TASK-063", "undeclared_task_listen"],
      ].map(([rule = "", fact = ""]) => [
        rule,
        isAbsent("nothing but the extension is required", `${fact}.error.data.requiredCapabilities.elicitation`),
      ]),
    ),
  },
  {
    id: "old-tasks-looked-for",
    choice: "Looks for a task of the revision before where a client declares the tasks of that revision alone.",
    permittedBy:
      "No sentence forbids it; a server of both kinds of tasks should go on serving the older ones, and finds none of that id.",
    hooks: recode(INVALID_PARAMS, ({ request }, { code }) => {
      const declared = request && isObject(request.params._meta) && request.params._meta[CAPABILITIES_KEY];
      return code === MISSING_CAPABILITY && isObject(declared) && declared.tasks !== undefined;
    }),
    in: [NEW],
    closestTo: {
      "TASK-068": isOneOf("the old capability is none", "old_task_capability.error.code", [MISSING_CAPABILITY]),
    },
  },
];
