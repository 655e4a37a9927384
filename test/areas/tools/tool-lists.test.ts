import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { given } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, conversations, heard, hearing, leftOut, message, page, refused, within } from "../small-captures.ts";

const list = (...names: string[]) =>
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
    asClient(list("a"), { "io.modelcontextprotocol/clientCapabilities": {} }),
    asClient(list("a", "b"), { "io.modelcontextprotocol/clientCapabilities": { sampling: {} } }),
    asClient(list("c"), { "io.modelcontextprotocol/clientInfo": { name: "other", version: "1" } }),
    asClient(list("a"), { "io.modelcontextprotocol/clientCapabilities": {} }),
  ]).values([{ beside: "same connection", set: "same", order: "same", added: [], missing: [] }], {
    exchanges: ["main/4"],
  }),
  given("the same list again, in another order, with more and with less", {
    conversations: TWO,
    exchanges: [
      list("a", "b"),
      list("a", "b"),
      list("b", "a"),
      list("a", "b", "c"),
      list("c"),
      within("second", list("a", "b")),
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
      list("a"),
      { ...list("b"), step: "tools/list-again" },
      { ...list("a"), step: "tools/list-again-third" },
      within("second", list("a")),
      within("second", { ...list("b"), step: "tools/list-again" }),
      within("second", { ...list("b"), step: "tools/list-again-third" }),
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
    exchanges: [list("a"), within("second", list("b")), within("third", list("b"))],
  }).values(
    [
      { beside: "other connection", set: "same", order: "same", added: [], missing: [] },
      { beside: "other connection", set: "same", order: "same", added: [], missing: [] },
    ],
    { exchanges: ["main/2", "main/3"] },
  ),
  given("two connections that are told different things", {
    conversations: TWO,
    exchanges: [list("a", "x"), within("second", list("a", "y")), within("third", list("a", "y")), list("a", "x")],
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
    exchanges: [list("a"), within("second", list("b")), list("b")],
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
      { ...list("a"), timing: { start_ms: 0, end_ms: 20 } },
      within("second", { ...list("b"), timing: { start_ms: 10, end_ms: 30 } }),
      { ...list("a"), timing: { start_ms: 25, end_ms: 40 } },
    ],
  }).partly(
    [
      { beside: "other connection", set: "other" },
      { beside: "same connection", set: "same" },
    ],
    { open: ["prerequisite-missing", null] },
  ),
  given("a change that was announced: nothing can be said of what differs", [
    list("a"),
    hearing(answered("call", "tools/call", {}), [heard(message("notifications/tools/list_changed"))]),
    list("b"),
    list("a"),
  ]).partly([{ set: "other" }, { set: "same" }], { open: ["prerequisite-missing", null], except: [[], []] }),
  given("lists of several pages, and one that was not read to the end", [
    page("tools/list", [{ name: "a" }], { next: "2" }),
    page("tools/list", [{ name: "b" }], { cursor: "2", step: "tools/list-page-2" }),
    list("a", "b"),
    page("tools/list", [{ name: "z" }], { next: "9" }),
  ]).values([{ beside: "same connection", set: "same", order: "same", added: [], missing: [] }]),
  given("one list, which cannot be compared", [list("a")]).values([], { lookedAt: [AT] }),
  given("no complete list", [
    refused("tools/list", "tools/list", -32601),
    leftOut("tools/list", "unsafe-to-probe"),
  ]).leftOut(),
]);
