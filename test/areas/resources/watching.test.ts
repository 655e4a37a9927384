import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answerCases, answered, readingTable } from "../reading-table.ts";
import { arrived, conversations, message, NOTHING, within } from "../small-captures.ts";

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
const told = (...updates: [uri: string, atMs: number][]): Exchange => ({
  ...answered("ping", "ping", {}),
  meanwhile: updates.map(([uri, atMs]) => arrived(updated(uri), 1, atMs)),
});

readingTable("resource_updates", [
  {
    shows: "the updates among other messages",
    capture: {
      exchanges: [
        {
          ...answered("ping", "ping", {}),
          meanwhile: [arrived(message("notifications/resources/list_changed")), arrived(updated("test://a"))],
        },
      ],
      unsolicited: [{ conversation: "main", ...arrived(updated("test://b")) }],
    },
    reads: {
      values: [updated("test://a"), updated("test://b")],
      at: ["/meanwhile/1/message", "/unsolicited/0/message"],
    },
  },
  NOTHING,
]);

const listen = (uris: Json, ...updates: string[]): Exchange => ({
  ...answered("listen", "subscriptions/listen", {}, { notifications: { resourceSubscriptions: uris } }),
  meanwhile: updates.map((uri) => arrived(updated(uri))),
});

readingTable("unsubscribed_updates", [
  {
    shows: "updates of what was subscribed to, and of what lies below it",
    capture: { exchanges: [subscribe("test://a"), told(["test://a", 1], ["test://a/b", 2])] },
    reads: { values: [] },
  },
  {
    shows: "an update that nobody subscribed to, in an exchange and outside",
    capture: {
      exchanges: [subscribe("test://a"), told(["test://z", 1])],
      unsolicited: [{ conversation: "main", ...arrived(updated("test://y")) }],
    },
    reads: {
      values: [
        { uri: "test://z", standing: "never" },
        { uri: "test://y", standing: "never" },
      ],
      at: ["/meanwhile/0/message", "/unsolicited/0/message"],
      names: ["test://z", "test://y"],
      parts: [{ uri: "/meanwhile/0/message/params/uri" }, { uri: "/unsolicited/0/message/params/uri" }],
    },
  },
  {
    shows: "an update long after unsubscribing, and one that was on its way",
    capture: {
      exchanges: [
        subscribe("test://a"),
        unsubscribe("test://a", 100),
        told(["test://a", 601]),
        told(["test://a", 600]),
      ],
    },
    reads: { values: [{ uri: "test://a", standing: "ended" }], exchanges: ["main/3"] },
  },
  {
    shows: "one of two subscriptions ended",
    capture: {
      exchanges: [
        subscribe("test://a"),
        subscribe("test://a"),
        unsubscribe("test://a", 100),
        told(["test://a", 9_000]),
      ],
    },
    reads: { values: [] },
  },
  {
    shows: "an end outside exchanges, and an end whose time nobody knows",
    capture: {
      exchanges: [
        subscribe("test://a"),
        unsubscribe("test://a", 100),
        subscribe("test://b"),
        answered("unsubscribe", "resources/unsubscribe", {}, { uri: "test://b" }),
        told(["test://b", 9_000]),
      ],
      unsolicited: [{ conversation: "main", ...arrived(updated("test://a"), 1, 700) }],
    },
    reads: { values: [{ uri: "test://a", standing: "ended" }] },
  },
  {
    shows: "a subscription of another connection",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [subscribe("test://a"), within("second", told(["test://a", 1]))],
    },
    reads: { values: [{ uri: "test://a", standing: "never" }] },
  },
  {
    shows: "an update without a uri",
    capture: {
      exchanges: [
        { ...answered("ping", "ping", {}), meanwhile: [arrived(message("notifications/resources/updated", {}))] },
      ],
    },
    reads: { values: [] },
  },
  {
    shows: "stateless: one pipe carries what any listen request of it watches",
    revision: "2026-07-28",
    capture: { exchanges: [listen(["test://a"]), told(["test://a/b", 1], ["test://z", 2])] },
    reads: { values: [{ uri: "test://z", standing: "never" }] },
  },
  {
    shows: "stateless over HTTP: only the stream that watches it",
    revision: "2026-07-28",
    capture: {
      transport: "streamable-http",
      exchanges: [
        listen(["test://a"], "test://a"),
        listen(["test://b", 7], "test://a"),
        listen("test://a", "test://c"),
      ],
    },
    reads: {
      values: [
        { uri: "test://a", standing: "never" },
        { uri: "test://c", standing: "never" },
      ],
      exchanges: ["main/2", "main/3"],
    },
  },
  {
    shows: "stateless: resources/subscribe counts for nothing",
    revision: "2026-07-28",
    capture: { exchanges: [subscribe("test://a"), told(["test://a", 1])] },
    reads: { values: [{ uri: "test://a", standing: "never" }] },
  },
]);
