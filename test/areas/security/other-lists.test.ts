import type { Exchange } from "../../../src/model/capture.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { asked, ELSEWHERE, givenProtected, givenTarget } from "../authorization/access-control.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { leftOut, overHttp, refused, unanswered } from "../small-captures.ts";
import { OWN_SCHEME, served, unasked } from "./second-user.ts";

const METHODS = {
  tools: ["tools/list", "tools"],
  resources: ["resources/list", "resources"],
  templates: ["resources/templates/list", "resourceTemplates"],
  prompts: ["prompts/list", "prompts"],
} as const;

type Kind = keyof typeof METHODS;

const list = (kind: Kind, reader: string, names: readonly string[], more: JsonObject = {}): Exchange => {
  const [method, key] = METHODS[kind];
  return served(`other-user-lists-${kind}-${reader}`, method, {
    [key]: names.map((name): Json => ({ name })),
    ...more,
  });
};

/** What the first user is shown, the second, and the first again. */
const thrice = (kind: Kind, own: string[], other: string[], again: string[], more?: JsonObject): Exchange[] => [
  list(kind, "own", own, more),
  list(kind, "other", other, more),
  list(kind, "again", again, more),
];

const alike = (shows: string, ...exchanges: Exchange[]): ReadingCase =>
  givenProtected(shows, [...exchanges]).values([], { lookedAt: exchanges.map(() => "/response") });

readingTable("caller_dependent_results", [
  givenProtected("a list that differs, as each of the two got it, and one that does not", [
    ...thrice("tools", ["a", "b"], ["a"], ["a", "b"], { cacheScope: "public" }),
    ...thrice("prompts", ["p"], ["p"], ["p"], { cacheScope: "public" }),
  ]).values(
    [
      { method: "tools/list", cache_scope: "public" },
      { method: "tools/list", cache_scope: "public" },
    ],
    {
      at: ["/response/result", "/response/result"],
      exchanges: ["main/2", "main/3"],
      names: ["tools/list", "tools/list"],
      parts: [
        { method: "/request/method", cache_scope: "/response/result/cacheScope" },
        { method: "/request/method", cache_scope: "/response/result/cacheScope" },
      ],
    },
  ),
  givenProtected("every kind of list, with another scope and with none", [
    ...thrice("resources", ["r"], [], ["r"], { cacheScope: "private" }),
    ...thrice("templates", ["t"], ["u"], ["t"]),
    ...thrice("prompts", [], ["p"], []),
  ]).values(
    ["resources/list", "resources/templates/list", "prompts/list"].flatMap((method, index) => {
      const value = { method, cache_scope: index === 0 ? "private" : null };
      return [value, value];
    }),
  ),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, ...thrice("tools", ["a"], [], ["a"])]).partly([
    { method: "tools/list" },
    { method: "tools/list" },
  ]),
  alike("a list that changes whoever asks", ...thrice("tools", ["a"], ["b"], ["c"])),
  alike(
    "what may differ from answer to answer",
    ...["own", "other", "again"].map((reader, index) =>
      list("tools", reader, ["a"], {
        ttlMs: index === 1 ? 1 : 2,
        nextCursor: `${index % 2}`,
        _meta: { at: index % 2 },
      }),
    ),
  ),
  alike("a list that the first user did not ask for again", ...thrice("tools", ["a"], [], ["a"]).slice(0, 2)),
  alike(
    "a list that the second user is refused",
    list("tools", "own", ["a"]),
    overHttp(refused("other-user-lists-tools-other", "tools/list", -32001), 403),
    list("tools", "again", ["a"]),
  ),
  givenProtected("nobody else came").unseen("not-probed"),
  givenProtected("a question that the plan left out", [leftOut("other-user-lists", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
]);

const READ = { uri: "notes://mine" };
const contents = (step: string, uri: string): Exchange =>
  served(step, "resources/read", { contents: [{ uri, text: "secret" }] }, { uri });

readingTable("unlisted_reads", [
  givenProtected("contents, refusals and silence, each with what was read, and not what the first user read", [
    contents("other-user-read-own-1", "notes://mine"),
    contents("other-user-read-1", "notes://mine"),
    overHttp(refused("other-user-read-2", "resources/read", -32002, { uri: "notes://two" }), 200),
    asked("other-user-read-3", 403),
    unanswered("other-user-read-4", "resources/read", READ),
  ]).partly(
    [
      { outcome: "result", result: { contents: [{ text: "secret" }] } },
      { outcome: "error", error: { code: -32002 } },
      { outcome: "refused", status: 403 },
      { outcome: "silence" },
    ],
    {
      exchanges: ["main/3", "main/4", "main/5", "main/6"],
      names: ["notes://mine", "notes://two", null, "notes://mine"],
      open: [null, null, null, "timed-out"],
    },
  ),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, contents("other-user-read-1", "notes://mine")]).partly([
    { outcome: "result" },
  ]),
  ...unasked("other-user-read-1"),
]);
