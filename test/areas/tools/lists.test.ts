import type { JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { answerCases, given, givenHttp, givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import {
  advertises,
  answered,
  conversations,
  deliberate,
  heard,
  hearing,
  leftOut,
  message,
  page,
  refused,
  timed,
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

const tool = (name: string, title = "") => ({ name, title });
const [a, b, c] = [tool("a"), tool("b"), tool("c")];
const list = (...tools: object[]) => page("tools/list", tools as never);

readingTable("tools", [
  given("every tool of every page, once; what is wrong on purpose does not count", [
    page("tools/list", [a, b], { next: "2" }),
    page("tools/list", [b, c, { title: "no name" }, 7], { cursor: "2", step: "tools/list-page-2" }),
    deliberate(list(tool("d"))),
    answered("other", "resources/list", { tools: [tool("e")] }),
  ]).values([a, b, c, { title: "no name" }, 7], {
    at: [0, 1, 1, 2, 3].map((index) => `/response/result/tools/${index}`),
    names: ["a", "b", "c", null, null],
    lookedAt: ["/response/result", "/response/result"],
  }),
  given("a list that is none", [answered("tools/list", "tools/list", { tools: "all" })]).values([]),
  given("a refusal", [refused("tools/list", "tools/list", -32601)]).unseen("not-probed"),
  given("a list that is not offered", [leftOut("tools/list", "not-offered")]).leftOut(),
]);

readingTable("tools_list", [
  ...answerCases(["tools/list", "tools/list-empty-params", "tools/list-again"]),
  given("in captures without step names those without a cursor", [
    unnamed(page("tools/list", [a], { next: "2" })),
    unnamed(page("tools/list", [b], { cursor: "2" })),
    unnamed(answered("", "prompts/list", {})),
  ]).partly([{ outcome: "result", result: { tools: [a] } }], { exchanges: ["main/1"] }),
]);

readingTable("repeated_tools", [
  given("two tools of one name on a page, and with another definition on the next", [
    page("tools/list", [a, a, b, { title: "x" }, { title: "x" }], { next: "2" }),
    page("tools/list", [tool("b", "other"), c], { cursor: "2", step: "tools/list-page-2" }),
  ]).values([a, tool("b", "other")], {
    at: ["/response/result/tools/1", "/response/result/tools/0"],
    exchanges: ["main/1", "main/2"],
    names: ["a", "b"],
  }),
  given("the same tool on two pages, and in two readings of the list", [
    page("tools/list", [a], { next: "2" }),
    page("tools/list", [a], { cursor: "2", step: "tools/list-page-2" }),
    list(tool("a", "changed")),
  ]).values([], { lookedAt: Array.from({ length: 3 }, () => "/response/result/tools") }),
  given("no tool at all", [list(), page("prompts/list", [a, a])]).unseen("not-probed"),
]);

readingTable("unadvertised_tools", [
  given("tools of a server that advertises none", [
    advertises({ prompts: {} }),
    list(a),
    list(a, b),
    page("prompts/list", [c]),
  ]).values([a, b], { at: ["/response/result/tools/0", "/response/result/tools/1"], names: ["a", "b"] }),
  given("a refusal", [advertises({}), refused("tools/list-absent", "tools/list", -32601)]).values([], {
    lookedAt: [""],
  }),
  given("tools that are advertised", [advertises({ tools: {} }), list(a)]).values([], {
    lookedAt: ["/response/result/capabilities"],
  }),
  given("silence", [advertises({}), unanswered("tools/list-absent", "tools/list")]).unseen("timed-out"),
  given("a question that the plan left out", [
    advertises({}),
    leftOut("tools/list-absent", "unsafe-to-probe"),
  ]).leftOut(),
  NOTHING,
]);

const CHANGED = "notifications/tools/list_changed";
const telling = (...methods: string[]) =>
  hearing(
    answered("call", "tools/call", {}),
    methods.map((method) => heard(message(method))),
  );

readingTable("tool_list_changes", [
  given("the right name, and names that are meant for it", [
    telling(CHANGED, "tools/list_changed", "notifications/tools/listChanged", "notifications/tool.changed", CHANGED),
    telling("notifications/prompts/list_changed", "notifications/tools/updated", "x/tools/list_changed"),
  ]).partly(
    [
      { method: CHANGED },
      { method: "tools/list_changed" },
      { method: "notifications/tools/listChanged" },
      { method: "notifications/tool.changed" },
    ],
    {
      at: [0, 1, 2, 3].map((index) => `/meanwhile/${index}/message`),
      names: [CHANGED, "tools/list_changed", "notifications/tools/listChanged", "notifications/tool.changed"],
    },
  ),
  NOTHING,
]);

readingTable("undeclared_tool_list_changes", [
  given("a notification that the server did not declare; wrong names are another matter", [
    advertises({ tools: { listChanged: false } }),
    telling("tools/list_changed", CHANGED),
  ]).values([message(CHANGED)], { at: ["/meanwhile/1/message"] }),
  given("one that it declared", [advertises({ tools: { listChanged: true } }), telling(CHANGED)]).values([], {
    lookedAt: ["/response/result/capabilities"],
  }),
  given("a server that says nothing", [advertises({})]).values([]),
  NOTHING,
]);

/** A list read from one moment to another. */
const during = (startMs: number, endMs: number, ...tools: object[]) => timed(list(...tools), startMs, endMs);
const stream = (start_ms: number, end_ms: number) => ({
  step: "open-stream",
  http: {
    method: "GET",
    request_headers: [],
    status: 200,
    stream: { events: 0, comments: 0, line_endings: [], ended_by: "client" as const },
  },
  timing: { start_ms, end_ms },
});
const subscribed = (start_ms: number, end_ms: number, toolsListChanged: boolean) => ({
  step: "listen-all",
  request: message("subscriptions/listen", { notifications: { toolsListChanged } }, 1),
  timing: { start_ms, end_ms },
});

readingTable("tool_list_changed", [
  given("a list that changed, and what was said of it on the pipe", [
    list(a),
    telling(CHANGED),
    list(a, b),
    list(b, a),
    list(b),
  ]).values([{ announced: 1 }, { announced: 1 }], {
    at: ["/response/result", "/response/result"],
    exchanges: ["main/3", "main/5"],
  }),
  given("a change that nobody announced", [list(a), list(b)]).values([{ announced: 0 }]),
  given("lists of two conversations, and lists that were not read to the end", [
    list(a),
    within("second", list(b)),
    page("tools/list", [c], { next: "2" }),
  ]).values([], { lookedAt: ["/response/result", "/response/result"] }),
  givenHttp("over HTTP a stream that was open from before the change until after it", [
    stream(0, 9),
    during(1, 2, a),
    during(5, 6, b),
  ]).values([{ announced: 0 }]),
  givenHttp("over HTTP a stream that was open too late, or too short", [
    stream(3, 9),
    stream(0, 4),
    during(1, 2, a),
    during(5, 6, b),
  ]).values([]),
  givenHttp("over HTTP nobody listened, and yet it was announced", [list(a), telling(CHANGED), list(b)]).values([
    { announced: 1 },
  ]),
  givenStateless("without sessions a subscription to changes of tools", [
    subscribed(0, 9, true),
    during(1, 2, a),
    during(5, 6, b),
  ]).values([{ announced: 0 }]),
  givenStateless("without sessions a subscription to something else", [
    subscribed(0, 9, false),
    during(1, 2, a),
    during(5, 6, b),
  ]).values([]),
  given("no list", [leftOut("tools/list", "prerequisite-missing")]).leftOut(),
]);

const listOf = (...names: string[]) =>
  page(
    "tools/list",
    names.map((name) => ({ name })),
  );
const TWO = conversations(["main", "second", "third"]);
const AT = "/response/result/tools";

/** The same request from a client that can or is called something else. */
const asClient = (exchange: Exchange, meta: JsonObject): Exchange => ({
  ...exchange,
  request: { ...(exchange.request as JsonObject), params: { _meta: meta } },
});

readingTable("tool_lists", [
  given("nothing of lists for clients that can more, or have another name", [
    asClient(listOf("a"), { "io.modelcontextprotocol/clientCapabilities": {} }),
    asClient(listOf("a", "b"), { "io.modelcontextprotocol/clientCapabilities": { sampling: {} } }),
    asClient(listOf("c"), { "io.modelcontextprotocol/clientInfo": { name: "other", version: "1" } }),
    asClient(listOf("a"), { "io.modelcontextprotocol/clientCapabilities": {} }),
  ]).values([{ beside: "same connection", set: "same", order: "same", added: [], missing: [] }], {
    exchanges: ["main/4"],
  }),
  given("the same list again, in another order, with more and with less", {
    conversations: TWO,
    exchanges: [
      listOf("a", "b"),
      listOf("a", "b"),
      listOf("b", "a"),
      listOf("a", "b", "c"),
      listOf("c"),
      within("second", listOf("a", "b")),
    ],
  }).values(
    [
      { beside: "same connection", set: "same", order: "same", added: [], missing: [] },
      { beside: "same connection", set: "same", order: "other", added: [], missing: [] },
      { beside: "same connection", set: "other", order: "same", added: ["c"], missing: [] },
      { beside: "same connection", set: "other", order: "same", added: ["c"], missing: ["a", "b"] },
      { beside: "other connection", set: "same", order: "same", added: [], missing: [] },
    ],
    {
      at: [AT, AT, AT, AT, AT],
      exchanges: ["main/2", "main/3", "main/4", "main/5", "main/6"],
      open: [null, null, null, null, null],
    },
  ),
  given("a list that was another one for a moment, and one that stays another", {
    conversations: TWO,
    exchanges: [
      listOf("a"),
      { ...listOf("b"), step: "tools/list-again" },
      { ...listOf("a"), step: "tools/list-again-third" },
      within("second", listOf("a")),
      within("second", { ...listOf("b"), step: "tools/list-again" }),
      within("second", { ...listOf("b"), step: "tools/list-again-third" }),
    ],
  }).partly(
    [
      { beside: "other connection", set: "same" },
      { beside: "same connection", set: "other" },
    ],
    { exchanges: ["main/4", "main/5"] },
  ),
  given("another connection: the same as any of the others, else compared with the first", {
    conversations: TWO,
    exchanges: [listOf("a"), within("second", listOf("b")), within("third", listOf("b"))],
  }).values(
    [
      { beside: "other connection", set: "same", order: "same", added: [], missing: [] },
      { beside: "other connection", set: "same", order: "same", added: [], missing: [] },
    ],
    { exchanges: ["main/2", "main/3"] },
  ),
  given("two connections that are told different things", {
    conversations: TWO,
    exchanges: [
      listOf("a", "x"),
      within("second", listOf("a", "y")),
      within("third", listOf("a", "y")),
      listOf("a", "x"),
    ],
  }).values(
    [
      { beside: "other connection", set: "other", order: "same", added: ["y"], missing: ["x"] },
      { beside: "other connection", set: "other", order: "same", added: ["y"], missing: ["x"] },
      { beside: "same connection", set: "same", order: "same", added: [], missing: [] },
    ],
    { open: [null, null, null] },
  ),
  given("a list that is another one from some time on, which time may have changed", {
    conversations: TWO,
    exchanges: [listOf("a"), within("second", listOf("b")), listOf("b")],
  }).partly(
    [
      { beside: "other connection", set: "same" },
      { beside: "same connection", set: "other" },
    ],
    { open: [null, "prerequisite-missing"] },
  ),
  given("readings side by side, of which nobody knows which was first", {
    conversations: TWO,
    exchanges: [
      { ...listOf("a"), timing: { start_ms: 0, end_ms: 20 } },
      within("second", { ...listOf("b"), timing: { start_ms: 10, end_ms: 30 } }),
      { ...listOf("a"), timing: { start_ms: 25, end_ms: 40 } },
    ],
  }).partly(
    [
      { beside: "other connection", set: "other" },
      { beside: "same connection", set: "same" },
    ],
    { open: ["prerequisite-missing", null] },
  ),
  given("a change that was announced: nothing can be said of what differs", [
    listOf("a"),
    hearing(answered("call", "tools/call", {}), [heard(message("notifications/tools/list_changed"))]),
    listOf("b"),
    listOf("a"),
  ]).partly([{ set: "other" }, { set: "same" }], { open: ["prerequisite-missing", null], except: [[], []] }),
  given("lists of several pages, and one that was not read to the end", [
    page("tools/list", [{ name: "a" }], { next: "2" }),
    page("tools/list", [{ name: "b" }], { cursor: "2", step: "tools/list-page-2" }),
    listOf("a", "b"),
    page("tools/list", [{ name: "z" }], { next: "9" }),
  ]).values([{ beside: "same connection", set: "same", order: "same", added: [], missing: [] }]),
  given("one list, which cannot be compared", [listOf("a")]).values([], { lookedAt: [AT] }),
  given("no complete list", [
    refused("tools/list", "tools/list", -32601),
    leftOut("tools/list", "unsafe-to-probe"),
  ]).leftOut(),
]);
