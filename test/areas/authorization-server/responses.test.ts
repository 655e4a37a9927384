// What comes back to the client.

import type { Exchange } from "../../../src/model/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import { CALLBACK, ISSUER, metadata, RIGHT, requested, sentTo, session, showed, silent, unasked } from "./sessions.ts";

const HEADERS = "/http/response_headers";
const back = (step: string, parameters: Readonly<Record<string, string>> = {}): Exchange =>
  sentTo(step, `${CALLBACK}?${new URLSearchParams(parameters)}`);

readingTable("authorization_responses", [
  {
    shows: "a code, an error and neither; what came back of iss and state",
    capture: session([
      back(RIGHT, { code: "c", state: "s", iss: ISSUER }),
      back("authorization-error-response-type", { error: "x", state: "t", iss: `${ISSUER}/` }),
      back("authorization-error-prompt-none"),
    ]),
    reads: {
      values: [
        { request: "right", answer: "code", iss: "same", state: "same", announced: "no" },
        { request: "response-type", answer: "error", iss: "other", state: "other", announced: "no" },
        { request: "prompt-none", answer: "neither", iss: "absent", state: "absent", announced: "no" },
      ],
      at: [HEADERS, HEADERS, HEADERS],
      names: ["right", "response-type", "prompt-none"],
      parts: Array.from({ length: 3 }, () => ({ request: "", answer: HEADERS, iss: HEADERS, announced: HEADERS })),
    },
  },
  {
    shows: "every request that a correct redirect URI came with, and no other",
    capture: session(
      [
        "authorization-without-pkce",
        "authorization-with-plain",
        "authorization-resource",
        "authorization-redirect-path",
        "authorization-request-unknown-client",
        "client-document-right-1",
      ].map((step) => back(step, { error: "x", state: "s" })),
    ),
    reads: {
      partly: ["authorization-without-pkce", "authorization-with-plain", "authorization-resource"].map((request) => ({
        request,
        answer: "error",
        state: "same",
      })),
      exchanges: ["main/1", "main/2", "main/3"],
    },
  },
  ...(
    [
      [true, "yes"],
      [false, "no"],
      ["true", "no"],
    ] as const
  ).map(
    ([supported, announced]): ReadingCase => ({
      shows: `metadata that says ${JSON.stringify(supported)} of iss`,
      capture: session([
        metadata({ authorization_response_iss_parameter_supported: supported }),
        back(RIGHT, { code: "c" }),
      ]),
      reads: { partly: [{ request: "right", iss: "absent", announced }] },
    }),
  ),
  {
    shows: "an answer at the end of redirects, beside a page that is none",
    capture: session([
      sentTo(RIGHT, "/login"),
      back(`${RIGHT}-then-1`, { code: "c", state: "s" }),
      showed("authorization-error-prompt-none"),
    ]),
    reads: { partly: [{ request: "right", answer: "code", state: "same" }], exchanges: ["main/2"] },
  },
  {
    shows: "pages and refusals only",
    capture: session([showed(RIGHT), requested("authorization-error-response-type", 400)]),
    reads: { unseen: "prerequisite-missing" },
  },
  {
    shows: "a redirect to another address than the one asked for",
    capture: session([sentTo(RIGHT, "https://app.example/callback?code=c")]),
    reads: { unseen: "prerequisite-missing" },
  },
  ...unasked("authorization-error-response-type"),
]);

const FORM = '<form method="post"><button name="ok">Allow</button></form>';
const TITLED = "<title>Welcome</title>";
const shown = (shows: string, data: string, kind: string): ReadingCase => ({
  shows,
  capture: session([showed(RIGHT, data)]),
  reads: {
    partly: [{ kind }],
    at: ["/http"],
    parts: [{ kind: "/http/body", framing: HEADERS, redirect_host: "/http/body" }],
    open: [null],
  },
});

const framed = (
  shows: string,
  framing: string,
  header: readonly (readonly [string, string])[],
  data = TITLED,
): ReadingCase => ({
  shows,
  capture: session([showed(RIGHT, data, { response_headers: [["Content-Type", "text/html"], ...header] })]),
  reads: { partly: [{ framing }] },
});
const POLICY = "Content-Security-Policy";

readingTable("authorization_pages", [
  {
    shows: "a page that asks for consent and names the host, as a whole",
    capture: session([showed(RIGHT, `<p>Allow the app at 127.0.0.1?</p>${FORM}`)]),
    reads: { values: [{ kind: "consent", framing: "allowed", redirect_host: "shown" }] },
  },
  {
    shows: "a page without the host of the redirect URI",
    capture: session([showed(RIGHT, FORM)]),
    reads: { values: [{ kind: "consent", framing: "allowed", redirect_host: "missing" }] },
  },
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
  {
    shows: "a page of which only the beginning was kept",
    capture: session([showed(RIGHT, FORM, { body: { encoding: "utf8", data: FORM, cut_from: 99_999 } })]),
    reads: { partly: [{ framing: "allowed" }], open: ["limit-exceeded"], except: [["framing"]] },
  },
  {
    shows: "the page of a client with a document, where no other client asked",
    capture: session([showed("client-document-right-1", FORM)]),
    reads: { partly: [{ kind: "consent" }], exchanges: ["main/1"] },
  },
  {
    shows: "the page at the end of redirects",
    capture: session([sentTo(RIGHT, "/consent"), showed(`${RIGHT}-then-1`, FORM)]),
    reads: { partly: [{ kind: "consent" }], exchanges: ["main/2"] },
  },
  ...[sentTo(RIGHT, `${CALLBACK}?code=c`), sentTo(RIGHT, "https://login.example/x"), requested(RIGHT, 400)].map(
    (exchange, index): ReadingCase => ({
      shows: `no page of its own, in the way ${index + 1}: back at the client, elsewhere, a refusal`,
      capture: session([exchange]),
      reads: { inapplicable: "precondition-absent" },
    }),
  ),
  {
    shows: "an answer that is no HTML",
    capture: session([requested(RIGHT, 200, { body: { encoding: "utf8", data: FORM } })]),
    reads: { inapplicable: "precondition-absent" },
  },
  { shows: "no answer", capture: session([silent(RIGHT)]), reads: { unseen: "prerequisite-missing" } },
  ...unasked(RIGHT),
]);
