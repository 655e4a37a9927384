// What the token endpoint answers.

import type { JsonObject } from "../../../src/base/json.ts";
import type { AuthorizationSession, Exchange, HttpRecord } from "../../../src/capture/capture.ts";
import { ELSEWHERE, givenProtected, OTHER_SCHEME } from "../authorization/access-control.ts";
import { given, type ReadingCase, readingTable, type SmallCapture } from "../reading-table.ts";
import {
  attemptCases,
  CALLBACK,
  CONTROLS,
  givenSession,
  ISSUER,
  metadata,
  RIGHT,
  requested,
  said,
  sentTo,
  session,
  showed,
  silent,
  told,
  unasked,
} from "./sessions.ts";

const JSON_HEAD: Partial<HttpRecord> = { response_headers: [["Content-Type", "application/json; charset=utf-8"]] };
const content_type = "application/json";
const HEADERS = "/http/response_headers";

/** Every answer that a token request of this step may get. `other`: one that the fact is not about. */
const tokenCases = (step: string, other: string): readonly ReadingCase[] => [
  givenSession("a refusal, and none of another request", [
    told(other, 400, { error: "invalid_scope" }, JSON_HEAD),
    told(step, 400, { error: "invalid_grant" }, JSON_HEAD),
  ]).values([{ request: step, issued: "no", status: 400, content_type, error: "invalid_grant" }], {
    at: ["/http"],
    exchanges: ["main/2"],
    names: [step],
    open: [null],
    parts: [
      {
        request: "",
        issued: "/http",
        status: "/http/status",
        content_type: HEADERS,
        challenge: HEADERS,
        error: "/response",
      },
    ],
  }),
  givenSession("a refusal with a challenge and an error that is sent as text", [
    said(step, 401, {
      response_headers: [
        ["Content-Type", "Text/Plain"],
        ["WWW-Authenticate", "Basic"],
      ],
      body: { encoding: "utf8", data: '{"error":"invalid_client"}' },
    }),
  ]).values(
    [
      {
        request: step,
        issued: "no",
        status: 401,
        content_type: "text/plain",
        error: "invalid_client",
        challenge: "Basic",
      },
    ],
    { parts: [{ error: "/http/body" }] },
  ),
  givenSession("a token", [told(step, 200, { access_token: "t" }, JSON_HEAD)]).values(
    [{ request: step, issued: "yes", status: 200, content_type }],
    { open: [null] },
  ),
  givenSession("no token: the word beside a refusal, an answer without it, an error that is no string", [
    told(step, 400, { access_token: "t" }),
    told(step, 200, { error: { code: 1 } }),
    said(step, 404),
  ]).values(
    [400, 200, 404].map((status) => ({ request: step, issued: "no", status })),
    { open: [null, null, null] },
  ),
  givenSession("answers that say nothing about the request", [
    said(step, 429),
    said(step, 503),
    silent(step, { method: "POST", url: "https://auth.example.com/token" }),
  ]).values(
    [
      { request: step, issued: "no", status: 429 },
      { request: step, issued: "no", status: 503 },
      { request: step, issued: "no" },
    ],
    {
      open: ["prerequisite-missing", "prerequisite-missing", "prerequisite-missing"],
      except: [["request"], ["request"], ["request"]],
    },
  ),
  ...unasked(step),
];

readingTable("token_refusals", [
  ...tokenCases("token-refusal-made-up-code", "token-by-get"),
  givenSession(
    "each request that nothing entitles to a token",
    ["made-up-code", "unknown-client", "no-grant-type"].map((as) => told(`token-refusal-${as}`, 400, { error: as })),
  ).partly(
    ["made-up-code", "unknown-client", "no-grant-type"].map((as) => ({ request: `token-refusal-${as}`, error: as })),
  ),
]);
readingTable("unknown_client_basic", tokenCases("token-refusal-unknown-client", "token-refusal-made-up-code"));
readingTable("token_by_get", tokenCases("token-by-get", "token-refusal-made-up-code"));
readingTable("anonymous_client_credentials", tokenCases("client-credentials", "identity-assertion"));
readingTable("unsigned_assertion", tokenCases("identity-assertion", "client-credentials"));
readingTable("wrong_verifier", tokenCases("code-exchange-wrong-verifier", "code-exchange-right"));
readingTable("repeated_code", tokenCases("code-exchange-again", "code-exchange-right"));

const EXCHANGED = "code-exchange-right";
const issued = (cacheControl?: string): Exchange =>
  told(
    EXCHANGED,
    200,
    { access_token: "t" },
    { response_headers: cacheControl === undefined ? [] : [["Cache-Control", cacheControl]] },
  );
const RESOURCE = "https://mcp.example.com/mcp";
const meant = (shows: string, audience: readonly string[] | undefined, read: string, resource?: string): ReadingCase =>
  given(
    shows,
    session([issued("no-store")], {
      ...(resource === undefined ? {} : { resource }),
      token: audience ? { form: "jwt", audience } : { form: "opaque" },
    }),
  ).values([{ cache_control: "no-store", audience: read }]);

readingTable("issued_tokens", [
  givenSession("what is said about keeping it, in lower case, or nothing", [
    issued("No-Store, Private"),
    issued(),
  ]).values(
    [
      { cache_control: "no-store, private", audience: "unknown" },
      { cache_control: "", audience: "unknown" },
    ],
    { at: ["/http", "/http"], parts: Array.from({ length: 2 }, () => ({ cache_control: HEADERS, audience: "/http" })) },
  ),
  meant("a token that names the resource among others", ["https://x.example", RESOURCE], "names", RESOURCE),
  meant("a token that names the resource with a slash at the end", [`${RESOURCE}/`], "names", RESOURCE),
  meant("a resource with a slash at the end", [RESOURCE], "names", `${RESOURCE}/`),
  meant("a token that names another audience", ["https://mcp.example.com"], "other", RESOURCE),
  meant("a token that names an empty list", [], "other", RESOURCE),
  meant("a token that cannot be read", undefined, "unknown", RESOURCE),
  meant("a token for which no resource was asked", [RESOURCE], "unknown"),
  givenSession("tokens of other requests", [
    told("code-exchange-wrong-verifier", 200, { access_token: "t" }),
    issued("no-cache"),
    told("code-exchange-again", 200, { access_token: "t" }),
  ]).partly([{ cache_control: "no-cache" }], { exchanges: ["main/2"] }),
  givenSession("no token for the code", [told(EXCHANGED, 400, { error: "invalid_grant" })]).unseen(
    "prerequisite-missing",
  ),
  ...unasked(EXCHANGED),
]);

// Servers that pass authorization on to a third party.

const OWN: Partial<AuthorizationSession> = {
  server: `${ISSUER}/mcp`,
  client: { kind: "registered", redirect_uris: [CALLBACK], confidential: false },
};
const owned = (...exchanges: readonly Exchange[]): SmallCapture => session(exchanges, OWN);

const upstream = (parameters: Readonly<Record<string, string>> = {}, origin = "https://api.example"): string =>
  `${origin}/oauth?${new URLSearchParams({ client_id: "static-1", redirect_uri: `${ISSUER}/cb`, scope: "openid repo", ...parameters })}`;
const SECOND = "proxied-authorization-second";

const skipped = (shows: string, second: readonly Exchange[], client_id: string): ReadingCase =>
  given(shows, owned(sentTo(RIGHT, upstream()), ...second)).values([{ consent: "skipped", client_id }], {
    at: [HEADERS],
    exchanges: ["main/1"],
    parts: [{ consent: HEADERS, client_id: HEADERS }],
  });

const otherwise = (shows: string, capture: SmallCapture): ReadingCase =>
  given(shows, capture).inapplicable("precondition-absent");

const LINK = `<a href="${upstream().replaceAll("&", "&amp;")}">Allow</a>`;

readingTable("proxied_authorization", [
  skipped("the same client id for a second client", [sentTo(SECOND, upstream(), { client_id: "b" })], "static"),
  skipped(
    "another client id for a second client",
    [sentTo(SECOND, upstream({ client_id: "static-2" }), { client_id: "b" })],
    "unknown",
  ),
  skipped("no second client", [], "unknown"),
  skipped("a second client that is refused", [requested(SECOND, 400)], "unknown"),
  given("a page of its own that leads there, which names nobody and may be framed", owned(showed(RIGHT, LINK))).values(
    [{ consent: "asked", client_id: "unknown", framing: "allowed", redirect_host: "missing" }],
    { at: ["/http"], parts: [{ consent: "/http", framing: "/http", redirect_host: "/http" }] },
  ),
  given(
    "a page of its own that names the host and may not be framed",
    owned(
      showed(RIGHT, `<p>For 127.0.0.1</p><form action='${upstream()}'></form>`, {
        response_headers: [
          ["Content-Type", "text/html"],
          ["X-Frame-Options", "DENY"],
        ],
      }),
    ),
  ).values([{ consent: "asked", client_id: "unknown", framing: "denied", redirect_host: "shown" }]),
  given(
    "a page whose script alone objects to a frame",
    owned(showed(RIGHT, `${LINK}<script>if (top !== self) top.location = self.location</script>`)),
  ).partly([{ consent: "asked", framing: "script" }]),
  otherwise("an authorization server of its own kin alone", owned(showed(RIGHT))),
  otherwise("a page that leads nowhere else", owned(showed(RIGHT, `<a href="${upstream({}, ISSUER)}">Go</a>`))),
  otherwise("a sign-in elsewhere", owned(sentTo(RIGHT, upstream({ scope: "openid email" })))),
  otherwise("the same client id elsewhere", owned(sentTo(RIGHT, upstream({ client_id: "known" })))),
  otherwise("an address elsewhere that is no authorization request", owned(sentTo(RIGHT, "https://login.example/x"))),
  otherwise("back at the client", owned(sentTo(RIGHT, `${CALLBACK}?code=c`))),
  otherwise("an issuer that was typed, with no MCP server", session([sentTo(RIGHT, upstream())])),
  otherwise(
    "an MCP server of another origin",
    session([sentTo(RIGHT, upstream())], { ...OWN, server: "https://mcp.example.com/mcp" }),
  ),
  otherwise(
    "a client that was not registered dynamically",
    session([sentTo(RIGHT, upstream())], { server: `${ISSUER}/mcp` }),
  ),
  ...unasked(RIGHT),
]);

// The two kinds of metadata beside each other.

const SAME = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
const kind = (route: string, document: JsonObject = SAME): Exchange =>
  told(`authorization-server-${route}`, 200, document, { method: "GET" });

readingTable("metadata_differences", [
  givenSession("each member that clients use and that is contradicted", [
    kind("rfc8414", { ...SAME, authorization_endpoint: "a", registration_endpoint: "r", jwks_uri: "j" }),
    kind("openid", {
      issuer: `${ISSUER}/`,
      token_endpoint: "t",
      authorization_endpoint: "b",
      registration_endpoint: "s",
      jwks_uri: "k",
    }),
  ]).values(
    [
      { member: "issuer", rfc8414: ISSUER, openid: `${ISSUER}/` },
      { member: "authorization_endpoint", rfc8414: "a", openid: "b" },
      { member: "token_endpoint", rfc8414: `${ISSUER}/token`, openid: "t" },
      { member: "registration_endpoint", rfc8414: "r", openid: "s" },
      { member: "jwks_uri", rfc8414: "j", openid: "k" },
    ],
    {
      at: Array.from({ length: 5 }, () => "/response"),
      exchanges: Array.from({ length: 5 }, () => "main/2"),
      names: ["issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "jwks_uri"],
      lookedAt: ["/response", "/response"],
    },
  ),
  givenSession("members that only one kind has, and one that clients do not use", [
    kind("rfc8414", { ...SAME, registration_endpoint: "r", service_documentation: "x" }),
    kind("openid", { ...SAME, jwks_uri: "j", service_documentation: "y" }),
  ]).values([], { lookedAt: ["/response", "/response"] }),
  givenSession("OpenID Connect at the other of its places, behind a page that is no metadata", [
    kind("rfc8414"),
    kind("openid", { hello: "I answer everything" }),
    kind("openid-appended", { ...SAME, token_endpoint: "t" }),
  ]).values([{ member: "token_endpoint", rfc8414: `${ISSUER}/token`, "openid-appended": "t" }], {
    exchanges: ["main/3"],
  }),
  givenSession("a document that is sent as text", [
    kind("rfc8414"),
    said("authorization-server-openid", 200, { body: { encoding: "utf8", data: '{"issuer":"x"}' } }),
  ]).values([{ member: "issuer", rfc8414: ISSUER, openid: "x" }], { at: ["/http/body"] }),
  givenSession("metadata of one kind only", [kind("rfc8414"), said("authorization-server-openid", 404)]).inapplicable(
    "precondition-absent",
  ),
  givenProtected("an MCP server that names the authorization server", [
    told("resource-metadata-path", 200, { authorization_servers: [ISSUER] }, { method: "GET" }),
    kind("rfc8414"),
    kind("openid", { ...SAME, issuer: "x" }),
  ]).values([{ member: "issuer", rfc8414: ISSUER, openid: "x" }], { exchanges: ["main/4"] }),
  givenProtected("an MCP server that names none", [kind("rfc8414"), kind("openid")]).unseen("prerequisite-missing"),
  ...unasked("authorization-server-rfc8414").slice(1),
  ...ELSEWHERE,
  OTHER_SCHEME,
]);

// Clients whose id is the address of a document.

const SUPPORTED = metadata({ client_id_metadata_document_supported: true });
const GRANTED = showed("client-document-right-1");
const REFUSED = requested("client-document-right-1", 400);
const WRONG = "bad-client-document-wrong-id";

/** The same sessions with a correct document that is granted, at the end, where it moves nothing. */
const besideGranted = ({ capture, ...rest }: ReadingCase): ReadingCase => ({
  ...rest,
  capture: { ...capture, exchanges: [...capture.exchanges, sentTo("client-document-right-1", CODE)] },
});
const CODE = "http://127.0.0.1:8976/callback?code=c";

readingTable("bad_client_documents", [
  ...attemptCases(WRONG, "wrong-id")
    .filter(({ shows }) => shows !== "a page, and no correct request to hold against it")
    .map(besideGranted),
  givenSession("each document that is wrong, in the order of the plan, and not what was fetched", [
    ...CONTROLS,
    GRANTED,
    ...["large", "moved", "not-json", "no-redirects", "other-redirect"].map((as) =>
      requested(`bad-client-document-${as}`, 400),
    ),
    showed(WRONG),
    said("bad-client-document-fetched-1", 200),
    said("bad-client-document-fetched-target", 200),
  ]).values(
    [
      { request: "wrong-id", outcome: "proceeds" },
      ...["other-redirect", "no-redirects", "not-json", "moved", "large"].map((request) => ({
        request,
        outcome: "refused",
      })),
    ],
    { exchanges: ["main/9", "main/8", "main/7", "main/6", "main/5", "main/4"] },
  ),
  givenSession("a server that reads documents and does not say so", [
    ...CONTROLS,
    GRANTED,
    requested(WRONG, 400),
  ]).values([{ request: "wrong-id", outcome: "refused" }]),
  givenSession("a server that says it reads documents and refuses a correct one too", [
    SUPPORTED,
    ...CONTROLS,
    REFUSED,
    requested(WRONG, 400),
  ]).unseen("prerequisite-missing"),
  givenSession("a server that does not say it reads documents and refuses a correct one too", [
    ...CONTROLS,
    REFUSED,
    requested(WRONG, 400),
  ]).inapplicable("precondition-absent"),
]);

const used = (...numbers: number[]): readonly Exchange[] =>
  numbers.map((number) => showed(`client-document-right-${number}`));
const fetched = (...numbers: number[]): readonly Exchange[] =>
  numbers.map((number) => said(`client-document-fetched-${number}`, 200, { method: "GET" }));
const counts = (shows: string, exchanges: readonly Exchange[], requests: number): ReadingCase =>
  givenSession(shows, exchanges).values([{ requests }], { at: ["/http"], parts: [{ requests: "/http" }] });

readingTable("client_document_fetches", [
  counts("fetched for every request", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 2, 3)], 3),
  counts("fetched for the first request alone", [SUPPORTED, ...used(1, 2, 3), ...fetched(1)], 1),
  counts("fetched twice for one request, and once for another", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 1, 3)], 2),
  counts("granted without a word in the metadata", [...CONTROLS, ...used(1, 2, 3), ...fetched(1, 2)], 2),
  givenSession("never fetched, which can be seen at the requests", [SUPPORTED, ...used(1, 2, 3)]).values(
    [{ requests: 0 }],
    { exchanges: ["main/2"], lookedAt: ["/http", "/http", "/http"] },
  ),
  givenSession("what stands where it was fetched", [SUPPORTED, ...used(1, 2, 3), ...fetched(1, 2)]).values(
    [{ requests: 2 }],
    { exchanges: ["main/5"], lookedAt: ["/http", "/http"] },
  ),
  givenSession("a document that was not used three times", [SUPPORTED, ...used(1, 2), ...fetched(1)]).unseen(
    "prerequisite-missing",
  ),
  givenSession("a server that does not say it reads documents, and refuses them", [
    ...CONTROLS,
    ...[1, 2, 3].map((number) => requested(`client-document-right-${number}`, 400)),
  ]).inapplicable("precondition-absent"),
  ...unasked("client-document-right-1"),
]);
