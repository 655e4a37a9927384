import { expect, test } from "vitest";
import type { Header } from "../../src/base/header.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { chooseScope } from "../../src/features/auth/flow/scope.ts";
import type { AuthAnswer } from "../../src/probe/oauth/auth-http.ts";
import { readChallenge } from "../../src/probe/oauth/challenge.ts";
import { covers, readResource } from "../../src/probe/oauth/resource-metadata.ts";
import { readServer } from "../../src/probe/oauth/server-metadata.ts";
import { resourcePlaces, serverPlaces } from "../../src/protocol/well-known.ts";

const addresses = (places: readonly { readonly route: string; readonly url: URL }[]): string[] =>
  places.map(({ route, url }) => `${route} ${url.href}`);

test("the places of an issuer, in the order the revisions name", () => {
  expect(addresses(serverPlaces(new URL("https://a.example/tenant1")))).toEqual([
    "rfc8414 https://a.example/.well-known/oauth-authorization-server/tenant1",
    "openid https://a.example/.well-known/openid-configuration/tenant1",
    "openid-appended https://a.example/tenant1/.well-known/openid-configuration",
  ]);
  expect(addresses(serverPlaces(new URL("https://a.example/")))).toEqual([
    "rfc8414 https://a.example/.well-known/oauth-authorization-server",
    "openid https://a.example/.well-known/openid-configuration",
  ]);
});

test("the places of a resource, without what stands in its query", () => {
  const named = new URL("https://b.example/meta");
  expect(addresses(resourcePlaces(new URL("https://a.example/x/mcp?key=1"), named))).toEqual([
    "named https://b.example/meta",
    "path https://a.example/.well-known/oauth-protected-resource/x/mcp",
    "root https://a.example/.well-known/oauth-protected-resource",
  ]);
  expect(resourcePlaces(new URL("https://a.example"), undefined)).toHaveLength(1);
});

const answerFrom = (headers: readonly Header[], status = 401): AuthAnswer => ({
  exchange: "login/x",
  url: new URL("https://a.example/doc"),
  status,
  headers,
});

test("a challenge: the hint, the scope, and what is no address", () => {
  const endpoint = new URL("https://a.example/mcp");
  const read = (value: string, status = 401) =>
    readChallenge(answerFrom([["WWW-Authenticate", value]], status), endpoint);
  expect(read('Bearer resource_metadata="https://a.example/m", scope="a b"')).toMatchObject({
    resourceMetadata: new URL("https://a.example/m"),
    scope: "a b",
    open: false,
  });
  expect(read('Bearer resource_metadata="/m"').resourceMetadata?.href).toBe("https://a.example/m");
  expect(read('Bearer resource_metadata="http://["')).not.toHaveProperty("resourceMetadata");
  expect(read("Basic", 200).open).toBe(true);
});

test.each([
  ["https://a.example/mcp", true],
  ["https://a.example/mcp/", true],
  ["https://a.example", true],
  ["https://a.example/mc", false],
  ["https://a.example/mcp/more", false],
  ["https://b.example/mcp", false],
  ["http://a.example/mcp", false],
  ["https://user@a.example/mcp", false],
  ["mcp", false],
])("a token for %s is for https://a.example/mcp: %s", (resource, expected) => {
  expect(covers(resource, new URL("https://a.example/mcp"))).toBe(expected);
});

const resource = (document: JsonObject) =>
  readResource(document, answerFrom([], 200), "root", new URL("https://a.example/mcp"));

test("resource metadata that says too little", () => {
  expect(resource({})).toMatchObject({ problem: "incomplete" });
  const named = { resource: "https://a.example/mcp" };
  expect(resource(named)).toMatchObject({ problem: "no-issuer" });
  expect(resource({ ...named, authorization_servers: ["file:///etc"] })).toMatchObject({ problem: "bad-address" });
  expect(
    resource({ ...named, authorization_servers: ["https://i.example"], scopes_supported: ["a", 1] }),
  ).toMatchObject({
    issuers: ["https://i.example"],
    scopes: ["a"],
  });
});

test("server metadata: the issuer character by character, and addresses that are addresses", () => {
  const read = (document: JsonObject) => readServer(document, answerFrom([], 200), "rfc8414", "https://i.example");
  const good = { issuer: "https://i.example", token_endpoint: "https://t.example/token" };
  expect(read(good)).toMatchObject({ issuer: "https://i.example", promisesIssuer: false });
  for (const issuer of ["https://i.example/", "HTTPS://i.example", "https://I.example"])
    expect(read({ ...good, issuer }), issuer).toMatchObject({ problem: "other-issuer" });
  expect(read({ token_endpoint: "https://t.example" })).toMatchObject({ problem: "other-issuer" });
  expect(read({ ...good, token_endpoint: "javascript:alert(1)" })).toMatchObject({ problem: "incomplete" });
  expect(read({ ...good, authorization_endpoint: "javascript:alert(1)" })).toMatchObject({ problem: "bad-address" });
  expect(read({ ...good, registration_endpoint: "https://u:p@t.example/" })).toMatchObject({ problem: "bad-address" });
});

test("the scope: what the user says, else the challenge, else the resource, and a refresh token where it is offered", () => {
  const found = { server: { scopes: ["offline_access"] }, challengedScope: "a b", resourceScopes: ["c"] };
  expect(chooseScope({ way: "browser" }, found)).toBe("a b offline_access");
  expect(chooseScope({ way: "client" }, found)).toBe("a b");
  expect(chooseScope({ way: "client" }, { ...found, challengedScope: undefined })).toBe("c");
  expect(chooseScope({ way: "browser", scope: "x" }, found)).toBe("x");
  expect(chooseScope({ way: "client" }, { server: { scopes: [] }, resourceScopes: [] })).toBeUndefined();
});
