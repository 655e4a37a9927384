// Any change inside canonical_json or signature fails.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openNodeCrypto } from "../../src/certificate/node-crypto.ts";
import type { CertificateEnvelope, Verification } from "../../src/certificate/verify/certificate.ts";
import { verifyCertificate } from "../../src/certificate/verify/verify-certificate.ts";
import { ISSUER } from "./make/keys.ts";
import { AT, sampleBody, seal } from "./make/sample.ts";

const crypto = openNodeCrypto();
const GOOD = JSON.parse(seal(sampleBody())) as CertificateEnvelope;

const verify = (content: string | Uint8Array, bare = false): Promise<Verification> =>
  verifyCertificate(content, { at: AT, crypto, bare, trusted: bare ? [] : [{ spki_hex: ISSUER.spki_hex }] });

/** A text that differs from the given one by one replacement, insertion, removal or exchange. */
const edited = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(text.length - 1),
      fc.nat(text.length - 1),
      fc.string({ unit: "binary", minLength: 0, maxLength: 3 }),
      fc.boolean(),
    )
    .map(([a, b, piece, swap]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      if (swap)
        return (
          text.slice(0, from) + text.charAt(to) + text.slice(from + 1, to) + text.charAt(from) + text.slice(to + 1)
        );
      return text.slice(0, from) + piece + text.slice(Math.min(to, from + 3));
    })
    .filter((changed) => changed !== text);

describe.each([
  ["trusted", false],
  ["bare", true],
] as const)("%s", (_name, bare) => {
  test("untouched it holds", async () => {
    expect((await verify(JSON.stringify(GOOD), bare)).valid).toBe(true);
  });

  test.each(["canonical_json", "signature"] as const)("any change inside %s fails", async (member) => {
    await fc.assert(
      fc.asyncProperty(edited(GOOD[member]), async (text) => {
        const { valid, failures, body } = await verify(JSON.stringify({ ...GOOD, [member]: text }), bare);
        expect({ valid, body }).toEqual({ valid: false, body: null });
        expect(failures).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});

test("every single bit of the signature counts", async () => {
  const bytes = Buffer.from(GOOD.signature, "base64");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    const { valid } = await verify(JSON.stringify({ ...GOOD, signature: changed.toString("base64") }));
    expect(valid, `bit ${bit}`).toBe(false);
  }
});

test("whatever it is handed, it answers", async () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.uint8Array(),
    fc.json().map((text) => JSON.stringify({ ...GOOD, canonical_json: text })),
    fc.jsonValue().map((value) => JSON.stringify({ signature: value, canonical_json: GOOD.canonical_json })),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (content) => {
      const { valid, failures } = await verify(content);
      expect(valid).toBe(false);
      expect(failures.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

test("a signed body of any shape is answered too", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(sampleBody())),
      fc.jsonValue({ maxDepth: 3 }),
      async (member, value) => {
        const { failures, signature_holds } = await verify(
          seal(sampleBody({ [member]: JSON.parse(JSON.stringify(value)) })),
        );
        expect(signature_holds || failures.length === 1).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
