// What comes back to the client.

import type { Exchange } from "../../../src/model/capture.ts";
import { type ReadingCase, readingTable } from "../reading-table.ts";
import {
  CALLBACK,
  givenSession,
  ISSUER,
  metadata,
  RIGHT,
  requested,
  sentTo,
  showed,
  silent,
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
