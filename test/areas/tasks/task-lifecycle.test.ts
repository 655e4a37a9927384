import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, readingTable, refused } from "../reading-table.ts";
import { arrived, conversations, deliberate, message, page, unnamed, within } from "../small-captures.ts";
import {
  about,
  at,
  extensionCall,
  get,
  gone,
  lives,
  made,
  noOccasion,
  nothingCalled,
  stateless,
} from "./task-captures.ts";

const LIST = "tasks/list";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

const working = (taskId: string) => ({ taskId, status: "working" });
const status = (params: JsonObject, method = "notifications/tasks/status") => message(method, params);
const ping = (...messages: ReceivedMessage[]): Exchange => ({ ...answered("ping", "ping", {}), meanwhile: messages });
const flat = (taskId: string, more: JsonObject = {}) =>
  extensionCall({ resultType: "task", ...working(taskId), ...more });

readingTable("task_objects", [
  {
    shows: "tasks wherever the server describes them",
    capture: {
      exchanges: [
        made("1"),
        about("tasks/get", "1", { taskId: "1", status: "a" }),
        about("tasks/cancel", "1", { taskId: "1", status: "b" }),
        page(LIST, [{ taskId: "1", status: "c" }, 7]),
        ping(
          arrived(status({ taskId: "1", status: "d" })),
          arrived(status({ taskId: "1", status: "e" }, "notifications/tasks")),
          arrived(message("notifications/tasks/status")),
        ),
      ],
    },
    reads: {
      values: [
        working("1"),
        { taskId: "1", status: "a" },
        { taskId: "1", status: "b" },
        { taskId: "1", status: "c" },
        7,
        { taskId: "1", status: "d" },
        { taskId: "1", status: "e" },
      ],
      at: [
        "/response/result/task",
        "/response/result",
        "/response/result",
        "/response/result/tasks/0",
        "/response/result/tasks/1",
        "/meanwhile/0/message/params",
        "/meanwhile/1/message/params",
      ],
      names: ["tools/call", "tasks/get", "tasks/cancel", LIST, LIST, "notification", "notification"],
    },
  },
  {
    shows: "unknown tasks, what is wrong on purpose, and the same description twice",
    capture: { exchanges: [made("1"), get("2", "x"), get("1", "a"), get("1", "a"), deliberate(get("1", "b"))] },
    reads: { values: [working("1"), { taskId: "1", status: "a" }] },
  },
  {
    shows: "stateless: tasks/cancel gives no task back",
    ...stateless,
    capture: { exchanges: [flat("1"), about("tasks/cancel", "1", { odd: true })] },
    reads: { values: [{ resultType: "task", ...working("1") }], at: ["/response/result"] },
  },
  ...nothingCalled,
]);

readingTable("task_management", [
  {
    shows: "the results and params that are about tasks, by method",
    capture: {
      exchanges: [
        made("1"),
        about("tasks/cancel", "1", { a: 1 }),
        page(LIST, []),
        about("tasks/get", "unknown", { b: 2 }),
        about("tasks/result", "1", { c: 3 }),
        deliberate(about("tasks/get", "1", { d: 4 })),
        about("tasks/get", "1", "text"),
        ping(arrived(status({ e: 5 }))),
      ],
    },
    reads: {
      values: [{ b: 2 }, { tasks: [] }, { a: 1 }, { e: 5 }],
      at: ["/response/result", "/response/result", "/response/result", "/meanwhile/0/message/params"],
      names: ["tasks/get", LIST, "tasks/cancel", "notification"],
    },
  },
  ...nothingCalled,
]);

const timed = (exchange: Exchange, startMs: number, endMs: number): Exchange => ({
  ...exchange,
  timing: { start_ms: startMs, end_ms: endMs },
});

readingTable("task_transitions", [
  {
    shows: "each status beside the one before, in the order they were heard",
    capture: {
      exchanges: [
        at(made("1"), 1),
        at(get("1", "completed"), 5),
        at(get("1", "input_required"), 3),
        at(about("tasks/cancel", "1", { status: "cancelled" }), 7),
      ],
    },
    reads: {
      values: [
        { from: "working", to: "input_required" },
        { from: "input_required", to: "completed" },
        { from: "completed", to: "cancelled" },
      ],
      at: ["/response", "/response", "/response"],
      exchanges: ["main/3", "main/2", "main/4"],
    },
  },
  {
    shows: "two looks at once: each is compared with what had been heard when it was asked for",
    capture: { exchanges: [at(made("1"), 1), at(get("1", "completed"), 3, 6), at(get("1", "failed"), 4, 5)] },
    reads: {
      values: [
        { from: "working", to: "failed" },
        { from: "working", to: "completed" },
      ],
    },
  },
  {
    shows: "a task that is denied although it lives on, and whatever follows",
    capture: {
      exchanges: [
        timed(made("1", { ttl: 5_000 }), 0, 10),
        timed(lives("1", { ttl: 1_000 }), 20, 30),
        timed(gone("1"), 900, 999),
        timed(get("1", "working"), 1_000, 1_100),
      ],
    },
    reads: {
      values: [
        { from: "working", to: "working" },
        { from: "working", to: "gone" },
      ],
      exchanges: ["main/2", "main/3"],
    },
  },
  {
    shows: "stateless: a task without an end",
    ...stateless,
    capture: { exchanges: [flat("1", {}), lives("1", { ttlMs: null }), gone("1")] },
    reads: {
      values: [
        { from: "working", to: "working" },
        { from: "working", to: "gone" },
      ],
    },
  },
  {
    shows: "a task without an end, in the older form",
    capture: { exchanges: [made("2", {}), lives("2", { ttl: null }), gone("2")] },
    reads: {
      values: [
        { from: "working", to: "working" },
        { from: "working", to: "gone" },
      ],
    },
  },
  {
    shows: "a task that was never found",
    capture: { exchanges: [made("2", { ttl: null }), gone("2")] },
    reads: { values: [] },
  },
  {
    shows: "a task whose time was over, or that named none",
    capture: {
      exchanges: [timed(made("1", { ttl: 1_000 }), 0, 10), timed(gone("1"), 900, 1_000), made("2"), gone("2")],
    },
    reads: { values: [] },
  },
  {
    shows: "a poll that failed otherwise, one that was wrong on purpose, and an unknown task",
    capture: {
      exchanges: [
        timed(made("1", { ttl: 1_000 }), 0, 10),
        timed(gone("1", -32603), 20, 30),
        timed(deliberate(gone("1")), 40, 50),
        get("2", "x"),
      ],
    },
    reads: { values: [] },
  },
  {
    shows: "stateless: the time to live has another name",
    ...stateless,
    capture: {
      exchanges: [timed(flat("1", {}), 0, 10), timed(lives("1", { ttlMs: 1_000 }), 20, 30), timed(gone("1"), 500, 600)],
    },
    reads: {
      values: [
        { from: "working", to: "working" },
        { from: "working", to: "gone" },
      ],
    },
  },
  ...nothingCalled,
]);

readingTable("task_listings", [
  {
    shows: "tasks that a full walk over the list has, and has not",
    capture: {
      exchanges: [
        made("1"),
        made("2"),
        get("1", "working"),
        get("2", "completed"),
        page(LIST, [], { step: "task-list", next: "2" }),
        page(LIST, [working("1")], { step: "task-list-2", cursor: "2" }),
      ],
    },
    reads: {
      values: [
        { status: "working", listed: "listed" },
        { status: "completed", listed: "missing" },
      ],
      at: ["/response/result", "/response/result"],
      exchanges: ["main/6", "main/6"],
      lookedAt: ["", ""],
    },
  },
  {
    shows: "tasks that were never polled, are gone or cancelled, or were polled later or elsewhere",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        ...["1", "2", "3", "4", "5"].map((id) => made(id)),
        get("2", "cancelled"),
        gone("3"),
        within("second", get("4", "working")),
        unnamed(page(LIST, [])),
        get("5", "working"),
      ],
    },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "a walk that did not come to its end, and a list for another purpose",
    capture: {
      exchanges: [
        made("1"),
        get("1", "working"),
        page(LIST, [], { next: "2" }),
        page(LIST, [], { step: "tasks-absent" }),
      ],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "an unfinished walk",
    capture: { exchanges: [made("1"), get("1", "working"), page(LIST, [], { step: "task-list", next: "2" })] },
    reads: { inapplicable: "precondition-absent" },
  },
  ...noOccasion,
]);

const tag = (id: Json): JsonObject => ({ _meta: { [SUBSCRIPTION]: id } });
const acknowledged = (taskIds: Json | undefined, id?: Json) =>
  arrived(
    message(ACKNOWLEDGED, {
      notifications: taskIds === undefined ? {} : { taskIds },
      ...(id === undefined ? {} : tag(id)),
    }),
  );
const pushed = (taskId: string, id?: Json) => arrived(status({ taskId, ...(id === undefined ? {} : tag(id)) }));
const listen = (id: Json, taskIds: Json | undefined, ...messages: ReceivedMessage[]): Exchange => ({
  step: "task-listen",
  request: message("subscriptions/listen", { notifications: taskIds === undefined ? {} : { taskIds } }, id),
  meanwhile: messages,
});

readingTable("pushed_tasks", [
  {
    shows: "notifications that were agreed on, that were not, and that belong to no subscription",
    ...stateless,
    capture: {
      exchanges: [
        flat("1"),
        listen("s", ["1"], acknowledged(["1"], "s"), pushed("1", "s"), pushed("2", "s"), pushed("1", "z")),
      ],
    },
    reads: {
      values: [
        { task: { taskId: "1", ...tag("s") }, subscription: "acknowledged" },
        { task: { taskId: "2", ...tag("s") }, subscription: "not acknowledged" },
        { task: { taskId: "1", ...tag("z") }, subscription: "none" },
      ],
      at: ["/meanwhile/1/message", "/meanwhile/2/message", "/meanwhile/3/message"],
    },
  },
  {
    shows: "without an id: by the stream it came on",
    ...stateless,
    capture: {
      exchanges: [flat("1"), listen("s", ["1"], acknowledged(["1"]), pushed("1")), ping(pushed("1"))],
    },
    reads: { partly: [{ subscription: "acknowledged" }, { subscription: "none" }] },
  },
  {
    shows: "an acknowledgment on another connection, and one that names no tasks",
    ...stateless,
    capture: {
      conversations: conversations(["main", "second"], { probes: "2026-07-28" }),
      exchanges: [
        flat("1"),
        within("second", listen("s", ["1"], acknowledged(["1"], "s"))),
        listen("t", ["1"], acknowledged(undefined, "t"), pushed("1", "s"), pushed("1", "t")),
      ],
    },
    reads: { partly: [{ subscription: "none" }, { subscription: "not acknowledged" }] },
  },
  ...nothingCalled,
]);

readingTable("task_subscriptions", [
  {
    shows: "the ids that were acknowledged, and those nobody asked for",
    ...stateless,
    capture: { exchanges: [listen("s", ["1"], acknowledged(["1", "2"], "s"))] },
    reads: {
      values: [{ acknowledged: ["1", "2"], not_asked_for: ["2"] }],
      at: ["/meanwhile/0/message/params/notifications"],
    },
  },
  {
    shows: "an acknowledgment that names none",
    ...stateless,
    capture: { exchanges: [listen("s", ["1"], acknowledged(undefined, "s"))] },
    reads: { values: [{ acknowledged: [], not_asked_for: [] }] },
  },
  {
    shows: "no acknowledgment under its id or on its connection, and one that is no list",
    ...stateless,
    capture: {
      conversations: conversations(["main", "second"], { probes: "2026-07-28" }),
      exchanges: [
        listen("s", ["1"], acknowledged(["1"], "z")),
        within("second", ping(acknowledged(["1"], "s"))),
        listen("u", ["1"], acknowledged("1", "u")),
      ],
    },
    reads: { values: [], lookedAt: ["", ""] },
  },
  {
    shows: "subscriptions to something else, and wrong on purpose",
    ...stateless,
    capture: { exchanges: [listen("s", undefined), deliberate(listen("s", ["1"]))] },
    reads: { unseen: "not-probed" },
  },
  ...noOccasion,
]);

readingTable("task_stream_messages", [
  {
    shows: "over HTTP: what came on the stream",
    ...stateless,
    capture: {
      transport: "streamable-http",
      exchanges: [
        { ...listen("s", ["1"], pushed("1"), pushed("2"), arrived(message("notifications/message")), arrived("x")) },
        ping(pushed("1", "s"), arrived(message("notifications/progress", tag("s")))),
      ],
    },
    reads: {
      values: [{ method: "notifications/tasks/status" }, { method: "notifications/message" }],
      at: ["/meanwhile/0/message", "/meanwhile/2/message"],
      exchanges: ["main/1", "main/1"],
    },
  },
  {
    shows: "on a pipe: what has its id",
    ...stateless,
    capture: {
      conversations: conversations(["main", "second"], { probes: "2026-07-28" }),
      exchanges: [
        listen("s", ["1"], arrived(message("notifications/message")), arrived(message("a", tag("z")))),
        ping(pushed("1", "s")),
        within("second", ping(arrived(message("notifications/progress", tag("s"))))),
      ],
    },
    reads: { values: [{ method: "notifications/tasks/status" }], exchanges: ["main/2"] },
  },
  ...noOccasion,
]);

const cancelCall = (requestId: Json): Exchange => ({
  step: "task-cancel-request",
  request: message("notifications/cancelled", { requestId }),
});

readingTable("tasks_after_cancelled_call", [
  {
    shows: "the first status that was asked for afterwards",
    capture: {
      exchanges: [made("1"), get("1", "input_required"), cancelCall(1), get("1", "working"), get("1", "completed")],
    },
    reads: { values: [{ status: "working" }], at: ["/response/result"], exchanges: ["main/4"] },
  },
  {
    shows: "a call that made no task, another connection, and nobody who looked",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        made("1"),
        cancelCall("1"),
        within("second", cancelCall(1)),
        about("tasks/cancel", "1", working("1")),
        get("1", "working"),
      ],
    },
    reads: { values: [], lookedAt: ["", ""] },
  },
  {
    shows: "nobody who looked afterwards",
    capture: { exchanges: [made("1"), get("1", "working"), cancelCall(1), refused("task-get", "tasks/get", -32603)] },
    reads: { values: [] },
  },
  ...noOccasion,
]);
