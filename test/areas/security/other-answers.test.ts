import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { asked, ELSEWHERE, givenProtected, givenTarget } from "../authorization/access-control.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { leftOut, overHttp, refused, unanswered } from "../small-captures.ts";
import { OWN_SCHEME, served, unasked } from "./second-user.ts";

const DONE: JsonObject = { resultType: "complete", content: [] };
const FAILED: JsonObject = { ...DONE, isError: true };
const asking = (requestState: string, method = "elicitation/create"): JsonObject => ({
  resultType: "input_required",
  inputRequests: { one: { method, params: {} } },
  requestState,
});

const call = (message: string, result: JsonObject): Exchange =>
  served(`other-user-state-${message}`, "tools/call", result, { name: "t" });
const foreign = (result: JsonObject): Exchange => call("foreign", result);
const REFUSED = overHttp(refused("other-user-state-foreign", "tools/call", -32602), 200);
const SILENT = unanswered("other-user-state-foreign", "tools/call");

const ASKED = call("ask", asking("state of the first"));
const BOTH_ASKED = [ASKED, call("ask-other", asking("state of the second"))];
const ASKED_AGAIN = call("own-without", asking("state of the first, again"));
const OWN = call("own", DONE);

/** Where the second user's call says nothing about anybody. */
const STATES_OF_NO_USE: readonly ReadingCase[] = [
  givenProtected("a state that is of no use to the first user either", [
    ...BOTH_ASKED,
    ASKED_AGAIN,
    foreign(DONE),
    call("own", asking("x")),
  ]).unseen("prerequisite-missing"),
  givenProtected("a state that leads the first user to an error", [
    ...BOTH_ASKED,
    ASKED_AGAIN,
    foreign(DONE),
    call("own", FAILED),
  ]).unseen("prerequisite-missing"),
  givenProtected("a state that the first user did not use", [...BOTH_ASKED, ASKED_AGAIN, foreign(DONE)]).unseen(
    "prerequisite-missing",
  ),
  givenProtected("a call that goes on without the state", [
    ...BOTH_ASKED,
    call("own-without", DONE),
    foreign(DONE),
    OWN,
  ]).inapplicable("precondition-absent"),
  givenProtected("a state that both users get", [
    ASKED,
    call("ask-other", asking("state of the first")),
    ASKED_AGAIN,
    foreign(DONE),
    OWN,
  ]).inapplicable("precondition-absent"),
];

const inModern = (cases: readonly ReadingCase[]): readonly ReadingCase[] =>
  cases.map((one) => ({ ...one, revision: "2026-07-28", shows: `${one.shows} (stateless)` }));

readingTable(
  "state_of_another",
  inModern([
    givenProtected("a result, the question again, an error, a refusal and silence", [
      ...BOTH_ASKED,
      ASKED_AGAIN,
      foreign(DONE),
      foreign(asking("x")),
      REFUSED,
      asked("other-user-state-foreign", 403),
      SILENT,
      OWN,
    ]).partly(
      [
        { outcome: "result", result: { resultType: "complete" } },
        { outcome: "result", result: { resultType: "input_required" } },
        { outcome: "error", error: { code: -32602 } },
        { outcome: "refused", status: 403 },
        { outcome: "silence" },
      ],
      { exchanges: ["main/5", "main/6", "main/7", "main/8", "main/9"], open: [null, null, null, null, "timed-out"] },
    ),
    givenProtected("a state that the second user spends: the first answers a question of their own", [
      ...BOTH_ASKED,
      ASKED_AGAIN,
      foreign(DONE),
      call("ask", asking("a state of its own")),
      OWN,
    ]).partly([{ outcome: "result", result: { resultType: "complete" } }], { exchanges: ["main/5"] }),
    givenProtected("another tool that asked for nothing, and a second user who is not asked", [
      call("ask", DONE),
      ASKED,
      call("ask-other", DONE),
      ASKED_AGAIN,
      REFUSED,
      OWN,
    ]).partly([{ outcome: "error" }]),
    givenProtected("a question that is no elicitation", [
      call("ask", asking("a", "sampling/createMessage")),
      call("ask-other", asking("b", "sampling/createMessage")),
      foreign(DONE),
      OWN,
    ]).partly([{ outcome: "result" }]),
    givenTarget("a server with a scheme of its own", [
      OWN_SCHEME,
      ...BOTH_ASKED,
      ASKED_AGAIN,
      foreign(DONE),
      OWN,
    ]).partly([{ outcome: "result" }]),
    ...STATES_OF_NO_USE,
    ...unasked("other-user-state-foreign"),
  ]),
);

const answer = (status: number): Exchange =>
  overHttp({ step: "other-user-answer-foreign", request: { jsonrpc: "2.0", id: 7, result: {} } }, status);
const OWN_ANSWER = overHttp({ step: "other-user-answer-own", request: { jsonrpc: "2.0", id: 7, result: {} } }, 202);
const ENDED = served("other-user-answer-call", "tools/call", { content: [] }, { name: "t" });

const answerTaken = (shows: string, taken: string, ...exchanges: Exchange[]): ReadingCase =>
  givenProtected(shows, [...exchanges]).partly([{ taken }], { parts: [{ taken: "/http" }], open: [null] });

readingTable("elicitation_of_another", [
  answerTaken("a call that ends with the answer of the second user", "used", ENDED, answer(202)),
  answerTaken("a call that waits for the one who was asked", "left", ENDED, answer(202), OWN_ANSWER),
  answerTaken("an answer that is refused", "left", ENDED, answer(403), OWN_ANSWER),
  answerTaken("an answer that is refused, and a call that ends by itself", "left", ENDED, answer(404)),
  answerTaken(
    "a call that the answer brings to an error",
    "left",
    overHttp(refused("other-user-answer-call", "tools/call", -32001), 200),
    answer(202),
  ),
  givenProtected("a tool that asks nothing ends, then one that asks comes to an error", [
    ENDED,
    overHttp(refused("other-user-answer-call", "tools/call", -32001), 200),
    answer(202),
  ]).partly([{ taken: "left" }]),
  answerTaken("a call without end", "left", unanswered("other-user-answer-call", "tools/call"), answer(202)),
  givenProtected("silence", [ENDED, unanswered("other-user-answer-foreign", "x"), OWN_ANSWER]).partly(
    [{ outcome: "silence" }],
    { open: ["timed-out"] },
  ),
  givenTarget("a server with a scheme of its own", [OWN_SCHEME, ENDED, answer(202)]).partly([{ taken: "used" }]),
  ...unasked("other-user-answer-foreign"),
  ...inModern([
    givenProtected("a result, an error in it, the question again, an error, a refusal and silence", [
      ...BOTH_ASKED,
      ASKED_AGAIN,
      ...[foreign(DONE), foreign(FAILED), foreign(asking("x")), REFUSED, asked("other-user-state-foreign", 403)],
      SILENT,
      OWN,
    ]).partly(
      [
        { outcome: "result", taken: "used" },
        { outcome: "result", taken: "left" },
        { outcome: "result", taken: "left" },
        { outcome: "error", taken: "left" },
        { status: 403, taken: "left" },
        { outcome: "silence" },
      ],
      {
        parts: ["/response", "/response", "/response", "/response", "/http", "/trouble"].map((taken) => ({ taken })),
        open: [null, null, null, null, null, "timed-out"],
      },
    ),
    givenProtected("a question that is no elicitation", [
      call("ask", asking("a", "sampling/createMessage")),
      call("ask-other", asking("b", "sampling/createMessage")),
      foreign(DONE),
      OWN,
    ]).inapplicable("precondition-absent"),
    ...STATES_OF_NO_USE,
    ...unasked("other-user-state-foreign"),
  ]),
]);

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
