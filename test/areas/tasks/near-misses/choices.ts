import { TASKS_EXTENSION } from "../../../../src/protocol/meta-keys.ts";
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  isObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  MISSING_CAPABILITY,
} from "../../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../../contexts.ts";
import { editResult, objectOf, recode, set, when } from "../../edits.ts";
import { editNotice } from "../../notice-edits.ts";
import { editParams, takesIntervalFor } from "../../question-edits.ts";
import { ANY, all, always, each, eachAlways, has, isAbsent, isOneOf, meets, never, strictly } from "../../stricter.ts";
import { editTasks } from "../../task-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../../variant.ts";

const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";

const CENTURY_MS = 3_155_760_000_000;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const shortId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => LETTERS[byte % LETTERS.length]).join("");

const KIND = "com.example/resultType";

/** The same moment in another zone and without fractions. */
const elsewhere = (time: unknown): string => {
  const moment = new Date(Date.parse(String(time)) + 2 * 3_600_000).toISOString();
  return `${moment.slice(0, 19)}+02:00`;
};

export const CHOICES_NEAR_MISSES: NearMissTable = {
  "unknown-members": sameAs("tools", {
    "TASK-018": strictly({ in: STATEFUL }).lacks(
      "the outcome of a task has no members but the documented ones",
      "task_result.result",
      "vendorNote",
    ),
  }),
  "meta-everywhere": sameAs("metadata", {
    "TASK-059": isAbsent("the acknowledgment has no _meta of the server's own", "task_update.result._meta.plain"),
  }),
  "missing-with-404": sameAs("resources", {
    "TASK-028": always.isNoneOf("what is missing does not come with 404", "unknown_task.status", [404]),
    "TASK-029": always.isNoneOf("what is missing does not come with 404", "unknown_task_cancel.status", [404]),
    "TASK-030": always.isNoneOf("what is missing does not come with 404", "unknown_task_update.status", [404]),
  }),
  "error-data": sameAs("headers", {
    "TASK-003": strictly({ in: STATEFUL }).isAbsent(
      "the error has no data of the server's own",
      "task_calls_unsupported.error.data.hint",
    ),
    "TASK-032": strictly({ in: STATEFUL }).isAbsent(
      "the error has no data of the server's own",
      "task_cancel.error.data.hint",
    ),
  }),
  "refused-by-a-gateway": sameAs("headers", {
    "TASK-065": always.isOneOf("a refusal holds a JSON-RPC error", "task_other_name.outcome", ["error"]),
  }),
  "old-methods-for-old-clients": sameAs("ping", {
    "TASK-066": always.isOneOf("a server serves one era", "era.verdict", ["stateless"]),
  }),
  "odd-tasks": nearMiss(STATEFUL, STATELESS, "stdio/2025-11-25", {
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
    "TASK-014": has("a task names its poll interval", "task_objects", "pollInterval"),
    "TASK-013": eachAlways.meets("times are in UTC", "task_objects", { properties: { createdAt: { pattern: "Z$" } } }),
    ...all(["TASK-017", "TASK-039"], has("a task names its poll interval", "task_get.result", "pollInterval")),
    "TASK-025": has("a task names its poll interval", "pushed_tasks.task", "pollInterval"),
    "TASK-033": strictly({ when: [{ target: "task_cancel.outcome", matcher: { exact: "result" } }] }).has(
      "a cancelled task names its poll interval",
      "task_cancel.result",
      "pollInterval",
    ),
    "TASK-036": strictly({ when: [], in: STATEFUL }).meets("only a failure has a message", "task_get.result", {
      not: { required: ["statusMessage"], properties: { status: { const: "completed" } } },
    }),
    ...all(
      ["TASK-054", "TASK-037"],
      strictly({ when: [], in: STATELESS }).has("a task names its poll interval", "task_get.result", "pollIntervalMs"),
    ),
    "TASK-019": always.has("a task names its poll interval", "task_get.result", "pollInterval"),
  }),
  "odd-task-ids": nearMiss(STATEFUL, STATELESS, {
    choice: "Gives tasks ids that hold a random number between other characters.",
    permittedBy: "2025-11-25 basic/utilities/tasks#task-ids: a string, unique and hard to guess; no form is named.",
    taskId: () => `task:${crypto.randomUUID().replaceAll("-", "").toUpperCase()}/notes v1`,
    ...all(
      ["TASK-010", "TASK-041"],
      meets("an id is made of letters, digits and hyphens", "new_task_ids.id", { pattern: "^[a-z0-9-]+$" }),
    ),
    "TASK-020": eachAlways.meets("an id is made of letters, digits and hyphens", "new_task_ids.id", {
      pattern: "^[a-z0-9-]+$",
    }),
    ...all(
      ["TASK-021", "TASK-001", "TASK-009"],
      each.meets("an id is made of letters, digits and hyphens", "new_task_ids.id", { pattern: "^[a-z0-9-]+$" }),
    ),
  }),
  "no-tasks": nearMiss(STATEFUL, STATELESS, {
    choice: "Has no tasks and serves a call that asks for one as any other.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#capability-negotiation: without the capability the task field is ignored and the request served as usual.",
    options: { without: ["tasks"] },
    "TASK-006": always.has("a server without tasks refuses one", "task_calls_unsupported", "error"),
    "TASK-002": strictly({ when: [], in: STATEFUL }).has("every server has tasks", "capabilities", "tasks"),
    "TASK-049": strictly({ in: STATELESS }).has("every server has the extension", "capabilities", "extensions"),
    "TASK-067": strictly({ when: [], in: STATELESS }).has(
      "every server has the extension",
      "capabilities",
      "extensions",
    ),
  }),
  "client-task-withdrawn-with-reason": nearMiss(STATEFUL, "stdio/2025-11-25", {
    choice: "Withdraws a task of the client with tasks/cancel, and says why in _meta.",
    permittedBy:
      "2025-11-25 basic#_meta: _meta may hold metadata of a server's own; tasks/cancel is how tasks are withdrawn.",
    options: { clientTasks: true },
    hooks: editNotice("tasks/cancel", set({ _meta: { "com.example/reason": "the call was cancelled" } })),
    "CANCEL-011": each.isAbsent("tasks/cancel names a task and nothing else", "task_withdrawals.params._meta"),
  }),
  "client-task-polled-slowly": nearMiss(STATEFUL, {
    choice: "Polls a task of the client less often than it suggests.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#ttl-and-resource-management: pollInterval is a suggestion to respect; polling less than that is no burden.",
    options: { clientTasks: true },
    hooks: takesIntervalFor((interval) => interval * 1.4),
    "TASK-045": each.meets("polls come at the interval", "client_polls.mean_pause", { maximum: 1.3 }),
  }),
  "jobs-in-results": nearMiss(STATELESS, STATEFUL, {
    choice:
      "Has tools and prompts that start jobs of their own, and names a taskId and a status beside what they return.",
    permittedBy:
      "2026-07-28 basic/index#result-responses: a result may have any further members; resultType complete says what it is.",
    result: (result, { request }) => {
      const plain = result.resultType === undefined || result.resultType === "complete";
      const asked = request?.method === "tools/call" || request?.method === "prompts/get";
      if (!asked || !plain || result.task !== undefined || result.taskId !== undefined) return undefined;
      return { ...result, taskId: "job-7", status: "working" };
    },
    "TASK-051": never("a complete result names no task", {
      request: { method: "tools/call" },
      response: { result: { content: ANY, taskId: ANY } },
    }),
    "TASK-053": never("a prompt names no task", {
      request: { method: "prompts/get" },
      response: { result: { taskId: ANY } },
    }),
    "TASK-008": strictly({ when: [], in: STATELESS }).avoids("what names a task is one", "raw_exchanges", {
      request: { method: "tools/call" },
      response: { result: { content: ANY, taskId: ANY } },
    }),
    "TASK-074": never("the result of a plain call names no task", {
      request: { method: "tools/call" },
      response: { result: { content: ANY, taskId: ANY } },
    }),
  }),
  "task-handle-filled": nearMiss(STATEFUL, {
    choice: "Adds an empty list of contents to the handle of a task, for clients that cannot do without.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#creating-tasks: the response does not include the result of the operation; an empty list is none of it.",
    hooks: editResult(
      "tools/call",
      when((result) => isObject(result.task), set({ content: [] })),
    ),
    "TASK-008": isAbsent("a handle has no content", "task_calls.result.content"),
  }),
  "acknowledgments-marked": nearMiss(STATELESS, {
    choice: "Attaches to acknowledgments what kind of thing they are about.",
    permittedBy: "2026-07-28 basic/index#meta: a server may attach metadata to any result, also to an empty one.",
    result: (result, { request }) =>
      request?.method === "tasks/cancel" || request?.method === "tasks/update"
        ? { ...result, _meta: { ...objectOf(result._meta), [KIND]: "task" } }
        : undefined,
    "TASK-052": never("an acknowledgment does not speak of tasks", {
      request: { method: "tasks/cancel" },
      response: { result: { _meta: { "com.example/resultType": ANY } } },
    }),
  }),
  "progress-in-status": nearMiss(STATELESS, {
    choice: "Counts in the status message of its tasks how far they are, and explains failures in one word.",
    permittedBy:
      "2026-07-28 extensions/tasks#tasks: statusMessage may describe progress; progress notifications for tasks are what must not be sent.",
    hooks: editTasks((task) => ({ ...task, statusMessage: task.status === "failed" ? "Störung" : "7 of 10 shelves" })),
    "TASK-064": eachAlways.meets("nothing on the stream tells of progress", "pushed_tasks.task", {
      properties: { statusMessage: { pattern: "^[^0-9]*$" } },
    }),
    "TASK-071": meets("a failure is explained in a sentence", "task_get.result.statusMessage", { pattern: " .* " }),
  }),
  "task-errors-terse": nearMiss(STATELESS, STATEFUL, {
    choice: "Explains the errors of its task methods in two Chinese characters.",
    permittedBy:
      "2026-07-28 extensions/tasks#protocol-errors: messages are to be informative; no sentence fixes their length or language.",
    error: (error, { request }) => (request?.method.startsWith("tasks/") ? { ...error, message: "已过" } : undefined),
    "TASK-072": meets("a message has several words", "task_errors.error.message", { pattern: " " }),
  }),
  "task-ids-short": nearMiss(STATELESS, STATEFUL, {
    choice: "Gives tasks ids of ten random letters and digits.",
    permittedBy:
      "2026-07-28 extensions/tasks#security-implications: enough entropy that nobody can guess or enumerate them; no number is named.",
    taskId: shortId,
    "TASK-041": meets("an id has 64 bits", "new_task_ids.bits", { minimum: 64 }),
  }),
  "task-of-a-century": nearMiss(STATEFUL, {
    choice: "Keeps a task for a hundred years at most.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#resource-management: a maximum is to be enforced; how long it is, is the server's choice.",
    hooks: editResult("tools/call", (result, { request }) => {
      const wanted = request.params.task;
      if (!isObject(result.task) || !isObject(wanted) || typeof wanted.ttl !== "number") return undefined;
      return { ...result, task: { ...result.task, ttl: Math.min(wanted.ttl, CENTURY_MS) } };
    }),
    "TASK-043": meets("a task is kept for a day at most", "task_long_ttl.result.task.ttl", { maximum: 86_400_000 }),
  }),
  "requests-about-tasks": nearMiss(STATEFUL, {
    choice: "Speaks of a task in the metadata of what it asks a model, to a client without tasks.",
    permittedBy:
      "2025-11-25 client/sampling#data-types: metadata is the server's own; only the member task would ask for one.",
    hooks: editParams("sampling/createMessage", (params) => ({
      ...params,
      metadata: { ...objectOf(params.metadata), task: { ttl: 60_000 } },
    })),
    "TASK-044": isAbsent("a request says nothing of tasks", "client_task_requests.params.metadata.task"),
  }),
  "unknown-task-first": nearMiss(STATELESS, {
    choice: "Looks for the task before it looks whether the client declares the extension.",
    permittedBy:
      "2026-07-28 extensions/tasks#protocol-errors: -32602 for a task that does not exist and -32021 without the extension are both required, and no order is named.",
    error: (error, { request }): JsonObject | undefined =>
      error.code === -32021 && request?.params.taskId === "mcptest-none"
        ? { code: INVALID_PARAMS, message: "There is no such task" }
        : undefined,
    "TASK-062": isOneOf("the extension is looked for first", "undeclared_task_methods.error.code", [-32_021]),
  }),
  "task-wanted-by-another-code": nearMiss(STATEFUL, {
    choice: "Refuses a plain call of a tool that runs as a task only as an invalid request.",
    permittedBy:
      "2025-11-25 basic/utilities/tasks#protocol-errors: -32600 where task augmentation is required, beside -32601 in #tool-level-negotiation.",
    hooks: recode(
      INVALID_REQUEST,
      ({ request }, { code }) =>
        request?.method === "tools/call" && request.params.task === undefined && code === METHOD_NOT_FOUND,
    ),
    "TASK-004": isOneOf("a call without its task is an unknown method", "task_only_calls.error.code", [-32_601]),
  }),
  "tasks-want-more": nearMiss(STATELESS, {
    choice: "Names a setting of the tasks extension and a further capability where a client lacks the extension.",
    permittedBy:
      "2026-07-28 schema#missingrequiredclientcapabilityerror: requiredCapabilities are those that the server requires; extensions have settings of their own.",
    error: when(
      (error) => error.code === MISSING_CAPABILITY && JSON.stringify(error.data ?? null).includes(TASKS_EXTENSION),
      set({
        data: {
          requiredCapabilities: {
            elicitation: { form: {} },
            extensions: { [TASKS_EXTENSION]: { polling: true } },
          },
        },
      }),
    ),
    "TASK-005": isAbsent(
      "nothing but the extension is required",
      "task_only_calls.error.data.requiredCapabilities.elicitation",
    ),
    "TASK-063": isAbsent(
      "nothing but the extension is required",
      "undeclared_task_listen.error.data.requiredCapabilities.elicitation",
    ),
  }),
  "old-tasks-looked-for": nearMiss(STATELESS, {
    choice: "Looks for a task of the revision before where a client declares the tasks of that revision alone.",
    permittedBy:
      "No sentence forbids it; a server of both kinds of tasks should go on serving the older ones, and finds none of that id.",
    hooks: recode(INVALID_PARAMS, ({ request }, { code }) => {
      const declared = request && isObject(request.params._meta) && request.params._meta[CAPABILITIES_KEY];
      return code === MISSING_CAPABILITY && isObject(declared) && declared.tasks !== undefined;
    }),
    "TASK-068": isOneOf("the old capability is none", "old_task_capability.error.code", [-32_021]),
  }),
};
