import type { Exchange } from "../../../src/model/capture.ts";
import { asked, behind, ELSEWHERE } from "../authorization/access-control.ts";
import { overHttp, readingTable, refused, unanswered } from "../reading-table.ts";
import { OWN_SCHEME, served } from "./second-user.ts";

const tools = (message: string, ...names: string[]): Exchange =>
  served(`weaker-call-${message}`, "tools/list", { tools: names.map((name) => ({ name })) });
const done = (number: number, name: string, isError?: boolean): Exchange =>
  served(
    `weaker-call-${number}`,
    "tools/call",
    { content: [], ...(isError === undefined ? {} : { isError }) },
    { name },
  );
const OPEN = served("weaker-call-open", "initialize", {});

readingTable("unlisted_calls", [
  {
    shows: "tools that did their work, refused in a result, an error, a status, and silence",
    capture: behind(
      tools("list-own", "a", "b", "c", "d", "e", "f", "open"),
      tools("list", "open"),
      done(1, "a"),
      done(2, "b", false),
      done(3, "c", true),
      overHttp(refused("weaker-call-4", "tools/call", -32602, { name: "d" }), 200),
      overHttp({ step: "weaker-call-5", request: { method: "tools/call", params: { name: "e" } } }, 403),
      unanswered("weaker-call-6", "tools/call", { name: "f" }),
      done(7, "open"),
    ),
    reads: {
      partly: [
        { outcome: "result", came_to: "done" },
        { outcome: "result", came_to: "done" },
        { outcome: "result", came_to: "refused" },
        { outcome: "error", came_to: "refused" },
        { outcome: "refused", status: 403, came_to: "refused" },
        { outcome: "silence" },
      ],
      exchanges: ["main/4", "main/5", "main/6", "main/7", "main/8", "main/9"],
      names: ["a", "b", "c", "d", "e", "f"],
      parts: ["/response", "/response", "/response", "/response", "/http", "/trouble"].map((came_to) => ({ came_to })),
      open: [null, null, null, null, null, "timed-out"],
    },
  },
  {
    shows: "tools on further pages, of which one is shown to both, and a tool that nobody is shown",
    capture: behind(
      tools("list-own", "a"),
      tools("list-own-page-2", "b", "c"),
      tools("list", "a"),
      tools("list-page-2", "b"),
      done(1, "c"),
      done(2, "b"),
      done(3, "nobody's"),
    ),
    reads: { partly: [{ came_to: "done" }], names: ["c"], lookedAt: ["/response"] },
  },
  {
    shows: "both are shown the same",
    capture: behind(OPEN, tools("list-own", "a"), tools("list", "a"), done(1, "a")),
    reads: { values: [], lookedAt: ["/response"] },
  },
  {
    shows: "a server with a scheme of its own",
    capture: { ...behind(), exchanges: [OWN_SCHEME, tools("list-own", "a"), tools("list"), done(1, "a")] },
    reads: { partly: [{ came_to: "done" }] },
  },
  {
    shows: "somebody who is not shown any list",
    capture: behind(OPEN, tools("list-own", "a"), asked("weaker-call-list", 403), done(1, "a")),
    reads: { inapplicable: "precondition-absent" },
  },
  {
    shows: "a list that never came: nobody knows what is on it",
    capture: behind(OPEN, tools("list-own", "a"), unanswered("weaker-call-list", "tools/list"), done(1, "a")),
    reads: { unseen: "timed-out" },
  },
  ...[429, 503].map((status) => ({
    shows: `a list that the server was too busy for (${status})`,
    capture: behind(OPEN, tools("list-own", "a"), asked("weaker-call-list", status), done(1, "a")),
    reads: { unseen: "prerequisite-missing" },
  })),
  {
    shows: "a second page that never came, on which the tool may be",
    capture: behind(
      tools("list-own", "a", "b"),
      tools("list", "a"),
      unanswered("weaker-call-list-page-2", "tools/list"),
      done(1, "b"),
    ),
    reads: { unseen: "timed-out" },
  },
  {
    shows: "somebody who came and asked for no list",
    capture: behind(OPEN),
    reads: { unseen: "prerequisite-missing" },
  },
  { shows: "nobody else came", capture: behind(), reads: { unseen: "not-probed" } },
  ...ELSEWHERE,
]);
