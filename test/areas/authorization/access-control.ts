// Small captures of servers that want credentials.

import type { Json } from "../../../src/base/json.ts";
import type { Capture, Exchange, HttpRecord } from "../../../src/capture/capture.ts";
import { given, givenIn, type ReadingCase, type SmallCapture } from "../reading-table.ts";
import { answered, overHttp } from "../small-captures.ts";

export const challenged = (challenge: string, status = 401): readonly [number, Partial<HttpRecord>] => [
  status,
  { response_headers: [["WWW-Authenticate", challenge]] },
];

/** A request that was answered with a status and nothing else. */
export const asked = (step: string, status: number, http: Partial<HttpRecord> = {}): Exchange =>
  overHttp({ step, request: { jsonrpc: "2.0", id: 1, method: "ping" } }, status, http);

/** What shows that the server means OAuth. */
export const BEARER = 'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource/mcp"';

/** The plain request without credentials, refused with a challenge. */
export const walled = (challenge = BEARER, step = "no-token-1"): Exchange => asked(step, ...challenged(challenge));

/** A public document that was fetched. */
export const fetched = (step: string, document: Json, status = 200): Exchange =>
  overHttp({ step, response: document }, status, { method: "GET" });

export const notFound = (step: string): Exchange => overHttp({ step }, 404, { method: "GET" });

export const target = (url = "https://example.com/mcp", ...header_names: string[]): Capture["target"] & object => ({
  kind: "http",
  url,
  header_names,
});

/** A capture of one HTTP endpoint. */
export const givenTarget = givenIn((exchanges) => ({ transport: "streamable-http", target: target(), exchanges }));

/** The same, of a server that wants credentials as the specification says. */
export const givenProtected = givenIn((exchanges) => behind(...exchanges));

/** A server that wants credentials as the specification says. */
export const behind = (...exchanges: Exchange[]): SmallCapture => ({
  transport: "streamable-http",
  target: target(),
  exchanges: [walled(), ...exchanges],
});

/** What every fact about tokens and metadata says of servers without such a wall. */
export const ELSEWHERE: readonly ReadingCase[] = [
  givenTarget("a server that asks for nothing", [overHttp(answered("no-token-1", "ping", {}), 200)]).inapplicable(
    "precondition-absent",
  ),
  given("a capture without a request without credentials").unseen("not-probed"),
];

/** What those say that are about OAuth alone. */
export const OTHER_SCHEME: ReadingCase = givenTarget("a server with a scheme of its own", [
  walled("ApiKey"),
]).inapplicable("precondition-absent");

/** A token that was agreed on by other means is sent as Bearer, too. */
export const BARE_BEARER: ReadingCase = givenTarget(
  "a Bearer challenge that names no metadata, and no metadata anywhere",
  [walled('Bearer realm="notes"'), notFound("resource-metadata-path")],
).inapplicable("precondition-absent");
