import { TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import { BOTH, HTTP, MODERN, MODERN_HTTP, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

const DECLARED = { capabilities: { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } } } as const;

/** A client with tasks of its own. */
const WORK = { sampling: {}, tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } } };

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss(
    "follows-tasks-slowly",
    ["C-TASK-002", "C-TASK-003", "C-TASK-005", "C-TASK-006", "C-TASK-007", "C-TASK-008"],
    BOTH,
    "server-tasks",
  ).does({ tasks: { pollMs: 400 } }),
  nearMiss(
    "follows-handles",
    [
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
    MODERN,
    "task-handles",
  ).does(DECLARED),
  nearMiss("drops-odd-handles", ["C-TASK-026"], MODERN, "odd-handles").does(DECLARED),
  nearMiss("knows-no-handles", ["C-TASK-026", "C-TASK-027"], MODERN, "odd-handles").does({}),
  nearMiss("cancels-a-task", ["C-TASK-014", "C-TASK-012"], BOTH, "cancelled-task").does({}),
  nearMiss("asked-by-a-task", ["C-TASK-009"], STDIO, "asking-task").does({}),
  nearMiss("no-tasks-here", ["C-TASK-001"], STDIO, "unoffered-tasks").does({}),
  nearMiss("answers-for-its-task", ["C-TASK-010"], BOTH, "asking-task").does({}),
  nearMiss("answers-on-any-stream", ["C-TASK-013"], HTTP, "asking-task").does({}),
  nearMiss("has-no-tasks", ["C-TASK-016"], BOTH, "client-tasks").does({}),
  nearMiss(
    "has-tasks-of-its-own",
    [
      ...["C-TASK-015", "C-TASK-017", "C-TASK-018", "C-TASK-019", "C-TASK-020", "C-TASK-021", "C-TASK-022"],
      "C-TASK-023",
    ],
    BOTH,
    "client-task-work",
  ).does({
    capabilities: WORK,
    // Without an end, and in another zone.
    ownTasks: {
      change: (_, answer) =>
        "createdAt" in answer ? { ...answer, ttl: null, createdAt: "2025-11-25T12:30:00.5+02:00" } : answer,
    },
  }),
  nearMiss("leaves-a-task-to-itself", { near: ["C-TASK-011"], spared: ["C-TASK-014"] }, STDIO, [
    "server-tasks",
    "cancelled-task",
  ]).does({ tasks: { cancelsBy: "nothing" } }),
  nearMiss(
    "leaves-a-handle-to-itself",
    { near: ["C-TASK-024", "C-TASK-032", "C-TASK-033"], spared: ["C-TASK-014"] },
    MODERN_HTTP,
    "task-handles",
  ).does({ capabilities: { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } }, tasks: { cancelsBy: "nothing" } }),
];
