import type { Exchange, ReceivedMessage, StreamRecord } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { givenStateless } from "../given.ts";
import { type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
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
} from "../small-captures.ts";

const LISTEN = "subscriptions/listen";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const acknowledged = (notifications?: JsonObject) =>
  arrived(message("notifications/subscriptions/acknowledged", notifications ? { notifications } : {}));
const change = arrived(message("notifications/tools/list_changed"));

const listen = (step: string, notifications: JsonObject, ...meanwhile: ReceivedMessage[]): Exchange =>
  hearing(unanswered(step, LISTEN, { notifications }), meanwhile);

const reading = (shows: string, capture: SmallCapture, reads: ReadingCase["reads"]): ReadingCase =>
  givenStateless(shows, capture).reads(reads);

const all = { toolsListChanged: true, resourceSubscriptions: ["test://a", "test://b"] };

readingTable("listen", [
  reading(
    "an acknowledgment of all that was asked for and advertised",
    {
      exchanges: [
        advertises({ tools: { listChanged: true }, resources: { subscribe: true } }),
        listen("listen-string", all, acknowledged(all), change),
      ],
    },
    {
      partly: [
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
  reading(
    "an acknowledgment of what was declined, not asked for and not advertised, after something else",
    {
      exchanges: [
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
      ],
    },
    {
      partly: [
        {
          first: { method: "notifications/tools/list_changed" },
          before_acknowledgment: ["notifications/tools/list_changed", null],
          honoured: [
            "toolsListChanged",
            "promptsListChanged",
            "resourcesListChanged",
            "resourceSubscriptions test://z",
          ],
          extra: ["promptsListChanged", "resourcesListChanged", "resourceSubscriptions test://z"],
          declined: ["toolsListChanged"],
          unadvertised: ["promptsListChanged", "resourceSubscriptions test://z"],
        },
      ],
      parts: [{ declined: "/meanwhile/2/message/params/notifications" }],
    },
  ),
  reading(
    "no acknowledgment, and nothing known of what is advertised",
    { exchanges: [listen("listen-string", all, change), listen("log-call-listen", {}, acknowledged({}))] },
    {
      values: [
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
      open: ["timed-out", "timed-out"],
    },
  ),
  reading(
    "each name of the plan, and a listen request in a capture without step names",
    {
      exchanges: [
        refused("listen-integer", LISTEN, -1),
        refused("listen-all", LISTEN, -2),
        unnamed(refused("", LISTEN, -3)),
        deliberate(unnamed(refused("", LISTEN, -4))),
        unnamed(refused("", "tools/list", -5)),
      ],
    },
    { partly: [{ error: { code: -1 } }, { error: { code: -3 } }], exchanges: ["main/1", "main/3"] },
  ),
  reading(
    "a subscription that is not on offer",
    { exchanges: [], not_probed: [leftOut("listen", "not-offered")] },
    { inapplicable: "not-offered" },
  ),
]);

readingTable("listen_all", [
  reading(
    "what is acknowledged and not advertised",
    {
      exchanges: [
        advertises({}),
        listen("listen-all", { toolsListChanged: true }, acknowledged({ toolsListChanged: true })),
        listen("listen-string", {}, acknowledged({})),
      ],
    },
    { partly: [{ extra: [], unadvertised: ["toolsListChanged"] }], exchanges: ["main/2"] },
  ),
  reading("no such subscription", { exchanges: [listen("listen-string", {})] }, { unseen: "not-probed" }),
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
  reading(
    "two that are open",
    {
      exchanges: [
        withId("a", listen("listen-string", {}, acknowledged({}))),
        withId(2, listen("listen-integer", {}, acknowledged({}))),
      ],
    },
    {
      values: [
        { id: "a", state: "acknowledged" },
        { id: 2, state: "acknowledged" },
      ],
      at: ["", ""],
      parts: [{ id: "/request/id", state: "" }, {}],
    },
  ),
  reading(
    "one that was refused, and one that says nothing",
    { exchanges: [refused("listen-string", LISTEN, -32600), listen("listen-integer", {}, change)] },
    { partly: [{ state: "refused" }, { state: "silent" }] },
  ),
  reading(
    "one that ended with a result, and over HTTP one whose stream the server ended",
    {
      ...http,
      exchanges: [
        hearing(answered("listen-string", LISTEN, {}), [acknowledged({})]),
        overHttp(listen("listen-integer", {}, acknowledged({})), 200, stream("server")),
        overHttp(listen("listen-integer", {}, acknowledged({})), 200, stream("client")),
        overHttp({ step: "listen-string", request: message(LISTEN, {}, 1) }, 404),
      ],
    },
    { partly: [{ state: "ended" }, { state: "ended" }, { state: "acknowledged" }, { state: "refused" }] },
  ),
  reading(
    "one alone",
    { exchanges: [listen("listen-string", {})], not_probed: [leftOut("listen-integer", "prerequisite-missing")] },
    { unseen: "prerequisite-missing" },
  ),
]);

const bye = (tag: Json | undefined) => (tag === undefined ? {} : { _meta: { [SUBSCRIPTION]: tag } });

readingTable("ended_listens", [
  reading(
    "results that name the subscription, by another type, another one, and none",
    {
      exchanges: [
        withId("7", answered("listen-integer", LISTEN, bye("7"))),
        withId("7", answered("listen-all", LISTEN, bye(7))),
        withId("7", answered("listen-nothing", LISTEN, bye("8"))),
        hearing(answered("listen-string", LISTEN, bye(undefined)), [
          change,
          { ...change, late: true },
          { ...change, late: true },
        ]),
      ],
    },
    {
      partly: [
        { farewell: "result", tag: "same", later: 0 },
        { farewell: "result", tag: "retyped" },
        { farewell: "result", tag: "other" },
        { farewell: "result", tag: "none", later: 2 },
      ],
      parts: [{ farewell: "", tag: "/response/result/_meta", later: "/meanwhile" }, {}, {}, {}],
    },
  ),
  reading(
    "streams that the server closed, with and without a word",
    {
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
    },
    { partly: [{ farewell: "cancelled", tag: "none" }, { farewell: "none" }], exchanges: ["main/1", "main/2"] },
  ),
  reading(
    "streams that we ended, refusals, and what was wrong on purpose",
    {
      ...http,
      exchanges: [
        overHttp(listen("listen-string", {}), 200, stream("client")),
        refused("listen-integer", LISTEN, -32600),
        deliberate(unnamed(answered("", LISTEN, {}))),
      ],
    },
    { values: [], lookedAt: ["", ""] },
  ),
  reading("no subscription", { exchanges: [] }, { unseen: "not-probed" }),
]);
