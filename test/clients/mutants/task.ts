import { META_KEY, TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import { answering, MODERN_META, onParams, stray, withoutHeader } from "../edits.ts";
import { BOTH, MODERN, MODERN_HTTP, MODERN_STDIO, type MutantClient, STDIO } from "../mutant-client.ts";

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

export const MUTANTS: readonly MutantClient[] = [
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
    fails: ["C-TASK-015"],
    contexts: BOTH,
    scenario: "client-tasks",
    vice: answering("sampling/createMessage", () => ({ task: { taskId: "t", status: "working" } })),
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
  {
    name: "forgets-a-task",
    fails: ["C-TASK-014"],
    contexts: STDIO,
    scenario: "cancelled-task",
    vice: { tasks: { cancelsBy: "nothing" } },
  },
  { ...NEW, name: "forgets-a-handle", fails: ["C-TASK-014"], vice: { ...DECLARED, tasks: { cancelsBy: "nothing" } } },
  { ...NEW, name: "polls-handles-all-the-time", fails: ["C-TASK-005"], vice: { ...DECLARED, tasks: { pollMs: 10 } } },
  { ...NEW, name: "two-polls-of-a-handle", fails: ["C-TASK-006"], vice: { ...DECLARED, tasks: { polls: 2 } } },
  {
    ...NEW,
    name: "takes-the-handle",
    fails: ["C-TASK-014", "C-TASK-025"],
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
