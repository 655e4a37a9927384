import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { given, givenHttp, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, arrived, deliberate, hearing, message, overHttp, refused, within } from "../small-captures.ts";

const cancelled = (params: JsonObject | undefined, atMs = 0): ReceivedMessage =>
  arrived(message("notifications/cancelled", params), 5, atMs);
const asked = (id: Json): ReceivedMessage => arrived(message("sampling/createMessage", {}, id), 2);
const heard = (...messages: ReceivedMessage[]): Exchange => hearing(answered("call", "tools/call", {}), messages);
/** Our answer to a request of the server's. */
const reply = (id: Json, seq: number, endMs = 0): Exchange => ({
  request: { jsonrpc: "2.0", id, result: {} },
  seq,
  timing: { start_ms: 0, end_ms: endMs },
});

readingTable("server_cancellations", [
  given("a request of its own that is open, and one whose answer crossed", [
    heard(asked("s1"), cancelled({ requestId: "s1", reason: "late" })),
    within("second", heard(asked("s2"), cancelled({ requestId: "s2" }, 300))),
    within("second", reply("s2", 3, 200)),
  ]).values(
    [
      { params: { requestId: "s1", reason: "late" }, names: "own-open" },
      { params: { requestId: "s2" }, names: "own-open" },
    ],
    {
      at: ["/meanwhile/1/message", "/meanwhile/1/message"],
      parts: [{ params: "/meanwhile/1/message/params", names: "/meanwhile/1/message" }, {}],
    },
  ),
  given("a request of its own that was answered long before", [
    heard(asked("s1"), cancelled({ requestId: "s1" }, 301)),
    reply("s1", 3, 200),
  ]).partly([{ names: "own-answered" }]),
  given("a subscription, a request of the client's, an id of another type, and no id", [
    { ...answered("listen", "subscriptions/listen", {}), request: message("subscriptions/listen", {}, 8) },
    heard(
      cancelled({ requestId: 8 }),
      cancelled({ requestId: 1 }),
      cancelled({ requestId: "1" }),
      cancelled({}),
      cancelled(undefined),
    ),
  ]).values([
    { params: { requestId: 8 }, names: "listen" },
    { params: { requestId: 1 }, names: "client-request" },
    { params: { requestId: "1" }, names: "unknown" },
    { params: {}, names: "nothing" },
    { params: null, names: "nothing" },
  ]),
  given("a request of another connection", [
    heard(asked("s1")),
    within("second", heard(cancelled({ requestId: "s1" }))),
  ]).partly([{ names: "unknown" }]),
  given("none", [heard(asked("s1"))]).values([]),
  NOTHING,
]);

const next = (exchange: Exchange, seq = 9): Exchange => ({ ...exchange, seq });
const stray = (id: Json) => arrived({ jsonrpc: "2.0", id, error: { code: -32600, message: "no" } }, 6);

readingTable("late_answers", [
  given("an answer that does no harm", [
    heard(asked("s1"), cancelled({ requestId: "s1" })),
    reply("s1", 6),
    deliberate(next(refused("x", "x", -1), 7)),
    next({ request: message("notifications/initialized") }, 8),
    next(answered("ping", "ping", {})),
  ]).values([{ strays: [], next: "result" }], { at: [""], exchanges: ["main/2"] }),
  givenHttp("over HTTP: a refusal, responses under its id, and an error for the next request", [
    heard(asked("s1"), cancelled({ requestId: "s1" }), ...[1, 2, 3, 4].map(() => stray("s1")), stray("s2")),
    overHttp(reply("s1", 6), 400),
    next(refused("ping", "ping", -32600)),
  ]).values([{ status: 400, strays: ["response", "response", "response"], next: "error" }]),
  given("no answer of ours, none after which anything was asked, and a request that was not withdrawn in time", [
    heard(asked("s1"), cancelled({ requestId: "s1" })),
    next(answered("ping", "ping", {})),
    within("second", heard(asked("s1"), cancelled({ requestId: "s1" }))),
    within("second", next(answered("ping", "ping", {}), 2)),
    within("second", reply("s1", 6)),
    within("third", heard(asked("s1"), cancelled({ requestId: "s1" }, 900))),
    within("third", reply("s1", 6, 100)),
    within("third", next(answered("ping", "ping", {}))),
  ]).values([], { lookedAt: ["/response"] }),
  NOTHING,
]);
