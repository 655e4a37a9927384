// Small sessions with an authorization server.

import type { JsonObject } from "../../../src/base/json.ts";
import type { AuthorizationSession, Exchange, HttpRecord } from "../../../src/capture/capture.ts";
import { givenIn, NOTHING, type ReadingCase, type SmallCapture } from "../reading-table.ts";
import { leftOut } from "../small-captures.ts";

export const ISSUER = "https://auth.example.com";
export const CALLBACK = "http://127.0.0.1:8976/callback";

/** What was said to an authorization server, and as which client. */
export const session = (
  exchanges: readonly Exchange[],
  authorization: Partial<AuthorizationSession> = {},
): SmallCapture => ({
  transport: "streamable-http",
  target: { kind: "http", url: ISSUER, header_names: [] },
  authorization: {
    issuer: ISSUER,
    client: { kind: "given", redirect_uris: [CALLBACK], confidential: false },
    ...authorization,
  },
  exchanges,
});

export const givenSession = givenIn(session);

/** An answer with a body of JSON. */
export const told = (step: string, status: number, response: JsonObject, http: Partial<HttpRecord> = {}): Exchange => ({
  step,
  http: { method: "POST", url: `${ISSUER}/x`, request_headers: [], status, ...http },
  response,
});

/** An answer with a body of another type, or without one. */
export const said = (step: string, status: number, http: Partial<HttpRecord> = {}): Exchange => ({
  step,
  http: { method: "POST", url: `${ISSUER}/x`, request_headers: [], status, ...http },
});

/** What never got an answer. */
export const silent = (step: string, http: Partial<HttpRecord> = {}): Exchange => ({
  step,
  http: { method: "GET", url: authorize(), request_headers: [], ...http },
  trouble: { kind: "timed-out", detail: "no response" },
});

export const metadata = (members: JsonObject): Exchange =>
  told("authorization-server-rfc8414", 200, { issuer: ISSUER, ...members }, { method: "GET" });

type Parameters = Readonly<Record<string, string>>;

/** The address of an authorization request. */
export const authorize = (parameters: Parameters = {}): string =>
  `${ISSUER}/authorize?${new URLSearchParams({ client_id: "known", redirect_uri: CALLBACK, state: "s", ...parameters })}`;

/** An authorization request and the head of its answer. */
export const requested = (
  step: string,
  status: number,
  http: Partial<HttpRecord> = {},
  parameters?: Parameters,
): Exchange => ({ step, http: { method: "GET", url: authorize(parameters), request_headers: [], status, ...http } });

export const SIGN_IN = '<title>Sign in</title><form><input name="username"></form>';

export const showed = (step: string, data = SIGN_IN, http: Partial<HttpRecord> = {}): Exchange =>
  requested(step, 200, {
    response_headers: [["Content-Type", "text/html; charset=utf-8"]],
    body: { encoding: "utf8", data },
    ...http,
  });

export const sentTo = (step: string, location: string, parameters?: Parameters): Exchange =>
  requested(step, 302, { response_headers: [["Location", location]] }, parameters);

export const RIGHT = "authorization-request-right";
export const UNKNOWN = "authorization-request-unknown-client";

/** A correct request that gets a page, and one of an unknown client that does not: what others are held against. */
export const CONTROLS: readonly Exchange[] = [showed(RIGHT), requested(UNKNOWN, 400)];

/** What is said where nothing was asked, or where the plan left it out. */
export const unasked = (step: string): readonly ReadingCase[] => [
  NOTHING,
  givenSession("a question that the plan left out", [leftOut(step, "unsafe-to-probe")]).leftOut(),
  givenSession("a question for what is not offered", [leftOut(step, "not-offered")]).leftOut(),
];

/** Every way in which an authorization request of this step may end. `request`: what it is called. */
export const attemptCases = (step: string, request: string): readonly ReadingCase[] => {
  const found = (shows: string, exchanges: readonly Exchange[], outcome: string): ReadingCase =>
    givenSession(shows, exchanges).values([{ request, outcome }], {
      at: ["/http"],
      names: [request],
      open: [null],
      exchanges: [`main/${exchanges.length}`],
      parts: [{ request: "", outcome: "/http" }],
    });
  const untold = (shows: string, exchanges: readonly Exchange[]): ReadingCase =>
    givenSession(shows, exchanges).values([{ request }], {
      names: [request],
      open: ["prerequisite-missing"],
      except: [["request"]],
    });
  const ERROR_PAGE = "<title>Something went wrong</title>";
  const LOGIN = "https://login.example/start";
  return [
    found("the page of a correct request", [...CONTROLS, showed(step)], "proceeds"),
    found("sent back with a code", [...CONTROLS, sentTo(step, `${CALLBACK}?code=c&state=s`)], "code"),
    found("sent back with an error", [...CONTROLS, sentTo(step, `${CALLBACK}?error=invalid_request`)], "error"),
    found("a status that refuses", [...CONTROLS, requested(step, 400)], "refused"),
    found(
      "an error of OAuth behind another status",
      [...CONTROLS, { ...requested(step, 200), response: { error: "invalid_request" } }],
      "refused",
    ),
    found(
      "sent with an error to another address than the one asked for",
      [...CONTROLS, sentTo(step, "https://app.example/registered?error=invalid_request")],
      "refused",
    ),
    found(
      "the page that an unknown client gets",
      [showed(RIGHT), showed(UNKNOWN, ERROR_PAGE), showed(step, ERROR_PAGE)],
      "refused",
    ),
    found(
      "passed on as a correct request is, whatever the values",
      [sentTo(RIGHT, `${LOGIN}/1?ticket=a`), requested(UNKNOWN, 400), sentTo(step, `${LOGIN}/2?ticket=b`)],
      "proceeds",
    ),
    found(
      "redirects that were followed to the page of a correct request",
      [
        ...CONTROLS.slice(1),
        sentTo(RIGHT, "/login/1"),
        { ...showed(`${RIGHT}-then-1`), http: at("/login/1") },
        sentTo(step, "/login/2"),
        { ...showed(`${step}-then-1`), http: at("/login/2") },
      ],
      "proceeds",
    ),
    untold("a page that is neither the one nor the other", [...CONTROLS, showed(step, ERROR_PAGE)]),
    untold("a page that everybody gets", [showed(RIGHT), showed(UNKNOWN), showed(step)]),
    untold("a page, and no correct request to hold against it", [requested(UNKNOWN, 400), showed(step)]),
    untold("a page, and no unknown client to hold against it", [showed(RIGHT), showed(step)]),
    untold("a redirect within the server that was not followed to its end", [...CONTROLS, sentTo(step, "/login")]),
    untold("no answer", [...CONTROLS, silent(step)]),
    untold("a page, and an unknown client that got no answer", [showed(RIGHT), silent(UNKNOWN), showed(step)]),
    untold("too many requests", [...CONTROLS, requested(step, 429)]),
    untold("out of service", [...CONTROLS, requested(step, 503)]),
    ...unasked(step),
  ];
};

const at = (path: string): HttpRecord => ({
  method: "GET",
  url: `${ISSUER}${path}`,
  request_headers: [],
  status: 200,
  response_headers: [["Content-Type", "text/html"]],
  body: { encoding: "utf8", data: SIGN_IN },
});
