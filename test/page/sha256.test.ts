// The page's own SHA-256, held against Node's.

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "../../src/certificate/page/sha256.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const nodes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

test("every length around the ends of blocks", () => {
  for (let length = 0; length <= 260; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 0xff);
    expect(hex(sha256(message))).toBe(nodes(message));
  }
});

test("any bytes, also as a view into more of them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.nat(7), (bytes, skipped) => {
      const view = bytes.subarray(Math.min(skipped, bytes.length));
      return hex(sha256(view)) === nodes(view);
    }),
    { numRuns: 200 },
  );
});

test("a megabyte", () => {
  const message = new Uint8Array(1_048_577).fill(0xa5);
  expect(hex(sha256(message))).toBe(nodes(message));
});
