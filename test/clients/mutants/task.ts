import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { answering, MODERN_META, stray } from "../edits.ts";
import { BOTH, MODERN, type MutantClient, STDIO } from "../mutant-client.ts";

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
];
