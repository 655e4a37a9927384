// Issuing: what is refused, what is written, and what a second look compares.

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { compareCertificate } from "../../src/certificate/compare.ts";
import { type IssueRequest, issueCertificate } from "../../src/certificate/issue.ts";
import { generateSigningKey, readSigningKey, SigningKeyError } from "../../src/certificate/signing-key.ts";
import { ISSUER, pemOf, seedOf } from "./make/keys.ts";
import { auditOf, issueFor, sampleCapture } from "./make/sample-capture.ts";

const NOW = Date.parse("2026-03-01T12:05:00Z");

const issue = (capture: Capture, changes: Partial<IssueRequest> = {}) =>
  issueCertificate({
    audit: auditOf(capture),
    capture,
    key: ISSUER,
    issuer: "Example",
    now: NOW,
    ruleset: {},
    ...changes,
  });

const STDIO = sampleCapture({ target: { kind: "stdio", command: ["server"], env_names: [] }, transport: "stdio" });

test("Keys and certificates: the same capture and key give the same certificate, whenever it is signed", () => {
  const capture = sampleCapture();
  expect(issue(capture)).toEqual(issue(capture, { now: NOW + 86_400_000 }));
});

test("it lasts from the observation on, not from the signing", () => {
  const issued = issue(sampleCapture(), { validDays: 7, now: NOW + 3 * 86_400_000 });
  expect(issued).toMatchObject({
    ok: true,
    body: { observed_at: "2026-03-01T12:00:00.000Z", expires_at: "2026-03-08T12:00:00.000Z" },
  });
});

test("what varies is kept apart from what does not", () => {
  const { body } = issueFor(sampleCapture());
  expect(JSON.stringify(body.measured)).not.toMatch(/latency/);
  expect(body.volatile?.["C6"]).toHaveProperty("latency_ms");
});

test("a grade of nothing but failures can be certified too", () => {
  expect(issue(sampleCapture({}, []))).toMatchObject({ ok: true });
});

describe("no certificate, and why", () => {
  test.each<[string, Capture, Partial<IssueRequest>, RegExp]>([
    ["unclosed", sampleCapture({ closed: false }), {}, /never closed/],
    ["unreachable", sampleCapture({ outcome: "unreachable" }), {}, /not reached/],
    ["auth wall", sampleCapture({ outcome: "auth-required" }), {}, /credentials/],
    ["interrupted", sampleCapture({ outcome: "aborted" }), {}, /interrupted/],
    ["out of time", sampleCapture({ outcome: "run-timed-out" }), {}, /time of the run/],
    [
      "TLS unchecked",
      sampleCapture({ target: { kind: "http", url: "https://a.example/mcp", header_names: [], insecure: true } }),
      {},
      /TLS/,
    ],
    ["no handshake", sampleCapture({ exchanges: [] }), {}, /handshake/],
    ["no time", withoutTime(), {}, /when it was made/],
    ["too old", sampleCapture(), { now: NOW + 30 * 86_400_000 }, /older than/],
    ["from the future", sampleCapture(), { now: NOW - 86_400_000 }, /future/],
    ["too many days", sampleCapture(), { validDays: 91 }, /1 to 90/],
    ["half a day", sampleCapture(), { validDays: 0.5 }, /1 to 90/],
    ["nobody", sampleCapture(), { issuer: " " }, /--issuer/],
    ["another subject", sampleCapture(), { subject: "https://other.example/mcp" }, /another server/],
    ["a command without a name", STDIO, {}, /stdio:<name>@<version>/],
    ["a command as an address", STDIO, { subject: "https://mcp.example.com/mcp" }, /stdio:<name>@<version>/],
    [
      "a secret address",
      sampleCapture({
        target: { kind: "http", url: "https://a.example/mcp?key=[redacted:0123456789ab]", header_names: [] },
      }),
      {},
      /secret/,
    ],
    ["half a surrogate pair", sampleCapture({ server_label: "\u{d800}" }), {}, /surrogate/],
  ])("%s", (_name, capture, changes, reason) => {
    const issued = issue(capture, changes);
    expect(issued).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  function withoutTime(): Capture {
    const { started_at: _gone, ...rest } = sampleCapture();
    return rest;
  }
});

describe("subjects", () => {
  test.each(["stdio:memory@1.2.0", "stdio:@scope/server@2026.1.0-rc.1"])("%s", (subject) => {
    expect(issue(STDIO, { subject })).toMatchObject({ ok: true, body: { subject: { server_url: subject } } });
  });

  test.each(["stdio:memory", "stdio:@1", "stdio:a b@1", "stdio:a@1\n"])("not %j", (subject) => {
    expect(issue(STDIO, { subject }).ok).toBe(false);
  });

  test("an address may be named without its query", () => {
    const capture = sampleCapture({
      target: { kind: "http", url: "https://a.example/mcp?key=[redacted:0123456789ab]", header_names: [] },
    });
    expect(issue(capture, { subject: "https://a.example/mcp" })).toMatchObject({ ok: true });
  });
});

describe("keys", () => {
  test("a made key signs what its public half verifies", () => {
    const made = generateSigningKey();
    expect(readSigningKey(made.private_pem).spki_hex).toBe(made.spki_hex);
    expect(made.public_pem).toMatch(/BEGIN PUBLIC KEY/);
  });

  const rsa = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString();
  const encrypted = generateKeyPairSync("ed25519")
    .privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "x" })
    .toString();

  test.each([
    ["the public half", generateSigningKey().public_pem],
    ["another kind", rsa],
    ["an encrypted one", encrypted],
    ["a cut one", pemOf(seedOf("x")).replace(/\n.{20}/, "\n")],
    ["nothing", ""],
  ])("not %s, and its text stays out of the message", (_name, pem) => {
    expect(() => readSigningKey(pem)).toThrow(SigningKeyError);
    const secret = pem.split("\n")[1];
    try {
      readSigningKey(pem);
    } catch (error) {
      if (secret) expect(String(error)).not.toContain(secret);
    }
  });
});

describe("compared with today", () => {
  const { body } = issueFor(sampleCapture());
  const url = "https://mcp.example.com/mcp";

  test("nothing changed", () => {
    expect(compareCertificate({ body, audit: auditOf(sampleCapture()), url })).toMatchObject({
      holds: true,
      surface: "same",
      subject: "same",
      grade: { certified: "A", now: "A" },
    });
  });

  test("a changed tool voids it, even if everything passes", () => {
    const [first, second] = auditTools();
    const changed = sampleCapture({}, [first, { ...second, description: `${second.description} And more.` }]);
    expect(compareCertificate({ body, audit: auditOf(changed), url })).toMatchObject({
      holds: false,
      surface: "changed",
    });
  });

  test("another order of the same tools does not", () => {
    const [first, second] = auditTools();
    expect(compareCertificate({ body, audit: auditOf(sampleCapture({}, [second, first])), url }).surface).toBe("same");
  });

  test("a lost criterion does", () => {
    const silent = sampleCapture();
    const audit = auditOf({ ...silent, exchanges: silent.exchanges.slice(0, 3) });
    const found = compareCertificate({ body, audit, url });
    expect(found.holds).toBe(false);
    expect(found.criteria.find(({ id }) => id === "C10")).toEqual({ id: "C10", certified: true, now: false });
  });

  test("another server is another matter", () => {
    expect(
      compareCertificate({ body, audit: auditOf(sampleCapture()), url: "https://other.example/mcp" }),
    ).toMatchObject({ subject: "other", holds: false });
  });

  function auditTools() {
    const { result } = sampleCapture().exchanges[1]!.response as unknown as {
      result: { tools: { description: string }[] };
    };
    return result.tools as unknown as [{ description: string }, { description: string }];
  }
});
