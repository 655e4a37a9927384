import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { DEFAULT_LIMITS } from "../../../src/wire/limits.ts";
import { given, givenHttp, NOTHING, readingTable } from "../reading-table.ts";
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
  unanswered,
  unnamed,
  within,
} from "../small-captures.ts";

const LIST = "tools/list";

const a = { name: "a" };
const b = { name: "b" };
const c = { name: "c" };

const one = page(LIST, [a], { next: "2" });
const two = page(LIST, [b], { step: `${LIST}-page-2`, cursor: "2" });

readingTable("list_pages", [
  given("each different page of each list, called by its method", [
    one,
    two,
    page("tasks/list", []),
    one,
    answered("ping", "ping", {}),
    deliberate(page(LIST, [c])),
  ]).values([{ tools: [a], nextCursor: "2" }, { tools: [b] }, { tasks: [] }], {
    at: ["/response/result", "/response/result", "/response/result"],
    names: [LIST, LIST, "tasks/list"],
  }),
  given("a list that was refused", [refused(LIST, LIST, -32601)]).unseen("not-probed"),
  given("a list that is not offered", [leftOut("prompts/list", "not-offered")]).leftOut(),
]);

const singlePage = given("one page only", [page(LIST, [a])]).values([], { lookedAt: ["/response/result"] });

readingTable("further_pages", [
  given("a cursor that is refused the second time, and a list that refuses each", [
    one,
    two,
    page(LIST, [a], { step: `${LIST}-again`, next: "2" }),
    refused(`${LIST}-again-page-2`, LIST, -32602, { cursor: "2" }),
    page("prompts/list", [a], { next: "p" }),
    refused("prompts/list-page-2", "prompts/list", -32602, { cursor: "p" }),
  ]).partly(
    [
      { outcome: "result", cursors: "taken" },
      { outcome: "error", cursors: "taken" },
      { outcome: "error", cursors: "refused" },
    ],
    { parts: [{ cursors: "/response" }, {}, {}] },
  ),
  given("other entries, and those of the first page again", [
    one,
    page(LIST, [b], { step: `${LIST}-page-2`, cursor: "2", next: "3" }),
    page(LIST, [a], { step: `${LIST}-page-3`, cursor: "3" }),
  ]).partly(
    [
      { outcome: "result", entries: "other", cursors: "taken" },
      { outcome: "result", entries: "first page", cursors: "taken" },
    ],
    { exchanges: ["main/2", "main/3"], names: [LIST, LIST], parts: [{ entries: "/response/result" }, {}] },
  ),
  given("an empty page after an empty one, and silence", [
    page(LIST, [], { next: "2" }),
    page(LIST, [], { cursor: "2", next: "3" }),
    unanswered(`${LIST}-page-3`, LIST, { cursor: "3" }),
  ]).partly(
    [
      { outcome: "result", entries: "other" },
      { outcome: "silence", entries: "other" },
    ],
    { open: [null, "timed-out"] },
  ),
  given("a cursor that the page before did not give, and one of another connection", [
    one,
    page(LIST, [a], { cursor: "9" }),
    within("second", page(LIST, [a], { cursor: "2" })),
  ]).values([]),
  given("two walks under way at once, told apart by the plan's names", [
    one,
    page(LIST, [c], { step: `${LIST}-again`, next: "2" }),
    page(LIST, [a], { step: `${LIST}-page-2`, cursor: "2" }),
    page(LIST, [b], { step: `${LIST}-again-page-2`, cursor: "2" }),
  ]).partly([{ entries: "first page" }, { entries: "other" }]),
  singlePage,
  NOTHING,
]);

readingTable("page_walks", [
  given("the last page", [one, two]).values([{ pages: 2, ending: "last page" }], {
    at: ["/response"],
    exchanges: ["main/2"],
    names: [LIST],
    open: [null],
  }),
  given("a cursor that leads back", [one, page(LIST, [b], { cursor: "2", next: "2" })]).values(
    [{ pages: 2, ending: "cursor repeated" }],
    { open: [null] },
  ),
  given("a page that was refused", [one, refused(`${LIST}-page-2`, LIST, -32603, { cursor: "2" })]).values(
    [{ pages: 2, ending: "refused" }],
    { open: ["prerequisite-missing"] },
  ),
  given("a list that was not read to its end", [one, page(LIST, [b], { cursor: "2", next: "3" })]).values(
    [{ pages: 2, ending: "unfinished" }],
    { open: ["capture-truncated"] },
  ),
  given("as many pages as are read of a list", {
    limits: { ...DEFAULT_LIMITS, pages: 2 },
    exchanges: [one, page(LIST, [b], { cursor: "2", next: "3" })],
  }).values([{ pages: 2, ending: "unfinished" }], { open: ["limit-exceeded"], except: [[]] }),
  given("a first page alone, which was all that was asked for", [one]).values([]),
  singlePage,
  NOTHING,
]);

readingTable("repeated_entries", [
  given("an entry of an earlier page", [page(LIST, [a, b], { next: "2" }), page(LIST, [c, b], { cursor: "2" })]).values(
    [b],
    { at: ["/response/result/tools/1"], exchanges: ["main/2"], names: ["b"] },
  ),
  given("an entry twice on one page, and one of the same name that says something else", [
    page(LIST, [a, a], { next: "2" }),
    page(LIST, [{ ...a, title: "A" }], { cursor: "2" }),
  ]).values([], { lookedAt: ["/response/result"] }),
  given("a list that was read twice", [one, two, one, two]).values([]),
  singlePage,
  NOTHING,
]);

const again = (entry: { name: string }, time: "" | "-third" = "") => [
  page(LIST, [a], { step: `${LIST}-again${time}`, next: "2" }),
  page(LIST, [entry], { step: `${LIST}-again${time}-page-2`, cursor: "2" }),
];

readingTable("list_passes", [
  given("the same entries once more", [one, two, ...again(b)]).values([{ set: "same", added: [], missing: [] }], {
    at: ["/response/result"],
    exchanges: ["main/3"],
    names: [LIST],
    open: [null],
  }),
  given("others, which time may have brought", [one, two, ...again(c)]).values(
    [{ set: "other", added: ["c"], missing: ["b"] }],
    { open: ["prerequisite-missing"] },
  ),
  given("others, and the first ones after that", [one, two, ...again(c), ...again(b, "-third")]).partly(
    [{ set: "other" }, { set: "same" }],
    { open: [null, null] },
  ),
  given("others, after an announcement; of another list it says nothing", [
    hearing(one, [arrived(message("notifications/tools/list_changed"))]),
    two,
    ...again(c),
  ]).partly([{ set: "other" }], { open: ["prerequisite-missing"] }),
  given("an announcement about another list", [
    hearing(one, [arrived(message("notifications/prompts/list_changed"))]),
    two,
    ...again(c),
    ...again(b, "-third"),
  ]).partly([{ set: "other" }, { set: "same" }], { open: [null, null] }),
  given("a second reading on another connection, and one that did not come to its end", [
    one,
    two,
    within("second", one),
    within("second", two),
    one,
  ]).values([], { lookedAt: ["/response/result", "/response/result"] }),
  singlePage,
  NOTHING,
]);

readingTable("lists_without_params", [
  given("a list that fails without params once, and works at another time", [
    refused("prompts/list", "prompts/list", -32603),
    answered("prompts/list-empty-params", "prompts/list", {}, {}),
    page("prompts/list", [], { step: "prompts/list-again" }),
  ]).values([{ without: "error", with_empty: "result" }], { open: ["prerequisite-missing"] }),
  given("lists that work without params, beside the same with empty ones", [
    page(LIST, []),
    refused(`${LIST}-empty-params`, LIST, -32602, {}),
    refused("prompts/list", "prompts/list", -32602),
    answered("prompts/list-empty-params", "prompts/list", {}, {}),
  ]).values(
    [
      { without: "result", with_empty: "error" },
      { without: "error", with_empty: "result" },
    ],
    { at: ["/response", "/response"], exchanges: ["main/1", "main/3"], names: [LIST, "prompts/list"] },
  ),
  given("silence, and nothing to compare it with", [unanswered(LIST, LIST), page(LIST, [], { cursor: "2" })]).values(
    [{ without: "silence" }],
    { at: [""] },
  ),
  given("requests that the plan cancels, and that are wrong on purpose", [
    unanswered("cancel-race-1", LIST),
    deliberate(unnamed(page(LIST, []))),
  ]).unseen("not-probed"),
  given("a list in a capture without step names", [
    unnamed(page(LIST, [])),
    unnamed(answered("", LIST, {}, {})),
  ]).values([{ without: "result", with_empty: "result" }], { exchanges: ["main/1"] }),
]);

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
