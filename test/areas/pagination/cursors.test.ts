import type { Exchange } from "../../../src/model/capture.ts";
import type { Json } from "../../../src/model/json.ts";
import { answered, leftOut, overHttp, readingTable, refused } from "../reading-table.ts";
import { arrived, conversations, deliberate, message, NOTHING, page, unnamed, within } from "../small-captures.ts";

const LIST = "tools/list";

const tools = (...names: string[]) => names.map((name) => ({ name }));
const first = page(LIST, tools("a"), { next: "2" });
const second = (step: string, ...names: string[]) => page(LIST, tools(...names), { step, cursor: "2" });
const changed = arrived(message("notifications/tools/list_changed"), 5);

/** The cases of both facts about a cursor that is used twice: `again` makes the second use of it. */
const reuseCases = (step: string, again: (exchange: Exchange) => Exchange, moved: string | null) => [
  {
    shows: "the same entries, in whatever order",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [first, second(`${LIST}-page-2`, "b", "c"), again(second(step, "c", "b"))],
    },
    reads: {
      values: [{ answer: "same" }],
      at: ["/response"],
      exchanges: ["main/3"],
      names: [LIST],
      open: [null],
      parts: [{ answer: "/response" }],
    },
  },
  {
    shows: "other entries",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [first, second(`${LIST}-page-2`, "b"), again(second(step, "c"))],
    },
    reads: { values: [{ answer: "other" }], open: [moved] },
  },
  {
    shows: "an error",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [first, second(`${LIST}-page-2`, "b"), again(refused(step, LIST, -32602, { cursor: "2" }))],
    },
    reads: { values: [{ answer: "error" }], open: [null] },
  },
  {
    shows: "other entries after the list was announced to have changed",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [first, second(`${LIST}-page-2`, "b"), again({ ...second(step, "c"), meanwhile: [changed] })],
    },
    reads: { values: [{ answer: "other" }], open: ["prerequisite-missing"], except: [[]] },
  },
  {
    shows: "a cursor whose first use failed, and one of another list",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        first,
        refused(`${LIST}-page-2`, LIST, -32603, { cursor: "2" }),
        page("prompts/list", [], { step: "prompts/list-page-2", cursor: "2" }),
        again(second(step, "b")),
      ],
    },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "lists of one page",
    capture: { exchanges: [page(LIST, [])] },
    reads: { values: [], lookedAt: ["/response/result"] },
  },
  NOTHING,
];

readingTable("cursor_again", [
  ...reuseCases(`${LIST}-again-page-2`, (exchange) => exchange, "prerequisite-missing"),
  {
    shows: "other entries, and the first ones after that",
    capture: {
      exchanges: [
        first,
        second(`${LIST}-page-2`, "b"),
        second(`${LIST}-again-page-2`, "c"),
        second(`${LIST}-again-third-page-2`, "b"),
      ],
    },
    reads: { values: [{ answer: "other" }, { answer: "same" }], open: [null, null] },
  },
  {
    shows: "other entries of a list that holds what it held",
    capture: {
      exchanges: [
        page(LIST, tools("a", "b"), { next: "2" }),
        second(`${LIST}-page-2`, "c"),
        page(LIST, tools("a"), { step: `${LIST}-again`, next: "2" }),
        second(`${LIST}-again-page-2`, "b", "c"),
      ],
    },
    reads: { values: [{ answer: "other" }], open: [null] },
  },
  {
    shows: "an error that is over the next time",
    capture: {
      exchanges: [
        first,
        second(`${LIST}-page-2`, "b"),
        refused(`${LIST}-again-page-2`, LIST, -32603, { cursor: "2" }),
        second(`${LIST}-again-third-page-2`, "b"),
      ],
    },
    reads: { values: [{ answer: "error" }, { answer: "same" }], open: ["prerequisite-missing", null] },
  },
  {
    shows: "a use on another connection, and one that is meant to be elsewhere",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        first,
        second(`${LIST}-page-2`, "b"),
        within("second", second("x", "b")),
        second("fresh-cursor-tools", "b"),
      ],
    },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a list that the plan left out",
    capture: { exchanges: [second("p", "b")], not_probed: [leftOut("prompts/list", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a second walk that the plan left out",
    capture: {
      exchanges: [first, second(`${LIST}-page-2`, "b")],
      not_probed: [leftOut(`${LIST}-again`, "prerequisite-missing")],
    },
    reads: { unseen: "prerequisite-missing" },
  },
]);

readingTable("cursor_elsewhere", [
  ...reuseCases("fresh-cursor-tools", (exchange) => within("second", exchange), null),
  {
    shows: "a server that asks to slow down",
    capture: {
      transport: "streamable-http",
      exchanges: [
        first,
        second(`${LIST}-page-2`, "b"),
        overHttp(refused("fresh-cursor-tools", LIST, -32000, { cursor: "2" }), 429),
      ],
    },
    reads: { values: [{ answer: "error" }], open: ["not-probed"], except: [[]] },
  },
]);

const bad = (step: string, method: string, cursor: Json = "mcptest-invalid-cursor") =>
  refused(step, method, -32602, { cursor });

readingTable("bad_cursor", [
  {
    shows: "whether the first page came, other entries, or none",
    capture: {
      exchanges: [
        first,
        answered("tools/list-bad-cursor", LIST, { tools: [{ name: "a" }] }, { cursor: "mcptest-invalid-cursor" }),
        answered("tools/list-bad-cursor", LIST, { tools: [{ name: "z" }] }, { cursor: "mcptest-invalid-cursor" }),
        answered("tools/list-bad-cursor", LIST, { tools: [] }, { cursor: "mcptest-invalid-cursor" }),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", entries: "first page" },
        { outcome: "result", entries: "other" },
        { outcome: "result", entries: "other" },
      ],
    },
  },
  {
    shows: "whether a list with pages may have begun behind the cursor, and one that is empty",
    capture: {
      exchanges: [
        page(LIST, [{ name: "notes" }, { name: "zoo" }], { next: "zoo" }),
        page("tasks/list", []),
        page("prompts/list", [{ name: "notes" }]),
        answered("", LIST, { tools: [{ name: "notes" }, { name: "zoo" }] }, { cursor: "mcptest-invalid-cursor" }),
        answered("", "tasks/list", { tasks: [] }, { cursor: "mcptest-invalid-cursor" }),
        answered("", "prompts/list", { prompts: [{ name: "notes" }] }, { cursor: "mcptest-invalid-cursor" }),
      ].map(unnamed),
    },
    reads: {
      partly: [
        { pages: "several", entries: "behind it" },
        { pages: "one", entries: "none" },
        { pages: "one", entries: "first page" },
      ],
    },
  },
  {
    shows: "the answers of lists that work, called by their method",
    capture: {
      exchanges: [
        page(LIST, [], { next: "2" }),
        page("tasks/list", []),
        bad("tools/list-bad-cursor", LIST),
        bad("task-bad-cursor", "tasks/list"),
        bad("tools/list-bad-cursor-long", LIST),
      ],
    },
    reads: {
      partly: [
        { outcome: "error", pages: "several" },
        { outcome: "error", pages: "one" },
      ],
      names: [LIST, "tasks/list"],
      exchanges: ["main/3", "main/4"],
    },
  },
  {
    shows: "a list that never works",
    capture: {
      exchanges: [
        refused("prompts/list", "prompts/list", -32601),
        deliberate(page("prompts/list", [])),
        bad("prompts/list-bad-cursor", "prompts/list"),
      ],
    },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "the cursor by which it is known in a capture without step names",
    capture: {
      exchanges: [
        unnamed(page(LIST, [])),
        unnamed(bad("", LIST)),
        unnamed(bad("", LIST, "other")),
        unnamed(answered("", LIST, { tools: [] }, { cursor: "2" })),
      ],
    },
    reads: { partly: [{ outcome: "error" }], exchanges: ["main/2"] },
  },
  {
    shows: "a question that was left out",
    capture: { exchanges: [], not_probed: [leftOut("tools/list-bad-cursor", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

readingTable("odd_cursors", [
  {
    shows: "a text, an empty one, a long one and a number, of lists that work",
    capture: {
      exchanges: [
        page(LIST, []),
        bad("tools/list-bad-cursor", LIST),
        bad("tools/list-bad-cursor-empty", LIST, ""),
        bad("tools/list-bad-cursor-long", LIST, "aaa"),
        bad("tools/list-bad-cursor-number", LIST, 7),
        bad("prompts/list-bad-cursor", "prompts/list"),
        bad("task-bad-cursor", LIST),
      ],
    },
    reads: {
      partly: ["mcptest-invalid-cursor", "", "aaa", 7].map((cursor) => ({ asked: { params: { cursor } } })),
      names: [LIST, LIST, LIST, LIST],
    },
  },
  NOTHING,
]);
