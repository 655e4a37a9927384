import type { Exchange } from "../../../src/capture/capture.ts";
import { givenHttp, type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, deliberate, leftOut, overHttp, refused, unanswered } from "../small-captures.ts";
import {
  asked,
  BARE_BEARER,
  BEARER,
  challenged,
  ELSEWHERE,
  fetched,
  givenProtected,
  givenTarget,
  OTHER_SCHEME,
  target,
  walled,
} from "./access-control.ts";

const served = (step: string): Exchange => overHttp(answered(step, "ping", {}), 200);

/** The cases of a fact that is nothing but the answers to these steps, where the server wants credentials. */
const ifProtected = (...steps: string[]): readonly ReadingCase[] => [
  givenProtected("refusals, service and silence", [
    ...steps.map((step) => asked(step, 401)),
    served(steps[0] ?? ""),
    unanswered(steps[0] ?? "", "ping"),
    asked("other-question", 401),
  ]).partly(
    [
      ...steps.map(() => ({ outcome: "refused", status: 401 })),
      { outcome: "result", status: 200 },
      { outcome: "silence" },
    ],
    { open: [...steps.map(() => null), null, "timed-out"], except: [...steps.map(() => []), [], []] },
  ),
  givenProtected("a question that the plan left out", [leftOut(steps[0] ?? "", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
];

const presented = (shows: string, presented_as: string, ...exchanges: Exchange[]): ReadingCase =>
  givenTarget(shows, exchanges).values([{ presented_as }]);

readingTable("authorization_scheme", [
  presented(
    "a key of its own, on an origin that is an authorization server for others",
    "other",
    walled("ApiKey"),
    fetched("resource-metadata-root", { resource: "https://example.com/api" }),
    fetched("authorization-server-rfc8414", { issuer: "https://example.com", token_endpoint: "https://example.com/t" }),
  ),
  presented(
    "a Bearer token, on an origin where people log in with OpenID Connect",
    "bearer",
    walled("Bearer"),
    fetched("authorization-server-openid", { issuer: "https://example.com", token_endpoint: "https://example.com/t" }),
  ),
  presented(
    "a Bearer token, on an origin that is an authorization server",
    "oauth",
    walled("Bearer"),
    fetched("authorization-server-rfc8414", { issuer: "https://example.com", token_endpoint: "https://example.com/t" }),
  ),
  presented(
    "a key of its own, and metadata of this very endpoint",
    "oauth",
    walled("ApiKey"),
    fetched("resource-metadata-path", { resource: "https://example.com/mcp" }),
  ),
  presented("a challenge that names metadata", "oauth", walled(), asked("no-token-2", 401)),
  presented("published metadata", "oauth", walled("Bearer"), fetched("resource-metadata-root", { resource: "x" })),
  presented(
    "an OAuth error at a default endpoint",
    "oauth",
    walled("Bearer"),
    fetched("default-endpoint-token", { error: "invalid_request" }, 400),
  ),
  presented(
    "a Bearer challenge and a page for every path",
    "bearer",
    walled('Bearer realm="notes", error="invalid_token"'),
    fetched("default-endpoint-token", { detail: "Not Found" }, 200),
  ),
  presented("a challenge of another kind", "other", walled("ApiKey")),
  ...ELSEWHERE,
]);

readingTable("anonymous_request", [
  BARE_BEARER,
  givenProtected("each refusal of the plain request", [
    walled("Bearer", "no-token-2"),
    asked("no-token-methods-tools-list", 401),
    asked("no-token-3", 403),
  ]).partly(
    [{ status: 401, headers: { "www-authenticate": BEARER } }, { status: 401 }, { outcome: "refused", status: 403 }],
    { open: [null, null, null] },
  ),
  givenTarget("a 401 that only metadata shows to be OAuth", [
    asked("no-token-1", 401),
    fetched("resource-metadata-path", { resource: "x" }),
  ]).partly([{ status: 401 }]),
  givenTarget("metadata of another kind, or behind another status", [
    asked("no-token-1", 401),
    fetched("resource-metadata-path", { name: "x" }),
    fetched("resource-metadata-root", { resource: "x" }, 404),
    fetched("elsewhere", { resource: "x" }),
  ]).inapplicable("precondition-absent"),
  givenTarget("a refusal of another kind that carries a challenge", [
    asked("no-token-1", ...challenged(BEARER, 400)),
  ]).partly([{ status: 400 }]),
  givenTarget("a refusal that does not say what it is for", [asked("no-token-1", 403)]).unseen("auth-required"),
  givenTarget("a refusal of any kind where credentials make the difference", {
    target: target("https://example.com/mcp", "authorization"),
    outcome: "complete",
    exchanges: [asked("no-token-1", 300), fetched("authorization-server-root", { token_endpoint: "x" })],
  }).partly([{ status: 300 }]),
  ...([500, 299] as const).map(
    (status): ReadingCase =>
      givenTarget(`credentials were given, and the answer without them is ${status}`, {
        target: target("https://example.com/mcp", "authorization"),
        outcome: "complete",
        exchanges: [asked("no-token-1", status)],
      }).unseen("auth-required"),
  ),
  givenTarget("a result that comes with a refusal, which is a leak and no service", [
    overHttp(answered("no-token-1", "ping", {}), 401),
    walled(),
  ]).partly([{ outcome: "result", status: 401 }, { outcome: "refused" }]),
  givenTarget("nobody gave credentials and everything was served", [served("ping")]).inapplicable(
    "precondition-absent",
  ),
  givenTarget("credentials were given, and nobody asked without them", {
    target: target("https://example.com/mcp", "x-key"),
    exchanges: [served("ping")],
  }).unseen("not-probed"),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("invalid_token", [...ifProtected("invalid-token-1", "invalid-token-2"), OTHER_SCHEME]);
readingTable("foreign_token", [...ifProtected("foreign-token-1"), OTHER_SCHEME]);
readingTable("malformed_authorization", [...ifProtected("malformed-authorization-1"), OTHER_SCHEME]);
readingTable("request_without_token", [
  ...ifProtected("no-token-later-without", "no-token-later-made-up"),
  givenTarget("a server with a scheme of its own", [walled("ApiKey"), asked("no-token-later-without", 401)]).partly([
    { status: 401 },
  ]),
]);

readingTable("bearer_challenges", [
  givenTarget("the parameters, equal challenges once, and challenges that are none of Bearer", [
    fetched("resource-metadata-path", { resource: "x" }),
    walled('Basic realm="x", Bearer realm="a", scope="write  read write", error=invalid_token'),
    walled('Bearer realm="b"', "no-token-2"),
    walled('Bearer realm="b"', "no-token-3"),
    walled("Basic", "no-token-4"),
    walled("Bearer", "invalid-token-1"),
  ]).values(
    [{ realm: "a", scope: "write  read write", error: "invalid_token", scopes: ["read", "write"] }, { realm: "b" }],
    { at: ["/http/response_headers", "/http/response_headers"], exchanges: ["main/2", "main/3"] },
  ),
  BARE_BEARER,
  givenTarget("metadata without a challenge", [
    asked("no-token-1", 401),
    fetched("resource-metadata-path", { authorization_servers: [] }),
  ]).values([], { lookedAt: ["/http/response_headers"] }),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("challenged_scopes", [
  givenTarget(
    "each set of scopes once, whatever its order",
    ["a b", "b a", "a", ""].map((scope, index) => walled(`${BEARER}, scope="${scope}"`, `no-token-${index}`)),
  ).values(["a b", "a", ""], {
    at: Array.from({ length: 3 }, () => "/http/response_headers"),
    exchanges: ["main/1", "main/3", "main/4"],
  }),
  givenProtected("a challenge without scopes").values([]),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("token_challenges", [
  givenProtected("the parameters of a Bearer challenge, none of them, and no such challenge", [
    walled('Basic realm="x", Bearer error="invalid_token", realm=notes', "invalid-token-1"),
    walled("Bearer", "invalid-token-2"),
    walled("Basic", "invalid-token-1"),
    asked("invalid-token-2", 401),
    asked("invalid-token-2", 403),
  ]).values([{ bearer: { error: "invalid_token", realm: "notes" } }, { bearer: {} }, {}, {}], {
    parts: Array.from({ length: 4 }, () => ({ bearer: "/http/response_headers" })),
  }),
  givenProtected("no 401 at all", [asked("invalid-token-1", 403)]).inapplicable("precondition-absent"),
  givenProtected("a question that the plan left out", [leftOut("invalid-token-1", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("refusals", [
  givenProtected("what is said with a 401 or a 403, as text, and the same once", [
    asked("no-token-methods-tools-list", 401, { body: { encoding: "utf8", data: "go away" } }),
    asked("no-token-methods-prompts-list", 401, { body: { encoding: "utf8", data: "go away" } }),
    overHttp(refused("invalid-token-1", "ping", -32001), 403),
    asked("foreign-token-1", 400),
    asked("ping", 401),
  ]).partly(
    [
      { status: 401, text: "" },
      { status: 401, text: "go away" },
      { status: 403, text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"refused"}}' },
    ],
    {
      parts: [{ text: "/http/body" }, { text: "/http/body" }, { text: "/response" }],
      exchanges: ["main/1", "main/2", "main/4"],
    },
  ),
  givenProtected("a session id that is handed out, and one that the request had", [
    asked("no-token-methods-prompts-list", 401, { response_headers: [["Mcp-Session-Id", "s1"]] }),
    asked("no-token-methods-tools-list", 401, {
      request_headers: [["mcp-session-id", "s2"]],
      response_headers: [["Mcp-Session-Id", "s2"]],
    }),
  ]).partly([{ status: 401 }, { session_id: "issued" }, { session_id: "echoed" }]),
  givenProtected("each question that may be refused", [
    ...["malformed-authorization-1", "query-token-alone", "foreign-token-1", "query-token-beside"].map((step, index) =>
      asked(step, 403, { body: { encoding: "utf8", data: `${index}` } }),
    ),
  ]).partly(["", "0", "1", "2"].map((text) => ({ text }))),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

readingTable("query_token", [
  givenProtected("the same refusal as without, other refusals, a judgement of the token, and service for it", [
    walled("Bearer", "query-token-alone"),
    asked("query-token-alone", ...challenged("Bearer", 403)),
    asked("query-token-alone", ...challenged("Bearer error=invalid_request", 401)),
    walled("Bearer error=invalid_token", "query-token-alone"),
    asked("query-token-alone", 400),
    served("query-token-alone"),
  ]).partly(
    ["ignored", "refused", "ignored", "judged", "refused", "served"].map((taken) => ({ taken })),
    { parts: Array.from({ length: 6 }, () => ({ taken: "/http" })) },
  ),
  givenProtected("the words of a server that calls every request without a token invalid", [
    walled("Bearer error=invalid_token"),
    walled("Bearer error=invalid_token", "query-token-alone"),
  ]).partly([{ taken: "ignored" }]),
  givenProtected("beside credentials: served, refused for it, judged, malformed", [
    served("query-token-beside"),
    asked("query-token-beside", 403),
    walled("Bearer error=invalid_token", "query-token-beside"),
    asked("query-token-beside", 400),
  ]).partly([{ taken: "ignored" }, { taken: "refused" }, { taken: "judged" }, { taken: "refused" }]),
  givenProtected("a question that the plan left out", [leftOut("query-token-alone", "unsafe-to-probe")]).leftOut(),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

const short = (step: string): Exchange =>
  asked(step, ...challenged('Bearer error="Insufficient_Scope", scope="admin"', 403));

readingTable("scope_refusals", [
  givenHttp("a refusal for want of scope, also where everybody else is served", [
    served("no-token-1"),
    short("call-1"),
    deliberate(short("call-2")),
    walled("Bearer error=invalid_token", "x"),
  ]).values([{ status: 403, challenge: { error: "Insufficient_Scope", scope: "admin" } }], {
    at: ["/http"],
    exchanges: ["main/2"],
    names: ["ping"],
    parts: [{ status: "/http/status", challenge: "/http/response_headers" }],
  }),
  givenProtected("credentials that were enough for everything", [served("ping")]).unseen("prerequisite-missing"),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);
