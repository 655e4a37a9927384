import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenHttp, givenStatelessHttp, NOTHING, readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, leftOut, message, within } from "../small-captures.ts";

const uri = "test://a";

const during = (exchange: Exchange, startMs: number, endMs: number): Exchange => ({
  ...exchange,
  timing: { start_ms: startMs, response_ms: endMs, end_ms: endMs },
});

const read = (text: string, startMs: number, of = uri): Exchange =>
  during(answered("x", "resources/read", { contents: [{ uri: of, text }] }, { uri: of }), startMs, startMs + 1);

const subscribe = during(answered("subscribe", "resources/subscribe", {}, { uri }), 0, 10);
const unsubscribe = during(answered("unsubscribe", "resources/unsubscribe", {}, { uri }), 90, 91);
const told = (of: string): Exchange =>
  hearing(during(answered("ping", "ping", {}), 60, 61), [
    arrived(message("notifications/resources/updated", { uri: of }), 1, 60),
  ]);

const listen = (untilMs: number, ...updates: string[]): Exchange =>
  hearing(
    during(
      answered("listen-string", "subscriptions/listen", {}, { notifications: { resourceSubscriptions: [uri] } }),
      0,
      untilMs,
    ),
    [
      arrived(message("notifications/subscriptions/acknowledged"), 1, 10),
      ...updates.map((of) => arrived(message("notifications/resources/updated", { uri: of }), 2, 50)),
    ],
  );

const STREAM: Exchange = {
  conversation: "main",
  http: { method: "GET", url: "http://test/mcp", status: 200, stream: { ended_by: "client" } },
  timing: { start_ms: 5, end_ms: 200 },
} as unknown as Exchange;

readingTable("watched_changes", [
  given("a change while subscribed, and nothing said", [subscribe, read("1", 20), read("2", 40), unsubscribe]).values(
    [{ announced: 0 }],
    {
      at: ["/response/result/contents"],
      exchanges: ["main/3"],
      names: [uri],
      parts: [{ announced: "/response/result/contents" }],
    },
  ),
  given("a change that was told of, as a change of a part too", [
    subscribe,
    read("1", 20),
    read("2", 40),
    told(uri),
    told(`${uri}/b`),
    told("test://z"),
    unsubscribe,
  ]).values([{ announced: 2 }]),
  given("no change, one of another resource, and reads before and after", [
    read("0", 1),
    subscribe,
    read("1", 20),
    read("1", 30),
    read("x", 40, "test://b"),
    read("y", 50, "test://b"),
    unsubscribe,
    read("2", 95),
  ]).values([]),
  given("a change in another session", [
    subscribe,
    within("second", read("1", 20)),
    within("second", read("2", 40)),
  ]).values([]),
  givenHttp("a change over HTTP, where no stream was open", [
    subscribe,
    read("1", 20),
    read("2", 40),
    unsubscribe,
  ]).values([]),
  givenHttp("a change over HTTP beside an open stream", [
    STREAM,
    subscribe,
    read("1", 20),
    read("2", 40),
    unsubscribe,
  ]).values([{ announced: 0 }]),
  givenStatelessHttp("a change while a listen request names the resource, told of or not", [
    listen(80),
    listen(80, uri),
    read("1", 20),
    read("2", 40),
  ]).values([{ announced: 1 }, { announced: 1 }]),
  givenStatelessHttp("a change after the stream was over", [listen(30), read("1", 20), read("2", 40)]).values([]),
  given("a subscription that the plan left out", [
    read("1", 20),
    leftOut("subscribe", "prerequisite-missing"),
  ]).leftOut(),
  NOTHING,
]);
