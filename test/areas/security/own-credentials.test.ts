import type { CapturedToken, Exchange } from "../../../src/model/capture.ts";
import {
  asked,
  behind,
  ELSEWHERE,
  fetched,
  givenProtected,
  OTHER_SCHEME,
  target,
  walled,
} from "../authorization/access-control.ts";
import { given } from "../given.ts";
import { type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import { answered, leftOut, overHttp, unanswered } from "../small-captures.ts";

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
