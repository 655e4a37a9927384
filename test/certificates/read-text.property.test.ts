// The short way to see that a text is canonical never says otherwise than the long one.

import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/base/canonical.ts";
import type { Json } from "../../src/base/json.ts";
import { decodeBase64, encodeBase64 } from "../../src/certificate/verify/encodings.ts";
import { readSignedText } from "../../src/certificate/verify/read-text.ts";

const read = (text: string) => readSignedText(text, new TextEncoder().encode(text));

const isCanonical = (text: string): boolean => {
  try {
    return canonicalJson(JSON.parse(text) as Json) === text;
  } catch {
    return false;
  }
};

/** Half surrogate pairs, names that look like numbers, and names that objects have by themselves. */
const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.constantFrom("1", "10", "2", "a", "B", "__proto__", "toJSON", "\u{d800}", "\u{e000}", "\u{1f600}"),
);
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(name, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("a text is accepted if, and only if, it is its own canonical form", () => {
  fc.assert(
    fc.property(value, (some) => {
      const text = JSON.stringify(some);
      expect(read(text).ok).toBe(isCanonical(text));
    }),
    { numRuns: 2_000 },
  );
});

test("the canonical form of anything is accepted", () => {
  fc.assert(
    fc.property(value, (some) => {
      const plain = JSON.parse(JSON.stringify(some)) as Json;
      let text: string;
      try {
        text = canonicalJson(plain);
      } catch {
        return;
      }
      expect(read(text).ok).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['"\\ud800"', '{"b":1,"a":2}', '{"a": 1}', "1.0", "-0", "1e400", '"\\u0061"', '{"10":1,"2":2}'])(
  "%s: as the long way says",
  (text) => expect(read(text).ok).toBe(isCanonical(text)),
);

test("base64 that does not encode back to itself is refused, and all else is read", () => {
  const text = fc
    .array(fc.constantFrom(..."ABCQgwxyz0189+/="), { maxLength: 12 })
    .map((characters) => characters.join(""));
  fc.assert(
    fc.property(text, (some) => {
      const bytes = Uint8Array.from(Buffer.from(some, "base64"));
      const isOwn = encodeBase64(bytes) === some;
      expect(decodeBase64(some)).toEqual(isOwn ? bytes : undefined);
    }),
    { numRuns: 5_000 },
  );
});
