// What servers and browsers may do wrong on the way to a token: it is refused, it is said in one line, and nothing is left behind.

import { createServer } from "node:http";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SignInRequest, type SignInResult, signIn } from "../../../src/features/auth/sign-in.ts";
import { openAuthHttp } from "../../../src/probe/oauth/auth-http.ts";
import { discoverServer } from "../../../src/probe/oauth/server-metadata.ts";
import { openRun } from "../../../src/probe/open-run.ts";
import { closing, listenOn } from "../support/authorization-server.ts";
import { metadataOf, type Script, type ScriptedIssuer, startScriptedIssuer } from "../support/scripted-issuer.ts";
import { requestWith, targetAt } from "../support/sign-in.ts";

interface Attempted {
  readonly result: SignInResult;
  readonly issuer: ScriptedIssuer;
  /** The port that the browser was to come back to, if it got so far. */
  readonly port: number | undefined;
}

type Return = (answer: URLSearchParams, address: URL) => void;

/** A browser that comes back with what it is told. */
const attempt = async (
  script: Script,
  come: Return | "never" = () => {},
  change: Partial<SignInRequest> = {},
): Promise<Attempted> => {
  const issuer = await startScriptedIssuer(script);
  let port: number | undefined;
  const result = await signIn(
    targetAt(issuer.url),
    requestWith({
      client: { clientId: "somebody" },
      ...change,
      show: (address) => {
        const back = new URL(address.searchParams.get("redirect_uri") ?? "");
        port = Number(back.port);
        if (come === "never") return;
        const answer = new URLSearchParams({
          code: "scripted-code",
          state: address.searchParams.get("state") ?? "",
          iss: issuer.origin,
        });
        come(answer, address);
        back.search = answer.toString();
        // Where nobody waits any more, nobody answers.
        fetch(back).catch(() => {});
      },
    }),
  );
  return { result, issuer, port };
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

test("with nothing wrong there is a token, and the answer is taken once", async () => {
  const { result, port } = await attempt(() => ({}));
  expect(result.record?.access_token).toBe("scripted-access-token");
  expect(await isListening(port ?? 0)).toBe(false);
});

test("an issuer that differs by a slash is the one that the user says it is", async () => {
  const script: Script = (origin) => ({
    "/meta": { body: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/`] } },
  });
  const issuer = await startScriptedIssuer(script);
  const change = { way: "client", client: { clientId: "c", secret: "s" }, issuer: issuer.origin } as const;
  const { record } = await signIn(targetAt(issuer.url), requestWith(change));
  expect(record?.issuer).toBe(issuer.origin);
});

describe("Consent to an issuer: documents that lie are not used", () => {
  const CASES: readonly (readonly [string, Script, string, RegExp])[] = [
    [
      "metadata of another issuer",
      (origin) => ({
        "/.well-known/oauth-authorization-server": {
          body: { ...metadataOf(origin), issuer: "https://honest.example" },
        },
      }),
      "other-issuer",
      /says that its issuer is https:\/\/honest\.example/,
    ],
    [
      "an issuer that differs by a slash",
      (origin) => ({ "/meta": { body: { resource: `${origin}/mcp`, authorization_servers: [`${origin}/`] } } }),
      "other-issuer",
      /was asked for; it is not used; if it is the one you mean, say --authorization-server http:\S+\d$/,
    ],
    [
      "resource metadata about another resource",
      (origin) => ({ "/meta": { body: { resource: "https://bank.example/mcp", authorization_servers: [origin] } } }),
      "other-resource",
      /is about https:\/\/bank\.example\/mcp/,
    ],
    [
      "resource metadata without an issuer",
      (origin) => ({ "/meta": { body: { resource: `${origin}/mcp`, authorization_servers: [] } } }),
      "no-issuer",
      /names no authorization server/,
    ],
    [
      "an issuer in the open",
      (origin) => ({ "/meta": { body: { resource: `${origin}/mcp`, authorization_servers: ["http://8.8.8.8"] } } }),
      "not-https",
      /8\.8\.8\.8 is not https/,
    ],
    [
      "metadata that is no JSON",
      () => ({ "/.well-known/oauth-authorization-server": { body: "<html>" } }),
      "not-json",
      /did not answer with a JSON object/,
    ],
    [
      "an authorization server without PKCE",
      (origin) => ({
        "/.well-known/oauth-authorization-server": {
          body: { ...metadataOf(origin), code_challenge_methods_supported: ["plain"] },
        },
      }),
      "no-pkce",
      /does not say that it knows PKCE/,
    ],
    [
      "a redirect loop",
      () => ({
        "/.well-known/oauth-authorization-server": {
          status: 302,
          headers: { location: "/.well-known/oauth-authorization-server" },
        },
      }),
      "redirected",
      /redirects more than 3 times/,
    ],
    [
      "a redirect to another origin",
      () => ({
        "/.well-known/oauth-authorization-server": { status: 302, headers: { location: "https://other.example/" } },
      }),
      "redirected",
      /another origin, https:\/\/other\.example/,
    ],
  ];

  test.each(CASES)("%s", async (_name, script, problem, line) => {
    const { result, issuer } = await attempt(script);
    expect(result.failure).toMatchObject({ problem, line: expect.stringMatching(line) });
    expect(issuer.asked).not.toContain("/token");
  });
});

test("Consent to an issuer: a private address that a public server names is not dialled", async () => {
  let dialled = 0;
  const inside = createServer(() => {});
  inside.on("connection", () => dialled++);
  const port = await listenOn(inside);
  onTestFinished(() => closing(inside));
  const target = targetAt("https://mcp.example/mcp");
  const { context, end } = openRun(target, { client: { name: "t", version: "0" }, metadata: { private: false } });
  const http = openAuthHttp(context, target, { id: "login", purpose: "a test" });
  onTestFinished(() => {
    http.close();
    end();
  });
  const found = await discoverServer(http, `http://127.0.0.1:${port}`);
  expect(found).toMatchObject({
    ok: false,
    failures: [{ problem: "forbidden-address" }, { problem: "forbidden-address" }],
  });
  expect(dialled).toBe(0);
});

describe("Answers of a browser: what does not belong to the sign-in is refused", () => {
  const CASES: readonly (readonly [string, Return, string, RegExp])[] = [
    ["another state", (answer) => answer.set("state", "theirs"), "state-mismatch", /its state is not ours/],
    ["no state", (answer) => answer.delete("state"), "state-mismatch", /its state is not ours/],
    ["two states", (answer) => answer.append("state", "theirs"), "state-mismatch", /its state is not ours/],
    [
      "another issuer",
      (answer) => answer.set("iss", "https://evil.example"),
      "issuer-mismatch",
      /another issuer than http/,
    ],
    [
      "no issuer where one was promised",
      (answer) => answer.delete("iss"),
      "issuer-mismatch",
      /promises to name itself/,
    ],
    [
      "a refusal",
      (answer) => {
        answer.delete("code");
        answer.set("error", "access_denied");
        answer.set("error_description", "not today");
      },
      "denied",
      /sent the browser back with access_denied \(not today\)/,
    ],
    ["neither code nor error", (answer) => answer.delete("code"), "bad-answer", /code/],
  ];

  test.each(CASES)("%s", async (_name, come, problem, line) => {
    const { result, issuer, port } = await attempt(() => ({}), come);
    expect(result.failure).toMatchObject({ problem, line: expect.stringMatching(line) });
    expect(issuer.asked).not.toContain("/token");
    expect(await isListening(port ?? 0)).toBe(false);
  });

  test("the words of another issuer are not repeated", async () => {
    const { result } = await attempt(
      () => ({}),
      (answer) => {
        answer.set("iss", "https://evil.example");
        answer.set("error", "access_denied");
        answer.set("error_description", "call this number");
      },
    );
    expect(JSON.stringify(result.failure)).not.toContain("call this number");
  });
});

describe("Answers of a browser: nothing is left listening", () => {
  test("a browser that never comes back", async () => {
    const { result, port } = await attempt(() => ({}), "never", { waitMs: 30 });
    expect(result.failure).toMatchObject({ problem: "no-answer", line: expect.stringContaining("--wait") });
    expect(result.signedIn.exchanges.at(-1)).toMatchObject({ step: "authorization", trouble: { kind: "timed-out" } });
    expect(await isListening(port ?? 0)).toBe(false);
  });

  test("an interrupt while it is waited for", async () => {
    const ending = new AbortController();
    const run = { client: { name: "t", version: "0" }, signal: ending.signal };
    const { result, port } = await attempt(
      () => ({}),
      () => ending.abort(),
      { run },
    );
    expect(result.failure?.problem).toBe("interrupted");
    expect(result.record).toBeUndefined();
    expect(await isListening(port ?? 0)).toBe(false);
  });
});

describe("a token endpoint that does not answer as it should", () => {
  const token =
    (body: string | Record<string, string | number>): Script =>
    () => ({ "/token": { body } });
  const CASES: readonly (readonly [string, Script, string, RegExp])[] = [
    ["garbage", token("<html>welcome</html>"), "bad-answer", /\/token did not answer as OAuth says/],
    ["2 MB", token({ access_token: "x".repeat(2_000_000), token_type: "Bearer" }), "bad-answer", /\/token: /],
    ["silence", () => ({ "/token": { silent: true } }), "unreachable", /within \d+ ms/],
    ["another kind of token", token({ access_token: "scripted-access-token", token_type: "mac" }), "bad-answer", /./],
    [
      "a token that no header can carry",
      token({ access_token: "a b\r\nc", token_type: "Bearer" }),
      "bad-answer",
      /fits in no/,
    ],
    [
      "a redirect",
      () => ({ "/token": { status: 307, headers: { location: "https://evil.example/" } } }),
      "bad-answer",
      /./,
    ],
    [
      "an error",
      () => ({ "/token": { status: 400, body: { error: "invalid_grant" } } }),
      "refused",
      /answered 400 invalid_grant/,
    ],
    [
      "an error that repeats the code",
      () => ({ "/token": { status: 400, body: { error: "invalid_grant", error_description: "bad scripted-code" } } }),
      "refused",
      /\(bad \[redacted\]\)/,
    ],
  ];

  test.each(CASES)("%s", async (_name, script, problem, line) => {
    const run = { client: { name: "t", version: "0" }, limits: { exchangeMs: 400 } };
    const { result } = await attempt(script, () => {}, { run });
    expect(result.failure).toMatchObject({ problem, line: expect.stringMatching(line) });
    expect(result.record).toBeUndefined();
  });
});

test("where there is no resource metadata the server's own origin issues tokens, by its default endpoints", async () => {
  const { result, issuer } = await attempt(
    () => ({
      "/mcp": { status: 401 },
      "/meta": { status: 404 },
      "/.well-known/oauth-authorization-server": { status: 404 },
    }),
    (answer) => answer.delete("iss"),
  );
  expect(result.record).toMatchObject({ issuer: issuer.origin, resource: issuer.url });
  expect(issuer.asked).toContain("/.well-known/oauth-protected-resource/mcp");
  expect(issuer.asked).toContain("/.well-known/openid-configuration");
});
