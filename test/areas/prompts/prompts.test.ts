import type { Exchange } from "../../../src/model/capture.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { answerCases, answered, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import {
  advertises,
  arrived,
  conversations,
  deliberate,
  message,
  NOTHING,
  page,
  unnamed,
  within,
} from "../small-captures.ts";

const LIST = "prompts/list";
const GET = "prompts/get";

const a = { name: "a" };
const b = { name: "b" };

readingTable("prompts", [
  {
    shows: "the prompts of two pages, the same one once",
    capture: { exchanges: [page(LIST, [a], { next: "2" }), page(LIST, [a, b], { cursor: "2" })] },
    reads: {
      values: [a, b],
      at: ["/response/result/prompts/0", "/response/result/prompts/1"],
      exchanges: ["main/1", "main/2"],
      names: ["a", "b"],
    },
  },
  {
    shows: "a list that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut(LIST, "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

readingTable("prompts_list", [
  {
    shows: "first pages under each name of the plan, and no others",
    capture: {
      exchanges: [
        LIST,
        `fresh-${LIST}`,
        `${LIST}-again`,
        `${LIST}-empty-params`,
        `${LIST}-page-2`,
        `${LIST}-absent`,
      ].map((step, index) => refused(step, LIST, -1 - index)),
    },
    reads: { partly: [-1, -2, -3, -4].map((code) => ({ outcome: "error", error: { code } })) },
  },
  {
    shows: "a first page in a capture without step names",
    capture: {
      exchanges: [
        unnamed(page(LIST, [a])),
        unnamed(page(LIST, [], { cursor: "2" })),
        deliberate(unnamed(page(LIST, []))),
        unnamed(page("tools/list", [])),
      ],
    },
    reads: { partly: [{ result: { prompts: [a] } }], exchanges: ["main/1"] },
  },
]);

readingTable("repeated_prompt_names", [
  {
    shows: "a name twice on one page, in another reading of the list once",
    capture: { exchanges: [page(LIST, [a, b, { ...a, title: "A" }]), page(LIST, [a])] },
    reads: { values: ["a"], at: ["/response/result/prompts/2/name"], exchanges: ["main/1"], names: ["a"] },
  },
  {
    shows: "a prompt and a tool of the same name",
    capture: { exchanges: [page(LIST, [a]), page("tools/list", [a])] },
    reads: { values: [] },
  },
  NOTHING,
]);

readingTable("prompt_list_differences", [
  {
    shows: "a prompt that the second connection does not list",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [page(LIST, [a, b]), within("second", page(LIST, [a])), page(LIST, [a, b])],
    },
    reads: { values: ["b"], at: ["/response/result"], exchanges: ["main/2"] },
  },
  {
    shows: "a change that was announced, under a name close to the right one",
    capture: {
      exchanges: [page(LIST, [a]), { ...page(LIST, [b]), meanwhile: [arrived(message("prompts/listChanged"))] }],
    },
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a change of the tools, which explains nothing",
    capture: {
      exchanges: [
        page(LIST, [a]),
        { ...page(LIST, []), meanwhile: [arrived(message("notifications/tools/list_changed"))] },
        page(LIST, [a]),
      ],
    },
    reads: { values: ["a"] },
  },
  { shows: "one reading only", capture: { exchanges: [page(LIST, [a])] }, reads: { unseen: "not-probed" } },
]);

const CHANGED = "notifications/prompts/list_changed";

const at = (exchange: Exchange, startMs: number, endMs: number): Exchange => ({
  ...exchange,
  timing: { start_ms: startMs, end_ms: endMs },
});
const announced = (exchange: Exchange): Exchange => ({ ...exchange, meanwhile: [arrived(message(CHANGED))] });
const stream = (startMs: number, endMs: number): Exchange => ({
  http: {
    method: "GET",
    request_headers: [],
    status: 200,
    stream: { events: 0, comments: 0, line_endings: ["lf"], ended_by: "client" },
  },
  timing: { start_ms: startMs, end_ms: endMs },
});
const listen = (notifications: JsonObject, startMs: number, endMs: number): Exchange =>
  at(unanswered("listen", "subscriptions/listen", { notifications }), startMs, endMs);
const http = { transport: "streamable-http" } as const;

readingTable("prompt_list_changed", [
  {
    shows: "a change on a pipe, with and without an announcement",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [
        announced(page(LIST, [a])),
        page(LIST, [b]),
        within("second", page(LIST, [a])),
        within("second", page(LIST, [a, b])),
      ],
    },
    reads: {
      values: [{ announced: 1 }, { announced: 0 }],
      at: ["/response/result", "/response/result"],
      exchanges: ["main/2", "main/4"],
      parts: [{ announced: "/response/result" }, {}],
    },
  },
  {
    shows: "the same prompts in another order, a list that was not read to its end, and other lists",
    capture: {
      exchanges: [
        page(LIST, [a, b]),
        page(LIST, [b], { next: "2" }),
        page(LIST, [a], { cursor: "2" }),
        page(LIST, [], { next: "9" }),
        page("tools/list", [a]),
        page("tools/list", [b]),
      ],
    },
    reads: { values: [], lookedAt: ["/response/result", "/response/result"] },
  },
  {
    shows: "over HTTP a stream was open from before the change until after it",
    capture: { ...http, exchanges: [stream(0, 900), at(page(LIST, [a]), 100, 200), at(page(LIST, [b]), 300, 400)] },
    reads: { values: [{ announced: 0 }], exchanges: ["main/3"] },
  },
  {
    shows: "over HTTP no stream was open all the while, or only a subscription of the other era",
    capture: {
      ...http,
      exchanges: [
        stream(201, 900),
        stream(0, 299),
        listen({ promptsListChanged: true }, 0, 900),
        at(page(LIST, [a]), 100, 200),
        at(page(LIST, [b]), 300, 400),
      ],
    },
    reads: { values: [] },
  },
  {
    shows: "stateless: a subscription to it was open, and any stream may tell",
    revision: "2026-07-28",
    capture: {
      conversations: conversations(["main", "second"], { probes: "2026-07-28" }),
      exchanges: [
        within("second", announced(listen({ promptsListChanged: true }, 0, 900))),
        at(page(LIST, [a]), 100, 200),
        at(page(LIST, [b]), 300, 400),
      ],
    },
    reads: { values: [{ announced: 1 }] },
  },
  {
    shows: "stateless: subscriptions to something else",
    revision: "2026-07-28",
    capture: {
      exchanges: [
        listen({ promptsListChanged: false, toolsListChanged: true }, 0, 900),
        at(page(LIST, [a]), 100, 200),
        at(page(LIST, [b]), 300, 400),
      ],
    },
    reads: { values: [] },
  },
  {
    shows: "a list that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut(LIST, "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

readingTable("prompt_list_notifications", [
  {
    shows: "changes of the list of prompts, rightly named or not",
    capture: {
      exchanges: [
        {
          ...page(LIST, [a]),
          meanwhile: [
            "notifications/prompts/list_changed",
            "notifications/prompts_list_changed",
            "notifications/tools/list_changed",
          ].map((method) => arrived(message(method))),
        },
      ],
    },
    reads: {
      values: [message("notifications/prompts/list_changed"), message("notifications/prompts_list_changed")],
      at: ["/meanwhile/0/message", "/meanwhile/1/message"],
      names: ["notifications/prompts/list_changed", "notifications/prompts_list_changed"],
    },
  },
  NOTHING,
]);

readingTable("unadvertised_prompts", [
  {
    shows: "prompts although they are not advertised",
    capture: { exchanges: [advertises({}), page(LIST, [a]), page("tools/list", [b])] },
    reads: { values: [a], at: ["/response/result/prompts/0"] },
  },
  {
    shows: "prompts that are advertised",
    capture: { exchanges: [advertises({ prompts: {} }), page(LIST, [a])] },
    reads: { values: [] },
  },
  {
    shows: "no answer",
    capture: { exchanges: [advertises({}), unanswered("prompts/list-absent", LIST)] },
    reads: { unseen: "timed-out" },
  },
  {
    shows: "a question that was left out",
    capture: { exchanges: [advertises({})], not_probed: [leftOut("prompts/list-absent", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
]);

const get = (step: string, name: string, messages: JsonObject[], args?: JsonObject) =>
  answered(step, GET, { messages }, { name, ...(args ? { arguments: args } : {}) });

readingTable("prompt_gets", [
  {
    shows: "the answers under each name of the plan, called by the prompt",
    capture: {
      exchanges: [
        ...["get", "get-12", "get-arguments", "fresh-read-prompt", "get-other", "unknown-prompt"].map((step, index) =>
          refused(step, GET, -1 - index, { name: `p${index}` }),
        ),
      ],
    },
    reads: {
      partly: [-1, -2, -3, -4].map((code) => ({ outcome: "error", error: { code } })),
      names: ["p0", "p1", "p2", "p3"],
    },
  },
  {
    shows: "a get in a capture without step names",
    capture: {
      exchanges: [unnamed(get("", "a", [])), deliberate(unnamed(get("", "b", []))), unnamed(page(LIST, []))],
    },
    reads: { partly: [{ outcome: "result" }], names: ["a"], exchanges: ["main/1"] },
  },
]);

const plain = { role: "user", content: { type: "text", text: "hello" } };
const image = { role: "user", content: { type: "image", data: "AAEC", mimeType: "image/png" } };
const embedded = { role: "user", content: { type: "resource", resource: { uri: "test://a", blob: "data:,AAEC" } } };

readingTable("prompt_messages", [
  {
    shows: "each message with how its bytes are written",
    capture: { exchanges: [get("get", "a", [plain, image, embedded])] },
    reads: {
      values: [
        { message: plain },
        { message: image, data_encoding: "base64" },
        { message: embedded, blob_encoding: "data-url" },
      ],
      at: [0, 1, 2].map((index) => `/response/result/messages/${index}`),
      names: ["a", "a", "a"],
      parts: [
        { message: "/response/result/messages/0" },
        { data_encoding: "/response/result/messages/1/content/data" },
        { blob_encoding: "/response/result/messages/2/content/resource/blob" },
      ],
    },
  },
  {
    shows: "the same message of one prompt twice, and of another",
    capture: { exchanges: [get("get", "a", [plain, plain]), get("get-2", "b", [plain])] },
    reads: { values: [{ message: plain }, { message: plain }], names: ["a", "b"] },
  },
  {
    shows: "messages that are no list, and a get that was wrong on purpose",
    capture: { exchanges: [answered("get", GET, { messages: {} }), deliberate(get("get-2", "b", [plain]))] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a prompt without messages",
    capture: { exchanges: [get("get", "a", [])] },
    reads: { values: [], lookedAt: ["/response/result"] },
  },
  {
    shows: "a get that the plan left out",
    capture: { exchanges: [], not_probed: [leftOut("get", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

readingTable("unknown_prompt", answerCases(["unknown-prompt"]));

const listed = page(LIST, [
  { name: "a", arguments: [{ name: "x", required: true }, { name: "y" }] },
  { name: "free", arguments: [{ name: "x" }] },
  { name: "none" },
]);

readingTable("missing_prompt_argument", [
  {
    shows: "the answers to its step, called by the prompt",
    capture: {
      exchanges: [listed, refused("missing-prompt-argument", GET, -32602, { name: "a" }), get("get", "a", [])],
    },
    reads: { partly: [{ error: { code: -32602 } }], names: ["a"], exchanges: ["main/2"] },
  },
  {
    shows: "gets that leave out what is required, in a capture without step names",
    capture: {
      exchanges: [
        unnamed(listed),
        unnamed(get("", "a", [], { y: "1" })),
        unnamed(get("", "a", [], { x: "1" })),
        unnamed(get("", "free", [])),
        unnamed(get("", "none", [])),
        unnamed(get("", "unlisted", [])),
        deliberate(unnamed(get("", "a", []))),
      ],
    },
    reads: { partly: [{ asked: { params: { arguments: { y: "1" } } } }], exchanges: ["main/2"] },
  },
  {
    shows: "no list to say what is required",
    capture: { exchanges: [unnamed(get("", "a", []))] },
    reads: { unseen: "not-probed" },
  },
]);

readingTable("odd_prompt_arguments", [
  {
    shows: "the answers to its steps, called by the prompt",
    capture: {
      exchanges: [
        refused("odd-prompt-arguments-number", GET, -1, { name: "a" }),
        refused("odd-prompt-arguments-undeclared", GET, -2, { name: "b" }),
        refused("get", GET, -3, { name: "c" }),
      ],
    },
    reads: { partly: [{ error: { code: -1 } }, { error: { code: -2 } }], names: ["a", "b"] },
  },
  {
    shows: "a question that was left out",
    capture: { exchanges: [], not_probed: [leftOut("odd-prompt-arguments", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);
