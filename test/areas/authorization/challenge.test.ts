import fc from "fast-check";
import { expect, test } from "vitest";
import { readChallenges } from "../../../src/judge/core/challenge.ts";

test.each([
  ["Bearer", [{ scheme: "bearer", parameters: {} }]],
  ['Bearer realm="a, b", scope="x y"', [{ scheme: "bearer", parameters: { realm: "a, b", scope: "x y" } }]],
  ["Bearer error=invalid_token,scope=x", [{ scheme: "bearer", parameters: { error: "invalid_token", scope: "x" } }]],
  [
    'Basic realm="x", BEARER Resource_Metadata = "https://a/b"',
    [
      { scheme: "basic", parameters: { realm: "x" } },
      { scheme: "bearer", parameters: { resource_metadata: "https://a/b" } },
    ],
  ],
  ['Bearer realm="say \\"hi\\""', [{ scheme: "bearer", parameters: { realm: 'say "hi"' } }]],
  ['Bearer\trealm \t=\t "x"', [{ scheme: "bearer", parameters: { realm: "x" } }]],
  ["", []],
])("%s", (header, challenges) => {
  expect(readChallenges(header)).toEqual(challenges);
});

test("any text is read in one go", () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(readChallenges(text))));
  const [first] = readChallenges(`Bearer ${'a="'.repeat(100_000)}`);
  expect(first).toMatchObject({ scheme: "bearer" });
});
