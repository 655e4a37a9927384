import type { Json } from "../../../src/base/json.ts";
import type { Capture, CapturedToken, Exchange } from "../../../src/capture/capture.ts";
import {
  asked,
  behind,
  ELSEWHERE,
  fetched,
  givenProtected,
  givenTarget,
  OTHER_SCHEME,
  target,
  walled,
} from "../authorization/access-control.ts";
import { given, NOTHING, type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, page, refused, unanswered } from "../small-captures.ts";
import { OWN_SCHEME, served } from "./second-user.ts";

const endpoint = (...header_names: string[]): Pick<Capture, "transport" | "target"> => ({
  transport: "streamable-http",
  target: { kind: "http", url: "https://example.com/mcp", header_names },
});

const anonymous = (method: string, status: number): Exchange => {
  const step = `no-token-methods-${method.replace("/", "-")}`;
  return overHttp(status === 200 ? answered(step, method, {}) : { step, request: { method } }, status);
};

readingTable("anonymous_methods", [
  given("a method that is served beside one that is refused", {
    ...endpoint(),
    exchanges: [anonymous("tools/list", 401), anonymous("prompts/list", 200)],
  }).partly(
    [
      { outcome: "refused", status: 401 },
      { outcome: "result", status: 200 },
    ],
    { names: ["tools/list", "prompts/list"], open: [null, null] },
  ),
  given("no refusal at all", {
    ...endpoint(),
    exchanges: [anonymous("tools/list", 200), anonymous("prompts/list", 403)],
  }).inapplicable("precondition-absent"),
  given("nobody gave credentials and everything was served", {
    ...endpoint(),
    exchanges: [refused("x", "x", -1), overHttp(answered("ping", "ping", {}), 200)],
  }).inapplicable("precondition-absent"),
  given("credentials were given, and nobody asked without them", {
    ...endpoint("authorization"),
    exchanges: [overHttp(answered("ping", "ping", {}), 200)],
    not_probed: [leftOut("no-token-methods", "unsafe-to-probe")],
  }).leftOut(),
  given("nothing was served", { ...endpoint(), exchanges: [refused("ping", "ping", -1)] }).unseen("not-probed"),
  NOTHING,
]);

const tools = (...names: string[]) => names.map((name) => ({ name }));

readingTable("tools_for_spoofed_client", [
  given("tools that others do not see", [
    page("tools/list", tools("a"), { next: "2" }),
    page("tools/list", tools("b"), { cursor: "2" }),
    deliberate(page("tools/list", tools("admin"), { step: "spoofed-client" })),
    deliberate(page("tools/list", [...tools("b", "root", "a"), { title: "no name" }], { step: "spoofed-client" })),
    page("tools/list", tools("b", "a"), { step: "tools/list-again" }),
  ]).values(["admin", "root"], {
    at: ["/response/result/tools/0/name", "/response/result/tools/1/name"],
    names: ["admin", "root"],
    exchanges: ["main/3", "main/4"],
    open: [null, null],
  }),
  given("a list that went on changing", [
    page("tools/list", tools("a")),
    deliberate(page("tools/list", tools("a", "b"), { step: "spoofed-client" })),
    page("tools/list", tools("a", "c"), { step: "tools/list-again" }),
  ]).values(["b"], { open: ["prerequisite-missing"] }),
  given("a list that was not read afterwards", [
    page("tools/list", tools("a")),
    deliberate(page("tools/list", tools("a", "b"), { step: "spoofed-client" })),
  ]).values(["b"], { open: ["prerequisite-missing"] }),
  given("the same tools for everybody", [
    page("tools/list", tools("a", "b")),
    deliberate(page("tools/list", tools("b"), { step: "spoofed-client" })),
  ]).values([], { lookedAt: ["/response/result/tools"] }),
  given("a refusal to the client, and nothing to compare with", [
    page("tools/list", tools("a")),
    refused("spoofed-client", "tools/list", -32600),
    leftOut("spoofed-client", "prerequisite-missing"),
  ]).leftOut(),
  given("a usual list without any tool", [
    page("tools/list", []),
    deliberate(page("tools/list", tools("a"), { step: "spoofed-client" })),
  ]).unseen("not-probed"),
  NOTHING,
]);

const LOGIN = "https://login.example";
const NAMED = fetched("resource-metadata-path", { authorization_servers: ["https://other.example", `${LOGIN}/`] });

/** The user came with a token that says this of itself. */
const holding = (token: CapturedToken | undefined, ...exchanges: Exchange[]): SmallCapture => ({
  ...behind(...exchanges),
  target: { ...target("https://example.com/mcp", "authorization"), ...(token ? { token } : {}) },
});

const lives = (shows: string, lifetime_s: number | null, issuer: string, document: Exchange): ReadingCase =>
  given(shows, holding({ issuer, lifetime_s }, document)).values([{ lifetime_s }], {
    at: ["/target/token"],
    exchanges: [null],
    parts: [{ lifetime_s: "/target/token/lifetime_s" }],
  });

readingTable("own_token", [
  lives("an hour, of an issuer that the metadata names with a slash at the end", 3600, LOGIN, NAMED),
  lives("the same with the slash in the token", 60, "https://other.example/", NAMED),
  lives("no time at all", 0, LOGIN, NAMED),
  lives("for ever", null, LOGIN, NAMED),
  lives(
    "an issuer that describes itself on the origin of the server",
    3600,
    "https://example.com",
    fetched("authorization-server-root", { issuer: "https://example.com", token_endpoint: "https://example.com/t" }),
  ),
  ...[
    { shows: "a token of somebody whom the server does not name", token: { issuer: `${LOGIN}/b`, lifetime_s: 3600 } },
    { shows: "a token that does not say who issued it", token: { lifetime_s: 3600 } },
  ].map(({ shows, token }): ReadingCase => given(shows, holding(token, NAMED)).inapplicable("precondition-absent")),
  given(
    "metadata that was not there",
    holding(
      { issuer: LOGIN, lifetime_s: 3600 },
      fetched("resource-metadata-path", { authorization_servers: [LOGIN] }, 404),
    ),
  ).inapplicable("precondition-absent"),
  ...[
    { shows: "a token that is no JWT, or none", token: undefined },
    { shows: "a token whose beginning or end is not said", token: { issuer: LOGIN } },
    { shows: "a token that was made for the test", token: { issuer: LOGIN, lifetime_s: 300, made: true } as const },
  ].map(({ shows, token }): ReadingCase => given(shows, holding(token, NAMED)).unseen("prerequisite-missing")),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("scheme_case", [
  givenProtected("service, refusal and silence, and no other request", [
    overHttp(answered("scheme-case-lower", "initialize", {}), 200),
    walled("Bearer error=invalid_token", "scheme-case-lower"),
    asked("scheme-case-lower", 400),
    unanswered("scheme-case-lower", "initialize"),
    asked("scheme-case-lower-end", 200),
    asked("malformed-authorization-1", 401),
  ]).partly(
    [
      { outcome: "result", status: 200 },
      { outcome: "refused", status: 401 },
      { outcome: "refused", status: 400 },
      { outcome: "silence" },
    ],
    {
      exchanges: ["main/2", "main/3", "main/4", "main/5"],
      open: [null, null, null, "timed-out"],
      except: [[], [], [], []],
    },
  ),
  givenProtected("a wall, and nobody with credentials").unseen("not-probed"),
  givenProtected("a question that the plan left out", [leftOut("scheme-case-lower", "prerequisite-missing")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

const toolsIn = (message: string, ...names: string[]): Exchange =>
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
    toolsIn("list-own", "a", "b", "c", "d", "e", "f", "open"),
    toolsIn("list", "open"),
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
    toolsIn("list-own", "a"),
    toolsIn("list-own-page-2", "b", "c"),
    toolsIn("list", "a"),
    toolsIn("list-page-2", "b"),
    done(1, "c"),
    done(2, "b"),
    done(3, "nobody's"),
  ]).partly([{ came_to: "done" }], { names: ["c"], lookedAt: ["/response"] }),
  givenProtected("both are shown the same", [
    OPEN,
    toolsIn("list-own", "a"),
    toolsIn("list", "a"),
    done(1, "a"),
  ]).values([], { lookedAt: ["/response"] }),
  givenTarget("a server with a scheme of its own", [
    OWN_SCHEME,
    toolsIn("list-own", "a"),
    toolsIn("list"),
    done(1, "a"),
  ]).partly([{ came_to: "done" }]),
  givenProtected("somebody who is not shown any list", [
    OPEN,
    toolsIn("list-own", "a"),
    asked("weaker-call-list", 403),
    done(1, "a"),
  ]).inapplicable("precondition-absent"),
  givenProtected("a list that never came: nobody knows what is on it", [
    OPEN,
    toolsIn("list-own", "a"),
    unanswered("weaker-call-list", "tools/list"),
    done(1, "a"),
  ]).unseen("timed-out"),
  ...[429, 503].map((status) =>
    givenProtected(`a list that the server was too busy for (${status})`, [
      OPEN,
      toolsIn("list-own", "a"),
      asked("weaker-call-list", status),
      done(1, "a"),
    ]).unseen("prerequisite-missing"),
  ),
  givenProtected("a second page that never came, on which the tool may be", [
    toolsIn("list-own", "a", "b"),
    toolsIn("list", "a"),
    unanswered("weaker-call-list-page-2", "tools/list"),
    done(1, "b"),
  ]).unseen("timed-out"),
  givenProtected("somebody who came and asked for no list", [OPEN]).unseen("prerequisite-missing"),
  givenProtected("nobody else came").unseen("not-probed"),
  ...ELSEWHERE,
]);

const got = (text: Json) => answered("prompt-markup", "prompts/get", { messages: [{ content: { "a/b": text } }] });
const AT = "/response/result/messages/0/content/a~1b";

/** As deep as `depth` arrays and objects. */
const nested = (depth: number): Json =>
  depth === 0 ? "5332114" : depth % 2 === 0 ? [nested(depth - 1)] : { x: nested(depth - 1) };

readingTable("prompt_markup", [
  given("markup that was worked out, and a file that was opened", [
    got("it is 5332114."),
    got("here:\nroot:x:0:0:root:/root:/bin/sh"),
    got("root:x:5332114:0:0:"),
  ]).values(
    [
      { sign: "template", text: "it is 5332114." },
      { sign: "file", text: "here:\nroot:x:0:0:root:/root:/bin/sh" },
      { sign: "template", text: "root:x:5332114:0:0:" },
    ],
    { at: [AT, AT, AT] },
  ),
  given("the markup as it was sent, other accounts, and numbers that are no text", [
    got("{{4321*1234}}"),
    got("chroot:x:0:0:"),
    got("root:x:1000:1000:"),
    got(5332114),
  ]).values([], { lookedAt: ["/response", "/response", "/response", "/response"] }),
  given("an error that shows it, and nothing below a depth that no message has", [
    { step: "prompt-markup", response: { error: { message: "no prompt 5332114" } } },
    { step: "prompt-markup", response: nested(17) },
    { step: "prompt-markup", response: nested(18) },
  ]).values(
    [
      { sign: "template", text: "no prompt 5332114" },
      { sign: "template", text: "5332114" },
    ],
    { exchanges: ["main/1", "main/2"] },
  ),
  given("no answer", [unanswered("prompt-markup", "prompts/get"), answered("get", "prompts/get", ["5332114"])]).unseen(
    "not-probed",
  ),
  NOTHING,
]);
