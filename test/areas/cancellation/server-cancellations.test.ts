import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answered, overHttp, readingTable, refused } from "../reading-table.ts";
import { arrived, conversations, deliberate, message, NOTHING, within } from "../small-captures.ts";

const cancelled = (params: JsonObject | undefined, atMs = 0): ReceivedMessage =>
  arrived(message("notifications/cancelled", params), 5, atMs);
const asked = (id: Json): ReceivedMessage => arrived(message("sampling/createMessage", {}, id), 2);
const heard = (...messages: ReceivedMessage[]): Exchange => ({
  ...answered("call", "tools/call", {}),
  meanwhile: messages,
});
/** Our answer to a request of the server's. */
const reply = (id: Json, seq: number, endMs = 0): Exchange => ({
  request: { jsonrpc: "2.0", id, result: {} },
  seq,
  timing: { start_ms: 0, end_ms: endMs },
});

readingTable("server_cancellations", [
  {
    shows: "a request of its own that is open, and one whose answer crossed",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        heard(asked("s1"), cancelled({ requestId: "s1", reason: "late" })),
        within("second", heard(asked("s2"), cancelled({ requestId: "s2" }, 300))),
        within("second", reply("s2", 3, 200)),
      ],
    },
    reads: {
      values: [
        { params: { requestId: "s1", reason: "late" }, names: "own-open" },
        { params: { requestId: "s2" }, names: "own-open" },
      ],
      at: ["/meanwhile/1/message", "/meanwhile/1/message"],
      parts: [{ params: "/meanwhile/1/message/params", names: "/meanwhile/1/message" }, {}],
    },
  },
  {
    shows: "a request of its own that was answered long before",
    capture: { exchanges: [heard(asked("s1"), cancelled({ requestId: "s1" }, 301)), reply("s1", 3, 200)] },
    reads: { partly: [{ names: "own-answered" }] },
  },
  {
    shows: "a subscription, a request of the client's, an id of another type, and no id",
    capture: {
      exchanges: [
        { ...answered("listen", "subscriptions/listen", {}), request: message("subscriptions/listen", {}, 8) },
        heard(
          cancelled({ requestId: 8 }),
          cancelled({ requestId: 1 }),
          cancelled({ requestId: "1" }),
          cancelled({}),
          cancelled(undefined),
        ),
      ],
    },
    reads: {
      values: [
        { params: { requestId: 8 }, names: "listen" },
        { params: { requestId: 1 }, names: "client-request" },
        { params: { requestId: "1" }, names: "unknown" },
        { params: {}, names: "nothing" },
        { params: null, names: "nothing" },
      ],
    },
  },
  {
    shows: "a request of another connection",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [heard(asked("s1")), within("second", heard(cancelled({ requestId: "s1" })))],
    },
    reads: { partly: [{ names: "unknown" }] },
  },
  { shows: "none", capture: { exchanges: [heard(asked("s1"))] }, reads: { values: [] } },
  NOTHING,
]);

const next = (exchange: Exchange, seq = 9): Exchange => ({ ...exchange, seq });
const stray = (id: Json) => arrived({ jsonrpc: "2.0", id, error: { code: -32600, message: "no" } }, 6);

readingTable("late_answers", [
  {
    shows: "an answer that does no harm",
    capture: {
      exchanges: [
        heard(asked("s1"), cancelled({ requestId: "s1" })),
        reply("s1", 6),
        deliberate(next(refused("x", "x", -1), 7)),
        next({ request: message("notifications/initialized") }, 8),
        next(answered("ping", "ping", {})),
      ],
    },
    reads: { values: [{ strays: [], next: "result" }], at: [""], exchanges: ["main/2"] },
  },
  {
    shows: "over HTTP: a refusal, responses under its id, and an error for the next request",
    capture: {
      transport: "streamable-http",
      exchanges: [
        heard(asked("s1"), cancelled({ requestId: "s1" }), ...[1, 2, 3, 4].map(() => stray("s1")), stray("s2")),
        overHttp(reply("s1", 6), 400),
        next(refused("ping", "ping", -32600)),
      ],
    },
    reads: { values: [{ status: 400, strays: ["response", "response", "response"], next: "error" }] },
  },
  {
    shows: "no answer of ours, none after which anything was asked, and a request that was not withdrawn in time",
    capture: {
      conversations: conversations(["main", "second", "third"]),
      exchanges: [
        heard(asked("s1"), cancelled({ requestId: "s1" })),
        next(answered("ping", "ping", {})),
        within("second", heard(asked("s1"), cancelled({ requestId: "s1" }))),
        within("second", next(answered("ping", "ping", {}), 2)),
        within("second", reply("s1", 6)),
        within("third", heard(asked("s1"), cancelled({ requestId: "s1" }, 900))),
        within("third", reply("s1", 6, 100)),
        within("third", next(answered("ping", "ping", {}))),
      ],
    },
    reads: { values: [], lookedAt: ["/response"] },
  },
  NOTHING,
]);
