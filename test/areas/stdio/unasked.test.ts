import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenStateless, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, conversations, heard, hearing, leftOut, message, within } from "../small-captures.ts";

const revision = "2026-07-28";
const log = message("notifications/message", { data: 1 });
const changed = (subscription?: Json): JsonObject =>
  message(
    "notifications/tools/list_changed",
    subscription === undefined ? undefined : { _meta: { "io.modelcontextprotocol/subscriptionId": subscription } },
  );
const listen = (id: Json): Exchange => ({
  step: "listen-all",
  request: message("subscriptions/listen", {}, id),
  seq: 1,
});
const ping = (seq: number, responseSeq?: number): Exchange => ({
  ...answered("ping", "ping", {}),
  seq,
  ...(responseSeq === undefined ? {} : { response_seq: responseSeq }),
});
const said = (one: Json, seq: number, conversation = "main") => ({ conversation, ...heard(one, { seq }) });

readingTable("unasked_notifications", [
  givenStateless("notifications while nothing runs, and changes that nobody subscribed to", [
    ping(2, 4),
    said(log, 3),
    said(message("notifications/progress"), 5),
    said(changed(), 3),
    said(log, 1),
  ]).values(
    [
      { method: "notifications/progress", why: "idle" },
      { method: "notifications/tools/list_changed", why: "no subscription" },
      { method: "notifications/message", why: "idle" },
    ],
    {
      at: [1, 2, 3].map((index) => `/unsolicited/${index}/message`),
      names: ["notifications/progress", "notifications/tools/list_changed", "notifications/message"],
    },
  ),
  givenStateless("what was subscribed to, what is still unanswered, and what has no order", [
    listen("s"),
    ping(2),
    said(changed("s"), 9),
    said(log, 9),
  ]).values([], { lookedAt: ["/response"] }),
  givenStateless("a subscription of another id, of another type, and of another process", {
    conversations: conversations(["main", "second"], { probes: revision }),
    unsolicited: [
      said(changed("1"), 9),
      said(message("notifications/resources/updated", changed("t")["params"] as JsonObject), 9),
      said(changed("t"), 9, "second"),
    ],
    exchanges: [listen(1), within("second", listen("t"))],
  }).values([
    { method: "notifications/tools/list_changed", why: "no subscription" },
    { method: "notifications/resources/updated", why: "no subscription" },
  ]),
  givenStateless("requests of the server's, and a notification filed under an exchange", [
    hearing(ping(2, 4), [heard(log, { seq: 3 }), heard(log, { seq: 5, late: true })]),
    said(message("roots/list", undefined, 1), 9),
  ]).values([{ method: "notifications/message", why: "idle" }], { at: ["/meanwhile/1/message"] }),
  givenStateless("a wait that was left out", [leftOut("idle", "unsafe-to-probe")]).leftOut(),
]);

readingTable("stale_subscriptions", [
  givenStateless("a subscription that was never opened, or in another process", {
    conversations: conversations(["main", "second"], { probes: revision }),
    unsolicited: [said(changed("s"), 2), said(changed("t"), 3), said(changed(7), 4), said(changed(), 5)],
    exchanges: [listen("s"), within("second", listen("t"))],
  }).values(
    [
      { method: "notifications/tools/list_changed", subscription: "t" },
      { method: "notifications/tools/list_changed", subscription: 7 },
    ],
    { at: ["/unsolicited/1/message", "/unsolicited/2/message"], lookedAt: ["", ""] },
  ),
  givenStateless("no subscription at all", [
    ping(1),
    leftOut("listen-all", "not-offered"),
    said(changed("s"), 2),
  ]).leftOut(),
  { ...NOTHING, revision },
]);
