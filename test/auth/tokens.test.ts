import { expect, test } from "vitest";
import type { ClientIdentity } from "../../src/features/auth/client/client-identity.ts";
import { identityIn, readClientOf } from "../../src/features/auth/client/stored-client.ts";
import {
  isFresh,
  isTokenFileName,
  readTokenRecord,
  recordFor,
  type TokenRecord,
  tokenFileName,
  writeTokenRecord,
} from "../../src/features/auth/tokens/token-record.ts";
import { recordOf } from "../../src/features/auth/tokens/token-response.ts";
import { LoginStop } from "../../src/probe/oauth/login-failure.ts";

const RECORD: TokenRecord = {
  format: "mcptest-token/1",
  resource: "https://mcp.example/mcp",
  issuer: "https://auth.example",
  client_id: "client",
  access_token: "access",
  obtained_at: "2026-01-01T00:00:00.000Z",
};

test("a file for each resource and issuer, whatever stands in them", () => {
  const names = [
    tokenFileName("https://a.example", "https://b.example"),
    tokenFileName("https://b.example", "https://a.example"),
    tokenFileName("https://a.example/", "https://b.example"),
    // A separator inside one of them must not make two pairs the same.
    tokenFileName('https://a.example","https://b.example', ""),
    tokenFileName("../../etc/passwd", "https://b.example"),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(names.every(isTokenFileName)).toBe(true);
  expect(isTokenFileName("../x.json")).toBe(false);
});

test("what was written is read, and nothing else is", () => {
  const full = { ...RECORD, refresh_token: "refresh", expires_at: "2026-01-01T01:00:00.000Z", scope: "a" };
  expect(readTokenRecord(writeTokenRecord(full))).toEqual(full);
  const wrong = [
    "",
    "[]",
    "{",
    JSON.stringify({ ...RECORD, format: "mcptest-token/2" }),
    JSON.stringify({ ...RECORD, access_token: 1 }),
    JSON.stringify({ ...RECORD, refresh_token: null }),
    JSON.stringify({ ...RECORD, issuer: undefined }),
  ];
  for (const text of wrong) expect(readTokenRecord(text), text).toBeUndefined();
});

test("a token is renewed a minute before its end, a short one half way", () => {
  const begin = Date.parse(RECORD.obtained_at);
  const lasting = (seconds: number): TokenRecord => ({
    ...RECORD,
    expires_at: new Date(begin + seconds * 1_000).toISOString(),
  });
  const freshFor = (record: TokenRecord, seconds: number): boolean => isFresh(record, begin + seconds * 1_000);
  expect([freshFor(lasting(3_600), 3_539), freshFor(lasting(3_600), 3_541)]).toEqual([true, false]);
  expect([freshFor(lasting(20), 9), freshFor(lasting(20), 11)]).toEqual([true, false]);
  expect(freshFor(RECORD, 10_000_000)).toBe(true);
  expect(freshFor({ ...RECORD, expires_at: "some day" }, 0)).toBe(false);
});

test("a token is used for the endpoints that its resource covers, and for no other", () => {
  const at = (url: string, records: readonly TokenRecord[] = [RECORD], issuer?: string): string | undefined =>
    recordFor(records, new URL(url), issuer)?.access_token;
  expect(at("https://mcp.example/mcp")).toBe("access");
  expect(at("https://mcp.example/mcp/")).toBe("access");
  for (const url of [
    "https://mcp.example/mcp2",
    "https://mcp.example/",
    "http://mcp.example/mcp",
    "https://mcp.example:444/mcp",
    "https://mcp.example.evil/mcp",
  ])
    expect(at(url), url).toBeUndefined();
  const wider = { ...RECORD, resource: "https://mcp.example", access_token: "wider" };
  const later = { ...RECORD, issuer: "https://b.example", access_token: "later", obtained_at: "2026-02-01T00:00:00Z" };
  expect(at("https://mcp.example/mcp", [wider, RECORD, later])).toBe("later");
  expect(at("https://mcp.example/mcp", [wider, RECORD, later], RECORD.issuer)).toBe("access");
  expect(at("https://mcp.example/other", [wider, RECORD, later])).toBe("wider");
});

test("a client that was registered at one issuer is nothing to another", () => {
  const registered = { ...RECORD, redirect_uri: "http://127.0.0.1:1/callback", client_secret: "handed-out" };
  expect(identityIn(RECORD).how).toBe("pre-registered");
  expect([...readClientOf([RECORD, registered]).keys()]).toEqual(["https://auth.example"]);
  expect(readClientOf([registered]).get("https://other.example")).toBeUndefined();
});

const IDENTITY: ClientIdentity = { clientId: "client", how: "pre-registered", secret: "the-user's-own" };
const about = { resource: RECORD.resource, issuer: RECORD.issuer, identity: IDENTITY, now: 0 };

test("what is kept of a token response", () => {
  const response = { access_token: "abc", token_type: "bearer" as const, expires_in: 1e12 };
  const record = recordOf(response, { ...about, refreshToken: "old" });
  expect(record).toMatchObject({ access_token: "abc", refresh_token: "old", expires_at: "1971-01-02T00:00:00.000Z" });
  expect(JSON.stringify(record)).not.toContain("the-user's-own");
  const registered = { ...IDENTITY, how: "registered" as const, secret: "handed-out" };
  expect(recordOf(response, { ...about, identity: registered })).toMatchObject({ client_secret: "handed-out" });
});

test.each(["with space", "line\nbreak", "ümlaut", `${"x".repeat(12_289)}`])("no header carries %j", (access_token) => {
  expect(() => recordOf({ access_token, token_type: "bearer" }, about)).toThrow(LoginStop);
});
