import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { arrived, deliberate, hearing, message, ordered, within } from "../small-captures.ts";
import { get, gone, made, nothingCalled } from "./task-captures.ts";

const related = (taskId: string): JsonObject => ({ _meta: { "io.modelcontextprotocol/related-task": { taskId } } });
const question = (taskId: string, id?: Json) => message("elicitation/create", related(taskId), id);

/** A call that makes a task, which then asks for these things. */
const asking = (taskId: string, ...questions: readonly Json[]): Exchange =>
  hearing(
    made(taskId),
    questions.map((one, index) => arrived(one, index)),
  );

/** The same exchange, sent at this place of the conversation and at this time. */
const timed = (exchange: Exchange, seq: number, start_ms = seq * 1000): Exchange => ({
  ...ordered(exchange, seq),
  timing: { start_ms, end_ms: start_ms + 100 },
});
const answer = (id: Json, seq: number, step = "task-answer-1", reply: JsonObject = { result: {} }): Exchange =>
  timed({ step, request: { jsonrpc: "2.0", id, ...reply } }, seq);

readingTable("answered_tasks", [
  given("the last look after the last answer, and the time between them", [
    asking("1", question("1", "b"), question("1", "a")),
    answer("b", 7, "task-answer-2"),
    answer("a", 3),
    timed(get("1", "input_required"), 5),
    timed(get("1", "working"), 9),
    timed(get("1", "completed"), 11, 11_000.4),
    timed(deliberate(get("1", "failed")), 13),
  ]).values([{ status: "completed", waited_ms: 3900 }], {
    exchanges: ["main/6"],
    parts: [{ status: "/response/result/status", waited_ms: "/timing" }],
  }),
  given("each task by itself, and one that is gone", [
    asking("1", question("1", "a")),
    asking("2", question("2", "b")),
    answer("a", 3),
    answer("b", 5),
    timed(gone("1"), 7),
    timed(get("2", "input_required"), 9),
  ]).values(
    [
      { status: "gone", waited_ms: 3900 },
      { status: "input_required", waited_ms: 3900 },
    ],
    { exchanges: ["main/5", "main/6"] },
  ),
  given("a question left open, one answered under another step, no look afterwards, and no times", [
    asking("1", question("1", "a"), question("1", "b")),
    asking("2", question("2", "c")),
    asking("3", question("3", "d")),
    asking("4", question("4", "e")),
    answer("a", 3),
    answer("c", 3, "ping"),
    answer("e", 3),
    timed(get("1", "working"), 9),
    timed(get("2", "working"), 9),
    answer("d", 11),
    timed(get("3", "input_required"), 9),
    ordered(get("4", "input_required"), 9),
  ]).values([], { lookedAt: ["", "", ""] }),
  given("what was refused, which is no input", [
    asking("1", question("1", "a")),
    asking("2", question("2", "b")),
    asking("3", question("3", "c")),
    answer("a", 3, "task-answer-1", { result: { action: "accept", content: {} } }),
    answer("b", 3, "task-answer-2", { result: { action: "decline" } }),
    answer("c", 3, "task-answer-3", { error: { code: -32601, message: "no" } }),
    ...["1", "2", "3"].map((id) => timed(get(id, "input_required"), 9)),
  ]).values([{ status: "input_required", waited_ms: 5900 }], { exchanges: ["main/7"] }),
  given("notifications about the task, and requests that name none, which wait for nobody", [
    asking("1", question("1", "a"), question("1")),
    asking("2", message("elicitation/create", {}, "b")),
    answer("a", 3),
    answer("b", 5),
    timed(get("1", "working"), 9),
    timed(get("2", "working"), 11),
  ]).values([{ status: "working", waited_ms: 5900 }], { exchanges: ["main/5"] }),
  given("answers and looks on another connection, which counts for itself", [
    asking("1", question("1", "a")),
    asking("2", question("2", "b")),
    answer("a", 3),
    within("second", answer("b", 3)),
    timed(get("1", "working"), 5),
    timed(get("2", "working"), 5),
    within("second", timed(get("2", "working"), 5)),
    within("second", timed(get("1", "input_required"), 40, 100)),
  ]).values([{ status: "working", waited_ms: 1900 }], { exchanges: ["main/5"] }),
  ...nothingCalled,
]);
