// The issuer of --issue-tokens: what it publishes, and that a verifier which looks at everything takes its good tokens only.

import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WRONG_TOKENS } from "../../src/base/token-kind.ts";
import { type Issuer, startIssuer } from "../../src/features/token-issuer/issuer.ts";

const audience = "http://localhost:8080/mcp";
const order = { audience, scopes: ["a", "b"] };
let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer(0, (error) => {
    throw error;
  });
});
afterAll(() => issuer.close());

const read = async (path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(`${issuer.address}${path}`)).json()) as Record<string, unknown>;

const verified = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${issuer.address}/jwks`)), {
    issuer: issuer.address,
    audience,
    algorithms: ["RS256"],
  });

test("metadata of both kinds names the issuer and its keys", async () => {
  for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"])
    expect(await read(path)).toMatchObject({ issuer: issuer.address, jwks_uri: `${issuer.address}/jwks` });
  expect(JSON.stringify(await read("/jwks"))).not.toMatch(/"d":|"p":/);
});

test("a good token is good", async () => {
  const { payload } = await verified(await issuer.token("good", order));
  expect(payload).toMatchObject({ sub: "mcptest-user-1", scope: "a b", aud: audience });
  const { payload: other } = await verified(await issuer.token("good", order, "mcptest-user-2"));
  expect(other.sub).toBe("mcptest-user-2");
});

test.each(WRONG_TOKENS)("%s is not", async (kind) => {
  await expect(verified(await issuer.token(kind, order))).rejects.toThrow();
});

test("only tokens in force are active by introspection", async () => {
  const ask = async (token: string): Promise<unknown> => {
    const body = new URLSearchParams({ token });
    return (
      (await (await fetch(`${issuer.address}/introspect`, { method: "POST", body })).json()) as { active: unknown }
    ).active;
  };
  expect(await ask(await issuer.token("good", order))).toBe(true);
  expect(await ask(await issuer.token("expired", order))).toBe(false);
  expect(await ask("made-up")).toBe(false);
});

test("Tokens of others, and made ones: after the end nobody listens", async () => {
  const short = await startIssuer(0, () => {});
  await short.close();
  await expect(fetch(`${short.address}/jwks`)).rejects.toThrow();
});
