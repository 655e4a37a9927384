import { answerCases, answered, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import { arrived, message, NOTHING, unnamed } from "../small-captures.ts";

readingTable("ping", [
  {
    shows: "an empty result",
    capture: { exchanges: [answered("ping", "ping", {})] },
    reads: { partly: [{ outcome: "result", result: {} }], at: [""], open: [null] },
  },
  {
    shows: "an error, and silence",
    capture: { exchanges: [refused("ping", "ping", -32601), unanswered("busy-ping", "ping")] },
    reads: {
      partly: [{ outcome: "error", error: { code: -32601 } }, { outcome: "silence" }],
      open: [null, "timed-out"],
      except: [[], ["outcome", "asked", "trouble"]],
    },
  },
  {
    shows: "pings beside other requests, and what is no ping after initialization",
    capture: {
      exchanges: [
        answered("concurrent-1", "ping", { at: 1 }),
        answered("concurrent-2", "tools/list", {}),
        answered("concurrent-3", "ping", { at: 3 }),
        answered("concurrent-5", "ping", { at: 5 }),
        answered("withheld-initialized-ping", "ping", {}),
      ],
    },
    reads: { partly: [{ result: { at: 1 } }, { result: { at: 3 } }, { result: { at: 5 } }] },
  },
  {
    shows: "a ping in a capture without step names",
    capture: { exchanges: [unnamed(answered("", "ping", {})), unnamed(answered("", "tools/list", {}))] },
    reads: { partly: [{ outcome: "result" }], exchanges: ["main/1"] },
  },
  {
    shows: "a ping that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("ping", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
]);

readingTable("early_ping", [
  ...answerCases(["withheld-initialized-ping", "strange-initialize-ping"]),
  {
    shows: "silence on a pipe, where later requests were answered",
    capture: { exchanges: [unanswered("withheld-initialized-ping", "ping")] },
    reads: { partly: [{ outcome: "silence" }], open: ["timed-out"], except: [["outcome", "asked", "trouble"]] },
  },
  {
    shows: "silence over HTTP, where the answer may still be on its way",
    capture: { transport: "streamable-http", exchanges: [unanswered("withheld-initialized-ping", "ping")] },
    reads: { partly: [{ outcome: "silence" }], open: ["timed-out"], except: [[]] },
  },
]);
readingTable("removed_ping", answerCases(["removed-ping"]));

const ping = (id: number) => message("ping", undefined, id);
const other = message("notifications/progress", { progress: 1 });

readingTable("server_pings", [
  {
    shows: "the pings of the server among its other messages",
    capture: {
      exchanges: [{ ...answered("call", "tools/call", {}), meanwhile: [arrived(other, 2), arrived(ping(7), 3)] }],
      unsolicited: [{ conversation: "main", ...arrived(ping(8), 9) }],
    },
    reads: { values: [ping(7), ping(8)], at: ["/meanwhile/1/message", "/unsolicited/0/message"] },
  },
  {
    shows: "a server that sent none",
    capture: { exchanges: [answered("ping", "ping", {})] },
    reads: { values: [], lookedAt: ["/response"] },
  },
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
  {
    shows: "the busiest five seconds, wherever they begin",
    capture: { exchanges: [pinged("main", 0, 4_000, 5_001, 9_000, 20_000)] },
    reads: { values: [{ busiest: 3 }], at: ["/meanwhile/0/message"], parts: [{ busiest: "/meanwhile/0/message" }] },
  },
  {
    shows: "five seconds to the millisecond, out of order",
    capture: { exchanges: [pinged("main", 5_000, 0)] },
    reads: { values: [{ busiest: 2 }] },
  },
  {
    shows: "each conversation by itself, and pings outside exchanges",
    capture: {
      conversations: two,
      exchanges: [pinged("main", 0, 10_000), pinged("second", 0, 1, 2)],
      unsolicited: [{ conversation: "main", ...arrived(ping(9), 9, 10_500) }],
    },
    reads: { values: [{ busiest: 2 }, { busiest: 3 }], exchanges: ["main/1", "main/2"] },
  },
  {
    shows: "other messages, which are no pings",
    capture: { exchanges: [{ ...answered("call", "tools/call", {}), meanwhile: [arrived(other, 1)] }] },
    reads: { values: [] },
  },
  NOTHING,
]);
