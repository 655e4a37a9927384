import { answerCases, given, givenHttp, NOTHING, readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  hearing,
  leftOut,
  message,
  refused,
  unanswered,
  unasked,
  unnamed,
} from "../small-captures.ts";

readingTable("ping", [
  given("an empty result", [answered("ping", "ping", {})]).partly([{ outcome: "result", result: {} }], {
    at: [""],
    open: [null],
  }),
  given("an error, and silence", [refused("ping", "ping", -32601), unanswered("busy-ping", "ping")]).partly(
    [{ outcome: "error", error: { code: -32601 } }, { outcome: "silence" }],
    { open: [null, "timed-out"], except: [[], ["outcome", "asked", "trouble"]] },
  ),
  given("pings beside other requests, and what is no ping after initialization", [
    answered("concurrent-1", "ping", { at: 1 }),
    answered("concurrent-2", "tools/list", {}),
    answered("concurrent-3", "ping", { at: 3 }),
    answered("concurrent-5", "ping", { at: 5 }),
    answered("withheld-initialized-ping", "ping", {}),
  ]).partly([{ result: { at: 1 } }, { result: { at: 3 } }, { result: { at: 5 } }]),
  given("a ping in a capture without step names", [
    unnamed(answered("", "ping", {})),
    unnamed(answered("", "tools/list", {})),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/1"] }),
  given("a ping that the plan left out", [leftOut("ping", "prerequisite-missing")]).leftOut(),
]);

readingTable("early_ping", [
  ...answerCases(["withheld-initialized-ping", "strange-initialize-ping"]),
  given("silence on a pipe, where later requests were answered", [
    unanswered("withheld-initialized-ping", "ping"),
  ]).partly([{ outcome: "silence" }], { open: ["timed-out"], except: [["outcome", "asked", "trouble"]] }),
  givenHttp("silence over HTTP, where the answer may still be on its way", [
    unanswered("withheld-initialized-ping", "ping"),
  ]).partly([{ outcome: "silence" }], { open: ["timed-out"], except: [[]] }),
]);
readingTable("removed_ping", answerCases(["removed-ping"]));

const ping = (id: number) => message("ping", undefined, id);
const other = message("notifications/progress", { progress: 1 });

readingTable("server_pings", [
  given("the pings of the server among its other messages", [
    hearing(answered("call", "tools/call", {}), [arrived(other, 2), arrived(ping(7), 3)]),
    unasked(arrived(ping(8), 9)),
  ]).values([ping(7), ping(8)], { at: ["/meanwhile/1/message", "/unsolicited/0/message"] }),
  given("a server that sent none", [answered("ping", "ping", {})]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);

const pinged = (conversation: string, ...times: number[]) => ({
  ...answered("call", "tools/call", {}),
  conversation,
  meanwhile: times.map((time, index) => arrived(ping(index), index, time)),
});

const two = ["main", "second"].map((id) => ({
  id,
  purpose: "test",
  transport: "stdio" as const,
  probes: "2025-11-25",
  opened_ms: 0,
}));

readingTable("ping_rate", [
  given("the busiest five seconds, wherever they begin", [pinged("main", 0, 4_000, 5_001, 9_000, 20_000)]).values(
    [{ busiest: 3 }],
    { at: ["/meanwhile/0/message"], parts: [{ busiest: "/meanwhile/0/message" }] },
  ),
  given("five seconds to the millisecond, out of order", [pinged("main", 5_000, 0)]).values([{ busiest: 2 }]),
  given("each conversation by itself, and pings outside exchanges", {
    conversations: two,
    exchanges: [pinged("main", 0, 10_000), pinged("second", 0, 1, 2)],
    unsolicited: [unasked(arrived(ping(9), 9, 10_500))],
  }).values([{ busiest: 2 }, { busiest: 3 }], { exchanges: ["main/1", "main/2"] }),
  given("other messages, which are no pings", [
    hearing(answered("call", "tools/call", {}), [arrived(other, 1)]),
  ]).values([]),
  NOTHING,
]);
