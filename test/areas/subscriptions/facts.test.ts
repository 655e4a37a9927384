import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange, ReceivedMessage, StreamRecord } from "../../../src/capture/capture.ts";
import { answerCases, givenStateless, givenStatelessHttp, NOTHING, readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  overHttp,
  refused,
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

const LISTEN = "subscriptions/listen";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const acknowledged = (notifications?: JsonObject) =>
  arrived(message("notifications/subscriptions/acknowledged", notifications ? { notifications } : {}));
const change = arrived(message("notifications/tools/list_changed"));

const listen = (step: string, notifications: JsonObject, ...meanwhile: ReceivedMessage[]): Exchange =>
  hearing(unanswered(step, LISTEN, { notifications }), meanwhile);

const all = { toolsListChanged: true, resourceSubscriptions: ["test://a", "test://b"] };

readingTable("listen", [
  givenStateless("an acknowledgment of all that was asked for and advertised", [
    advertises({ tools: { listChanged: true }, resources: { subscribe: true } }),
    listen("listen-string", all, acknowledged(all), change),
  ]).partly(
    [
      {
        outcome: "silence",
        first: acknowledged(all).message as Json,
        before_acknowledgment: [],
        acknowledged: all,
        honoured: ["toolsListChanged", "resourceSubscriptions test://a", "resourceSubscriptions test://b"],
        extra: [],
        declined: [],
        unadvertised: [],
      } as JsonObject,
    ],
    {
      parts: [
        {
          first: "/meanwhile/0/message",
          before_acknowledgment: "/meanwhile",
          honoured: "/meanwhile/0/message/params/notifications",
          unadvertised: "/meanwhile/0/message/params/notifications",
        },
      ],
    },
  ),
  givenStateless("an acknowledgment of what was declined, not asked for and not advertised, after something else", [
    advertises({ tools: { listChanged: true }, prompts: {}, resources: { subscribe: false, listChanged: true } }),
    listen(
      "listen-string",
      { toolsListChanged: false, resourceSubscriptions: ["test://a"] },
      change,
      arrived({ jsonrpc: "2.0", id: 1 }),
      acknowledged({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: ["test://z", 7],
      }),
    ),
  ]).partly(
    [
      {
        first: { method: "notifications/tools/list_changed" },
        before_acknowledgment: ["notifications/tools/list_changed", null],
        honoured: ["toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions test://z"],
        extra: ["promptsListChanged", "resourcesListChanged", "resourceSubscriptions test://z"],
        declined: ["toolsListChanged"],
        unadvertised: ["promptsListChanged", "resourceSubscriptions test://z"],
      },
    ],
    { parts: [{ declined: "/meanwhile/2/message/params/notifications" }] },
  ),
  givenStateless("no acknowledgment, and nothing known of what is advertised", [
    listen("listen-string", all, change),
    listen("log-call-listen", {}, acknowledged({})),
  ]).values(
    [
      {
        outcome: "silence",
        asked: { jsonrpc: "2.0", id: 1, method: LISTEN, params: { notifications: all } },
        trouble: "timed-out",
        meanwhile: [change.message as Json],
        first: change.message as Json,
        before_acknowledgment: ["notifications/tools/list_changed"],
      },
      {
        outcome: "silence",
        asked: { jsonrpc: "2.0", id: 1, method: LISTEN, params: { notifications: {} } },
        trouble: "timed-out",
        meanwhile: [acknowledged({}).message as Json],
        first: acknowledged({}).message as Json,
        before_acknowledgment: [],
        acknowledged: {},
        honoured: [],
        extra: [],
        declined: [],
      },
    ],
    { open: ["timed-out", "timed-out"] },
  ),
  givenStateless("each name of the plan, and a listen request in a capture without step names", [
    refused("listen-integer", LISTEN, -1),
    refused("listen-all", LISTEN, -2),
    unnamed(refused("", LISTEN, -3)),
    deliberate(unnamed(refused("", LISTEN, -4))),
    unnamed(refused("", "tools/list", -5)),
  ]).partly([{ error: { code: -1 } }, { error: { code: -3 } }], { exchanges: ["main/1", "main/3"] }),
  givenStateless("a subscription that is not on offer", [leftOut("listen", "not-offered")]).leftOut(),
]);

readingTable("listen_all", [
  givenStateless("what is acknowledged and not advertised", [
    advertises({}),
    listen("listen-all", { toolsListChanged: true }, acknowledged({ toolsListChanged: true })),
    listen("listen-string", {}, acknowledged({})),
  ]).partly([{ extra: [], unadvertised: ["toolsListChanged"] }], { exchanges: ["main/2"] }),
  givenStateless("no such subscription", [listen("listen-string", {})]).unseen("not-probed"),
]);

const stream = (endedBy: StreamRecord["ended_by"]): { stream: StreamRecord } => ({
  stream: { events: 1, comments: 0, line_endings: ["lf"], ended_by: endedBy },
});
const http = { transport: "streamable-http" } as const;
const withId = (id: Json, exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...(exchange.request as JsonObject), id },
});

readingTable("concurrent_listens", [
  givenStateless("two that are open", [
    withId("a", listen("listen-string", {}, acknowledged({}))),
    withId(2, listen("listen-integer", {}, acknowledged({}))),
  ]).values(
    [
      { id: "a", state: "acknowledged" },
      { id: 2, state: "acknowledged" },
    ],
    { at: ["", ""], parts: [{ id: "/request/id", state: "" }, {}] },
  ),
  givenStateless("one that was refused, and one that says nothing", [
    refused("listen-string", LISTEN, -32600),
    listen("listen-integer", {}, change),
  ]).partly([{ state: "refused" }, { state: "silent" }]),
  givenStateless("one that ended with a result, and over HTTP one whose stream the server ended", {
    ...http,
    exchanges: [
      hearing(answered("listen-string", LISTEN, {}), [acknowledged({})]),
      overHttp(listen("listen-integer", {}, acknowledged({})), 200, stream("server")),
      overHttp(listen("listen-integer", {}, acknowledged({})), 200, stream("client")),
      overHttp({ step: "listen-string", request: message(LISTEN, {}, 1) }, 404),
    ],
  }).partly([{ state: "ended" }, { state: "ended" }, { state: "acknowledged" }, { state: "refused" }]),
  givenStateless("one alone", [
    listen("listen-string", {}),
    leftOut("listen-integer", "prerequisite-missing"),
  ]).leftOut(),
]);

const bye = (tag: Json | undefined) => (tag === undefined ? {} : { _meta: { [SUBSCRIPTION]: tag } });

readingTable("ended_listens", [
  givenStateless("results that name the subscription, by another type, another one, and none", [
    withId("7", answered("listen-integer", LISTEN, bye("7"))),
    withId("7", answered("listen-all", LISTEN, bye(7))),
    withId("7", answered("listen-nothing", LISTEN, bye("8"))),
    hearing(answered("listen-string", LISTEN, bye(undefined)), [
      change,
      { ...change, late: true },
      { ...change, late: true },
    ]),
  ]).partly(
    [
      { farewell: "result", tag: "same", later: 0 },
      { farewell: "result", tag: "retyped" },
      { farewell: "result", tag: "other" },
      { farewell: "result", tag: "none", later: 2 },
    ],
    { parts: [{ farewell: "", tag: "/response/result/_meta", later: "/meanwhile" }, {}, {}, {}] },
  ),
  givenStateless("streams that the server closed, with and without a word", {
    ...http,
    exchanges: [
      overHttp(
        {
          step: "listen-string",
          request: message(LISTEN, {}, 1),
          meanwhile: [arrived(message("notifications/cancelled", { requestId: 1 }))],
        },
        200,
        stream("server"),
      ),
      overHttp(
        { step: "listen-string", request: message(LISTEN, {}, 1), trouble: { kind: "closed", detail: "it closed" } },
        200,
        stream("server"),
      ),
    ],
  }).partly([{ farewell: "cancelled", tag: "none" }, { farewell: "none" }], { exchanges: ["main/1", "main/2"] }),
  givenStateless("streams that we ended, refusals, and what was wrong on purpose", {
    ...http,
    exchanges: [
      overHttp(listen("listen-string", {}), 200, stream("client")),
      refused("listen-integer", LISTEN, -32600),
      deliberate(unnamed(answered("", LISTEN, {}))),
    ],
  }).values([], { lookedAt: ["", ""] }),
  givenStateless("no subscription", []).unseen("not-probed"),
]);

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
const TOOLS = "notifications/tools/list_changed";
const UPDATED = "notifications/resources/updated";

const tagged = (method: string, tag?: Json) =>
  message(method, tag === undefined ? {} : { _meta: { [SUBSCRIPTION]: tag } });
const subscription = (notifications: JsonObject, ...meanwhile: ReceivedMessage[]): Exchange =>
  hearing(unanswered("listen", LISTEN, { notifications }), meanwhile);
const ping = (...meanwhile: ReceivedMessage[]): Exchange => hearing(answered("ping", "ping", {}), meanwhile);

readingTable("listen_messages", [
  givenStatelessHttp("messages by their subscription id, and whether they were asked for", [
    subscription(
      { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ["test://a"] },
      arrived(tagged(ACKNOWLEDGED, 1)),
      arrived(tagged(TOOLS, "1")),
      arrived(tagged("notifications/prompts/list_changed", 2)),
      arrived(tagged(UPDATED)),
      arrived(message("roots/list", {}, 9)),
      arrived("text"),
      arrived({ jsonrpc: "2.0", id: 1, result: {} }),
    ),
    subscription({ resourceSubscriptions: [] }, arrived(tagged(UPDATED, 1))),
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
    subscription({}),
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
  givenStatelessHttp("over HTTP: another stream", [subscription({}), ping(arrived(tagged(TOOLS, 1)))]).values([]),
  givenStateless("a subscription that is wrong on purpose", [
    deliberate(subscription({}, arrived(tagged(TOOLS, 1)))),
  ]).unseen("not-probed"),
  givenStateless("subscriptions that are not on offer", [leftOut("listen-string", "not-offered")]).leftOut(),
]);

readingTable("stray_changes", [
  givenStatelessHttp("changes outside every subscription, with and without the id of one", [
    subscription({}, arrived(tagged(TOOLS, 1))),
    ping(arrived(tagged(TOOLS)), arrived(tagged(UPDATED, 1))),
  ]).values(
    [
      { method: TOOLS, tag: "none" },
      { method: UPDATED, tag: "foreign" },
    ],
    { at: ["/meanwhile/0/message", "/meanwhile/1/message"], exchanges: ["main/2", "main/2"], names: [TOOLS, UPDATED] },
  ),
  givenStateless("on a pipe: an id belongs to a subscription of the same connection", [
    subscription({}),
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
    subscription(
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
    subscription({}, timed(TOOLS, 50)),
    cancelled("1", 100),
    within("second", cancelled(1, 100)),
  ]).values([], { lookedAt: [""] }),
  givenStatelessHttp("over HTTP", [subscription({}), cancelled(1, 100)]).inapplicable("precondition-absent"),
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
