// Every way to sign in, against a real authorization server and a protected server on the official SDK.

import { afterAll, beforeAll, expect, test } from "vitest";
import { readClientKey } from "../../../src/features/auth/client/read-client-key.ts";
import { readClientOf } from "../../../src/features/auth/client/stored-client.ts";
import { captureFlow } from "../../../src/features/auth/flow-capture.ts";
import { renewToken, type SignInRequest, type SignInResult, signIn } from "../../../src/features/auth/sign-in.ts";
import { secretsIn, type TokenRecord } from "../../../src/features/auth/tokens/token-record.ts";
import {
  type AuthorizationServer,
  CLIENT,
  CLIENT_DOCUMENT,
  MACHINE_SECRET,
  startAuthorizationServer,
} from "../support/authorization-server.ts";
import { type ProtectedServer, startProtectedServer } from "../support/protected-server.ts";
import { requestWith, targetAt } from "../support/sign-in.ts";

let issuer: AuthorizationServer;
let server: ProtectedServer;

beforeAll(async () => {
  // An issuer with a path is the harder one to find.
  issuer = await startAuthorizationServer("/tenant1");
  server = await startProtectedServer(issuer.issuer);
});

afterAll(async () => {
  await server.close();
  await issuer.close();
});

const attempt = (change: Partial<SignInRequest>): Promise<SignInResult> =>
  signIn(targetAt(server.url), requestWith(change));

const signedIn = async (change: Partial<SignInRequest>): Promise<SignInResult & { readonly record: TokenRecord }> => {
  const { record, ...rest } = await attempt(change);
  expect(rest.failure).toBeUndefined();
  if (!record) throw new Error("no token");
  return { record, ...rest };
};

const stepsOf = ({ signedIn: { exchanges } }: SignInResult): (string | undefined)[] =>
  exchanges.map(({ step }) => step);

/** The token works where it was asked for. */
const opens = async ({ access_token }: TokenRecord): Promise<number> => {
  const response = await fetch(server.url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${access_token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await response.arrayBuffer();
  return response.status;
};

test("a browser, a client that was registered beforehand, and a token that is renewed", async () => {
  const told: string[] = [];
  const result = await signedIn({ client: { clientId: CLIENT.native }, tell: (line) => told.push(line) });
  expect(told).toEqual([`authorization server: ${issuer.issuer}`]);
  expect(result.record).toMatchObject({ resource: server.url, issuer: issuer.issuer, scope: "notes:read" });
  expect(stepsOf(result)).toEqual([
    "challenge",
    "resource-metadata:named",
    "authorization-server:rfc8414",
    "authorization",
    "token",
  ]);
  expect(await opens(result.record)).toBe(200);
  const renewed = await renewToken(targetAt(server.url), result.record, requestWith());
  expect(renewed.failure).toBeUndefined();
  expect(renewed.record?.access_token).not.toBe(result.record.access_token);
  expect(renewed.record?.refresh_token).toBeDefined();
  // Nothing that was asked for, handed out or made up on the way is in what is kept of it.
  const about = { startedAt: "2026-01-01T00:00:00.000Z", tool: { name: "mcptest", version: "0" } };
  for (const { signedIn: flow, record } of [result, renewed]) {
    const text = JSON.stringify(captureFlow(targetAt(server.url), flow, about));
    expect(flow.secrets.length).toBeGreaterThan(1);
    for (const secret of [...flow.secrets, ...(record ? secretsIn(record) : [])]) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted:");
  }
});

test("a client metadata document of the user's own", async () => {
  const { record } = await signedIn({ client: { metadataUrl: CLIENT_DOCUMENT } });
  expect(record.client_id).toBe(CLIENT_DOCUMENT);
  expect(record).not.toHaveProperty("redirect_uri");
  expect(await opens(record)).toBe(200);
});

test("nothing is registered without a yes, and a registration is used again", async () => {
  const asked: string[] = [];
  const ask = (answer: boolean) => (name: string) => {
    asked.push(name);
    return Promise.resolve(answer);
  };
  const refused = await attempt({ mayRegister: ask(false) });
  expect(refused.failure).toMatchObject({ problem: "no-client", line: expect.stringContaining("--register") });
  expect(stepsOf(refused)).not.toContain("registration");
  const first = await signedIn({ mayRegister: ask(true) });
  expect(stepsOf(first)).toContain("registration");
  expect(asked).toEqual([issuer.issuer, issuer.issuer]);
  const again = await signedIn({ client: { registered: readClientOf([first.record]) } });
  expect(again.record.client_id).toBe(first.record.client_id);
  expect(stepsOf(again)).not.toContain("registration");
});

test("without a browser: a secret, a key, a refresh token", async () => {
  const bySecret = await signedIn({ way: "client", client: { clientId: CLIENT.machine, secret: MACHINE_SECRET } });
  const key = await readClientKey(JSON.stringify(issuer.clientKey));
  const byKey = await signedIn({ way: "client", client: { clientId: CLIENT.key, key } });
  expect(await Promise.all([opens(bySecret.record), opens(byKey.record)])).toEqual([200, 200]);
  expect(JSON.stringify(bySecret.record)).not.toContain(MACHINE_SECRET);
  const { record } = await signedIn({ client: { clientId: CLIENT.native } });
  const refreshToken = record.refresh_token ?? "";
  const byRefresh = await signedIn({ way: "refresh-token", client: { clientId: CLIENT.native }, refreshToken });
  expect(await opens(byRefresh.record)).toBe(200);
});

test("what the authorization server refuses is said in its words", async () => {
  const wrong = await attempt({ way: "client", client: { clientId: CLIENT.machine, secret: "not-the-secret" } });
  expect(wrong.failure?.problem).toBe("refused");
  expect(wrong.failure?.line).toMatch(/\/tenant1\/token answered 401/);
  const unknown = await attempt({ client: { clientId: CLIENT.native }, issuer: "https://elsewhere.example" });
  expect(unknown.failure).toMatchObject({
    problem: "unknown-issuer",
    line: `--authorization-server is none of those that the server names: ${issuer.issuer}`,
  });
});
