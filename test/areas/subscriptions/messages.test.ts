import type { Exchange, ReceivedMessage } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { answerCases, givenStateless, givenStatelessHttp, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  refused,
  unanswered,
  within,
} from "../small-captures.ts";

const LISTEN = "subscriptions/listen";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
const TOOLS = "notifications/tools/list_changed";
const UPDATED = "notifications/resources/updated";

const tagged = (method: string, tag?: Json) =>
  message(method, tag === undefined ? {} : { _meta: { [SUBSCRIPTION]: tag } });
const listen = (notifications: JsonObject, ...meanwhile: ReceivedMessage[]): Exchange =>
  hearing(unanswered("listen", LISTEN, { notifications }), meanwhile);
const ping = (...meanwhile: ReceivedMessage[]): Exchange => hearing(answered("ping", "ping", {}), meanwhile);

readingTable("listen_messages", [
  givenStatelessHttp("messages by their subscription id, and whether they were asked for", [
    listen(
      { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ["test://a"] },
      arrived(tagged(ACKNOWLEDGED, 1)),
      arrived(tagged(TOOLS, "1")),
      arrived(tagged("notifications/prompts/list_changed", 2)),
      arrived(tagged(UPDATED)),
      arrived(message("roots/list", {}, 9)),
      arrived("text"),
      arrived({ jsonrpc: "2.0", id: 1, result: {} }),
    ),
    listen({ resourceSubscriptions: [] }, arrived(tagged(UPDATED, 1))),
  ]).values(
    [
      { kind: "notification", method: ACKNOWLEDGED, tag: "same", wish: "no-change" },
      { kind: "notification", method: TOOLS, tag: "retyped", wish: "asked" },
      { kind: "notification", method: "notifications/prompts/list_changed", tag: "other", wish: "not-asked" },
      { kind: "notification", method: UPDATED, tag: "none", wish: "asked" },
      { kind: "request", method: "roots/list", tag: "none", wish: "no-change" },
      { kind: "other", method: null, tag: "none", wish: "no-change" },
      { kind: "notification", method: UPDATED, tag: "same", wish: "not-asked" },
    ],
    {
      at: [...[0, 1, 2, 3, 4, 5].map((index) => `/meanwhile/${index}/message`), "/meanwhile/0/message"],
      names: [ACKNOWLEDGED, TOOLS, "notifications/prompts/list_changed", UPDATED, "roots/list", null, UPDATED],
      lookedAt: ["", ""],
    },
  ),
  givenStateless("on a pipe: what is filed elsewhere and meant for a subscription", [
    listen({}),
    ping(
      arrived(tagged(ACKNOWLEDGED)),
      arrived(tagged(TOOLS, 1)),
      arrived(tagged(UPDATED, "1")),
      arrived(tagged(TOOLS, 9)),
      arrived(tagged(TOOLS)),
      arrived(tagged("notifications/message", 1)),
    ),
    within("second", ping(arrived(tagged(UPDATED, 1)))),
  ]).values(
    [
      { kind: "notification", method: ACKNOWLEDGED, tag: "none", wish: "no-change" },
      { kind: "notification", method: TOOLS, tag: "same", wish: "no-change" },
      { kind: "notification", method: UPDATED, tag: "retyped", wish: "no-change" },
      { kind: "notification", method: TOOLS, tag: "other", wish: "no-change" },
      { kind: "notification", method: UPDATED, tag: "other", wish: "no-change" },
    ],
    { exchanges: ["main/2", "main/2", "main/2", "main/2", "main/3"] },
  ),
  givenStatelessHttp("over HTTP: another stream", [listen({}), ping(arrived(tagged(TOOLS, 1)))]).values([]),
  givenStateless("a subscription that is wrong on purpose", [deliberate(listen({}, arrived(tagged(TOOLS, 1))))]).unseen(
    "not-probed",
  ),
  givenStateless("subscriptions that are not on offer", [leftOut("listen-string", "not-offered")]).leftOut(),
]);

readingTable("stray_changes", [
  givenStatelessHttp("changes outside every subscription, with and without the id of one", [
    listen({}, arrived(tagged(TOOLS, 1))),
    ping(arrived(tagged(TOOLS)), arrived(tagged(UPDATED, 1))),
  ]).values(
    [
      { method: TOOLS, tag: "none" },
      { method: UPDATED, tag: "foreign" },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"], exchanges: ["main/2", "main/2"], names: [TOOLS, UPDATED] },
  ),
  givenStateless("on a pipe: an id belongs to a subscription of the same connection", [
    listen({}),
    ping(arrived(tagged(TOOLS, 1))),
    within("second", ping(arrived(tagged(UPDATED, 1)))),
  ]).values([{ method: UPDATED, tag: "foreign" }]),
  givenStateless("messages that tell of no change", [
    ping(arrived(tagged(ACKNOWLEDGED)), arrived(message("notifications/message"))),
  ]).values([]),
  NOTHING,
]);

const cancelled = (requestId: Json, startMs: number): Exchange => ({
  request: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } },
  timing: { start_ms: startMs, end_ms: startMs },
});
const timed = (method: string, atMs: number) => arrived(tagged(method, 1), 1, atMs);

readingTable("cancelled_listens", [
  givenStateless("changes before it, what crossed, and what came a while later", [
    listen(
      {},
      timed(ACKNOWLEDGED, 10),
      timed(TOOLS, 50),
      timed(UPDATED, 100),
      timed(TOOLS, 150),
      timed(TOOLS, 151),
      timed("notifications/message", 900),
    ),
    cancelled(1, 100),
  ]).values([{ before: 2, after: 2 }], { at: [""], exchanges: ["main/1"] }),
  givenStateless("subscriptions that nobody cancelled, by id or on their connection", [
    listen({}, timed(TOOLS, 50)),
    cancelled("1", 100),
    within("second", cancelled(1, 100)),
  ]).values([], { lookedAt: [""] }),
  givenStatelessHttp("over HTTP", [listen({}), cancelled(1, 100)]).inapplicable("precondition-absent"),
  givenStateless("subscriptions that the plan left out", [leftOut("listen", "prerequisite-missing")]).leftOut(),
]);

readingTable("malformed_listen", answerCases(["malformed-listen", "malformed-listen-text"]));

readingTable("defective_listen", [
  givenStateless(
    "each defect by its name",
    ["listen-rules-no-capabilities", "listen-rules-version", "listen-rules-method", "listen"].map((step, index) =>
      refused(step, LISTEN, -1 - index),
    ),
  ).partly(
    [
      { error: { code: -1 }, defect: "capabilities" },
      { error: { code: -2 }, defect: "version" },
      { error: { code: -3 }, defect: "header" },
    ],
    { names: ["capabilities", "version", "header"], parts: [{ defect: "/request" }, {}, {}] },
  ),
  NOTHING,
]);
