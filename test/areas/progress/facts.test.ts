import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, ReceivedMessage } from "../../../src/capture/capture.ts";
import { given, givenHttp, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  page,
  refused,
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

const progress = (params: JsonObject) => message("notifications/progress", params);
const step = (token: Json, value: Json, seq: number, more: Partial<ReceivedMessage> = {}): ReceivedMessage => ({
  ...arrived(progress({ progressToken: token, progress: value }), seq),
  ...more,
});
const call = (token: Json | undefined, result: JsonObject = {}, ...meanwhile: ReceivedMessage[]): Exchange => ({
  ...answered("call", "tools/call", result, token === undefined ? {} : { _meta: { progressToken: token } }),
  seq: 1,
  response_seq: 10,
  meanwhile,
});
const ping = (...meanwhile: ReceivedMessage[]): Exchange => hearing(answered("ping", "ping", {}), meanwhile);

const silent = given("no progress", [ping()]).values([], { lookedAt: ["/response"] });

readingTable("progress_notifications", [
  given("the progress among other messages", [ping(arrived(message("notifications/message")), step("t", 1, 2))]).values(
    [progress({ progressToken: "t", progress: 1 })],
    { at: ["/meanwhile/1/message"] },
  ),
  silent,
  NOTHING,
]);

readingTable("progress_sources", [
  given("on a pipe: while the request runs, and after its response", [
    call("t", {}, step("t", 1, 2), step("t", 2, 11)),
  ]).values(
    [
      { token: "t", source: "running", stream: "own" },
      { token: "t", source: "finished", stream: "own" },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"], parts: [{ source: "/meanwhile/0/message" }, {}] },
  ),
  given(
    "after the response of a request that became a task in 2025-11-25, or was not answered; not of one in another form",
    [
      call("t", { task: { taskId: "1" } }, step("t", 1, 11)),
      call("u", { resultType: "task" }, step("u", 1, 11)),
      { ...unanswered("call", "tools/call", { _meta: { progressToken: "v" } }), seq: 1, meanwhile: [step("v", 1, 99)] },
    ],
  ).partly([{ source: "running" }, { source: "finished" }, { source: "running" }]),
  givenStateless("after the response of a request that became a task of the extension", [
    call("u", { resultType: "task" }, step("u", 1, 11)),
  ]).partly([{ source: "finished" }]),
  given("tokens of another type, altered, never supplied, and none", [
    call(7, {}, step("7", 1, 2), step("8", 1, 3)),
    ping(step("9", 1, 4), arrived(progress({ progress: 1 }), 5), step(true, 1, 6)),
  ]).values([
    { token: "7", source: "retyped", stream: "own" },
    { token: "8", source: "altered", stream: "other" },
    { token: "9", source: "never-supplied", stream: "other" },
    { token: null, source: "no-token", stream: "other" },
    { token: true, source: "no-token", stream: "other" },
  ]),
  given("a token of another connection", [call("t"), within("second", ping(step("t", 1, 2)))]).values([
    { token: "t", source: "never-supplied", stream: "other" },
  ]),
  givenHttp("over HTTP: its own stream before and after the response, another one, and a subscription", [
    call("t", {}, step("t", 1, 11), step("t", 2, 12, { late: true })),
    ping(step("t", 3, 2)),
    hearing(unanswered("listen", "subscriptions/listen"), [step("t", 4, 2)]),
  ]).values([
    { token: "t", source: "running", stream: "own" },
    { token: "t", source: "finished", stream: "own" },
    { token: "t", source: "unclear", stream: "other" },
    { token: "t", source: "unclear", stream: "listen" },
  ]),
  given("a token that two requests share: one of them still runs", [
    call("t"),
    { ...call("t", {}, step("t", 1, 11)), response_seq: 20 },
  ]).partly([{ source: "running" }]),
  given("a capture that does not count", [
    hearing(answered("call", "tools/call", {}, { _meta: { progressToken: "t" } }), [step("t", 1, 2)]),
  ]).partly([{ source: "unclear" }]),
  silent,
  NOTHING,
]);

const course = (...values: Json[]) => values.map((value, index) => step("t", value, index + 2));

readingTable("progress_courses", [
  given("values that rise", [call("t", {}, ...course(1, 2, 5))]).values(
    [{ token: "t", values: [1, 2, 5], course: "rising" }],
    { at: ["/meanwhile/0/message"], names: ["t"] },
  ),
  given("a value that stays, one that falls, and one that does both", [
    call("t", {}, ...course(1, 1, 2)),
    call("t", {}, ...course(3, 2)),
    call("t", {}, ...course(1, 1, 0)),
  ]).partly([{ course: "level" }, { course: "falling" }, { course: "falling" }]),
  given('a single value, values that are no numbers, and the tokens 7 and "7"', [
    call("t", {}, ...course("a", "b", 1), step(7, 2, 5), step("7", 1, 6), step(null, 1, 7), step(null, 0, 8)),
  ]).values([]),
  given("more values than are kept", [
    call("t", {}, ...course(...Array.from({ length: 60 }, (_, index) => index), 0)),
  ]).values([{ token: "t", values: Array.from({ length: 50 }, (_, index) => index), course: "falling" }]),
  silent,
  NOTHING,
]);

const at = (token: string, ...times: number[]) => times.map((atMs) => step(token, 1, 2, { at_ms: atMs }));

readingTable("progress_bursts", [
  given("the busiest second of each request", [
    call("t", {}, ...at("t", 0, 1_000, 1_500, 1_999), ...at("u", 0, 5_000)),
    call("t", {}, ...at("t", 0, 1)),
  ]).values([{ notifications: 3 }, { notifications: 1 }, { notifications: 2 }], {
    at: ["/meanwhile/1/message", "/meanwhile/4/message", "/meanwhile/0/message"],
    exchanges: ["main/1", "main/1", "main/2"],
  }),
  silent,
  NOTHING,
]);

const taskProgress = (token: Json, seq: number, atMs = seq): ReceivedMessage =>
  arrived(message("notifications/progress", { progressToken: token, progress: seq }), seq, atMs);

const taskCall: Exchange = {
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
    taskCall,
    get("working", 4),
    get("completed", 8),
    get("completed", 12),
    heard(taskProgress("t", 7), taskProgress("t", 9)),
  ]).values(
    [
      { token: "original", task: "running" },
      { token: "original", task: "over" },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"], parts: [{ task: "/meanwhile/0/message" }, {}] },
  ),
  given("each way for a task to be over, and one that asks", [
    taskCall,
    get("input_required", 4),
    get("failed", 6),
    heard(taskProgress("t", 5), taskProgress("t", 7)),
  ]).partly([{ task: "running" }, { task: "over" }]),
  given("a cancelled task, and the end of another one", [
    taskCall,
    get("completed", 4, 4, "2"),
    get("cancelled", 8),
    heard(taskProgress("t", 6), taskProgress("t", 9)),
  ]).partly([{ task: "running" }, { task: "over" }]),
  given("two tasks of one id, of which nobody knows which is over", [
    taskCall,
    { ...taskCall, seq: 3, response_seq: 4 },
    get("completed", 6),
    heard(taskProgress("t", 8)),
  ]).partly([{ task: "running" }]),
  givenHttp("over HTTP two streams overtake each other by a little", [
    taskCall,
    get("completed", 8, 100),
    heard(taskProgress("t", 9, 200), taskProgress("t", 10, 201)),
  ]).partly([{ task: "running" }, { task: "over" }]),
  given("a token of no request, one of another request, and one before the task began", [
    taskCall,
    answered("ping", "ping", {}, { _meta: { progressToken: 7 } }),
    heard(taskProgress("z", 9), taskProgress("7", 9), taskProgress("y", 1)),
  ]).values([{ token: "other", task: "unknown" }], { at: ["/meanwhile/0/message"] }),
  given("another connection, and other messages", [
    taskCall,
    within("second", heard(taskProgress("t", 9))),
    heard(arrived(message("notifications/message"), 9)),
  ]).values([], { lookedAt: [""] }),
  given("a task whose call had no token", [
    answered("task-create", "tools/call", { task: { taskId: "1" } }, {}),
  ]).unseen("not-probed"),
  given("tasks that are not on offer", [leftOut("task-create", "not-offered")]).leftOut(),
]);

const LIST = "tools/list";

const withToken = (step: string, token: Json, method = LIST) =>
  refused(step, method, -32602, { _meta: { progressToken: token } });

readingTable("with_progress_token", [
  given("errors where the same method works without a token", [
    refused(LIST, LIST, -32603),
    page(LIST, []),
    withToken("progress-token-string", "t"),
    withToken("progress-token-integer", 7),
    withToken("progress-token-null", null),
  ]).partly(
    [
      { outcome: "error", without: "result" },
      { outcome: "error", without: "result" },
    ],
    { names: ["t", "7"], exchanges: ["main/3", "main/4"], parts: [{ without: "/request/method" }, {}] },
  ),
  given("a method that does not work anyhow, works with another token, or was wrong on purpose", [
    withToken("progress-token-string", "t"),
    refused(LIST, LIST, -32603),
    answered("x", LIST, {}, { _meta: { progressToken: "u" } }),
    deliberate(page(LIST, [])),
    page("prompts/list", []),
  ]).partly([{ outcome: "error", without: "no-result" }], { exchanges: ["main/1"] }),
  given("a request with a token in a capture without step names, calls of tools apart", [
    unnamed(withToken("", 0)),
    unnamed(withToken("", "t", "tools/call")),
    unnamed(withToken("", null)),
    unnamed(page(LIST, [])),
  ]).partly([{ without: "result" }], { exchanges: ["main/1"], names: ["0"] }),
  given("a question that was left out", [leftOut("progress-token-string", "not-offered")]).leftOut(),
]);

const ask = (id: Json, token: Json, seq: number): ReceivedMessage =>
  arrived(message("roots/list", { _meta: { progressToken: token } }, id), seq);
const reply = (id: Json, seq: number): Exchange => ({ request: { jsonrpc: "2.0", id, result: {} }, seq });

readingTable("server_tokens", [
  given("a token of a request of the server's", [
    heard(ask(1, "t", 2), arrived(message("roots/list", {}, 2), 3)),
  ]).values([{ token: "t", requests: 1 }], {
    at: ["/meanwhile/0/message"],
    parts: [{ token: "/meanwhile/0/message/params/_meta/progressToken", requests: "/meanwhile/0/message" }],
  }),
  given("a token that two open requests have", [heard(ask(1, "t", 2), ask(2, "t", 4)), reply(1, 5)]).values([
    { token: "t", requests: 1 },
    { token: "t", requests: 2 },
  ]),
  given("a token that is used again after the answer, the number beside the text, and a replay", [
    heard(ask(1, "7", 2), ask(2, "7", 4), ask(3, 7, 5), ask(2, "7", 6)),
    reply(1, 3),
  ]).values([
    { token: "7", requests: 1 },
    { token: 7, requests: 1 },
  ]),
  given("a token that is used again after its request was withdrawn, whether or not it is answered later", [
    heard(ask(1, "t", 2), arrived(message("notifications/cancelled", { requestId: 1 }), 3), ask(2, "t", 4)),
    reply(1, 5),
  ]).values([{ token: "t", requests: 1 }]),
  given("the same token on another connection, and on a notification", [
    heard(ask(1, "t", 2)),
    within("second", heard(ask(2, "t", 4))),
    heard(arrived(message("notifications/message", { _meta: { progressToken: "n" } }), 3)),
  ]).values([{ token: "t", requests: 1 }], { exchanges: ["main/1"] }),
  NOTHING,
]);
