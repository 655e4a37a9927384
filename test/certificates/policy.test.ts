// Policies: what is read, what is refused, and patterns that reach no further than they look.

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { PolicyError, readPolicy } from "../../src/certificate/read-policy.ts";
import { fitsSubject, patternProblem } from "../../src/certificate/subject-pattern.ts";
import { readKeyText } from "../../src/certificate/verify/key-text.ts";
import { ISSUER, pemOf, seedOf } from "./make/keys.ts";

const KEY = ISSUER.spki_hex;

test("a whole policy", () => {
  expect(
    readPolicy({
      minimum_grade: "B",
      required_criteria: ["C1", "C10"],
      maximum_age: "36h",
      allowed_issuers: [KEY, { name: "observatory", key: KEY.toUpperCase() }],
      subjects: ["https://*.example.com/**", "stdio:*@*"],
    }),
  ).toEqual({
    minimum_grade: "B",
    required_criteria: ["C1", "C10"],
    maximum_age_ms: 36 * 3_600_000,
    allowed_issuers: [{ spki_hex: KEY }, { spki_hex: KEY, name: "observatory" }],
    subjects: ["https://*.example.com/**", "stdio:*@*"],
  });
});

test.each<[string, Json, (string | number)[]]>([
  ["no object", "A", []],
  ["nothing demanded", {}, []],
  ["a misspelt demand", { minimum_garde: "A" }, ["minimum_garde"]],
  ["a name every object has", { constructor: 1 }, ["constructor"]],
  ["no grade", { minimum_grade: "A+" }, ["minimum_grade"]],
  ["no criterion", { required_criteria: ["C1", "C11"] }, ["required_criteria", 1]],
  ["an empty list", { required_criteria: [] }, ["required_criteria"]],
  ["an age without a unit", { maximum_age: 14 }, ["maximum_age"]],
  ["an age of nothing", { maximum_age: "0d" }, ["maximum_age"]],
  ["no key", { allowed_issuers: ["observatory"] }, ["allowed_issuers", 0]],
  [
    "a key of small order",
    { allowed_issuers: [{ key: `302a300506032b6570032100${"01".padEnd(64, "0")}` }] },
    ["allowed_issuers", 0, "key"],
  ],
  ["a private key", { allowed_issuers: [pemOf(seedOf("secret"))] }, ["allowed_issuers", 0]],
  ["more about an issuer", { allowed_issuers: [{ key: KEY, trust: "full" }] }, ["allowed_issuers", 0, "trust"]],
  ["no pattern", { subjects: [7] }, ["subjects", 0]],
  ["half a label", { subjects: ["https://mcp*.example.com/"] }, ["subjects", 0]],
])("refused with its place: %s", (_name, value, path) => {
  try {
    readPolicy(value);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(PolicyError);
    expect((error as PolicyError).path).toEqual(path);
    expect((error as PolicyError).message).not.toMatch(/\n|PRIVATE/);
  }
});

describe("patterns", () => {
  test.each([
    ["**", "https://anything.example/x"],
    ["https://mcp.example.com/mcp", "https://mcp.example.com/mcp"],
    ["https://MCP.example.com/mcp", "https://mcp.EXAMPLE.com:443/mcp"],
    ["https://*.example.com/mcp", "https://mcp.example.com/mcp"],
    ["https://*.example.com/*/mcp", "https://a.example.com/team/mcp"],
    ["https://*.example.com/**", "https://a.example.com/team/one/mcp?x=1"],
    ["https://example.com", "https://example.com/"],
    ["http://localhost:8080/**", "http://localhost:8080/mcp"],
    ["http://[::1]:8080/mcp", "http://[::1]:8080/mcp"],
    ["stdio:memory@*", "stdio:memory@1.2.0"],
    ["stdio:@scope/*@2.*", "stdio:@scope/server@2.1.0"],
  ])("%s fits %s", (pattern, subject) => expect(fitsSubject(pattern, subject)).toBe(true));

  test.each([
    ["https://*.example.com/mcp", "https://example.com/mcp"],
    ["https://*.example.com/mcp", "https://a.b.example.com/mcp"],
    ["https://*.example.com/mcp", "https://evil.net/.example.com/mcp"],
    ["https://*.example.com/mcp", "https://evil.net?.example.com/mcp"],
    ["https://*.example.com/mcp", "https://evil.net#.example.com/mcp"],
    ["https://*.example.com/mcp", "https://x.example.com@evil.net/mcp"],
    ["https://*.example.com/mcp", "https://x.example.com:8443/mcp"],
    ["https://*.example.com/mcp", "http://x.example.com/mcp"],
    ["https://example.com/a/*", "https://example.com/a/../b"],
    ["https://example.com/a/*", "https://example.com/a/b/c"],
    ["https://example.com/a/*", "https://example.com/a/b?c"],
    ["https://*.com/mcp", "https://example.com/MCP"],
    ["stdio:memory@*", "stdio:memory2@1"],
    ["stdio:*@*", "stdio:a/b@1"],
    ["https://example.com/", "stdio:https://example.com/"],
    ["stdio:*", "https://example.com/"],
  ])("%s does not fit %s", (pattern, subject) => expect(fitsSubject(pattern, subject)).toBe(false));

  test("a pattern of many stars costs pattern times text, no more", () => {
    const before = process.cpuUsage();
    expect(fitsSubject(`stdio:${"*a".repeat(400)}`, `stdio:${"a".repeat(2_000)}b`)).toBe(false);
    expect(fitsSubject(`stdio:${"**a".repeat(300)}`, `stdio:${"a".repeat(2_000)}b`)).toBe(false);
    // Exponential work would not end in the lifetime of the machine; a generous bound is bound enough.
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });

  test.each(["", "x".repeat(1_001), "stdio:***", "https://", "https://user@host/", "https://a b/"])(
    "%j is no pattern",
    (pattern) => expect(patternProblem(pattern)).toBeTypeOf("string"),
  );
});

describe("public keys as people hand them over", () => {
  const pem = (hex: string, label = "PUBLIC KEY"): string =>
    `-----BEGIN ${label}-----\n${Buffer.from(hex, "hex").toString("base64")}\n-----END ${label}-----\n`;

  test.each([
    ["SPKI in hex", KEY],
    ["in capitals", KEY.toUpperCase()],
    ["with a line break", `${KEY}\n`],
    ["the bare 32 bytes", KEY.slice(-64)],
    ["PEM", pem(KEY)],
    ["PEM of Windows", pem(KEY).replaceAll("\n", "\r\n")],
  ])("%s", (_name, text) => expect(readKeyText(text)).toMatchObject({ ok: true, spki_hex: KEY }));

  test.each([
    ["nothing", ""],
    ["a word", "observatory"],
    ["half a key", KEY.slice(0, 40)],
    ["another kind of PEM", pem(KEY, "CERTIFICATE")],
    ["a private key", pemOf(seedOf("secret"))],
    ["an RSA label", pem(KEY, "RSA PUBLIC KEY")],
  ])("not %s", (_name, text) => expect(readKeyText(text).ok).toBe(false));
});
