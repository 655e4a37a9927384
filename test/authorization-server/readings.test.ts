// What is read from small sessions with an authorization server.

import { describe, expect, test } from "vitest";
import { otherRedirects } from "../../src/areas/authorization-server/steps/authorization-steps.ts";
import { describeToken } from "../../src/areas/authorization-server/steps/token-steps.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { failedIn, stateOf, TOOL } from "./judge-authorization-server.ts";

const ISSUER = "https://auth.example.com";
const CALLBACK = "http://127.0.0.1:8976/callback";
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  code_challenge_methods_supported: ["S256"],
  client_id_metadata_document_supported: true,
};

const exchange = (
  step: string,
  url: string,
  http: Partial<Exchange["http"]>,
  response?: Exchange["response"],
): Exchange => ({
  id: `authorization/${step}`,
  conversation: "authorization",
  step,
  http: { method: "GET", url, request_headers: [], ...http },
  ...(response === undefined ? {} : { response }),
});

const authorize = (parameters: Record<string, string>): string =>
  `${ISSUER}/authorize?${new URLSearchParams({ redirect_uri: CALLBACK, state: "s", ...parameters })}`;

const sessionOf = (...exchanges: readonly Exchange[]): Capture => ({
  format: "mcptest-capture/1",
  server_label: ISSUER,
  server_capabilities: null,
  target: { kind: "http", url: ISSUER, header_names: [] },
  transport: "streamable-http",
  revisions: { probed: "2026-07-28", asked: [] },
  authorization: { issuer: ISSUER, client: { kind: "given", redirect_uris: [CALLBACK], confidential: false } },
  conversations: [
    { id: "authorization", purpose: "a test", transport: "streamable-http", probes: "2026-07-28", opened_ms: 0 },
  ],
  exchanges: [exchange("authorization-server-rfc8414", `${ISSUER}/x`, { status: 200 }, METADATA), ...exchanges],
  outcome: "complete",
});

const LOGIN = '<title>Sign in</title><form><input name="username"></form>';
const page = (step: string, parameters: Record<string, string>, data = LOGIN): Exchange =>
  exchange(step, authorize(parameters), {
    status: 200,
    response_headers: [["Content-Type", "text/html"]],
    body: { encoding: "utf8", data },
  });
const refused = (step: string): Exchange => exchange(step, authorize({}), { status: 400 });

describe("a request that should be refused", () => {
  const right = page("authorization-request-right", { client_id: "known" });

  test("is not, where it gets the page that a correct one gets and an unknown client does not", async () => {
    const capture = sessionOf(
      right,
      refused("authorization-request-unknown-client"),
      page("authorization-without-pkce", {}),
    );
    expect(failedIn(await makeResult(capture, { tool: TOOL }))).toContain("AS-001");
  });

  test("may be, where everybody gets the same page", async () => {
    const everybody = page("authorization-request-unknown-client", {});
    const result = await makeResult(sessionOf(right, everybody, page("authorization-without-pkce", {})), {
      tool: TOOL,
    });
    expect(stateOf(result, "AS-001")).toBe("inconclusive");
  });

  test("may be, where it gets another page", async () => {
    const other = page("authorization-without-pkce", {}, "<title>Something went wrong</title>");
    const result = await makeResult(sessionOf(right, refused("authorization-request-unknown-client"), other), {
      tool: TOOL,
    });
    expect(stateOf(result, "AS-001")).toBe("inconclusive");
  });

  test("is not, where a client document on a private address is taken", async () => {
    const controls = [right, refused("authorization-request-unknown-client")];
    const taken = await makeResult(sessionOf(...controls, page("private-client-document", {})), { tool: TOOL });
    expect(failedIn(taken)).toContain("AS-021");
    const kept = await makeResult(sessionOf(...controls, refused("private-client-document")), { tool: TOOL });
    expect(stateOf(kept, "AS-021")).toBe("pass");
  });
});

test("what was typed and is nobody's metadata is not guilty of anything", async () => {
  const { exchanges: _, ...session } = sessionOf();
  const result = await makeResult(
    { ...session, exchanges: [exchange("authorization-server-rfc8414", `${ISSUER}/x`, { status: 404 })] },
    { tool: TOOL },
  );
  expect(result.server.outcome).toBe("no-metadata");
});

test("addresses beside a registered one differ in one part each; the port of a loopback address is left alone", () => {
  expect(otherRedirects([CALLBACK, "https://app.example/cb"])).toEqual([
    ["path", "https://app.example/cb/mcptest"],
    ["query", "https://app.example/cb?mcptest=1"],
    ["port", "https://app.example:8443/cb"],
    ["scheme", "http://app.example/cb"],
    ["host", "https://mcptest-elsewhere.invalid/cb"],
  ]);
  expect(otherRedirects([CALLBACK]).map(([name]) => name)).toEqual(["path", "query", "scheme", "host"]);
});

test("of a token only its form and audience are kept", () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  expect(describeToken("abc")).toEqual({ form: "opaque" });
  expect(describeToken(`${part({ alg: "x" })}.${part({ aud: ["a", "b"], sub: "me" })}.s`)).toEqual({
    form: "jwt",
    audience: ["a", "b"],
  });
  expect(describeToken(`${part({})}.${part({ aud: "a" })}.s`)).toEqual({ form: "jwt", audience: ["a"] });
});
