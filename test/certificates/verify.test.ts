// Verification as a library, and as the standard's own short verifier sees our certificates.

import { createPublicKey, verify as verifySignature } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openNodeCrypto } from "../../src/certificate/node-crypto.ts";
import { readMoment, readTime } from "../../src/certificate/verify/times.ts";
import { VerifyUsageError, verifyCertificate, webCrypto } from "../../src/library/verify.ts";
import { ISSUER, STRANGER } from "./make/keys.ts";
import { AT, sampleBody, seal } from "./make/sample.ts";
import { issueFor, sampleCapture } from "./make/sample-capture.ts";

const trusted = [{ spki_hex: ISSUER.spki_hex, name: "observatory" }];
const crypto = openNodeCrypto();

describe("the short verifier of the standard", () => {
  /** What it does, in code of our own: the key named in the text, over the text's bytes. */
  const shortVerifier = (certificate: string): boolean => {
    const { canonical_json: text, signature } = JSON.parse(certificate) as Record<string, string>;
    const { issuer_pubkey_spki_hex: hex } = JSON.parse(text ?? "") as { issuer_pubkey_spki_hex: string };
    const key = createPublicKey({ key: Buffer.from(hex, "hex"), format: "der", type: "spki" });
    return verifySignature(null, Buffer.from(text ?? "", "utf8"), key, Buffer.from(signature ?? "", "base64"));
  };

  test("accepts ours", () => {
    const { text } = issueFor(sampleCapture());
    expect(shortVerifier(text)).toBe(true);
    expect(shortVerifier(text.replace('\\"grade\\":\\"A\\"', '\\"grade\\":\\"B\\"'))).toBe(false);
  });

  test("and ours carry every member that public ones carry", () => {
    const { body } = issueFor(sampleCapture());
    expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(sampleBody())));
  });
});

describe("what comes back", () => {
  test("for a certificate that holds", async () => {
    const found = await verifyCertificate(seal(sampleBody()), { at: AT, trusted, crypto });
    expect(found).toMatchObject({
      valid: true,
      signature_holds: true,
      bare: false,
      at: "2026-03-10T00:00:00.000Z",
      issuer: { spki_hex: ISSUER.spki_hex, trusted: true, known_as: "observatory" },
      rechecked: false,
    });
    expect(found.body?.grade).toBe("A");
    expect(found.certificate_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("no body unless its signature holds", async () => {
    const { body, issuer, signature_holds } = await verifyCertificate(seal(sampleBody(), STRANGER), {
      at: AT,
      trusted,
      crypto,
    });
    expect({ body, issuer, signature_holds }).toEqual({ body: null, issuer: null, signature_holds: false });
  });

  test("unsigned neighbours are noted", async () => {
    const text = JSON.stringify({ ...JSON.parse(seal(sampleBody())), grade: "A+" });
    expect((await verifyCertificate(text, { at: AT, trusted, crypto })).notes).toHaveLength(1);
  });

  test("a text of many megabytes is refused unread", async () => {
    const { failures } = await verifyCertificate(" ".repeat(1_000_001), { at: AT, trusted, crypto });
    expect(failures.map(({ code }) => code)).toEqual(["too-large"]);
  });
});

describe("options", () => {
  const content = seal(sampleBody());

  test.each(["", "yesterday", "2026-13-01", "2026-02-30", Number.NaN, Number.POSITIVE_INFINITY, new Date("x")])(
    "at %s is no time",
    async (at) => {
      await expect(verifyCertificate(content, { at, trusted, crypto })).rejects.toThrow(VerifyUsageError);
    },
  );

  test.each(["2026-03-10", AT, Date.parse(AT), new Date(AT)])("at %s is one", async (at) => {
    expect((await verifyCertificate(content, { at, trusted, crypto })).valid).toBe(true);
  });

  test("a trusted key that cannot be one is the caller's mistake", async () => {
    const wrong = [{ spki_hex: "00", name: "mine" }];
    await expect(verifyCertificate(content, { at: AT, trusted: wrong, crypto })).rejects.toThrow(/mine/);
  });

  test("without a crypto library it takes WebCrypto", async () => {
    expect((await verifyCertificate(content, { at: AT, trusted })).valid).toBe(true);
  });

  test("a WebCrypto without Ed25519 is said in one line, never taken for a forgery", async () => {
    const subtle = globalThis.crypto.subtle;
    const old = webCrypto({
      importKey: () => Promise.reject(Object.assign(new Error("unknown"), { name: "NotSupportedError" })),
      verify: () => Promise.resolve(true),
      digest: (name, data) => subtle.digest(name, data),
    });
    await expect(verifyCertificate(content, { at: AT, trusted, crypto: old })).rejects.toThrow(/does not know Ed25519/);
  });
});

describe("times", () => {
  test.each([
    ["2026-03-01T12:00:00Z", true],
    ["2026-03-01T12:00:00.5Z", true],
    ["2024-02-29T00:00:00Z", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-03-01T24:00:00Z", false],
    ["2026-03-01T12:60:00Z", false],
    ["2026-03-01T12:00:00", false],
    ["2026-03-01T12:00:00+01:00", false],
    ["2026-03-01t12:00:00z", false],
    ["+002026-03-01T12:00:00Z", false],
    ["2026-03-01", false],
  ])("%s: %s", (text, readable) => expect(readTime(text) !== undefined).toBe(readable));

  test("a bare day is its first moment", () =>
    expect(readMoment("2026-03-01")).toBe(Date.parse("2026-03-01T00:00:00Z")));
});

test("many certificates take hardly longer than their signatures", async () => {
  const content = Buffer.from(seal(sampleBody()));
  const { canonical_json: text, signature } = JSON.parse(content.toString()) as {
    canonical_json: string;
    signature: string;
  };
  const [bytes, signed] = [Buffer.from(text), Buffer.from(signature, "base64")];
  const key = createPublicKey({ key: Buffer.from(ISSUER.spki_hex, "hex"), format: "der", type: "spki" });
  const cpuOf = async (work: () => unknown): Promise<number> => {
    const before = process.cpuUsage();
    for (let count = 0; count < 500; count++) await work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const whole = (): Promise<unknown> => verifyCertificate(content, { at: AT, trusted, crypto });
  await cpuOf(whole);
  const floor = await cpuOf(() => verifySignature(null, bytes, key, signed));
  expect((await cpuOf(whole)) / floor).toBeLessThan(8);
});
