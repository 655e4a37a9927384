import type { JsonObject } from "../../../src/model/json.ts";
import { given, NOTHING } from "../given.ts";
import { readingTable } from "../reading-table.ts";
import { answered, leftOut, page, refused, unnamed, within } from "../small-captures.ts";

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
  given("a read of the promised type with a value that the server suggested", [
    listed(t),
    complete("read-template-1-complete", ["one"]),
    read("read-template-1", "test://t/one", "text/plain; charset=utf-8"),
  ]).partly([{ outcome: "result", values: "suggested", mime_type: "same" }], {
    names: ["test://t/one"],
    exchanges: ["main/3"],
    parts: [{ values: "/request/params/uri", mime_type: "/response/result/contents" }],
  }),
  given("another type among the contents, and a value that was made up", [
    listed(t),
    read("read-template", "test://t/x", "text/plain", "text/html"),
  ]).partly([{ values: "made-up", mime_type: "other" }]),
  given("no suggestion: an empty answer, a refusal, another connection, or several variables", [
    complete("read-template-1-complete", []),
    read("read-template-1", "test://t/1"),
    refused("read-template-2-complete", "completion/complete", -32602),
    read("read-template-2", "test://t/2"),
    within("second", complete("read-template-3-complete", ["three"])),
    read("read-template-3", "test://t/3"),
    complete("read-template-4-complete", ["four"]),
    complete("read-template-4-complete", ["five"]),
    read("read-template-4", "test://t/4"),
  ]).partly([1, 2, 3, 4].map((id) => ({ values: "made-up", asked: { params: { uri: `test://t/${id}` } } }))),
  given("two templates the uri may come from: none of them promises anything", [
    listed(t, { uriTemplate: "test://{+any}", name: "u" }),
    read("read-template", "test://t/x", "a/b"),
  ]).values([{ ...answer("test://t/x", "a/b"), values: "made-up" }]),
  given("a template that the uri does not fit, by its end, and a fixed one that it does", [
    listed({ ...t, uriTemplate: "test://t/{id}/end" }, { ...t, uriTemplate: "test://fixed" }),
    read("read-template-1", "test://t/x", "text/plain"),
    read("read-template-2", "test://t/x/end", "text/plain"),
    read("read-template-3", "test://fixed", "text/html"),
    read("read-template-4", "test://t/x/end/more", "text/plain"),
  ]).values([
    { ...answer("test://t/x", "text/plain"), values: "made-up" },
    { ...answer("test://t/x/end", "text/plain"), values: "made-up", mime_type: "same" },
    { ...answer("test://fixed", "text/html"), values: "made-up", mime_type: "other" },
    { ...answer("test://t/x/end/more", "text/plain"), values: "made-up" },
  ]),
  given("contents that say no type", [listed(t), read("read-template", "test://t/x", undefined)]).values([
    { ...answer("test://t/x"), values: "made-up" },
  ]),
  given("steps of other questions", [read("read-template-1-unreal", "test://t/x"), read("read", "test://t/x")]).unseen(
    "not-probed",
  ),
]);

readingTable("unreal_expansions", [
  given("expansions that name nothing real, called by their uri", [
    refused("read-template-1-unreal", READ, -1, { uri: "test://t/1" }),
    refused("read-template-12-unreal", READ, -2, { uri: "test://t/2" }),
    refused("read-template-12", READ, -3, { uri: "test://t/3" }),
  ]).partly([{ error: { code: -1 } }, { error: { code: -2 } }], { names: ["test://t/1", "test://t/2"] }),
  given("a question that the plan left out", [leftOut("read-template", "not-offered")]).leftOut(),
]);

const u = { ...t, name: "u" };

readingTable("template_pages", [
  given("a new page, and one that repeats the page before", [
    page(LIST, [t], { next: "2" }),
    page(LIST, [u], { step: `${LIST}-page-2`, cursor: "2", next: "3" }),
    page(LIST, [u], { step: `${LIST}-page-3`, cursor: "3" }),
  ]).partly(
    [
      { outcome: "result", page: "new", cursors: "taken" },
      { outcome: "result", page: "repeated", cursors: "taken" },
    ],
    { exchanges: ["main/2", "main/3"], parts: [{ page: "/response/result/resourceTemplates" }, {}] },
  ),
  given("an empty page after an empty page, which repeats nothing, and a refusal", [
    page(LIST, [], { next: "2" }),
    page(LIST, [], { step: `${LIST}-page-2`, cursor: "2", next: "3" }),
    refused(`${LIST}-page-3`, LIST, -32602, { cursor: "3" }),
  ]).partly([
    { outcome: "result", page: "new" },
    { outcome: "error", page: "new" },
  ]),
  given("a cursor of another connection, and one that nobody gave", [
    page(LIST, [t], { next: "2" }),
    within("second", page(LIST, [t], { step: `fresh-${LIST}-page-2`, cursor: "2" })),
    page(LIST, [t], { step: `${LIST}-again-page-2`, cursor: "9" }),
  ]).inapplicable("precondition-absent"),
  given("a second page in a capture without step names", [
    unnamed(page(LIST, [t], { next: "2" })),
    unnamed(page(LIST, [u], { cursor: "2" })),
  ]).partly([{ page: "new" }], { exchanges: ["main/2"] }),
  given("one page only", [page(LIST, [t])]).inapplicable("precondition-absent"),
  given("a list that the plan left out", [leftOut(LIST, "prerequisite-missing")]).leftOut(),
  NOTHING,
]);
