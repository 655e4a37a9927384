import { both, type Question, stateful, stateless } from "../../protocol/question.ts";

/** Everything that is sent about one task, from the call that makes it to the last look at it. */
const TASK_LIFE = [
  "create-#",
  "create-second-#",
  "create-long",
  "cancel-long",
  "get-#",
  "get-after-#",
  "get-late-#",
  "get-ended-#",
  "get-cancelled-#",
  "get-late-cancelled-#",
  "get-unknown-#",
  "get-partial-#",
  "get-asking-#",
  "get-other-meta",
  "poll-#-#",
  "result-#",
  "list-#",
  "cancel-#",
  "cancel-after-#",
  "cancel-request-#",
  "update-#-#",
  "update-partial-#",
  "update-unknown-#",
  "answer-#",
  "listen",
  "other-name",
  "undeclared-#",
  "undeclared-get",
  "undeclared-update",
  "undeclared-cancel",
  "old-capability-#",
] as const;

export const TASK_QUESTIONS = {
  task: both(
    "tools/call as tasks, and what becomes of them: tasks/get, tasks/result or tasks/update, tasks/list, tasks/cancel, notifications",
    {
      sends: TASK_LIFE,
    },
  ),
  "unknown-task": stateful("tasks/get, tasks/result and tasks/cancel of a task that does not exist", {
    sends: ["get", "result", "cancel"],
    besides: ["control"],
  }),
  "list-tasks": stateful("tasks/list"),
  "task-bad-cursor": stateful("tasks/list with a cursor that was never issued"),
  "tasks-absent": both("tasks/list and tasks/cancel where they are not advertised; in the stateless era, tasks/get", {
    sends: ["", "list", "cancel"],
    fact: "unadvertised_task_methods",
  }),
  "unsupported-task": stateful("tools/call as a task of a tool that does not run as one", { sends: ["call"] }),
  "old-task-param": stateless(
    "tools/call of a callable tool with the task param of 2025-11-25, which means nothing here",
  ),
  "tasks/get-unknown": stateless("tasks/get of a task that does not exist"),
  "tasks/cancel-unknown": stateless("tasks/cancel of a task that does not exist"),
  "tasks/update-unknown": stateless("tasks/update of a task that does not exist", { fact: "unknown_task_update" }),
  "tasks-undeclared": stateless(
    "the task methods without declaring the extension, and with the old client capability instead",
    {
      sends: ["tasks/get", "tasks/cancel", "tasks/update", "old-capability"],
      fact: "undeclared_task_methods",
      reads: ["tasks/get", "tasks/cancel", "tasks/update"],
      parts: { old_task_capability: ["old-capability"] },
    },
  ),
  "tasks-listen-undeclared": stateless("subscriptions/listen for a task without declaring the extension", {
    fact: "undeclared_task_listen",
    besides: ["control"],
  }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly tasks: typeof TASK_QUESTIONS;
  }
}
