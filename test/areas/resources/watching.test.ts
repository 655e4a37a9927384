import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenStateless, givenStatelessHttp, NOTHING, readingTable } from "../reading-table.ts";
import { answered, arrived, hearing, message, unasked, within } from "../small-captures.ts";

readingTable("subscribe", answerCases(["subscribe"]));
readingTable("unsubscribe", answerCases(["unsubscribe"]));
readingTable("subscribe_absent", answerCases(["subscribe-absent"]));
readingTable("removed_subscriptions", answerCases(["removed-resources/subscribe", "removed-resources/unsubscribe"]));

const updated = (uri: string) => message("notifications/resources/updated", { uri });

const subscribe = (uri: string) => answered("subscribe", "resources/subscribe", {}, { uri });
const unsubscribe = (uri: string, responseMs: number): Exchange => ({
  ...answered("unsubscribe", "resources/unsubscribe", {}, { uri }),
  timing: { start_ms: 0, response_ms: responseMs, end_ms: responseMs },
});
/** An exchange during which the server tells of changes, each at its time. */
const told = (...updates: [uri: string, atMs: number][]): Exchange =>
  hearing(
    answered("ping", "ping", {}),
    updates.map(([uri, atMs]) => arrived(updated(uri), 1, atMs)),
  );

readingTable("resource_updates", [
  given("the updates among other messages", [
    hearing(answered("ping", "ping", {}), [
      arrived(message("notifications/resources/list_changed")),
      arrived(updated("test://a")),
    ]),
    unasked(arrived(updated("test://b"))),
  ]).values([updated("test://a"), updated("test://b")], { at: ["/meanwhile/1/message", "/unsolicited/0/message"] }),
  NOTHING,
]);

const listen = (uris: Json, ...updates: string[]): Exchange =>
  hearing(
    answered("listen", "subscriptions/listen", {}, { notifications: { resourceSubscriptions: uris } }),
    updates.map((uri) => arrived(updated(uri))),
  );

readingTable("unsubscribed_updates", [
  given("updates of what was subscribed to, and of what lies below it", [
    subscribe("test://a"),
    told(["test://a", 1], ["test://a/b", 2]),
  ]).values([]),
  given("an update that nobody subscribed to, in an exchange and outside", [
    subscribe("test://a"),
    told(["test://z", 1]),
    unasked(arrived(updated("test://y"))),
  ]).values(
    [
      { uri: "test://z", standing: "never" },
      { uri: "test://y", standing: "never" },
    ],
    {
      at: ["/meanwhile/0/message", "/unsolicited/0/message"],
      names: ["test://z", "test://y"],
      parts: [{ uri: "/meanwhile/0/message/params/uri" }, { uri: "/unsolicited/0/message/params/uri" }],
    },
  ),
  given("an update long after unsubscribing, and one that was on its way", [
    subscribe("test://a"),
    unsubscribe("test://a", 100),
    told(["test://a", 601]),
    told(["test://a", 600]),
  ]).values([{ uri: "test://a", standing: "ended" }], { exchanges: ["main/3"] }),
  given("one of two subscriptions ended", [
    subscribe("test://a"),
    subscribe("test://a"),
    unsubscribe("test://a", 100),
    told(["test://a", 9_000]),
  ]).values([]),
  given("an end outside exchanges, and an end whose time nobody knows", [
    subscribe("test://a"),
    unsubscribe("test://a", 100),
    subscribe("test://b"),
    answered("unsubscribe", "resources/unsubscribe", {}, { uri: "test://b" }),
    told(["test://b", 9_000]),
    unasked(arrived(updated("test://a"), 1, 700)),
  ]).values([{ uri: "test://a", standing: "ended" }]),
  given("a subscription of another connection", [
    subscribe("test://a"),
    within("second", told(["test://a", 1])),
  ]).values([{ uri: "test://a", standing: "never" }]),
  given("an update without a uri", [
    hearing(answered("ping", "ping", {}), [arrived(message("notifications/resources/updated", {}))]),
  ]).values([]),
  givenStateless("stateless: one pipe carries what any listen request of it watches", [
    listen(["test://a"]),
    told(["test://a/b", 1], ["test://z", 2]),
  ]).values([{ uri: "test://z", standing: "never" }]),
  givenStatelessHttp("stateless over HTTP: only the stream that watches it", [
    listen(["test://a"], "test://a"),
    listen(["test://b", 7], "test://a"),
    listen("test://a", "test://c"),
  ]).values(
    [
      { uri: "test://a", standing: "never" },
      { uri: "test://c", standing: "never" },
    ],
    { exchanges: ["main/2", "main/3"] },
  ),
  givenStateless("stateless: resources/subscribe counts for nothing", [
    subscribe("test://a"),
    told(["test://a", 1]),
  ]).values([{ uri: "test://a", standing: "never" }]),
]);
