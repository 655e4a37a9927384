import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { given, givenHttp, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import {
  answered,
  arrived,
  deliberate,
  hearing,
  leftOut,
  message,
  overHttp,
  page,
  refused,
  unnamed,
  within,
} from "../small-captures.ts";

const LIST = "tools/list";

const tools = (...names: string[]) => names.map((name) => ({ name }));
const first = page(LIST, tools("a"), { next: "2" });
const second = (step: string, ...names: string[]) => page(LIST, tools(...names), { step, cursor: "2" });
const changed = arrived(message("notifications/tools/list_changed"), 5);

/** The cases of both facts about a cursor that is used twice: `again` makes the second use of it. */
const reuseCases = (step: string, again: (exchange: Exchange) => Exchange, moved: string | null) => [
  given("the same entries, in whatever order", [
    first,
    second(`${LIST}-page-2`, "b", "c"),
    again(second(step, "c", "b")),
  ]).values([{ answer: "same" }], {
    at: ["/response"],
    exchanges: ["main/3"],
    names: [LIST],
    open: [null],
    parts: [{ answer: "/response" }],
  }),
  given("other entries", [first, second(`${LIST}-page-2`, "b"), again(second(step, "c"))]).values(
    [{ answer: "other" }],
    { open: [moved] },
  ),
  given("an error", [first, second(`${LIST}-page-2`, "b"), again(refused(step, LIST, -32602, { cursor: "2" }))]).values(
    [{ answer: "error" }],
    { open: [null] },
  ),
  given("other entries after the list was announced to have changed", [
    first,
    second(`${LIST}-page-2`, "b"),
    again(hearing(second(step, "c"), [changed])),
  ]).values([{ answer: "other" }], { open: ["prerequisite-missing"], except: [[]] }),
  given("a cursor whose first use failed, and one of another list", [
    first,
    refused(`${LIST}-page-2`, LIST, -32603, { cursor: "2" }),
    page("prompts/list", [], { step: "prompts/list-page-2", cursor: "2" }),
    again(second(step, "b")),
  ]).unseen("not-probed"),
  given("lists of one page", [page(LIST, [])]).values([], { lookedAt: ["/response/result"] }),
  NOTHING,
];

readingTable("cursor_again", [
  ...reuseCases(`${LIST}-again-page-2`, (exchange) => exchange, "prerequisite-missing"),
  given("other entries, and the first ones after that", [
    first,
    second(`${LIST}-page-2`, "b"),
    second(`${LIST}-again-page-2`, "c"),
    second(`${LIST}-again-third-page-2`, "b"),
  ]).values([{ answer: "other" }, { answer: "same" }], { open: [null, null] }),
  given("other entries of a list that holds what it held", [
    page(LIST, tools("a", "b"), { next: "2" }),
    second(`${LIST}-page-2`, "c"),
    page(LIST, tools("a"), { step: `${LIST}-again`, next: "2" }),
    second(`${LIST}-again-page-2`, "b", "c"),
  ]).values([{ answer: "other" }], { open: [null] }),
  given("an error that is over the next time", [
    first,
    second(`${LIST}-page-2`, "b"),
    refused(`${LIST}-again-page-2`, LIST, -32603, { cursor: "2" }),
    second(`${LIST}-again-third-page-2`, "b"),
  ]).values([{ answer: "error" }, { answer: "same" }], { open: ["prerequisite-missing", null] }),
  given("a use on another connection, and one that is meant to be elsewhere", [
    first,
    second(`${LIST}-page-2`, "b"),
    within("second", second("x", "b")),
    second("fresh-cursor-tools", "b"),
  ]).unseen("not-probed"),
  given("a list that the plan left out", [second("p", "b"), leftOut("prompts/list", "prerequisite-missing")]).leftOut(),
  given("a second walk that the plan left out", [
    first,
    second(`${LIST}-page-2`, "b"),
    leftOut(`${LIST}-again`, "prerequisite-missing"),
  ]).leftOut(),
]);

readingTable("cursor_elsewhere", [
  ...reuseCases("fresh-cursor-tools", (exchange) => within("second", exchange), null),
  givenHttp("a server that asks to slow down", [
    first,
    second(`${LIST}-page-2`, "b"),
    overHttp(refused("fresh-cursor-tools", LIST, -32000, { cursor: "2" }), 429),
  ]).values([{ answer: "error" }], { open: ["not-probed"], except: [[]] }),
]);

const bad = (step: string, method: string, cursor: Json = "mcptest-invalid-cursor") =>
  refused(step, method, -32602, { cursor });

readingTable("bad_cursor", [
  given("whether the first page came, other entries, or none", [
    first,
    answered("tools/list-bad-cursor", LIST, { tools: [{ name: "a" }] }, { cursor: "mcptest-invalid-cursor" }),
    answered("tools/list-bad-cursor", LIST, { tools: [{ name: "z" }] }, { cursor: "mcptest-invalid-cursor" }),
    answered("tools/list-bad-cursor", LIST, { tools: [] }, { cursor: "mcptest-invalid-cursor" }),
  ]).partly([
    { outcome: "result", entries: "first page" },
    { outcome: "result", entries: "other" },
    { outcome: "result", entries: "other" },
  ]),
  given(
    "whether a list with pages may have begun behind the cursor, and one that is empty",
    [
      page(LIST, [{ name: "notes" }, { name: "zoo" }], { next: "zoo" }),
      page("tasks/list", []),
      page("prompts/list", [{ name: "notes" }]),
      answered("", LIST, { tools: [{ name: "notes" }, { name: "zoo" }] }, { cursor: "mcptest-invalid-cursor" }),
      answered("", "tasks/list", { tasks: [] }, { cursor: "mcptest-invalid-cursor" }),
      answered("", "prompts/list", { prompts: [{ name: "notes" }] }, { cursor: "mcptest-invalid-cursor" }),
    ].map(unnamed),
  ).partly([
    { pages: "several", entries: "behind it" },
    { pages: "one", entries: "none" },
    { pages: "one", entries: "first page" },
  ]),
  given("the answers of lists that work, called by their method", [
    page(LIST, [], { next: "2" }),
    page("tasks/list", []),
    bad("tools/list-bad-cursor", LIST),
    bad("task-bad-cursor", "tasks/list"),
    bad("tools/list-bad-cursor-long", LIST),
  ]).partly(
    [
      { outcome: "error", pages: "several" },
      { outcome: "error", pages: "one" },
    ],
    { names: [LIST, "tasks/list"], exchanges: ["main/3", "main/4"] },
  ),
  given("a list that never works", [
    refused("prompts/list", "prompts/list", -32601),
    deliberate(page("prompts/list", [])),
    bad("prompts/list-bad-cursor", "prompts/list"),
  ]).values([], { lookedAt: [""] }),
  given("the cursor by which it is known in a capture without step names", [
    unnamed(page(LIST, [])),
    unnamed(bad("", LIST)),
    unnamed(bad("", LIST, "other")),
    unnamed(answered("", LIST, { tools: [] }, { cursor: "2" })),
  ]).partly([{ outcome: "error" }], { exchanges: ["main/2"] }),
  given("a question that was left out", [leftOut("tools/list-bad-cursor", "not-offered")]).leftOut(),
]);

readingTable("odd_cursors", [
  given("a text, an empty one, a long one and a number, of lists that work", [
    page(LIST, []),
    bad("tools/list-bad-cursor", LIST),
    bad("tools/list-bad-cursor-empty", LIST, ""),
    bad("tools/list-bad-cursor-long", LIST, "aaa"),
    bad("tools/list-bad-cursor-number", LIST, 7),
    bad("prompts/list-bad-cursor", "prompts/list"),
    bad("task-bad-cursor", LIST),
  ]).partly(
    ["mcptest-invalid-cursor", "", "aaa", 7].map((cursor) => ({ asked: { params: { cursor } } })),
    { names: [LIST, LIST, LIST, LIST] },
  ),
  NOTHING,
]);
