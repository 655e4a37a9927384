// What the token endpoint answers.

import type { Exchange, HttpRecord } from "../../../src/model/capture.ts";
import { given } from "../given.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { givenSession, said, session, silent, told, unasked } from "./sessions.ts";

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
