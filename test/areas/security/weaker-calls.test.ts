import type { Exchange } from "../../../src/model/capture.ts";
import { asked, ELSEWHERE, givenProtected, givenTarget } from "../authorization/access-control.ts";
import { readingTable } from "../reading-table.ts";
import { overHttp, refused, unanswered } from "../small-captures.ts";
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
  givenProtected("tools that did their work, refused in a result, an error, a status, and silence", [
    tools("list-own", "a", "b", "c", "d", "e", "f", "open"),
    tools("list", "open"),
    done(1, "a"),
    done(2, "b", false),
    done(3, "c", true),
    overHttp(refused("weaker-call-4", "tools/call", -32602, { name: "d" }), 200),
    overHttp({ step: "weaker-call-5", request: { method: "tools/call", params: { name: "e" } } }, 403),
    unanswered("weaker-call-6", "tools/call", { name: "f" }),
    done(7, "open"),
  ]).partly(
    [
      { outcome: "result", came_to: "done" },
      { outcome: "result", came_to: "done" },
      { outcome: "result", came_to: "refused" },
      { outcome: "error", came_to: "refused" },
      { outcome: "refused", status: 403, came_to: "refused" },
      { outcome: "silence" },
    ],
    {
      exchanges: ["main/4", "main/5", "main/6", "main/7", "main/8", "main/9"],
      names: ["a", "b", "c", "d", "e", "f"],
      parts: ["/response", "/response", "/response", "/response", "/http", "/trouble"].map((came_to) => ({ came_to })),
      open: [null, null, null, null, null, "timed-out"],
    },
  ),
  givenProtected("tools on further pages, of which one is shown to both, and a tool that nobody is shown", [
    tools("list-own", "a"),
    tools("list-own-page-2", "b", "c"),
    tools("list", "a"),
    tools("list-page-2", "b"),
    done(1, "c"),
    done(2, "b"),
    done(3, "nobody's"),
  ]).partly([{ came_to: "done" }], { names: ["c"], lookedAt: ["/response"] }),
  givenProtected("both are shown the same", [OPEN, tools("list-own", "a"), tools("list", "a"), done(1, "a")]).values(
    [],
    { lookedAt: ["/response"] },
  ),
  givenTarget("a server with a scheme of its own", [
    OWN_SCHEME,
    tools("list-own", "a"),
    tools("list"),
    done(1, "a"),
  ]).partly([{ came_to: "done" }]),
  givenProtected("somebody who is not shown any list", [
    OPEN,
    tools("list-own", "a"),
    asked("weaker-call-list", 403),
    done(1, "a"),
  ]).inapplicable("precondition-absent"),
  givenProtected("a list that never came: nobody knows what is on it", [
    OPEN,
    tools("list-own", "a"),
    unanswered("weaker-call-list", "tools/list"),
    done(1, "a"),
  ]).unseen("timed-out"),
  ...[429, 503].map((status) =>
    givenProtected(`a list that the server was too busy for (${status})`, [
      OPEN,
      tools("list-own", "a"),
      asked("weaker-call-list", status),
      done(1, "a"),
    ]).unseen("prerequisite-missing"),
  ),
  givenProtected("a second page that never came, on which the tool may be", [
    tools("list-own", "a", "b"),
    tools("list", "a"),
    unanswered("weaker-call-list-page-2", "tools/list"),
    done(1, "b"),
  ]).unseen("timed-out"),
  givenProtected("somebody who came and asked for no list", [OPEN]).unseen("prerequisite-missing"),
  givenProtected("nobody else came").unseen("not-probed"),
  ...ELSEWHERE,
]);
