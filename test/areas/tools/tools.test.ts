import { answerCases, answered, heard, leftOut, readingTable, refused, unanswered } from "../reading-table.ts";
import { advertises, conversations, deliberate, message, NOTHING, page, unnamed, within } from "../small-captures.ts";

const tool = (name: string, title = "") => ({ name, title });
const [a, b, c] = [tool("a"), tool("b"), tool("c")];
const list = (...tools: object[]) => page("tools/list", tools as never);

readingTable("tools", [
  {
    shows: "every tool of every page, once; what is wrong on purpose does not count",
    capture: {
      exchanges: [
        page("tools/list", [a, b], { next: "2" }),
        page("tools/list", [b, c, { title: "no name" }, 7], { cursor: "2", step: "tools/list-page-2" }),
        deliberate(list(tool("d"))),
        answered("other", "resources/list", { tools: [tool("e")] }),
      ],
    },
    reads: {
      values: [a, b, c, { title: "no name" }, 7],
      at: [0, 1, 1, 2, 3].map((index) => `/response/result/tools/${index}`),
      names: ["a", "b", "c", null, null],
      lookedAt: ["/response/result", "/response/result"],
    },
  },
  {
    shows: "a list that is none",
    capture: { exchanges: [answered("tools/list", "tools/list", { tools: "all" })] },
    reads: { values: [] },
  },
  {
    shows: "a refusal",
    capture: { exchanges: [refused("tools/list", "tools/list", -32601)] },
    reads: { unseen: "not-probed" },
  },
  {
    shows: "a list that is not offered",
    capture: { exchanges: [], not_probed: [leftOut("tools/list", "not-offered")] },
    reads: { inapplicable: "not-offered" },
  },
]);

readingTable("tools_list", [
  ...answerCases(["tools/list", "tools/list-empty-params", "tools/list-again"]),
  {
    shows: "in captures without step names those without a cursor",
    capture: {
      exchanges: [
        unnamed(page("tools/list", [a], { next: "2" })),
        unnamed(page("tools/list", [b], { cursor: "2" })),
        unnamed(answered("", "prompts/list", {})),
      ],
    },
    reads: { partly: [{ outcome: "result", result: { tools: [a] } }], exchanges: ["main/1"] },
  },
]);

readingTable("repeated_tools", [
  {
    shows: "two tools of one name on a page, and with another definition on the next",
    capture: {
      exchanges: [
        page("tools/list", [a, a, b, { title: "x" }, { title: "x" }], { next: "2" }),
        page("tools/list", [tool("b", "other"), c], { cursor: "2", step: "tools/list-page-2" }),
      ],
    },
    reads: {
      values: [a, tool("b", "other")],
      at: ["/response/result/tools/1", "/response/result/tools/0"],
      exchanges: ["main/1", "main/2"],
      names: ["a", "b"],
    },
  },
  {
    shows: "the same tool on two pages, and in two readings of the list",
    capture: {
      exchanges: [
        page("tools/list", [a], { next: "2" }),
        page("tools/list", [a], { cursor: "2", step: "tools/list-page-2" }),
        list(tool("a", "changed")),
      ],
    },
    reads: { values: [], lookedAt: Array.from({ length: 3 }, () => "/response/result/tools") },
  },
  {
    shows: "no tool at all",
    capture: { exchanges: [list(), page("prompts/list", [a, a])] },
    reads: { unseen: "not-probed" },
  },
]);

readingTable("unadvertised_tools", [
  {
    shows: "tools of a server that advertises none",
    capture: { exchanges: [advertises({ prompts: {} }), list(a), list(a, b), page("prompts/list", [c])] },
    reads: { values: [a, b], at: ["/response/result/tools/0", "/response/result/tools/1"], names: ["a", "b"] },
  },
  {
    shows: "a refusal",
    capture: { exchanges: [advertises({}), refused("tools/list-absent", "tools/list", -32601)] },
    reads: { values: [], lookedAt: [""] },
  },
  {
    shows: "tools that are advertised",
    capture: { exchanges: [advertises({ tools: {} }), list(a)] },
    reads: { values: [], lookedAt: ["/response/result/capabilities"] },
  },
  {
    shows: "silence",
    capture: { exchanges: [advertises({}), unanswered("tools/list-absent", "tools/list")] },
    reads: { unseen: "timed-out" },
  },
  {
    shows: "a question that the plan left out",
    capture: { exchanges: [advertises({})], not_probed: [leftOut("tools/list-absent", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
  NOTHING,
]);

const CHANGED = "notifications/tools/list_changed";
const telling = (...methods: string[]) => ({
  ...answered("call", "tools/call", {}),
  meanwhile: methods.map((method) => heard(message(method))),
});

readingTable("tool_list_changes", [
  {
    shows: "the right name, and names that are meant for it",
    capture: {
      exchanges: [
        telling(
          CHANGED,
          "tools/list_changed",
          "notifications/tools/listChanged",
          "notifications/tool.changed",
          CHANGED,
        ),
        telling("notifications/prompts/list_changed", "notifications/tools/updated", "x/tools/list_changed"),
      ],
    },
    reads: {
      partly: [
        { method: CHANGED },
        { method: "tools/list_changed" },
        { method: "notifications/tools/listChanged" },
        { method: "notifications/tool.changed" },
      ],
      at: [0, 1, 2, 3].map((index) => `/meanwhile/${index}/message`),
      names: [CHANGED, "tools/list_changed", "notifications/tools/listChanged", "notifications/tool.changed"],
    },
  },
  NOTHING,
]);

readingTable("undeclared_tool_list_changes", [
  {
    shows: "a notification that the server did not declare; wrong names are another matter",
    capture: { exchanges: [advertises({ tools: { listChanged: false } }), telling("tools/list_changed", CHANGED)] },
    reads: { values: [message(CHANGED)], at: ["/meanwhile/1/message"] },
  },
  {
    shows: "one that it declared",
    capture: { exchanges: [advertises({ tools: { listChanged: true } }), telling(CHANGED)] },
    reads: { values: [], lookedAt: ["/response/result/capabilities"] },
  },
  { shows: "a server that says nothing", capture: { exchanges: [advertises({})] }, reads: { values: [] } },
  NOTHING,
]);

/** A list read from one moment to another. */
const during = (start_ms: number, end_ms: number, ...tools: object[]) => ({
  ...list(...tools),
  timing: { start_ms, end_ms },
});
const stream = (start_ms: number, end_ms: number) => ({
  step: "open-stream",
  http: {
    method: "GET",
    request_headers: [],
    status: 200,
    stream: { events: 0, comments: 0, line_endings: [], ended_by: "client" as const },
  },
  timing: { start_ms, end_ms },
});
const subscribed = (start_ms: number, end_ms: number, toolsListChanged: boolean) => ({
  step: "listen-all",
  request: message("subscriptions/listen", { notifications: { toolsListChanged } }, 1),
  timing: { start_ms, end_ms },
});

readingTable("tool_list_changed", [
  {
    shows: "a list that changed, and what was said of it on the pipe",
    capture: { exchanges: [list(a), telling(CHANGED), list(a, b), list(b, a), list(b)] },
    reads: {
      values: [{ announced: 1 }, { announced: 1 }],
      at: ["/response/result", "/response/result"],
      exchanges: ["main/3", "main/5"],
    },
  },
  {
    shows: "a change that nobody announced",
    capture: { exchanges: [list(a), list(b)] },
    reads: { values: [{ announced: 0 }] },
  },
  {
    shows: "lists of two conversations, and lists that were not read to the end",
    capture: {
      conversations: conversations(["main", "second"]),
      exchanges: [list(a), within("second", list(b)), page("tools/list", [c], { next: "2" })],
    },
    reads: { values: [], lookedAt: ["/response/result", "/response/result"] },
  },
  {
    shows: "over HTTP a stream that was open from before the change until after it",
    capture: { transport: "streamable-http", exchanges: [stream(0, 9), during(1, 2, a), during(5, 6, b)] },
    reads: { values: [{ announced: 0 }] },
  },
  {
    shows: "over HTTP a stream that was open too late, or too short",
    capture: {
      transport: "streamable-http",
      exchanges: [stream(3, 9), stream(0, 4), during(1, 2, a), during(5, 6, b)],
    },
    reads: { values: [] },
  },
  {
    shows: "over HTTP nobody listened, and yet it was announced",
    capture: { transport: "streamable-http", exchanges: [list(a), telling(CHANGED), list(b)] },
    reads: { values: [{ announced: 1 }] },
  },
  {
    shows: "without sessions a subscription to changes of tools",
    capture: { exchanges: [subscribed(0, 9, true), during(1, 2, a), during(5, 6, b)] },
    revision: "2026-07-28",
    reads: { values: [{ announced: 0 }] },
  },
  {
    shows: "without sessions a subscription to something else",
    capture: { exchanges: [subscribed(0, 9, false), during(1, 2, a), during(5, 6, b)] },
    revision: "2026-07-28",
    reads: { values: [] },
  },
  {
    shows: "no list",
    capture: { exchanges: [], not_probed: [leftOut("tools/list", "prerequisite-missing")] },
    reads: { unseen: "prerequisite-missing" },
  },
]);
