import { randomUUID } from "node:crypto";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/model/json.ts";
import { META_KEY, TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import { answering, MODERN_META, onParams, stray, withoutHeader } from "../../clients/edits.ts";
import {
  BOTH,
  HTTP,
  MODERN,
  MODERN_HTTP,
  MODERN_STDIO,
  type MutantClient,
  STDIO,
} from "../../clients/mutant-client.ts";

const OLD = { scenario: "server-tasks", contexts: STDIO } as const;
const NEW = { scenario: "task-handles", contexts: MODERN_STDIO } as const;

const EXTENDED = { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } };
const DECLARED = { capabilities: EXTENDED } as const;

const ask = (taskId: string, declares: boolean) => ({
  ...stray("tasks/get", 900),
  params: {
    taskId,
    _meta: declares ? { ...MODERN_META, [META_KEY.clientCapabilities]: EXTENDED } : MODERN_META,
  },
});

/** A client with tasks of its own. */
const WORK = { sampling: {}, tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } } };

/** Changes what it says of its tasks, in answer to one method. */
const ownTask = (
  name: string,
  fails: readonly string[],
  method: string,
  change: (answer: JsonObject, params: Json | undefined) => JsonObject,
): MutantClient => ({
  name,
  fails,
  scenario: "client-task-work",
  contexts: STDIO,
  vice: {
    capabilities: WORK,
    ownTasks: { change: (asked, answer, params) => (asked === method ? change(answer, params) : answer) },
  },
});

const taskOf = (answer: JsonObject): JsonObject => {
  const { task } = answer;
  return isJsonObject(task) ? task : {};
};

/** Says something else the second time that it is asked. */
const second = (other: (answer: JsonObject) => JsonObject): ((answer: JsonObject) => JsonObject) => {
  const seen = new Set<Json | undefined>();
  return (answer) => {
    const { taskId } = answer;
    const isSecond = answer["status"] === "completed" && seen.has(taskId);
    if (answer["status"] === "completed") seen.add(taskId);
    return isSecond ? other(answer) : answer;
  };
};

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "answers-for-no-task",
    fails: ["C-TASK-010"],
    contexts: BOTH,
    scenario: "asking-task",
    vice: { forgetsTaskOfAnswers: true },
  },
  {
    name: "deaf-on-another-stream",
    fails: ["C-TASK-013"],
    contexts: HTTP,
    scenario: "asking-task",
    vice: answering("elicitation/create", ({ id, params }) =>
      id === "srv-poll"
        ? undefined
        : {
            ...{ action: "accept", content: { name: "Ada" } },
            _meta: { [META_KEY.relatedTask]: member(member(params, "_meta"), META_KEY.relatedTask) ?? null },
          },
    ),
  },
  {
    name: "rejects-what-it-does-not-know",
    fails: ["C-TASK-016"],
    contexts: BOTH,
    scenario: "client-tasks",
    vice: answering("sampling/createMessage", ({ params }) =>
      member(params, "task") === undefined
        ? { role: "assistant", content: { type: "text", text: "Tea." }, model: "m" }
        : { error: { code: -32602, message: "unknown parameter task" } },
    ),
  },
  ownTask("the-result-for-the-task", ["C-TASK-017"], "sampling/createMessage", () => ({
    ...{ role: "assistant", content: { type: "text", text: "Tea." }, model: "m" },
  })),
  ownTask("a-task-without-dates", ["C-TASK-017"], "sampling/createMessage", (answer) => ({
    task: { ...taskOf(answer), createdAt: "now" },
  })),
  ownTask("submitted-first", ["C-TASK-017"], "sampling/createMessage", (answer) => ({
    task: { ...taskOf(answer), status: "input_required" },
  })),
  ownTask("one-id-for-all", ["C-TASK-018"], "sampling/createMessage", (answer) => ({
    task: { ...taskOf(answer), taskId: "task-1" },
  })),
  ownTask("a-state-without-ttl", ["C-TASK-019"], "tasks/get", ({ ttl: _, ...answer }) => answer),
  ownTask(
    "fails-what-was-complete",
    ["C-TASK-019"],
    "tasks/get",
    second((answer) => ({ ...answer, status: "failed" })),
  ),
  ownTask("a-result-for-no-task", ["C-TASK-020"], "tasks/result", ({ _meta: _, ...answer }) => answer),
  ownTask("an-empty-result", ["C-TASK-020"], "tasks/result", (answer) =>
    "error" in answer ? answer : { _meta: answer["_meta"] ?? {} },
  ),
  ownTask("internal-error-for-unknown-tasks", ["C-TASK-021"], "tasks/result", (answer) =>
    "error" in answer ? { error: { code: -32603, message: "undefined" } } : answer,
  ),
  ownTask("cancels-later", ["C-TASK-022"], "tasks/cancel", (answer) =>
    "error" in answer ? answer : { ...answer, status: "working" },
  ),
  ownTask("lists-what-is-done", ["C-TASK-023"], "tasks/list", (answer) =>
    Array.isArray(answer["tasks"])
      ? { tasks: answer["tasks"].filter((task) => stringMember(task, "status") !== "working") }
      : answer,
  ),
  ownTask("any-cursor-will-do", ["C-TASK-023"], "tasks/list", (answer) => ("error" in answer ? { tasks: [] } : answer)),
  {
    name: "names-the-task-twice",
    fails: ["C-TASK-011"],
    contexts: STDIO,
    vice: {
      before: {
        "tools/list": [
          { ...stray("tasks/get", 900), params: { taskId: "t", _meta: { [META_KEY.relatedTask]: { taskId: "t" } } } },
        ],
      },
    },
  },
  {
    name: "forgets-the-extension",
    fails: ["C-EXT-002", "C-TASK-024"],
    contexts: MODERN,
    vice: { after: { "tools/list": [{ ...stray("tasks/get", 900), params: { taskId: "t", _meta: MODERN_META } }] } },
  },
  {
    name: "tasks-undeclared",
    fails: ["C-TASK-015", "C-TASK-016"],
    contexts: BOTH,
    scenario: "client-tasks",
    vice: answering("sampling/createMessage", ({ params }) =>
      member(params, "task") === undefined
        ? { role: "assistant", content: { type: "text", text: "Tea." }, model: "m" }
        : { task: { taskId: randomUUID(), status: "working" } },
    ),
  },
  {
    name: "tasks-everywhere",
    fails: ["C-TASK-001"],
    contexts: STDIO,
    scenario: "unoffered-tasks",
    vice: { tasks: { asTask: () => true } },
  },
  {
    ...OLD,
    name: "every-tool-is-a-task",
    fails: ["C-TASK-002"],
    vice: { tasks: { asTask: (name) => name !== "echo" } },
  },
  {
    ...OLD,
    name: "never-a-task",
    fails: ["C-TASK-003"],
    vice: { capabilities: { tasks: { requests: {} } }, tasks: { asTask: () => false } },
  },
  { ...OLD, name: "polls-all-the-time", fails: ["C-TASK-005"], vice: { tasks: { pollMs: 10 } } },
  { ...OLD, name: "two-polls", fails: ["C-TASK-006"], vice: { tasks: { polls: 2 } } },
  { ...OLD, name: "waits-for-a-notice", fails: ["C-TASK-007"], vice: { tasks: { waits: true } } },
  { ...OLD, name: "takes-the-status", fails: ["C-TASK-008"], vice: { tasks: { takesStatus: true } } },
  {
    name: "polls-for-input",
    fails: ["C-TASK-009"],
    contexts: STDIO,
    scenario: "asking-task",
    vice: { tasks: { ignoresInput: true, polls: 6, pollMs: 300 } },
  },
  {
    name: "lists-tasks-everywhere",
    fails: ["C-TASK-012"],
    contexts: STDIO,
    scenario: "unoffered-tasks",
    vice: { after: { "notifications/initialized": [stray("tasks/list", 900)] } },
  },
  {
    name: "cancels-the-call-of-a-task",
    fails: ["C-CANCEL-001", "C-TASK-014"],
    contexts: STDIO,
    scenario: "cancelled-task",
    vice: { tasks: { cancelsBy: "notice" } },
  },
  { ...NEW, name: "polls-handles-all-the-time", fails: ["C-TASK-005"], vice: { ...DECLARED, tasks: { pollMs: 10 } } },
  { ...NEW, name: "two-polls-of-a-handle", fails: ["C-TASK-006"], vice: { ...DECLARED, tasks: { polls: 2 } } },
  {
    ...NEW,
    name: "takes-the-handle",
    fails: ["C-TASK-025"],
    vice: { ...DECLARED, tasks: { takesHandle: true } },
  },
  {
    name: "follows-every-handle",
    fails: ["C-TASK-026"],
    contexts: MODERN_STDIO,
    scenario: "odd-handles",
    vice: { ...DECLARED, after: { "resources/read": [ask("task-read", true)] } },
  },
  {
    name: "follows-without-the-extension",
    fails: ["C-TASK-024", "C-TASK-027"],
    contexts: MODERN_STDIO,
    scenario: "odd-handles",
    vice: { after: { "tools/call": [ask("task-undeclared", false)] } },
  },
  {
    ...NEW,
    name: "calls-again-for-input",
    fails: ["C-MRTR-009", "C-TASK-006", "C-TASK-028"],
    vice: { ...DECLARED, tasks: { inputBy: "call" } },
  },
  {
    ...NEW,
    name: "stops-after-an-update",
    fails: ["C-TASK-006", "C-TASK-029"],
    vice: { ...DECLARED, tasks: { stopsAfterUpdate: true } },
  },
  {
    ...NEW,
    name: "answers-at-every-poll",
    fails: ["C-TASK-030"],
    vice: { ...DECLARED, tasks: { inputBy: "every-poll" } },
  },
  { ...NEW, name: "invents-a-key", fails: ["C-TASK-031"], vice: { ...DECLARED, tasks: { inputBy: "invented-key" } } },
  {
    ...NEW,
    name: "no-name-for-a-task",
    fails: ["C-TASK-032"],
    contexts: MODERN_HTTP,
    vice: { ...DECLARED, ...withoutHeader("Mcp-Name", "tasks/get") },
  },
  {
    name: "tasks-of-2025",
    fails: ["C-TASK-033"],
    contexts: MODERN_STDIO,
    vice: onParams("tools/call", (params) => ({ ...params, task: { ttl: 1 } })),
  },
  {
    ...NEW,
    name: "polls-what-is-lost",
    fails: ["C-TASK-037"],
    vice: { ...DECLARED, tasks: { pollsOnError: true, polls: 12 } },
  },
];
