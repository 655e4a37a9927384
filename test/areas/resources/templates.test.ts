import type { JsonObject } from "../../../src/model/json.ts";
import { answered, leftOut, readingTable, refused } from "../reading-table.ts";
import { conversations, NOTHING, page, unnamed, within } from "../small-captures.ts";

const READ = "resources/read";
const LIST = "resources/templates/list";

const listed = (...entries: JsonObject[]) => page(LIST, entries);
const t = { uriTemplate: "test://t/{id}", name: "t", mimeType: "text/plain" };

const read = (step: string, uri: string, ...types: (string | undefined)[]) =>
  answered(step, READ, { contents: types.map((mimeType) => ({ uri, ...(mimeType ? { mimeType } : {}) })) }, { uri });

const complete = (step: string, values: string[] | undefined) =>
  answered(step, "completion/complete", values ? { completion: { values } } : {});

/** The answer to a read without what is derived from it. */
const answer = (uri: string, mimeType?: string) => {
  const result = { contents: [{ uri, ...(mimeType ? { mimeType } : {}) }] };
  const asked = { jsonrpc: "2.0", id: 1, method: READ, params: { uri } };
  return { outcome: "result", asked, message: { jsonrpc: "2.0", id: 1, result }, id: 1, result };
};

readingTable("template_reads", [
  {
    shows: "a read of the promised type with a value that the server suggested",
    capture: {
      exchanges: [
        listed(t),
        complete("read-template-1-complete", ["one"]),
        read("read-template-1", "test://t/one", "text/plain; charset=utf-8"),
      ],
    },
    reads: {
      partly: [{ outcome: "result", values: "suggested", mime_type: "same" }],
      names: ["test://t/one"],
      exchanges: ["main/3"],
      parts: [{ values: "/request/params/uri", mime_type: "/response/result/contents" }],
    },
  },
  {
    shows: "another type among the contents, and a value that was made up",
    capture: { exchanges: [listed(t), read("read-template", "test://t/x", "text/plain", "text/html")] },
    reads: { partly: [{ values: "made-up", mime_type: "other" }] },
  },
  {
    shows: "no suggestion: an empty answer, a refusal, another connection, or several variables",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        complete("read-template-1-complete", []),
        read("read-template-1", "test://t/1"),
        refused("read-template-2-complete", "completion/complete", -32602),
        read("read-template-2", "test://t/2"),
        within("second", complete("read-template-3-complete", ["three"])),
        read("read-template-3", "test://t/3"),
        complete("read-template-4-complete", ["four"]),
        complete("read-template-4-complete", ["five"]),
        read("read-template-4", "test://t/4"),
      ],
    },
    reads: {
      partly: [1, 2, 3, 4].map((id) => ({ values: "made-up", asked: { params: { uri: `test://t/${id}` } } })),
    },
  },
  {
    shows: "two templates the uri may come from: none of them promises anything",
    capture: {
      exchanges: [listed(t, { uriTemplate: "test://{+any}", name: "u" }), read("read-template", "test://t/x", "a/b")],
    },
    reads: { values: [{ ...answer("test://t/x", "a/b"), values: "made-up" }] },
  },
  {
    shows: "a template that the uri does not fit, by its end, and a fixed one that it does",
    capture: {
      exchanges: [
        listed({ ...t, uriTemplate: "test://t/{id}/end" }, { ...t, uriTemplate: "test://fixed" }),
        read("read-template-1", "test://t/x", "text/plain"),
        read("read-template-2", "test://t/x/end", "text/plain"),
        read("read-template-3", "test://fixed", "text/html"),
        read("read-template-4", "test://t/x/end/more", "text/plain"),
      ],
    },
    reads: {
      values: [
        { ...answer("test://t/x", "text/plain"), values: "made-up" },
        { ...answer("test://t/x/end", "text/plain"), values: "made-up", mime_type: "same" },
        { ...answer("test://fixed", "text/html"), values: "made-up", mime_type: "other" },
        { ...answer("test://t/x/end/more", "text/plain"), values: "made-up" },
      ],
    },
  },
  {
    shows: "contents that say no type",
    capture: { exchanges: [listed(t), read("read-template", "test://t/x", undefined)] },
    reads: { values: [{ ...answer("test://t/x"), values: "made-up" }] },
  },
  {
    shows: "steps of other questions",
    capture: { exchanges: [read("read-template-1-unreal", "test://t/x"), read("read", "test://t/x")] },
    reads: { unseen: "not-probed" },
  },
]);

readingTable("unreal_expansions", [
  {
    shows: "expansions that name nothing real, called by their uri",
    capture: {
      exchanges: [
        refused("read-template-1-unreal", READ, -1, { uri: "test://t/1" }),
        refused("read-template-12-unreal", READ, -2, { uri: "test://t/2" }),
        refused("read-template-12", READ, -3, { uri: "test://t/3" }),
      ],
    },
    reads: { partly: [{ error: { code: -1 } }, { error: { code: -2 } }], names: ["test://t/1", "test://t/2"] },
  },
  {
    shows: "a question that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("read-template", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

const u = { ...t, name: "u" };

readingTable("template_pages", [
  {
    shows: "a new page, and one that repeats the page before",
    capture: {
      exchanges: [
        page(LIST, [t], { next: "2" }),
        page(LIST, [u], { step: `${LIST}-page-2`, cursor: "2", next: "3" }),
        page(LIST, [u], { step: `${LIST}-page-3`, cursor: "3" }),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", page: "new", cursors: "taken" },
        { outcome: "result", page: "repeated", cursors: "taken" },
      ],
      exchanges: ["main/2", "main/3"],
      parts: [{ page: "/response/result/resourceTemplates" }, {}],
    },
  },
  {
    shows: "an empty page after an empty page, which repeats nothing, and a refusal",
    capture: {
      exchanges: [
        page(LIST, [], { next: "2" }),
        page(LIST, [], { step: `${LIST}-page-2`, cursor: "2", next: "3" }),
        refused(`${LIST}-page-3`, LIST, -32602, { cursor: "3" }),
      ],
    },
    reads: {
      partly: [
        { outcome: "result", page: "new" },
        { outcome: "error", page: "new" },
      ],
    },
  },
  {
    shows: "a cursor of another connection, and one that nobody gave",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        page(LIST, [t], { next: "2" }),
        within("second", page(LIST, [t], { step: `fresh-${LIST}-page-2`, cursor: "2" })),
        page(LIST, [t], { step: `${LIST}-again-page-2`, cursor: "9" }),
      ],
    },
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a second page in a capture without step names",
    capture: {
      exchanges: [unnamed(page(LIST, [t], { next: "2" })), unnamed(page(LIST, [u], { cursor: "2" }))],
    },
    reads: { partly: [{ page: "new" }], exchanges: ["main/2"] },
  },
  { shows: "one page only", capture: { exchanges: [page(LIST, [t])] }, reads: { inapplicable: "precondition-absent" } },
  {
    shows: "a list that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut(LIST, "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
  NOTHING,
]);
