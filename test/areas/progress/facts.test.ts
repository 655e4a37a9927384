import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, givenHttp, givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message, unanswered, within } from "../small-captures.ts";

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
