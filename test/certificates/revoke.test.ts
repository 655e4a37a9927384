// Keys end, and certificates are taken back: what is signed, what is refused, what is read.

import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/base/canonical.ts";
import { openNodeCrypto } from "../../src/certificate/node-crypto.ts";
import { retireKey, revokeCertificate } from "../../src/certificate/revoke.ts";
import { readRevocations } from "../../src/certificate/verify/read-revocations.ts";
import { verifyCertificate } from "../../src/certificate/verify/verify-certificate.ts";
import { ISSUER } from "./make/keys.ts";
import { AT, sampleBody, seal, sha256 } from "./make/sample.ts";
import { sampleCapture } from "./make/sample-capture.ts";

const NOW = Date.parse("2026-03-09T08:00:00Z");
const NAME = sha256(canonicalJson(sampleBody()));
const crypto = openNodeCrypto();

const revoke = (reason: string, name = NAME) =>
  revokeCertificate({ key: ISSUER, certificate_sha256: name, reason, now: NOW });

describe("no statement, and why", () => {
  test.each([
    ["an empty reason", revoke("  "), /says why/],
    ["a reason of two lines", revoke("one\ntwo"), /one line/],
    ["a reason that steers a terminal", revoke("\u{1b}[2J"), /one line/],
    ["half a surrogate pair, which has no canonical form", revoke("\u{d800}"), /one line/],
    ["a reason longer than anybody reads", revoke("x".repeat(501)), /one line/],
    ["no digest", revoke("why", "ABC"), /64 digits/],
    [
      "a key that will be compromised next week",
      retireKey({ key: ISSUER, reason: "compromised", from: NOW + 1, now: NOW }),
      /not compromised from a later time/,
    ],
  ])("%s", (_name, stated, reason) => {
    expect(stated).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });
});

test("the same request gives the same statement, byte for byte", () => {
  expect(revoke("why")).toEqual(revoke("why"));
  expect(retireKey({ key: ISSUER, reason: "superseded", now: NOW })).toMatchObject({
    statement: { from: "2026-03-09T08:00:00.000Z", stated_at: "2026-03-09T08:00:00.000Z" },
  });
});

test("Keys and certificates: a forged statement changes nothing and is told", async () => {
  const stated = revoke("why");
  if (!stated.ok) throw new Error(stated.reason);
  const { canonical_json } = stated.envelope;
  const signature = Buffer.alloc(64, 1).toString("base64");
  const forged = { file: "f.json", content: JSON.stringify({ signature, canonical_json }) };
  const verification = await verifyCertificate(seal(sampleBody()), {
    at: AT,
    trusted: [{ spki_hex: ISSUER.spki_hex }],
    revocations: await readRevocations([forged], crypto),
    crypto,
  });
  expect(verification).toMatchObject({
    valid: true,
    notes: ["ignored 1 statement against it that its own key did not sign"],
    revocations_checked: 1,
  });
});

describe("in a folder", () => {
  const other = (content: string) => readRevocations([{ file: "x.json", content, inFolder: true }], crypto);

  test.each([
    ["a certificate", seal(sampleBody())],
    ["a capture", JSON.stringify(sampleCapture())],
    ["something nested deep", "[".repeat(40) + "]".repeat(40)],
    ["a number", "1"],
  ])("%s is passed over", async (_name, content) => {
    expect(await other(content)).toEqual({ files: 0, statements: [], problems: [] });
  });

  test.each([
    ["half a file", "{"],
    ["an envelope whose text cannot be read", JSON.stringify({ signature: "", canonical_json: "{" })],
    ["a list with a certificate in it", `[${seal(sampleBody())}]`],
    ["a member twice", '{"canonical_json":"{}","canonical_json":"{}","signature":""}'],
    ["more than is read", " ".repeat(10_000_001)],
  ])("%s is not", async (_name, content) => {
    expect((await other(content)).problems).toHaveLength(1);
  });

  test("bytes that are no text are not", async () => {
    const { problems } = await readRevocations([{ file: "x.json", content: Buffer.from([0xff, 0xfe]) }], crypto);
    expect(problems).toEqual([{ file: "x.json", message: "it is not UTF-8 text" }]);
  });
});
