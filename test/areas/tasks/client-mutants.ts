import { randomUUID } from "node:crypto";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../src/base/json.ts";
import { META_KEY, TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import { answering, MODERN_META, onParams, stray, withoutHeader } from "../../clients/edits.ts";
import {
  BOTH,
  HTTP,
  MODERN,
  MODERN_HTTP,
  MODERN_STDIO,
  type MutantClient,
  mutant,
  STDIO,
} from "../../clients/mutant-client.ts";

const OLD = { scenario: "server-tasks", contexts: STDIO } as const;
const NEW = { scenario: "task-handles", contexts: MODERN_STDIO } as const;
const EXTENDED = { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } };
const DECLARED = { capabilities: EXTENDED } as const;

const ask = (taskId: string, declares: boolean) => ({
  ...stray("tasks/get", 900),
  params: { taskId, _meta: declares ? { ...MODERN_META, [META_KEY.clientCapabilities]: EXTENDED } : MODERN_META },
});

/** A client with tasks of its own. */
const WORK = { sampling: {}, tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } } };

/** Changes what it says of its tasks, in answer to one method. */
const ownTask = (
  name: string,
  fails: readonly string[],
  method: string,
  change: (answer: JsonObject, params: Json | undefined) => JsonObject,
): MutantClient =>
  mutant(name, fails, STDIO, "client-task-work").does({
    capabilities: WORK,
    ownTasks: { change: (asked, answer, params) => (asked === method ? change(answer, params) : answer) },
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
  mutant("answers-for-no-task", ["C-TASK-010"], BOTH, "asking-task").does({ forgetsTaskOfAnswers: true }),
  mutant("deaf-on-another-stream", ["C-TASK-013"], HTTP, "asking-task").does(
    answering("elicitation/create", ({ id, params }) =>
      id === "srv-poll"
        ? undefined
        : {
            ...{ action: "accept", content: { name: "Ada" } },
            _meta: { [META_KEY.relatedTask]: member(member(params, "_meta"), META_KEY.relatedTask) ?? null },
          },
    ),
  ),
  mutant("rejects-what-it-does-not-know", ["C-TASK-016"], BOTH, "client-tasks").does(
    answering("sampling/createMessage", ({ params }) =>
      member(params, "task") === undefined
        ? { role: "assistant", content: { type: "text", text: "Tea." }, model: "m" }
        : { error: { code: -32602, message: "unknown parameter task" } },
    ),
  ),
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
  mutant("names-the-task-twice", ["C-TASK-011"], STDIO).does({
    before: {
      "tools/list": [
        { ...stray("tasks/get", 900), params: { taskId: "t", _meta: { [META_KEY.relatedTask]: { taskId: "t" } } } },
      ],
    },
  }),
  mutant("forgets-the-extension", ["C-EXT-002", "C-TASK-024"], MODERN).does({
    after: { "tools/list": [{ ...stray("tasks/get", 900), params: { taskId: "t", _meta: MODERN_META } }] },
  }),
  mutant("tasks-undeclared", ["C-TASK-015", "C-TASK-016"], BOTH, "client-tasks").does(
    answering("sampling/createMessage", ({ params }) =>
      member(params, "task") === undefined
        ? { role: "assistant", content: { type: "text", text: "Tea." }, model: "m" }
        : { task: { taskId: randomUUID(), status: "working" } },
    ),
  ),
  mutant("tasks-everywhere", ["C-TASK-001"], STDIO, "unoffered-tasks").does({ tasks: { asTask: () => true } }),
  mutant("every-tool-is-a-task", ["C-TASK-002"], OLD).does({ tasks: { asTask: (name) => name !== "echo" } }),
  mutant("never-a-task", ["C-TASK-003"], OLD).does({
    capabilities: { tasks: { requests: {} } },
    tasks: { asTask: () => false },
  }),
  mutant("polls-all-the-time", ["C-TASK-005"], OLD).does({ tasks: { pollMs: 10 } }),
  mutant("two-polls", ["C-TASK-006"], OLD).does({ tasks: { polls: 2 } }),
  mutant("waits-for-a-notice", ["C-TASK-007"], OLD).does({ tasks: { waits: true } }),
  mutant("takes-the-status", ["C-TASK-008"], OLD).does({ tasks: { takesStatus: true } }),
  mutant("polls-for-input", ["C-TASK-009"], STDIO, "asking-task").does({
    tasks: { ignoresInput: true, polls: 6, pollMs: 300 },
  }),
  mutant("lists-tasks-everywhere", ["C-TASK-012"], STDIO, "unoffered-tasks").does({
    after: { "notifications/initialized": [stray("tasks/list", 900)] },
  }),
  mutant("cancels-the-call-of-a-task", ["C-CANCEL-001", "C-TASK-014"], STDIO, "cancelled-task").does({
    tasks: { cancelsBy: "notice" },
  }),
  mutant("polls-handles-all-the-time", ["C-TASK-005"], NEW).does({ ...DECLARED, tasks: { pollMs: 10 } }),
  mutant("two-polls-of-a-handle", ["C-TASK-006"], NEW).does({ ...DECLARED, tasks: { polls: 2 } }),
  mutant("takes-the-handle", ["C-TASK-025"], NEW).does({ ...DECLARED, tasks: { takesHandle: true } }),
  mutant("follows-every-handle", ["C-TASK-026"], MODERN_STDIO, "odd-handles").does({
    ...DECLARED,
    after: { "resources/read": [ask("task-read", true)] },
  }),
  mutant("follows-without-the-extension", ["C-TASK-024", "C-TASK-027"], MODERN_STDIO, "odd-handles").does({
    after: { "tools/call": [ask("task-undeclared", false)] },
  }),
  mutant("calls-again-for-input", ["C-MRTR-009", "C-TASK-006", "C-TASK-028"], NEW).does({
    ...DECLARED,
    tasks: { inputBy: "call" },
  }),
  mutant("stops-after-an-update", ["C-TASK-006", "C-TASK-029"], NEW).does({
    ...DECLARED,
    tasks: { stopsAfterUpdate: true },
  }),
  mutant("answers-at-every-poll", ["C-TASK-030"], NEW).does({ ...DECLARED, tasks: { inputBy: "every-poll" } }),
  mutant("invents-a-key", ["C-TASK-031"], NEW).does({ ...DECLARED, tasks: { inputBy: "invented-key" } }),
  mutant("no-name-for-a-task", ["C-TASK-032"], MODERN_HTTP, NEW.scenario).does({
    ...DECLARED,
    ...withoutHeader("Mcp-Name", "tasks/get"),
  }),
  mutant("tasks-of-2025", ["C-TASK-033"], MODERN_STDIO).does(
    onParams("tools/call", (params) => ({ ...params, task: { ttl: 1 } })),
  ),
  mutant("polls-what-is-lost", ["C-TASK-037"], NEW).does({ ...DECLARED, tasks: { pollsOnError: true, polls: 12 } }),
];
