import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import { answered, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import { arrived, conversations, deliberate, message, NOTHING, page, unnamed, within } from "../small-captures.ts";

const LIST = "tools/list";

const a = { name: "a" };
const b = { name: "b" };
const c = { name: "c" };

const one = page(LIST, [a], { next: "2" });
const two = page(LIST, [b], { step: `${LIST}-page-2`, cursor: "2" });

readingTable("list_pages", [
  {
    shows: "each different page of each list, called by its method",
    capture: {
      exchanges: [one, two, page("tasks/list", []), one, answered("ping", "ping", {}), deliberate(page(LIST, [c]))],
    },
    reads: {
      values: [{ tools: [a], nextCursor: "2" }, { tools: [b] }, { tasks: [] }],
      at: ["/response/result", "/response/result", "/response/result"],
      names: [LIST, LIST, "tasks/list"],
    },
  },
  {
    shows: "a list that was refused",
    capture: { exchanges: [refused(LIST, LIST, -32601)] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a list that is not offered",
    capture: { exchanges: [], not_probed: [leftOut("prompts/list", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

const singlePage = {
  shows: "one page only",
  capture: { exchanges: [page(LIST, [a])] },
  reads: { values: [], lookedAt: ["/response/result"] },
};

readingTable("further_pages", [
  {
    shows: "a cursor that is refused the second time, and a list that refuses each",
    capture: {
      exchanges: [
        one,
        two,
        page(LIST, [a], { step: `${LIST}-again`, next: "2" }),
        refused(`${LIST}-again-page-2`, LIST, -32602, { cursor: "2" }),
        page("prompts/list", [a], { next: "p" }),
        refused("prompts/list-page-2", "prompts/list", -32602, { cursor: "p" }),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", cursors: "taken" },
        { outcome: "error", cursors: "taken" },
        { outcome: "error", cursors: "refused" },
      ],
      parts: [{ cursors: "/response" }, {}, {}],
    },
  },
  {
    shows: "other entries, and those of the first page again",
    capture: {
      exchanges: [
        one,
        page(LIST, [b], { step: `${LIST}-page-2`, cursor: "2", next: "3" }),
        page(LIST, [a], { step: `${LIST}-page-3`, cursor: "3" }),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", entries: "other", cursors: "taken" },
        { outcome: "result", entries: "first page", cursors: "taken" },
      ],
      exchanges: ["main/2", "main/3"],
      names: [LIST, LIST],
      parts: [{ entries: "/response/result" }, {}],
    },
  },
  {
    shows: "an empty page after an empty one, and silence",
    capture: {
      exchanges: [
        page(LIST, [], { next: "2" }),
        page(LIST, [], { cursor: "2", next: "3" }),
        unanswered(`${LIST}-page-3`, LIST, { cursor: "3" }),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", entries: "other" },
        { outcome: "silence", entries: "other" },
      ],
      open: [null, "timed-out"],
    },
  },
  {
    shows: "a cursor that the page before did not give, and one of another connection",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [one, page(LIST, [a], { cursor: "9" }), within("second", page(LIST, [a], { cursor: "2" }))],
    },
    reads: { values: [] },
  },
  {
    shows: "two walks under way at once, told apart by the plan's names",
    capture: {
      exchanges: [
        one,
        page(LIST, [c], { step: `${LIST}-again`, next: "2" }),
        page(LIST, [a], { step: `${LIST}-page-2`, cursor: "2" }),
        page(LIST, [b], { step: `${LIST}-again-page-2`, cursor: "2" }),
      ],
    },
    reads: { partly: [{ entries: "first page" }, { entries: "other" }] },
  },
  singlePage,
  NOTHING,
]);

readingTable("page_walks", [
  {
    shows: "the last page",
    capture: { exchanges: [one, two] },
    reads: {
      values: [{ pages: 2, ending: "last page" }],
      at: ["/response"],
      exchanges: ["main/2"],
      names: [LIST],
      open: [null],
    },
  },
  {
    shows: "a cursor that leads back",
    capture: { exchanges: [one, page(LIST, [b], { cursor: "2", next: "2" })] },
    reads: { values: [{ pages: 2, ending: "cursor repeated" }], open: [null] },
  },
  {
    shows: "a page that was refused",
    capture: { exchanges: [one, refused(`${LIST}-page-2`, LIST, -32603, { cursor: "2" })] },
    reads: { values: [{ pages: 2, ending: "refused" }], open: ["prerequisite-missing"] },
  },
  {
    shows: "a list that was not read to its end",
    capture: { exchanges: [one, page(LIST, [b], { cursor: "2", next: "3" })] },
    reads: { values: [{ pages: 2, ending: "unfinished" }], open: ["capture-truncated"] },
  },
  {
    shows: "as many pages as are read of a list",
    capture: {
      limits: { ...DEFAULT_LIMITS, pages: 2 },
      exchanges: [one, page(LIST, [b], { cursor: "2", next: "3" })],
    },
    reads: { values: [{ pages: 2, ending: "unfinished" }], open: ["limit-exceeded"], except: [[]] },
  },
  {
    shows: "a first page alone, which was all that was asked for",
    capture: { exchanges: [one] },
    reads: { values: [] },
  },
  singlePage,
  NOTHING,
]);

readingTable("repeated_entries", [
  {
    shows: "an entry of an earlier page",
    capture: { exchanges: [page(LIST, [a, b], { next: "2" }), page(LIST, [c, b], { cursor: "2" })] },
    reads: { values: [b], at: ["/response/result/tools/1"], exchanges: ["main/2"], names: ["b"] },
  },
  {
    shows: "an entry twice on one page, and one of the same name that says something else",
    capture: { exchanges: [page(LIST, [a, a], { next: "2" }), page(LIST, [{ ...a, title: "A" }], { cursor: "2" })] },
    reads: { values: [], lookedAt: ["/response/result"] },
  },
  {
    shows: "a list that was read twice",
    capture: { exchanges: [one, two, one, two] },
    reads: { values: [] },
  },
  singlePage,
  NOTHING,
]);

const again = (entry: { name: string }, time: "" | "-third" = "") => [
  page(LIST, [a], { step: `${LIST}-again${time}`, next: "2" }),
  page(LIST, [entry], { step: `${LIST}-again${time}-page-2`, cursor: "2" }),
];

readingTable("list_passes", [
  {
    shows: "the same entries once more",
    capture: { exchanges: [one, two, ...again(b)] },
    reads: {
      values: [{ set: "same", added: [], missing: [] }],
      at: ["/response/result"],
      exchanges: ["main/3"],
      names: [LIST],
      open: [null],
    },
  },
  {
    shows: "others, which time may have brought",
    capture: { exchanges: [one, two, ...again(c)] },
    reads: { values: [{ set: "other", added: ["c"], missing: ["b"] }], open: ["prerequisite-missing"] },
  },
  {
    shows: "others, and the first ones after that",
    capture: { exchanges: [one, two, ...again(c), ...again(b, "-third")] },
    reads: { partly: [{ set: "other" }, { set: "same" }], open: [null, null] },
  },
  {
    shows: "others, after an announcement; of another list it says nothing",
    capture: {
      exchanges: [{ ...one, meanwhile: [arrived(message("notifications/tools/list_changed"))] }, two, ...again(c)],
    },
    reads: { partly: [{ set: "other" }], open: ["prerequisite-missing"] },
  },
  {
    shows: "an announcement about another list",
    capture: {
      exchanges: [
        { ...one, meanwhile: [arrived(message("notifications/prompts/list_changed"))] },
        two,
        ...again(c),
        ...again(b, "-third"),
      ],
    },
    reads: { partly: [{ set: "other" }, { set: "same" }], open: [null, null] },
  },
  {
    shows: "a second reading on another connection, and one that did not come to its end",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [one, two, within("second", one), within("second", two), one],
    },
    reads: { values: [], lookedAt: ["/response/result", "/response/result"] },
  },
  singlePage,
  NOTHING,
]);

readingTable("lists_without_params", [
  {
    shows: "a list that fails without params once, and works at another time",
    capture: {
      exchanges: [
        refused("prompts/list", "prompts/list", -32603),
        answered("prompts/list-empty-params", "prompts/list", {}, {}),
        page("prompts/list", [], { step: "prompts/list-again" }),
      ],
    },
    reads: { values: [{ without: "error", with_empty: "result" }], open: ["prerequisite-missing"] },
  },
  {
    shows: "lists that work without params, beside the same with empty ones",
    capture: {
      exchanges: [
        page(LIST, []),
        refused(`${LIST}-empty-params`, LIST, -32602, {}),
        refused("prompts/list", "prompts/list", -32602),
        answered("prompts/list-empty-params", "prompts/list", {}, {}),
      ],
    },
    reads: {
      values: [
        { without: "result", with_empty: "error" },
        { without: "error", with_empty: "result" },
      ],
      at: ["/response", "/response"],
      exchanges: ["main/1", "main/3"],
      names: [LIST, "prompts/list"],
    },
  },
  {
    shows: "silence, and nothing to compare it with",
    capture: { exchanges: [unanswered(LIST, LIST), page(LIST, [], { cursor: "2" })] },
    reads: { values: [{ without: "silence" }], at: [""] },
  },
  {
    shows: "requests that the plan cancels, and that are wrong on purpose",
    capture: { exchanges: [unanswered("cancel-race-1", LIST), deliberate(unnamed(page(LIST, [])))] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a list in a capture without step names",
    capture: { exchanges: [unnamed(page(LIST, [])), unnamed(answered("", LIST, {}, {}))] },
    reads: { values: [{ without: "result", with_empty: "result" }], exchanges: ["main/1"] },
  },
]);
