import type { JsonObject } from "../../../src/base/json.ts";
import {
  answerCases,
  given,
  givenHttp,
  givenStateless,
  givenStatelessHttp,
  NOTHING,
  readingTable,
} from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, page, refused, unnamed, within } from "../small-captures.ts";

const READ = "resources/read";
const uri = "test://a";

const list = (entry: JsonObject) => page("resources/list", [{ uri, name: "a", ...entry }]);
const templates = (...patterns: string[]) =>
  page(
    "resources/templates/list",
    patterns.map((uriTemplate) => ({ uriTemplate, name: "t" })),
  );
const read = (contents: JsonObject[], asked = uri, step = "read") => answered(step, READ, { contents }, { uri: asked });

readingTable("resource_reads", [
  given("reads under each name of the plan, called by their uri", [
    read([{ uri }]),
    refused("read-2", READ, -32002, { uri: "test://b" }),
    refused("fresh-read-resource", READ, -32603, { uri }),
    refused("read-template", READ, -1, { uri }),
    refused("unknown-resource", READ, -2, { uri }),
  ]).partly([{ outcome: "result" }, { error: { code: -32002 } }, { error: { code: -32603 } }], {
    names: [uri, "test://b", uri],
    at: ["", "", ""],
  }),
  given("a read of a listed resource in a capture without step names", [
    list({}),
    unnamed(read([{ uri }])),
    unnamed(read([{ uri }], "test://unlisted")),
    deliberate(unnamed(read([{ uri }]))),
    unnamed(answered("", READ, {}, {})),
  ]).partly([{ outcome: "result" }], { exchanges: ["main/2"], names: [uri] }),
  given("a read that the plan left out", [leftOut("read-3", "unsafe-to-probe")]).leftOut(),
]);

const text = { uri, mimeType: "text/plain; charset=utf-8", text: "für" };

readingTable("read_contents", [
  given("text that is as asked for and as listed", [list({ mimeType: "Text/Plain", size: 4 }), read([text])]).values(
    [{ content: text, asked: uri, uri: "same", mime_type: "same", size: "same", text_signs: [] }],
    {
      at: ["/response/result/contents/0"],
      names: [uri],
      parts: [{ content: "/response/result/contents/0", asked: "/request/params/uri" }],
    },
  ),
  given("another type and size than listed", [list({ mimeType: "text/html", size: 3 }), read([text])]).partly([
    { uri: "same", mime_type: "other", size: "other" },
  ]),
  given("bytes: the size is that of the bytes, not of their letters", [
    list({ size: 4 }),
    read([{ uri, blob: "AAECAw==" }]),
  ]).values([{ content: { uri, blob: "AAECAw==" }, asked: uri, uri: "same", size: "same", blob_encoding: "base64" }]),
  given("bytes whose size nobody can tell", [
    list({ size: 4 }),
    read([{ uri, blob: "data:image/png;base64,AAECAw==" }]),
    read([{ uri, blob: "AAECAw" }]),
    read([{ uri, blob: "_-8=" }]),
    read([{ uri, blob: "AA\nEC" }]),
    read([{ uri, blob: "no base64!" }]),
  ]).partly(["data-url", "unpadded", "url-safe", "spaced", "other"].map((encoding) => ({ blob_encoding: encoding }))),
  given("uris that mean the same, that lie below, and others", [
    read([{ uri: "TEST://a/" }]),
    read([{ uri: "test://%61" }], "test://a"),
    read([{ uri: "test://a/b" }]),
    read([{ uri: "test://a?page=2" }]),
    read([{ uri: "test://z" }]),
    read([{ uri: "%E0%A4%A" }], "%E0%A4%A"),
    read([{ text: "no uri" }]),
  ]).values([
    { content: { uri: "TEST://a/" }, asked: uri, uri: "same" },
    { content: { uri: "test://%61" }, asked: uri, uri: "same" },
    { content: { uri: "test://a/b" }, asked: uri, uri: "below" },
    { content: { uri: "test://a?page=2" }, asked: uri, uri: "below" },
    { content: { uri: "test://z" }, asked: uri, uri: "other" },
    { content: { uri: "%E0%A4%A" }, asked: "%E0%A4%A", uri: "same" },
    { content: { text: "no uri" }, asked: uri, text_signs: [] },
  ]),
  given("something below what was asked for, which need not be as listed", [
    list({ mimeType: "text/plain", size: 1 }),
    read([{ uri: "test://a/b", mimeType: "text/html", text: "ab" }]),
  ]).values([
    { content: { uri: "test://a/b", mimeType: "text/html", text: "ab" }, asked: uri, uri: "below", text_signs: [] },
  ]),
  given("several items: only the first stands for what was asked, and none has the listed size", [
    list({ mimeType: "text/plain", size: 9 }),
    read([text, { uri: "test://z", text: "" }]),
  ]).values(
    [
      { content: text, asked: uri, uri: "same", mime_type: "same", text_signs: [] },
      { content: { uri: "test://z", text: "" }, asked: uri, text_signs: [] },
    ],
    { at: ["/response/result/contents/0", "/response/result/contents/1"] },
  ),
  given("bytes that were read as text", [
    read([{ uri, text: "a\u0000\u0001b" }]),
    read([{ uri, text: "one.txt\u0000two.txt\u0000" }]),
    read([{ uri, text: "\uFFFDPNG\uFFFD" }]),
    read([{ uri, text: "one \uFFFD" }]),
    read([{ uri, text: `\uFFFD and \uFFFD${" are characters".repeat(10)}` }]),
  ]).partly([
    { text_signs: ["nul"] },
    { text_signs: [] },
    { text_signs: ["replacement-characters"] },
    { text_signs: [] },
    { text_signs: [] },
  ]),
  given("the same read twice, contents that are no list, and what was wrong on purpose", [
    read([{ uri }]),
    read([{ uri }], uri, "read-2"),
    answered("read", READ, { contents: {} }, { uri }),
    deliberate(read([{ uri: "test://trap" }])),
    refused("read", READ, -32002, { uri }),
  ]).values([{ content: { uri }, asked: uri, uri: "same" }], {
    lookedAt: ["/response/result", "/response/result", "/response/result"],
  }),
  given("a read that the plan left out", [leftOut("read", "not-offered")]).leftOut(),
]);

const missing = (asked: string, data?: JsonObject, step = "unknown-resource") => ({
  ...refused(step, READ, -32002, { uri: asked }),
  response: { jsonrpc: "2.0", id: 1, error: { code: -32002, message: "no", ...(data ? { data } : {}) } },
});

readingTable("missing_resource", [
  given("errors whose data names the uri, another one and none", [
    missing("test://x", { uri: "test://x" }),
    missing("test://x", { uri: "test://y" }, "unknown-resource-beside"),
    missing("test://x"),
  ]).partly([{ data_uri: "same" }, { data_uri: "other" }, { data_uri: "none" }], {
    names: ["test://x", "test://x", "test://x"],
    parts: [{ data_uri: "/response/error", error: "/response/error" }, {}, { data_uri: "/response/error" }],
  }),
  given("a result for something that does not exist", [read([], "test://x", "unknown-resource")]).partly(
    [{ outcome: "result", result: { contents: [] }, data_uri: "none" }],
    { parts: [{ data_uri: "" }] },
  ),
  given("a uri that a template may stand for, and one that it cannot", [
    templates("test://x/{id}"),
    missing("test://x/1"),
    missing("test://y/1"),
  ]).partly([{ asked: { params: { uri: "test://y/1" } } }], { exchanges: ["main/3"] }),
  given("only uris that a template may stand for", [
    templates("test://y", "{+any}"),
    missing("test://x/1"),
  ]).inapplicable("precondition-absent"),
  NOTHING,
]);

readingTable("bad_uri", [
  given("the answers to texts that are no uri", [
    missing("", undefined, "bad-uri"),
    missing("x".repeat(20), undefined, "bad-uri-long"),
  ]).partly([{ outcome: "error" }, { outcome: "error" }], { at: ["", ""] }),
  givenStatelessHttp("over stateless HTTP the long one says nothing", [
    overHttp(missing("", undefined, "bad-uri"), 200),
    overHttp(missing("x".repeat(20), undefined, "bad-uri-long"), 431),
  ]).partly([{ status: 200 }]),
  givenStateless("on a stateless pipe and over stateful HTTP it does", [
    missing("x".repeat(20), undefined, "bad-uri-long"),
  ]).partly([{ outcome: "error" }]),
  givenHttp("over stateful HTTP it does", [overHttp(missing("x".repeat(20), undefined, "bad-uri-long"), 200)]).partly([
    { outcome: "error" },
  ]),
  given("a template for everything", [templates("{+any}"), missing("a b", undefined, "bad-uri-spaces")]).inapplicable(
    "precondition-absent",
  ),
  NOTHING,
]);

readingTable("malformed_read", [
  ...answerCases(["malformed-read", "malformed-read-number"]),
  given("reads without a text as uri in a capture without step names", [
    unnamed(refused("", READ, -32602, {})),
    unnamed(refused("", READ, -32602, { uri: 7 })),
    unnamed(refused("", READ, -32002, { uri })),
    unnamed(refused("", "resources/list", -32602, {})),
  ]).partly([{ outcome: "error" }, { asked: { params: { uri: 7 } } }], { exchanges: ["main/1", "main/2"] }),
]);

const fails = (step: string, code: number, of = uri) => refused(step, READ, code, { uri: of });

readingTable("failing_reads", [
  given("a listed resource that fails twice in the same way, among others", [
    list({}),
    fails("read-1", 0),
    fails("read-1-again", 0),
    fails("fresh-read-resource", 0),
    fails("read-2", 0, "test://unlisted"),
    fails("read-2-again", 0, "test://unlisted"),
  ]).values([{ code: 0, times: 3 }], {
    at: ["/response/error"],
    exchanges: ["main/2"],
    names: [uri],
    parts: [{ code: "/response/error/code" }],
  }),
  given("one failure, which is none", [list({}), fails("read-1", 0)]).values([], { lookedAt: ["/response"] }),
  given("failures of two kinds, and one that was over the next time", [
    list({}),
    fails("read-1", 0),
    fails("read-1-again", -32603),
  ]).values([]),
  given("a failure that was over the next time", [
    list({}),
    fails("read-1", 0),
    fails("read-1-again", 0),
    read([{ uri }]),
  ]).values([]),
  NOTHING,
]);

const LIST = "resources/templates/list";

const listed = (...entries: JsonObject[]) => page(LIST, entries);
const t = { uriTemplate: "test://t/{id}", name: "t", mimeType: "text/plain" };

const readTyped = (step: string, uri: string, ...types: (string | undefined)[]) =>
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
    readTyped("read-template-1", "test://t/one", "text/plain; charset=utf-8"),
  ]).partly([{ outcome: "result", values: "suggested", mime_type: "same" }], {
    names: ["test://t/one"],
    exchanges: ["main/3"],
    parts: [{ values: "/request/params/uri", mime_type: "/response/result/contents" }],
  }),
  given("another type among the contents, and a value that was made up", [
    listed(t),
    readTyped("read-template", "test://t/x", "text/plain", "text/html"),
  ]).partly([{ values: "made-up", mime_type: "other" }]),
  given("no suggestion: an empty answer, a refusal, another connection, or several variables", [
    complete("read-template-1-complete", []),
    readTyped("read-template-1", "test://t/1"),
    refused("read-template-2-complete", "completion/complete", -32602),
    readTyped("read-template-2", "test://t/2"),
    within("second", complete("read-template-3-complete", ["three"])),
    readTyped("read-template-3", "test://t/3"),
    complete("read-template-4-complete", ["four"]),
    complete("read-template-4-complete", ["five"]),
    readTyped("read-template-4", "test://t/4"),
  ]).partly([1, 2, 3, 4].map((id) => ({ values: "made-up", asked: { params: { uri: `test://t/${id}` } } }))),
  given("two templates the uri may come from: none of them promises anything", [
    listed(t, { uriTemplate: "test://{+any}", name: "u" }),
    readTyped("read-template", "test://t/x", "a/b"),
  ]).values([{ ...answer("test://t/x", "a/b"), values: "made-up" }]),
  given("a template that the uri does not fit, by its end, and a fixed one that it does", [
    listed({ ...t, uriTemplate: "test://t/{id}/end" }, { ...t, uriTemplate: "test://fixed" }),
    readTyped("read-template-1", "test://t/x", "text/plain"),
    readTyped("read-template-2", "test://t/x/end", "text/plain"),
    readTyped("read-template-3", "test://fixed", "text/html"),
    readTyped("read-template-4", "test://t/x/end/more", "text/plain"),
  ]).values([
    { ...answer("test://t/x", "text/plain"), values: "made-up" },
    { ...answer("test://t/x/end", "text/plain"), values: "made-up", mime_type: "same" },
    { ...answer("test://fixed", "text/html"), values: "made-up", mime_type: "other" },
    { ...answer("test://t/x/end/more", "text/plain"), values: "made-up" },
  ]),
  given("contents that say no type", [listed(t), readTyped("read-template", "test://t/x", undefined)]).values([
    { ...answer("test://t/x"), values: "made-up" },
  ]),
  given("steps of other questions", [
    readTyped("read-template-1-unreal", "test://t/x"),
    readTyped("read", "test://t/x"),
  ]).unseen("not-probed"),
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
