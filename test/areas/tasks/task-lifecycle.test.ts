import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, ReceivedMessage } from "../../../src/capture/capture.ts";
import { given, givenStateless, givenStatelessHttp, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  message,
  ordered,
  page,
  refused,
  timed,
  unnamed,
  within,
} from "../small-captures.ts";
import { about, extensionCall, get, gone, lives, made, noOccasion, nothingCalled } from "./task-captures.ts";

const LIST = "tasks/list";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

const working = (taskId: string) => ({ taskId, status: "working" });
const status = (params: JsonObject, method = "notifications/tasks/status") => message(method, params);
const ping = (...messages: ReceivedMessage[]): Exchange => hearing(answered("ping", "ping", {}), messages);
const flat = (taskId: string, more: JsonObject = {}) =>
  extensionCall({ resultType: "task", ...working(taskId), ...more });

readingTable("task_objects", [
  given("tasks wherever the server describes them", [
    made("1"),
    about("tasks/get", "1", { taskId: "1", status: "a" }),
    about("tasks/cancel", "1", { taskId: "1", status: "b" }),
    page(LIST, [{ taskId: "1", status: "c" }, 7]),
    ping(
      arrived(status({ taskId: "1", status: "d" })),
      arrived(status({ taskId: "1", status: "e" }, "notifications/tasks")),
      arrived(message("notifications/tasks/status")),
    ),
  ]).values(
    [
      working("1"),
      { taskId: "1", status: "a" },
      { taskId: "1", status: "b" },
      { taskId: "1", status: "c" },
      7,
      { taskId: "1", status: "d" },
      { taskId: "1", status: "e" },
    ],
    {
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
  ),
  given("unknown tasks, what is wrong on purpose, and the same description twice", [
    made("1"),
    get("2", "x"),
    get("1", "a"),
    get("1", "a"),
    deliberate(get("1", "b")),
  ]).values([working("1"), { taskId: "1", status: "a" }]),
  givenStateless("stateless: tasks/cancel gives no task back", [
    flat("1"),
    about("tasks/cancel", "1", { odd: true }),
  ]).values([{ resultType: "task", ...working("1") }], { at: ["/response/result"] }),
  ...nothingCalled,
]);

readingTable("task_management", [
  given("the results and params that are about tasks, by method", [
    made("1"),
    about("tasks/cancel", "1", { a: 1 }),
    page(LIST, []),
    about("tasks/get", "unknown", { b: 2 }),
    about("tasks/result", "1", { c: 3 }),
    deliberate(about("tasks/get", "1", { d: 4 })),
    about("tasks/get", "1", "text"),
    ping(arrived(status({ e: 5 }))),
  ]).values([{ b: 2 }, { tasks: [] }, { a: 1 }, { e: 5 }], {
    at: ["/response/result", "/response/result", "/response/result", "/meanwhile/0/message/params"],
    names: ["tasks/get", LIST, "tasks/cancel", "notification"],
  }),
  ...nothingCalled,
]);

readingTable("task_transitions", [
  given("each status beside the one before, in the order they were heard", [
    ordered(made("1"), 1),
    ordered(get("1", "completed"), 5),
    ordered(get("1", "input_required"), 3),
    ordered(about("tasks/cancel", "1", { status: "cancelled" }), 7),
  ]).values(
    [
      { from: "working", to: "input_required" },
      { from: "input_required", to: "completed" },
      { from: "completed", to: "cancelled" },
    ],
    { at: ["/response", "/response", "/response"], exchanges: ["main/3", "main/2", "main/4"] },
  ),
  given("two looks at once: each is compared with what had been heard when it was asked for", [
    ordered(made("1"), 1),
    ordered(get("1", "completed"), 3, 6),
    ordered(get("1", "failed"), 4, 5),
  ]).values([
    { from: "working", to: "failed" },
    { from: "working", to: "completed" },
  ]),
  given("a task that is denied although it lives on, and whatever follows", [
    timed(made("1", { ttl: 5_000 }), 0, 10),
    timed(lives("1", { ttl: 1_000 }), 20, 30),
    timed(gone("1"), 900, 999),
    timed(get("1", "working"), 1_000, 1_100),
  ]).values(
    [
      { from: "working", to: "working" },
      { from: "working", to: "gone" },
    ],
    { exchanges: ["main/2", "main/3"] },
  ),
  givenStateless("stateless: a task without an end", [flat("1", {}), lives("1", { ttlMs: null }), gone("1")]).values([
    { from: "working", to: "working" },
    { from: "working", to: "gone" },
  ]),
  given("a task without an end, in the older form", [made("2", {}), lives("2", { ttl: null }), gone("2")]).values([
    { from: "working", to: "working" },
    { from: "working", to: "gone" },
  ]),
  given("a task that was never found", [made("2", { ttl: null }), gone("2")]).values([]),
  given("a task whose time was over, or that named none", [
    timed(made("1", { ttl: 1_000 }), 0, 10),
    timed(gone("1"), 900, 1_000),
    made("2"),
    gone("2"),
  ]).values([]),
  given("a poll that failed otherwise, one that was wrong on purpose, and an unknown task", [
    timed(made("1", { ttl: 1_000 }), 0, 10),
    timed(gone("1", -32603), 20, 30),
    timed(deliberate(gone("1")), 40, 50),
    get("2", "x"),
  ]).values([]),
  givenStateless("stateless: the time to live has another name", [
    timed(flat("1", {}), 0, 10),
    timed(lives("1", { ttlMs: 1_000 }), 20, 30),
    timed(gone("1"), 500, 600),
  ]).values([
    { from: "working", to: "working" },
    { from: "working", to: "gone" },
  ]),
  ...nothingCalled,
]);

readingTable("task_listings", [
  given("tasks that a full walk over the list has, and has not", [
    made("1"),
    made("2"),
    get("1", "working"),
    get("2", "completed"),
    page(LIST, [], { step: "task-list", next: "2" }),
    page(LIST, [working("1")], { step: "task-list-2", cursor: "2" }),
  ]).values(
    [
      { status: "working", listed: "listed" },
      { status: "completed", listed: "missing" },
    ],
    { at: ["/response/result", "/response/result"], exchanges: ["main/6", "main/6"], lookedAt: ["", ""] },
  ),
  given("tasks that were never polled, are gone or cancelled, or were polled later or elsewhere", [
    ...["1", "2", "3", "4", "5"].map((id) => made(id)),
    get("2", "cancelled"),
    gone("3"),
    within("second", get("4", "working")),
    unnamed(page(LIST, [])),
    get("5", "working"),
  ]).values([], { lookedAt: [""] }),
  given("a walk that did not come to its end, and a list for another purpose", [
    made("1"),
    get("1", "working"),
    page(LIST, [], { next: "2" }),
    page(LIST, [], { step: "tasks-absent" }),
  ]).inapplicable("precondition-absent"),
  given("an unfinished walk", [
    made("1"),
    get("1", "working"),
    page(LIST, [], { step: "task-list", next: "2" }),
  ]).inapplicable("precondition-absent"),
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
  givenStateless("notifications that were agreed on, that were not, and that belong to no subscription", [
    flat("1"),
    listen("s", ["1"], acknowledged(["1"], "s"), pushed("1", "s"), pushed("2", "s"), pushed("1", "z")),
  ]).values(
    [
      { task: { taskId: "1", ...tag("s") }, subscription: "acknowledged" },
      { task: { taskId: "2", ...tag("s") }, subscription: "not acknowledged" },
      { task: { taskId: "1", ...tag("z") }, subscription: "none" },
    ],
    { at: ["/meanwhile/1/message", "/meanwhile/2/message", "/meanwhile/3/message"] },
  ),
  givenStateless("without an id: by the stream it came on", [
    flat("1"),
    listen("s", ["1"], acknowledged(["1"]), pushed("1")),
    ping(pushed("1")),
  ]).partly([{ subscription: "acknowledged" }, { subscription: "none" }]),
  givenStateless("an acknowledgment on another connection, and one that names no tasks", [
    flat("1"),
    within("second", listen("s", ["1"], acknowledged(["1"], "s"))),
    listen("t", ["1"], acknowledged(undefined, "t"), pushed("1", "s"), pushed("1", "t")),
  ]).partly([{ subscription: "none" }, { subscription: "not acknowledged" }]),
  ...nothingCalled,
]);

readingTable("task_subscriptions", [
  givenStateless("the ids that were acknowledged, and those nobody asked for", [
    listen("s", ["1"], acknowledged(["1", "2"], "s")),
  ]).values([{ acknowledged: ["1", "2"], not_asked_for: ["2"] }], {
    at: ["/meanwhile/0/message/params/notifications"],
  }),
  givenStateless("an acknowledgment that names none", [listen("s", ["1"], acknowledged(undefined, "s"))]).values([
    { acknowledged: [], not_asked_for: [] },
  ]),
  givenStateless("no acknowledgment under its id or on its connection, and one that is no list", [
    listen("s", ["1"], acknowledged(["1"], "z")),
    within("second", ping(acknowledged(["1"], "s"))),
    listen("u", ["1"], acknowledged("1", "u")),
  ]).values([], { lookedAt: ["", ""] }),
  givenStateless("subscriptions to something else, and wrong on purpose", [
    listen("s", undefined),
    deliberate(listen("s", ["1"])),
  ]).unseen("not-probed"),
  ...noOccasion,
]);

readingTable("task_stream_messages", [
  givenStatelessHttp("over HTTP: what came on the stream", [
    { ...listen("s", ["1"], pushed("1"), pushed("2"), arrived(message("notifications/message")), arrived("x")) },
    ping(pushed("1", "s"), arrived(message("notifications/progress", tag("s")))),
  ]).values([{ method: "notifications/tasks/status" }, { method: "notifications/message" }], {
    at: ["/meanwhile/0/message", "/meanwhile/2/message"],
    exchanges: ["main/1", "main/1"],
  }),
  givenStateless("on a pipe: what has its id", [
    listen("s", ["1"], arrived(message("notifications/message")), arrived(message("a", tag("z")))),
    ping(pushed("1", "s")),
    within("second", ping(arrived(message("notifications/progress", tag("s"))))),
  ]).values([{ method: "notifications/tasks/status" }], { exchanges: ["main/2"] }),
  ...noOccasion,
]);

const cancelCall = (requestId: Json): Exchange => ({
  step: "task-cancel-request",
  request: message("notifications/cancelled", { requestId }),
});

readingTable("tasks_after_cancelled_call", [
  given("the first status that was asked for afterwards", [
    made("1"),
    get("1", "input_required"),
    cancelCall(1),
    get("1", "working"),
    get("1", "completed"),
  ]).values([{ status: "working" }], { at: ["/response/result"], exchanges: ["main/4"] }),
  given("a call that made no task, another connection, and nobody who looked", [
    made("1"),
    cancelCall("1"),
    within("second", cancelCall(1)),
    about("tasks/cancel", "1", working("1")),
    get("1", "working"),
  ]).values([], { lookedAt: ["", ""] }),
  given("nobody who looked afterwards", [
    made("1"),
    get("1", "working"),
    cancelCall(1),
    refused("task-get", "tasks/get", -32603),
  ]).values([]),
  ...noOccasion,
]);
