import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenStateless, NOTHING, type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, ordered, page, refused, unnamed, within } from "../small-captures.ts";
import { about, get, gone, made, noOccasion } from "./task-captures.ts";

const RELATED = "io.modelcontextprotocol/related-task";

readingTable("task_get", [
  given("each name of the plan, and of no other question", [
    made("1"),
    ...[
      "task-get",
      "task-get-2",
      "task-get-after",
      "task-get-late-cancelled-3",
      "task-get-asking-1",
      "task-poll-1",
      "task-get-other-meta",
      "unknown-task-get",
    ].map((step) => get("1", "working", step)),
  ]).partly(
    Array.from({ length: 6 }, (_, index) => ({ task_id: "same", poll: index === 0 ? "first" : "later" })),
    { exchanges: Array.from({ length: 6 }, (_, index) => `main/${index + 2}`) },
  ),
  given("another id, none, and an error", [
    made("1"),
    about("tasks/get", "1", { taskId: "2" }),
    about("tasks/get", "1", {}, "task-get-2"),
    gone("1"),
  ]).partly(
    [
      { outcome: "result", task_id: "other", poll: "first" },
      { outcome: "result", task_id: "absent", poll: "later" },
      { outcome: "error", task_id: "absent", poll: "later" },
    ],
    { parts: [{ task_id: "/response", poll: "/request" }, {}, {}] },
  ),
  given("a first poll on another connection than the call", [
    made("1"),
    within("second", get("1", "working")),
    get("1", "working"),
  ]).partly([{ poll: "later" }, { poll: "later" }]),
  given("tasks that the server never made", [made("1"), get("2", "working")]).inapplicable("precondition-absent"),
  given("a poll in a capture without step names", [
    made("1"),
    unnamed(get("1", "working")),
    unnamed(about("tasks/result", "1", {})),
    unnamed(get("2", "x")),
  ]).partly([{ poll: "first" }], { exchanges: ["main/2"] }),
  ...noOccasion,
]);

readingTable("task_get_other_meta", [
  given("the task of the params, another one, and none", [
    about("tasks/get", "1", { taskId: "1" }, "task-get-other-meta"),
    about("tasks/get", "1", { taskId: "2" }, "task-get-other-meta"),
    refused("task-get-other-meta", "tasks/get", -32602, { taskId: "1" }),
    get("1", "working"),
  ]).partly([{ task_id: "same" }, { task_id: "other" }, { outcome: "error", task_id: "absent" }], {
    exchanges: ["main/1", "main/2", "main/3"],
  }),
  ...noOccasion,
]);

readingTable("task_get_while_asked", [...answerCases(["task-get-asking", "task-get-asking-2"]), ...noOccasion]);

/** What holds for each question whose answer is seen between two looks at the task. */
const betweenLooks = (method: string, step: string, other: string): readonly ReadingCase[] => {
  const asked = (result: Json = {}, name = step): Exchange => about(method, "1", result, name);
  return [
    given("the last status heard before, and the first one asked for afterwards", [
      ordered(made("1"), 1),
      ordered(get("1", "input_required"), 3),
      ordered(asked(), 5, 8),
      ordered(get("1", "failed"), 6),
      ordered(get("1", "completed"), 9),
      ordered(get("1", "cancelled"), 11),
    ]).partly([{ outcome: "result", status_before: "input_required", status_after: "completed" }], {
      exchanges: ["main/3"],
      parts: [{ status_before: "/request", status_after: "/response" }],
    }),
    given("a task that is gone afterwards, in a capture that does not count", [made("1"), asked(), gone("1")]).partly([
      { status_before: "working", status_after: "gone" },
    ]),
    given("looks on another connection, which say nothing", [
      made("1"),
      within("second", get("1", "input_required")),
      asked(),
      within("second", get("1", "cancelled")),
      get("1", "failed"),
    ]).partly([{ status_before: "working", status_after: "failed" }], { exchanges: ["main/3"] }),
    given("a task that the server never made", [made("2"), asked()]).inapplicable("precondition-absent"),
    given("steps of other questions", [made("1"), asked({}, other)]).inapplicable("precondition-absent"),
    ...noOccasion,
  ];
};

/** The same question in a capture without step names. */
const byMethod = (method: string): ReadingCase =>
  given("a capture without step names", [
    made("1"),
    unnamed(about(method, "1", {})),
    unnamed(get("1", "working")),
  ]).partly([{ status_before: "working", status_after: "working" }], { exchanges: ["main/2"] });

const related = (taskId: string) => ({ _meta: { [RELATED]: { taskId } } });

readingTable("task_result", [
  ...betweenLooks("tasks/result", "task-result-1", "removed-tasks/result"),
  byMethod("tasks/result"),
  given("the task that the metadata name: the same, another one, none", [
    made("1"),
    about("tasks/result", "1", related("1")),
    about("tasks/result", "1", related("2")),
    about("tasks/result", "1", { content: [] }),
  ]).partly([{ related_task: "same" }, { related_task: "other" }, { related_task: "absent" }], {
    parts: [{ related_task: "/response" }, {}, {}],
  }),
]);

readingTable("task_cancel", [
  ...betweenLooks("tasks/cancel", "task-cancel-after-2", "task-cancel-request"),
  byMethod("tasks/cancel"),
]);

readingTable("task_update", [
  ...betweenLooks("tasks/update", "task-update-partial", "task-update-unknown"),
  byMethod("tasks/update"),
]);

readingTable("task_update_unknown_key", betweenLooks("tasks/update", "task-update-unknown-1", "task-update-partial"));

readingTable("unknown_task", answerCases(["unknown-task-get", "unknown-task-result", "tasks/get-unknown"]));
readingTable("unknown_task_cancel", answerCases(["unknown-task-cancel", "tasks/cancel-unknown"]));
readingTable("unknown_task_update", answerCases(["tasks/update-unknown"]));
readingTable("task_bad_cursor", answerCases(["task-bad-cursor"]));

readingTable("task_list", [
  ...answerCases(["list-tasks", "task-list", "task-list-2"]),
  given("a list in a capture without step names", [
    unnamed(page("tasks/list", [])),
    deliberate(unnamed(page("tasks/list", []))),
    unnamed(page("tools/list", [])),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/1"] }),
]);

readingTable("unadvertised_task_methods", answerCases(["tasks-absent-list", "tasks-absent-cancel", "tasks-absent"]));
readingTable(
  "undeclared_task_methods",
  answerCases(["tasks-undeclared-tasks/get", "tasks-undeclared-tasks/cancel", "tasks-undeclared-tasks/update"]),
);
readingTable("old_task_capability", answerCases(["tasks-undeclared-old-capability"]));
readingTable("old_capability_call", answerCases(["task-old-capability-1"]));
readingTable("undeclared_task_listen", answerCases(["tasks-listen-undeclared"]));
readingTable("removed_task_methods", answerCases(["removed-tasks/result", "removed-tasks/list"]));
readingTable("task_other_name", [...answerCases(["task-other-name"]), ...noOccasion]);
readingTable("undeclared_task_requests", [
  ...answerCases(["task-undeclared-get", "task-undeclared-update", "task-undeclared-cancel"]),
  given("neither calls without the extension nor requests about a task that does not exist", [
    made("1"),
    refused("task-undeclared-1", "tools/call", -32021, { name: "t" }),
    refused("tasks-undeclared-tasks/get", "tasks/get", -32021, { taskId: "2" }),
    unnamed(get("1", "working")),
  ]).inapplicable("precondition-absent"),
  ...noOccasion,
]);

const old = (args: JsonObject) =>
  refused("old-task-param", "tools/call", -32602, { name: "t", arguments: args, task: {} });
const plain = (step: string, args: JsonObject, name = "t") =>
  answered(step, "tools/call", {}, { name, arguments: args });

readingTable("old_task_param", [
  givenStateless("what the same call without it was answered with", [
    old({ x: 1 }),
    old({ x: 2 }),
    old({ x: 3 }),
    plain("call-1", { x: 1 }),
    refused("call-2", "tools/call", -32603, { name: "t", arguments: { x: 2 } }),
    { ...plain("call-3", { x: 3 }), response: { jsonrpc: "2.0", id: 1, result: "text" } },
  ]).partly(
    [
      { outcome: "error", plain: "result" },
      { outcome: "error", plain: "error" },
      { outcome: "error", plain: "other" },
    ],
    { parts: [{ plain: "/request" }, {}, {}] },
  ),
  givenStateless("calls of another tool, with other arguments, for another purpose, and wrong on purpose", [
    old({ x: 1 }),
    plain("call-1", { x: 1 }, "u"),
    plain("call-2", { x: 2 }),
    plain("task-create", { x: 1 }),
    deliberate(plain("call-3", { x: 1 })),
  ]).inapplicable("precondition-absent"),
  NOTHING,
]);
