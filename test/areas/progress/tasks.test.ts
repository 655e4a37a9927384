import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { given, givenHttp } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, leftOut, message, within } from "../small-captures.ts";

const progress = (token: Json, seq: number, atMs = seq): ReceivedMessage =>
  arrived(message("notifications/progress", { progressToken: token, progress: seq }), seq, atMs);

const call: Exchange = {
  ...answered("task-create", "tools/call", { task: { taskId: "1" } }, { _meta: { progressToken: "t" } }),
  seq: 1,
  response_seq: 2,
};
const get = (status: string, responseSeq: number, responseMs = responseSeq, taskId = "1"): Exchange => ({
  ...answered("task-get", "tasks/get", { taskId, status }, { taskId }),
  seq: responseSeq - 1,
  response_seq: responseSeq,
  timing: { start_ms: 0, response_ms: responseMs, end_ms: responseMs },
});
const heard = (...messages: ReceivedMessage[]): Exchange => hearing(answered("ping", "ping", {}), messages);

readingTable("task_progress", [
  given("on a pipe: while the task runs, and after it was seen to be over", [
    call,
    get("working", 4),
    get("completed", 8),
    get("completed", 12),
    heard(progress("t", 7), progress("t", 9)),
  ]).values(
    [
      { token: "original", task: "running" },
      { token: "original", task: "over" },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"], parts: [{ task: "/meanwhile/0/message" }, {}] },
  ),
  given("each way for a task to be over, and one that asks", [
    call,
    get("input_required", 4),
    get("failed", 6),
    heard(progress("t", 5), progress("t", 7)),
  ]).partly([{ task: "running" }, { task: "over" }]),
  given("a cancelled task, and the end of another one", [
    call,
    get("completed", 4, 4, "2"),
    get("cancelled", 8),
    heard(progress("t", 6), progress("t", 9)),
  ]).partly([{ task: "running" }, { task: "over" }]),
  given("two tasks of one id, of which nobody knows which is over", [
    call,
    { ...call, seq: 3, response_seq: 4 },
    get("completed", 6),
    heard(progress("t", 8)),
  ]).partly([{ task: "running" }]),
  givenHttp("over HTTP two streams overtake each other by a little", [
    call,
    get("completed", 8, 100),
    heard(progress("t", 9, 200), progress("t", 10, 201)),
  ]).partly([{ task: "running" }, { task: "over" }]),
  given("a token of no request, one of another request, and one before the task began", [
    call,
    answered("ping", "ping", {}, { _meta: { progressToken: 7 } }),
    heard(progress("z", 9), progress("7", 9), progress("y", 1)),
  ]).values([{ token: "other", task: "unknown" }], { at: ["/meanwhile/0/message"] }),
  given("another connection, and other messages", [
    call,
    within("second", heard(progress("t", 9))),
    heard(arrived(message("notifications/message"), 9)),
  ]).values([], { lookedAt: [""] }),
  given("a task whose call had no token", [
    answered("task-create", "tools/call", { task: { taskId: "1" } }, {}),
  ]).unseen("not-probed"),
  given("tasks that are not on offer", [leftOut("task-create", "not-offered")]).leftOut(),
]);
