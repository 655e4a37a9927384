import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answerCases, answered, type ReadingCase, readingTable, refused } from "../reading-table.ts";
import { conversations, deliberate, NOTHING, page, unnamed, within } from "../small-captures.ts";
import { about, at, get, gone, made, noOccasion, stateless } from "./task-captures.ts";

const RELATED = "io.modelcontextprotocol/related-task";

readingTable("task_get", [
  {
    shows: "each name of the plan, and of no other question",
    capture: {
      exchanges: [
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
      ],
    },
    reads: {
      partly: Array.from({ length: 6 }, (_, index) => ({ task_id: "same", poll: index === 0 ? "first" : "later" })),
      exchanges: Array.from({ length: 6 }, (_, index) => `main/${index + 2}`),
    },
  },
  {
    shows: "another id, none, and an error",
    capture: {
      exchanges: [
        made("1"),
        about("tasks/get", "1", { taskId: "2" }),
        about("tasks/get", "1", {}, "task-get-2"),
        gone("1"),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", task_id: "other", poll: "first" },
        { outcome: "result", task_id: "absent", poll: "later" },
        { outcome: "error", task_id: "absent", poll: "later" },
      ],
      parts: [{ task_id: "/response", poll: "/request" }, {}, {}],
    },
  },
  {
    shows: "a first poll on another connection than the call",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [made("1"), within("second", get("1", "working")), get("1", "working")],
    },
    reads: { partly: [{ poll: "later" }, { poll: "later" }] },
  },
  {
    shows: "tasks that the server never made",
    capture: { exchanges: [made("1"), get("2", "working")] },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a poll in a capture without step names",
    capture: {
      exchanges: [
        made("1"),
        unnamed(get("1", "working")),
        unnamed(about("tasks/result", "1", {})),
        unnamed(get("2", "x")),
      ],
    },
    reads: { partly: [{ poll: "first" }], exchanges: ["main/2"] },
  },
  ...noOccasion,
]);

readingTable("task_get_other_meta", [
  {
    shows: "the task of the params, another one, and none",
    capture: {
      exchanges: [
        about("tasks/get", "1", { taskId: "1" }, "task-get-other-meta"),
        about("tasks/get", "1", { taskId: "2" }, "task-get-other-meta"),
        refused("task-get-other-meta", "tasks/get", -32602, { taskId: "1" }),
        get("1", "working"),
      ],
    },
    reads: {
      partly: [{ task_id: "same" }, { task_id: "other" }, { outcome: "error", task_id: "absent" }],
      exchanges: ["main/1", "main/2", "main/3"],
    },
  },
  ...noOccasion,
]);

readingTable("task_get_while_asked", [...answerCases(["task-get-asking", "task-get-asking-2"]), ...noOccasion]);

/** What holds for each question whose answer is seen between two looks at the task. */
const betweenLooks = (method: string, step: string, other: string): readonly ReadingCase[] => {
  const asked = (result: Json = {}, name = step): Exchange => about(method, "1", result, name);
  return [
    {
      shows: "the last status heard before, and the first one asked for afterwards",
      capture: {
        exchanges: [
          at(made("1"), 1),
          at(get("1", "input_required"), 3),
          at(asked(), 5, 8),
          at(get("1", "failed"), 6),
          at(get("1", "completed"), 9),
          at(get("1", "cancelled"), 11),
        ],
      },
      reads: {
        partly: [{ outcome: "result", status_before: "input_required", status_after: "completed" }],
        exchanges: ["main/3"],
        parts: [{ status_before: "/request", status_after: "/response" }],
      },
    },
    {
      shows: "a task that is gone afterwards, in a capture that does not count",
      capture: { exchanges: [made("1"), asked(), gone("1")] },
      reads: { partly: [{ status_before: "working", status_after: "gone" }] },
    },
    {
      shows: "looks on another connection, which say nothing",
      capture: {
        conversations: conversations(["main", "second"]),
        exchanges: [
          made("1"),
          within("second", get("1", "input_required")),
          asked(),
          within("second", get("1", "cancelled")),
          get("1", "failed"),
        ],
      },
      reads: { partly: [{ status_before: "working", status_after: "failed" }], exchanges: ["main/3"] },
    },
    {
      shows: "a task that the server never made",
      capture: { exchanges: [made("2"), asked()] },
      reads: { inapplicable: "precondition-absent" },
    },
    {
      shows: "steps of other questions",
      capture: { exchanges: [made("1"), asked({}, other)] },
      reads: { inapplicable: "precondition-absent" },
    },
    ...noOccasion,
  ];
};

/** The same question in a capture without step names. */
const byMethod = (method: string): ReadingCase => ({
  shows: "a capture without step names",
  capture: { exchanges: [made("1"), unnamed(about(method, "1", {})), unnamed(get("1", "working"))] },
  reads: { partly: [{ status_before: "working", status_after: "working" }], exchanges: ["main/2"] },
});

const related = (taskId: string) => ({ _meta: { [RELATED]: { taskId } } });

readingTable("task_result", [
  ...betweenLooks("tasks/result", "task-result-1", "removed-tasks/result"),
  byMethod("tasks/result"),
  {
    shows: "the task that the metadata name: the same, another one, none",
    capture: {
      exchanges: [
        made("1"),
        about("tasks/result", "1", related("1")),
        about("tasks/result", "1", related("2")),
        about("tasks/result", "1", { content: [] }),
      ],
    },
    reads: {
      partly: [{ related_task: "same" }, { related_task: "other" }, { related_task: "absent" }],
      parts: [{ related_task: "/response" }, {}, {}],
    },
  },
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
  {
    shows: "a list in a capture without step names",
    capture: {
      exchanges: [
        unnamed(page("tasks/list", [])),
        deliberate(unnamed(page("tasks/list", []))),
        unnamed(page("tools/list", [])),
      ],
    },
    reads: { partly: [{ outcome: "result" }], exchanges: ["main/1"] },
  },
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
  {
    shows: "neither calls without the extension nor requests about a task that does not exist",
    capture: {
      exchanges: [
        made("1"),
        refused("task-undeclared-1", "tools/call", -32021, { name: "t" }),
        refused("tasks-undeclared-tasks/get", "tasks/get", -32021, { taskId: "2" }),
        unnamed(get("1", "working")),
      ],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  ...noOccasion,
]);

const old = (args: JsonObject) =>
  refused("old-task-param", "tools/call", -32602, { name: "t", arguments: args, task: {} });
const plain = (step: string, args: JsonObject, name = "t") =>
  answered(step, "tools/call", {}, { name, arguments: args });

readingTable("old_task_param", [
  {
    shows: "what the same call without it was answered with",
    ...stateless,
    capture: {
      exchanges: [
        old({ x: 1 }),
        old({ x: 2 }),
        old({ x: 3 }),
        plain("call-1", { x: 1 }),
        refused("call-2", "tools/call", -32603, { name: "t", arguments: { x: 2 } }),
        { ...plain("call-3", { x: 3 }), response: { jsonrpc: "2.0", id: 1, result: "text" } },
      ],
    },
    reads: {
      partly: [
        { outcome: "error", plain: "result" },
        { outcome: "error", plain: "error" },
        { outcome: "error", plain: "other" },
      ],
      parts: [{ plain: "/request" }, {}, {}],
    },
  },
  {
    shows: "calls of another tool, with other arguments, for another purpose, and wrong on purpose",
    ...stateless,
    capture: {
      exchanges: [
        old({ x: 1 }),
        plain("call-1", { x: 1 }, "u"),
        plain("call-2", { x: 2 }),
        plain("task-create", { x: 1 }),
        deliberate(plain("call-3", { x: 1 })),
      ],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  NOTHING,
]);
