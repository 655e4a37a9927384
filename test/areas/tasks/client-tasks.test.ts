import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message } from "../small-captures.ts";

const heard = (...messages: readonly (readonly [Json, number])[]): Exchange =>
  hearing(
    answered("call", "tools/call", {}, { name: "t" }),
    messages.map(([sent, at], index) => arrived(sent, index, at)),
  );
const asked = message("elicitation/create", { message: "Name?", task: {} }, "s1");
/** What the client answered at 100 ms. */
const answer = (result: JsonObject): Exchange => ({
  step: "answer",
  request: { jsonrpc: "2.0", id: "s1", result },
  timing: { start_ms: 90, end_ms: 100 },
});
const task = answer({ task: { taskId: "c1", status: "working", pollInterval: 1000 } });
const get = (taskId = "c1") => message("tasks/get", { taskId }, "s2");
const withdrawn = message("notifications/cancelled", { requestId: "s1" });

readingTable("task_withdrawals", [
  NOTHING,
  given("both ways to withdraw a task", [
    heard([asked, 1], [message("tasks/cancel", { taskId: "c1" }, 5), 300], [withdrawn, 400]),
    task,
  ]).values(
    [
      { by: "tasks/cancel", params: { taskId: "c1" } },
      { by: "notifications/cancelled", params: { requestId: "s1" } },
    ],
    { at: ["/meanwhile/1/message", "/meanwhile/2/message"] },
  ),
  given("none: before the task was known, of a plain answer, of something else", [
    heard(
      [asked, 1],
      [withdrawn, 150],
      [message("notifications/cancelled", { requestId: "s2" }), 400],
      [message("tasks/cancel", { taskId: "c2" }, 5), 500],
    ),
    task,
  ]).values([]),
  given("none: the answer was no task", [heard([asked, 1], [withdrawn, 400]), answer({ action: "cancel" })]).values([]),
]);

readingTable("client_polls", [
  NOTHING,
  given("polls without a pause", [
    heard([asked, 1], [get(), 110], [get(), 130], [get(), 150], [get(), 180]),
    task,
  ]).values([{ polls: 4, mean_pause: 0.02 }], { at: ["/meanwhile/1/message"] }),
  given("polls that were read together after a long pause of our own", [
    heard([asked, 1], [get(), 4090], [get(), 4090], [get(), 4090], [get(), 4090]),
    task,
  ]).values([{ polls: 4, mean_pause: 1 }]),
  given("too few polls, and those of another task", [
    heard([asked, 1], [get(), 110], [get(), 130], [get(), 150], [get("c2"), 180]),
    task,
  ]).values([]),
]);

const initialize = (capabilities: JsonObject): Exchange => answered("initialize", "initialize", {}, { capabilities });
const sampled = message("sampling/createMessage", { maxTokens: 1 }, "s2");

readingTable("client_task_requests", [
  NOTHING,
  given("tasks declared for elicitation and not for sampling, and a question that never runs as one", [
    initialize({ tasks: { requests: { elicitation: { create: {} } } } }),
    heard([asked, 1], [sampled, 2], [message("roots/list", undefined, "s3"), 3]),
  ]).values(
    [
      { method: "elicitation/create", tasks: "declared", params: { message: "Name?", task: {} } },
      { method: "sampling/createMessage", tasks: "undeclared", params: { maxTokens: 1 } },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"] },
  ),
  given("a handshake nobody knows", [heard([asked, 1])]).values([]),
]);
