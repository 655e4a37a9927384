import type { Exchange } from "../../../src/model/capture.ts";
import { asked, givenProtected, givenTarget } from "../authorization/access-control.ts";
import { readingTable } from "../reading-table.ts";
import { overHttp, refused, unanswered } from "../small-captures.ts";
import { OWN_SCHEME, SECOND_CAME, served, unasked } from "./second-user.ts";

const TASK = { taskId: "t1", status: "working" };
const OTHER_TASK = { taskId: "t2", status: "working" };
const OWN = served("other-user-task-own", "tasks/get", TASK, { taskId: "t1" });
const got = (result: object): Exchange => served("other-user-task-get", "tasks/get", { ...result }, { taskId: "t1" });

readingTable("task_of_another", [
  givenProtected("the task, its result, it among others, and its end", [
    OWN,
    got(TASK),
    served("other-user-task-own-result", "tasks/result", { content: [] }),
    served("other-user-task-result", "tasks/result", { content: [] }),
    served("other-user-task-list", "tasks/list", { tasks: [OTHER_TASK, TASK] }),
    served("other-user-task-cancel", "tasks/cancel", { ...TASK, status: "cancelled" }),
    served("other-user-task-own-after", "tasks/get", TASK),
  ]).partly(
    Array.from({ length: 4 }, () => ({ outcome: "result", shows: "task" })),
    {
      exchanges: ["main/3", "main/5", "main/6", "main/7"],
      names: ["tasks/get", "tasks/result", "tasks/list", "tasks/cancel"],
      parts: Array.from({ length: 4 }, () => ({ shows: "/response" })),
      open: [null, null, null, null],
    },
  ),
  givenProtected("errors, refusals, the tasks of the second user alone, and silence", [
    OWN,
    overHttp(refused("other-user-task-get", "tasks/get", -32602), 200),
    got(OTHER_TASK),
    overHttp(refused("other-user-task-result", "tasks/result", -32602), 200),
    served("other-user-task-list", "tasks/list", { tasks: [OTHER_TASK] }),
    served("other-user-task-list", "tasks/list", { tasks: [] }),
    asked("other-user-task-cancel", 403),
    unanswered("other-user-task-cancel", "tasks/cancel"),
  ]).partly(
    [
      { outcome: "error", shows: "nothing" },
      { outcome: "result", shows: "nothing" },
      { outcome: "error", shows: "nothing" },
      { outcome: "result", shows: "nothing" },
      { outcome: "result", shows: "nothing" },
      { outcome: "refused", status: 403, shows: "nothing" },
      { outcome: "silence" },
    ],
    { open: [null, null, null, null, null, null, "timed-out"] },
  ),
  givenProtected("a result that comes with a refusal, which shows the task all the same", [
    OWN,
    overHttp(got(TASK), 403),
  ]).partly([{ status: 403, shows: "task" }]),
  givenProtected("a task of the stateless era", {
    revision: "2026-07-28",
    exchanges: [OWN, got({ ...TASK, resultType: "complete" })],
  }).partly([{ shows: "task" }]),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, OWN, got(TASK)]).partly([{ shows: "task" }]),
  givenProtected("a task that the first user is not shown either", [
    overHttp(refused("other-user-task-own", "tasks/get", -32602), 200),
    got(TASK),
  ]).unseen("prerequisite-missing"),
  givenProtected("nobody looked at whether the first user is shown it", [got(TASK)]).unseen("prerequisite-missing"),
  givenProtected("a task was made and nobody else asked for it", [
    SECOND_CAME,
    served("other-user-task-create", "tools/call", { task: TASK }),
    OWN,
  ]).unseen("prerequisite-missing"),
  ...unasked("other-user-task-get"),
]);
