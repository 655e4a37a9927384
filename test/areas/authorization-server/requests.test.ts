// What comes back to the client.

import type { Exchange } from "../../../src/capture/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
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
  showed,
  silent,
  told,
  UNKNOWN,
  unasked,
} from "./sessions.ts";

const HEADERS = "/http/response_headers";
const back = (step: string, parameters: Readonly<Record<string, string>> = {}): Exchange =>
  sentTo(step, `${CALLBACK}?${new URLSearchParams(parameters)}`);

readingTable("authorization_responses", [
  givenSession("a code, an error and neither; what came back of iss and state", [
    back(RIGHT, { code: "c", state: "s", iss: ISSUER }),
    back("authorization-error-response-type", { error: "x", state: "t", iss: `${ISSUER}/` }),
    back("authorization-error-prompt-none"),
  ]).values(
    [
      { request: "right", answer: "code", iss: "same", state: "same", announced: "no" },
      { request: "response-type", answer: "error", iss: "other", state: "other", announced: "no" },
      { request: "prompt-none", answer: "neither", iss: "absent", state: "absent", announced: "no" },
    ],
    {
      at: [HEADERS, HEADERS, HEADERS],
      names: ["right", "response-type", "prompt-none"],
      parts: Array.from({ length: 3 }, () => ({ request: "", answer: HEADERS, iss: HEADERS, announced: HEADERS })),
    },
  ),
  givenSession(
    "every request that a correct redirect URI came with, and no other",
    [
      "authorization-without-pkce",
      "authorization-with-plain",
      "authorization-resource",
      "authorization-redirect-path",
      "authorization-request-unknown-client",
      "client-document-right-1",
    ].map((step) => back(step, { error: "x", state: "s" })),
  ).partly(
    ["authorization-without-pkce", "authorization-with-plain", "authorization-resource"].map((request) => ({
      request,
      answer: "error",
      state: "same",
    })),
    { exchanges: ["main/1", "main/2", "main/3"] },
  ),
  ...(
    [
      [true, "yes"],
      [false, "no"],
      ["true", "no"],
    ] as const
  ).map(
    ([supported, announced]): ReadingCase =>
      givenSession(`metadata that says ${JSON.stringify(supported)} of iss`, [
        metadata({ authorization_response_iss_parameter_supported: supported }),
        back(RIGHT, { code: "c" }),
      ]).partly([{ request: "right", iss: "absent", announced }]),
  ),
  givenSession("an answer at the end of redirects, beside a page that is none", [
    sentTo(RIGHT, "/login"),
    back(`${RIGHT}-then-1`, { code: "c", state: "s" }),
    showed("authorization-error-prompt-none"),
  ]).partly([{ request: "right", answer: "code", state: "same" }], { exchanges: ["main/2"] }),
  givenSession("pages and refusals only", [showed(RIGHT), requested("authorization-error-response-type", 400)]).unseen(
    "prerequisite-missing",
  ),
  givenSession("a redirect to another address than the one asked for", [
    sentTo(RIGHT, "https://app.example/callback?code=c"),
  ]).unseen("prerequisite-missing"),
  ...unasked("authorization-error-response-type"),
]);

const FORM = '<form method="post"><button name="ok">Allow</button></form>';
const TITLED = "<title>Welcome</title>";
const shown = (shows: string, data: string, kind: string): ReadingCase =>
  givenSession(shows, [showed(RIGHT, data)]).partly([{ kind }], {
    at: ["/http"],
    parts: [{ kind: "/http/body", framing: HEADERS, redirect_host: "/http/body" }],
    open: [null],
  });

const framed = (
  shows: string,
  framing: string,
  header: readonly (readonly [string, string])[],
  data = TITLED,
): ReadingCase =>
  givenSession(shows, [showed(RIGHT, data, { response_headers: [["Content-Type", "text/html"], ...header] })]).partly([
    { framing },
  ]);
const POLICY = "Content-Security-Policy";

readingTable("authorization_pages", [
  givenSession("a page that asks for consent and names the host, as a whole", [
    showed(RIGHT, `<p>Allow the app at 127.0.0.1?</p>${FORM}`),
  ]).values([{ kind: "consent", framing: "allowed", redirect_host: "shown" }]),
  givenSession("a page without the host of the redirect URI", [showed(RIGHT, FORM)]).values([
    { kind: "consent", framing: "allowed", redirect_host: "missing" },
  ]),
  shown("a field for the name of a user", '<p>Allow</p><form><input name="username"></form>', "sign-in"),
  shown("a field for a password", '<form><input type="password"></form>', "sign-in"),
  shown("words of consent without a form", "<p>Allow</p>", "other"),
  shown("a form that goes to /authorize", '<form action="/authorize"><button>Next</button></form>', "other"),
  shown("a form without words of consent", "<form><button>Next</button></form>", "other"),
  shown("a page with nothing to fill in", TITLED, "other"),
  framed("X-Frame-Options", "denied", [["X-Frame-Options", "DENY"]]),
  framed("a policy that names no ancestors at all", "denied", [[POLICY, "default-src *; frame-ancestors 'none'"]]),
  framed("a policy that names one ancestor", "denied", [[POLICY, "frame-ancestors https://app.example"]]),
  framed("a policy that allows every ancestor", "allowed", [[POLICY, "frame-ancestors *"]]),
  framed("a policy that allows every ancestor with https", "allowed", [[POLICY, "frame-ancestors 'self' https:"]]),
  framed("a policy about other things", "allowed", [[POLICY, "default-src 'self'"]]),
  framed("a script that objects", "script", [], "<script>if (window.top !== window.self) top.location = x</script>"),
  framed("a script about other things", "allowed", [], "<script>start()</script>"),
  givenSession("a page of which only the beginning was kept", [
    showed(RIGHT, FORM, { body: { encoding: "utf8", data: FORM, cut_from: 99_999 } }),
  ]).partly([{ framing: "allowed" }], { open: ["limit-exceeded"], except: [["framing"]] }),
  givenSession("the page of a client with a document, where no other client asked", [
    showed("client-document-right-1", FORM),
  ]).partly([{ kind: "consent" }], { exchanges: ["main/1"] }),
  givenSession("the page at the end of redirects", [sentTo(RIGHT, "/consent"), showed(`${RIGHT}-then-1`, FORM)]).partly(
    [{ kind: "consent" }],
    { exchanges: ["main/2"] },
  ),
  ...[sentTo(RIGHT, `${CALLBACK}?code=c`), sentTo(RIGHT, "https://login.example/x"), requested(RIGHT, 400)].map(
    (exchange, index): ReadingCase =>
      givenSession(`no page of its own, in the way ${index + 1}: back at the client, elsewhere, a refusal`, [
        exchange,
      ]).inapplicable("precondition-absent"),
  ),
  givenSession("an answer that is no HTML", [
    requested(RIGHT, 200, { body: { encoding: "utf8", data: FORM } }),
  ]).inapplicable("precondition-absent"),
  givenSession("no answer", [silent(RIGHT)]).unseen("prerequisite-missing"),
  ...unasked(RIGHT),
]);

// Authorization requests that should not be granted.

readingTable("request_without_pkce", attemptCases("authorization-without-pkce", "authorization-without-pkce"));
readingTable("request_with_plain", attemptCases("authorization-with-plain", "authorization-with-plain"));
readingTable("malformed_resource", attemptCases("authorization-resource", "authorization-resource"));
readingTable("private_client_document", [
  ...attemptCases("private-client-document", "private-client-document"),
  givenSession("a document that was fetched, which is no request of its own", [
    ...CONTROLS,
    requested("private-client-document", 400),
    showed("private-client-document-fetched"),
  ]).values([{ request: "private-client-document", outcome: "refused" }]),
]);

readingTable("foreign_redirects", [
  ...attemptCases("authorization-redirect-path", "path"),
  givenSession("each part in which the redirect URI differs, in the order of the plan", [
    ...CONTROLS,
    showed("authorization-redirect-host"),
    requested("authorization-redirect-scheme", 403),
    sentTo("authorization-redirect-port", "http://127.0.0.1:8977/callback?code=c", {
      redirect_uri: "http://127.0.0.1:8977/callback",
    }),
    sentTo("authorization-redirect-query", `${CALLBACK}?mcptest=1&error=invalid_request`, {
      redirect_uri: `${CALLBACK}?mcptest=1`,
    }),
    sentTo("authorization-redirect-path", `${CALLBACK}?error=invalid_request`, { redirect_uri: `${CALLBACK}/mcptest` }),
  ]).values(
    [
      { request: "path", outcome: "refused" },
      { request: "query", outcome: "error" },
      { request: "port", outcome: "code" },
      { request: "scheme", outcome: "refused" },
      { request: "host", outcome: "proceeds" },
    ],
    {
      exchanges: ["main/7", "main/6", "main/5", "main/4", "main/3"],
      names: ["path", "query", "port", "scheme", "host"],
    },
  ),
  givenSession("an error that goes to the registered address, without the query that was asked for", [
    ...CONTROLS,
    sentTo("authorization-redirect-query", `${CALLBACK}?error=invalid_request`, {
      redirect_uri: `${CALLBACK}?mcptest=1`,
    }),
  ]).values([{ request: "query", outcome: "refused" }]),
  givenSession("a code that goes to the registered address, which nobody asked for", [
    ...CONTROLS,
    sentTo("authorization-redirect-path", `${CALLBACK}?code=c`, { redirect_uri: `${CALLBACK}/mcptest` }),
  ]).values([{ request: "path" }], { open: ["prerequisite-missing"] }),
]);

// Clients that register, and are removed.

const MADE = "client-registration-made";

readingTable("registered_client", [
  givenSession("a client without a secret, with one that expires, and with one of which that is not said", [
    told(MADE, 201, { client_id: "a", redirect_uris: [CALLBACK], more: 1 }),
    told(MADE, 200, { client_id: "b", client_secret: "x", client_secret_expires_at: 0 }),
    told(MADE, 201, { client_id: "c", client_secret: "x", client_secret_expires_at: "never" }),
  ]).values(
    [
      { status: 201, client_id: "a", redirect_uris: [CALLBACK], secret: "none" },
      { status: 200, client_id: "b", secret: "expiring" },
      { status: 201, client_id: "c", secret: "undated" },
    ],
    {
      at: ["/response", "/response", "/response"],
      parts: Array.from({ length: 3 }, () => ({ status: "/http/status", client_id: "/response", secret: "/response" })),
    },
  ),
  givenSession("a second try that was accepted after the first was not", [
    told(MADE, 400, { error: "invalid_redirect_uri" }),
    told("client-registration-loopback-only", 201, { client_id: "a" }),
  ]).partly([{ client_id: "a" }], { exchanges: ["main/2"] }),
  givenSession("an answer that is sent as text", [
    said(MADE, 201, { body: { encoding: "utf8", data: '{"client_id":"a"}' } }),
  ]).values([{ status: 201, client_id: "a", secret: "none" }], {
    at: ["/http/body"],
    parts: [{ client_id: "/http/body" }],
  }),
  ...[
    told(MADE, 403, { client_id: "a" }),
    told(MADE, 201, { client_id: 7 }),
    said(MADE, 201, { body: { encoding: "utf8", data: "welcome" } }),
    silent(MADE),
  ].map(
    (exchange, index): ReadingCase =>
      givenSession(`no registration, in the way ${index + 1}: a refusal, no id, no JSON, no answer`, [exchange]).unseen(
        "prerequisite-missing",
      ),
  ),
  ...unasked(MADE),
]);

const PLAIN = "http://mcptest.invalid/callback";
const plain = (redirect_uris: readonly string[] = [PLAIN], status = 201): Exchange =>
  told("plain-http-registration-made", status, { client_id: "p", redirect_uris: [...redirect_uris] });
const USED = "plain-http-registration-used";
const use = (to: string): Exchange => sentTo(USED, to, { client_id: "p", redirect_uri: PLAIN });
const taken = (shows: string, exchanges: readonly Exchange[], how: string, exchange: string): ReadingCase =>
  givenSession(shows, exchanges).values([{ taken: how }], {
    at: ["/http"],
    exchanges: [exchange],
    parts: [{ taken: "/http" }],
  });

readingTable("plain_http_redirects", [
  taken("registered, and the request goes on", [...CONTROLS, plain(), showed(USED)], "used", "main/4"),
  taken("registered, and answered with a code", [plain(), use(`${PLAIN}?code=c`)], "used", "main/2"),
  taken("registered, and the request is refused", [plain(), requested(USED, 400)], "refused", "main/2"),
  taken("registered, and answered with an error", [plain(), use(`${PLAIN}?error=x`)], "refused", "main/2"),
  taken("a registration that is refused", [plain([PLAIN], 400), showed(USED)], "refused", "main/1"),
  taken("a registration without that redirect URI", [plain(["https://app.example/cb"])], "refused", "main/1"),
  givenSession("registered, and nobody can tell what the request led to", [
    showed(RIGHT),
    showed(UNKNOWN),
    plain(),
    showed(USED),
  ]).unseen("prerequisite-missing"),
  givenSession("registered, and never used", [plain()]).unseen("not-probed"),
  givenSession("a registration without an answer", [silent("plain-http-registration-made")]).unseen(
    "prerequisite-missing",
  ),
  ...unasked("plain-http-registration-made"),
]);

readingTable("removed_client", [
  givenSession("the status of the deletion, and not of those beside it", [
    said("client-removal", 204, { method: "DELETE" }),
    said("client-removal-second", 401, { method: "DELETE" }),
    said("client-removal-plain-http", 403, { method: "DELETE" }),
  ]).values([{ status: 204 }], { at: ["/http"], exchanges: ["main/1"], parts: [{ status: "/http/status" }] }),
  givenSession("a deletion that is refused", [
    told("client-removal", 401, { error: "invalid_token" }, { method: "DELETE" }),
  ]).values([{ status: 401 }]),
  givenSession("a deletion without an answer, which is not the same as none", [silent("client-removal")]).values([{}], {
    at: [""],
    exchanges: ["main/1"],
    open: ["timed-out"],
  }),
  ...unasked("client-removal"),
]);
