import { TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import { BOTH, type InnocentClient, MODERN, STDIO } from "../../clients/mutant-client.ts";

const DECLARED = { capabilities: { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } } } as const;

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "follows-tasks-slowly",
    near: ["C-TASK-002", "C-TASK-003", "C-TASK-005", "C-TASK-006", "C-TASK-007", "C-TASK-008"],
    contexts: BOTH,
    scenario: "server-tasks",
    vice: { tasks: { pollMs: 400 } },
  },
  {
    name: "follows-handles",
    near: [
      "C-TASK-005",
      "C-TASK-006",
      "C-TASK-014",
      "C-TASK-025",
      "C-TASK-028",
      "C-TASK-029",
      "C-TASK-030",
      "C-TASK-031",
      "C-TASK-037",
    ],
    contexts: MODERN,
    scenario: "task-handles",
    vice: DECLARED,
  },
  { name: "drops-odd-handles", near: ["C-TASK-026"], contexts: MODERN, scenario: "odd-handles", vice: DECLARED },
  { name: "knows-no-handles", near: ["C-TASK-026", "C-TASK-027"], contexts: MODERN, scenario: "odd-handles", vice: {} },
  { name: "cancels-a-task", near: ["C-TASK-014", "C-TASK-012"], contexts: BOTH, scenario: "cancelled-task", vice: {} },
  { name: "asked-by-a-task", near: ["C-TASK-009"], contexts: STDIO, scenario: "asking-task", vice: {} },
  { name: "no-tasks-here", near: ["C-TASK-001"], contexts: STDIO, scenario: "unoffered-tasks", vice: {} },
];
