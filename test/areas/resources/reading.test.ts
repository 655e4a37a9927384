import type { JsonObject } from "../../../src/model/json.ts";
import { answerCases, answered, leftOut, overHttp, readingTable, refused } from "../reading-table.ts";
import { deliberate, NOTHING, page, unnamed } from "../small-captures.ts";

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
  {
    shows: "reads under each name of the plan, called by their uri",
    capture: {
      exchanges: [
        read([{ uri }]),
        refused("read-2", READ, -32002, { uri: "test://b" }),
        refused("fresh-read-resource", READ, -32603, { uri }),
        refused("read-template", READ, -1, { uri }),
        refused("unknown-resource", READ, -2, { uri }),
      ],
    },
    reads: {
      partly: [{ outcome: "result" }, { error: { code: -32002 } }, { error: { code: -32603 } }],
      names: [uri, "test://b", uri],
      at: ["", "", ""],
    },
  },
  {
    shows: "a read of a listed resource in a capture without step names",
    capture: {
      exchanges: [
        list({}),
        unnamed(read([{ uri }])),
        unnamed(read([{ uri }], "test://unlisted")),
        deliberate(unnamed(read([{ uri }]))),
        unnamed(answered("", READ, {}, {})),
      ],
    },
    reads: { partly: [{ outcome: "result" }], exchanges: ["main/2"], names: [uri] },
  },
  {
    shows: "a read that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("read-3", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
]);

const text = { uri, mimeType: "text/plain; charset=utf-8", text: "für" };

readingTable("read_contents", [
  {
    shows: "text that is as asked for and as listed",
    capture: { exchanges: [list({ mimeType: "Text/Plain", size: 4 }), read([text])] },
    reads: {
      values: [{ content: text, asked: uri, uri: "same", mime_type: "same", size: "same", text_signs: [] }],
      at: ["/response/result/contents/0"],
      names: [uri],
      parts: [{ content: "/response/result/contents/0", asked: "/request/params/uri" }],
    },
  },
  {
    shows: "another type and size than listed",
    capture: { exchanges: [list({ mimeType: "text/html", size: 3 }), read([text])] },
    reads: { partly: [{ uri: "same", mime_type: "other", size: "other" }] },
  },
  {
    shows: "bytes: the size is that of the bytes, not of their letters",
    capture: { exchanges: [list({ size: 4 }), read([{ uri, blob: "AAECAw==" }])] },
    reads: {
      values: [{ content: { uri, blob: "AAECAw==" }, asked: uri, uri: "same", size: "same", blob_encoding: "base64" }],
    },
  },
  {
    shows: "bytes whose size nobody can tell",
    capture: {
      exchanges: [
        list({ size: 4 }),
        read([{ uri, blob: "data:image/png;base64,AAECAw==" }]),
        read([{ uri, blob: "AAECAw" }]),
        read([{ uri, blob: "_-8=" }]),
        read([{ uri, blob: "AA\nEC" }]),
        read([{ uri, blob: "no base64!" }]),
      ],
    },
    reads: {
      partly: ["data-url", "unpadded", "url-safe", "spaced", "other"].map((encoding) => ({ blob_encoding: encoding })),
    },
  },
  {
    shows: "uris that mean the same, that lie below, and others",
    capture: {
      exchanges: [
        read([{ uri: "TEST://a/" }]),
        read([{ uri: "test://%61" }], "test://a"),
        read([{ uri: "test://a/b" }]),
        read([{ uri: "test://a?page=2" }]),
        read([{ uri: "test://z" }]),
        read([{ uri: "%E0%A4%A" }], "%E0%A4%A"),
        read([{ text: "no uri" }]),
      ],
    },
    reads: {
      values: [
        { content: { uri: "TEST://a/" }, asked: uri, uri: "same" },
        { content: { uri: "test://%61" }, asked: uri, uri: "same" },
        { content: { uri: "test://a/b" }, asked: uri, uri: "below" },
        { content: { uri: "test://a?page=2" }, asked: uri, uri: "below" },
        { content: { uri: "test://z" }, asked: uri, uri: "other" },
        { content: { uri: "%E0%A4%A" }, asked: "%E0%A4%A", uri: "same" },
        { content: { text: "no uri" }, asked: uri, text_signs: [] },
      ],
    },
  },
  {
    shows: "something below what was asked for, which need not be as listed",
    capture: {
      exchanges: [
        list({ mimeType: "text/plain", size: 1 }),
        read([{ uri: "test://a/b", mimeType: "text/html", text: "ab" }]),
      ],
    },
    reads: {
      values: [
        {
          content: { uri: "test://a/b", mimeType: "text/html", text: "ab" },
          asked: uri,
          uri: "below",
          text_signs: [],
        },
      ],
    },
  },
  {
    shows: "several items: only the first stands for what was asked, and none has the listed size",
    capture: { exchanges: [list({ mimeType: "text/plain", size: 9 }), read([text, { uri: "test://z", text: "" }])] },
    reads: {
      values: [
        { content: text, asked: uri, uri: "same", mime_type: "same", text_signs: [] },
        { content: { uri: "test://z", text: "" }, asked: uri, text_signs: [] },
      ],
      at: ["/response/result/contents/0", "/response/result/contents/1"],
    },
  },
  {
    shows: "bytes that were read as text",
    capture: {
      exchanges: [
        read([{ uri, text: "a\u0000\u0001b" }]),
        read([{ uri, text: "one.txt\u0000two.txt\u0000" }]),
        read([{ uri, text: "\uFFFDPNG\uFFFD" }]),
        read([{ uri, text: "one \uFFFD" }]),
        read([{ uri, text: `\uFFFD and \uFFFD${" are characters".repeat(10)}` }]),
      ],
    },
    reads: {
      partly: [
        { text_signs: ["nul"] },
        { text_signs: [] },
        { text_signs: ["replacement-characters"] },
        { text_signs: [] },
        { text_signs: [] },
      ],
    },
  },
  {
    shows: "the same read twice, contents that are no list, and what was wrong on purpose",
    capture: {
      exchanges: [
        read([{ uri }]),
        read([{ uri }], uri, "read-2"),
        answered("read", READ, { contents: {} }, { uri }),
        deliberate(read([{ uri: "test://trap" }])),
        refused("read", READ, -32002, { uri }),
      ],
    },
    reads: {
      values: [{ content: { uri }, asked: uri, uri: "same" }],
      lookedAt: ["/response/result", "/response/result", "/response/result"],
    },
  },
  {
    shows: "a read that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("read", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

const missing = (asked: string, data?: JsonObject, step = "unknown-resource") => ({
  ...refused(step, READ, -32002, { uri: asked }),
  response: { jsonrpc: "2.0", id: 1, error: { code: -32002, message: "no", ...(data ? { data } : {}) } },
});

readingTable("missing_resource", [
  {
    shows: "errors whose data names the uri, another one and none",
    capture: {
      exchanges: [
        missing("test://x", { uri: "test://x" }),
        missing("test://x", { uri: "test://y" }, "unknown-resource-beside"),
        missing("test://x"),
      ],
    },
    reads: {
      partly: [{ data_uri: "same" }, { data_uri: "other" }, { data_uri: "none" }],
      names: ["test://x", "test://x", "test://x"],
      parts: [{ data_uri: "/response/error", error: "/response/error" }, {}, { data_uri: "/response/error" }],
    },
  },
  {
    shows: "a result for something that does not exist",
    capture: { exchanges: [read([], "test://x", "unknown-resource")] },
    reads: { partly: [{ outcome: "result", result: { contents: [] }, data_uri: "none" }], parts: [{ data_uri: "" }] },
  },
  {
    shows: "a uri that a template may stand for, and one that it cannot",
    capture: { exchanges: [templates("test://x/{id}"), missing("test://x/1"), missing("test://y/1")] },
    reads: { partly: [{ asked: { params: { uri: "test://y/1" } } }], exchanges: ["main/3"] },
  },
  {
    shows: "only uris that a template may stand for",
    capture: { exchanges: [templates("test://y", "{+any}"), missing("test://x/1")] },
    reads: { inapplicable: "precondition-absent" },
  },
  NOTHING,
]);

readingTable("bad_uri", [
  {
    shows: "the answers to texts that are no uri",
    capture: {
      exchanges: [missing("", undefined, "bad-uri"), missing("x".repeat(20), undefined, "bad-uri-long")],
    },
    reads: { partly: [{ outcome: "error" }, { outcome: "error" }], at: ["", ""] },
  },
  {
    shows: "over stateless HTTP the long one says nothing",
    revision: "2026-07-28",
    capture: {
      transport: "streamable-http",
      exchanges: [
        overHttp(missing("", undefined, "bad-uri"), 200),
        overHttp(missing("x".repeat(20), undefined, "bad-uri-long"), 431),
      ],
    },
    reads: { partly: [{ status: 200 }] },
  },
  {
    shows: "on a stateless pipe and over stateful HTTP it does",
    revision: "2026-07-28",
    capture: { exchanges: [missing("x".repeat(20), undefined, "bad-uri-long")] },
    reads: { partly: [{ outcome: "error" }] },
  },
  {
    shows: "over stateful HTTP it does",
    capture: {
      transport: "streamable-http",
      exchanges: [overHttp(missing("x".repeat(20), undefined, "bad-uri-long"), 200)],
    },
    reads: { partly: [{ outcome: "error" }] },
  },
  {
    shows: "a template for everything",
    capture: { exchanges: [templates("{+any}"), missing("a b", undefined, "bad-uri-spaces")] },
    reads: { inapplicable: "precondition-absent" },
  },
  NOTHING,
]);

readingTable("malformed_read", [
  ...answerCases(["malformed-read", "malformed-read-number"]),
  {
    shows: "reads without a text as uri in a capture without step names",
    capture: {
      exchanges: [
        unnamed(refused("", READ, -32602, {})),
        unnamed(refused("", READ, -32602, { uri: 7 })),
        unnamed(refused("", READ, -32002, { uri })),
        unnamed(refused("", "resources/list", -32602, {})),
      ],
    },
    reads: { partly: [{ outcome: "error" }, { asked: { params: { uri: 7 } } }], exchanges: ["main/1", "main/2"] },
  },
]);

const fails = (step: string, code: number, of = uri) => refused(step, READ, code, { uri: of });

readingTable("failing_reads", [
  {
    shows: "a listed resource that fails twice in the same way, among others",
    capture: {
      exchanges: [
        list({}),
        fails("read-1", 0),
        fails("read-1-again", 0),
        fails("fresh-read-resource", 0),
        fails("read-2", 0, "test://unlisted"),
        fails("read-2-again", 0, "test://unlisted"),
      ],
    },
    reads: {
      values: [{ code: 0, times: 3 }],
      at: ["/response/error"],
      exchanges: ["main/2"],
      names: [uri],
      parts: [{ code: "/response/error/code" }],
    },
  },
  {
    shows: "one failure, which is none",
    capture: { exchanges: [list({}), fails("read-1", 0)] },
    reads: { values: [], lookedAt: ["/response"] },
  },
  {
    shows: "failures of two kinds, and one that was over the next time",
    capture: { exchanges: [list({}), fails("read-1", 0), fails("read-1-again", -32603)] },
    reads: { values: [] },
  },
  {
    shows: "a failure that was over the next time",
    capture: { exchanges: [list({}), fails("read-1", 0), fails("read-1-again", 0), read([{ uri }])] },
    reads: { values: [] },
  },
  NOTHING,
]);
