import fc from "fast-check";
import { expect, it, test } from "vitest";
import { readPlainJson } from "../../src/base/plain-json.ts";
import { readStrictJson } from "../../src/base/strict-json.ts";

const BOUNDS = { depth: 5, values: 40 };
const WIDE = { depth: 64, values: 100_000 };

const numbers = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(2 ** 53, 2 ** 53 + 2, 1e21, 1e-7, 5e-324, -0),
);

it("has a value only where the strict reader has the same one and nothing to note", () => {
  const texts = fc.oneof(
    fc.json({ maxDepth: 7, stringUnit: "binary" }),
    fc.array(numbers, { maxLength: 60 }).map((list) => JSON.stringify(list)),
    fc
      .tuple(fc.json({ maxDepth: 2 }), fc.nat(30), fc.constantFrom(" ", "0", ",", '"a":1,', "\\ud800", "e", ""))
      .map(([text, at, added]) => text.slice(0, at) + added + text.slice(at)),
  );
  let plain = 0;
  fc.assert(
    fc.property(texts, fc.constantFrom(BOUNDS, WIDE), (text, limits) => {
      const value = readPlainJson(text, limits);
      if (value === undefined) return;
      plain += 1;
      expect(readStrictJson(text, limits)).toEqual({ ok: true, value, notes: [], ids: expect.any(Array) });
    }),
    { numRuns: 5_000 },
  );
  expect(plain).toBeGreaterThan(500);
});

test.each([
  ["what JSON.stringify writes", '{"jsonrpc":"2.0","id":1,"result":{"a":[1,null,"é\\n"]}}'],
  ["a name that objects inherit", '{"__proto__":1,"toString":null}'],
  ["a scalar", "null"],
])("takes %s", (_name, text) => expect(readPlainJson(text, WIDE)).toEqual(JSON.parse(text)));

test.each([
  ["a member twice", '{"a":1,"a":1}'],
  ["an id spelled otherwise", '{"id":1.0}'],
  ["a number that does not survive", "[9007199254740993]"],
  ["white space", '{ "a":1}'],
  ["half a pair", '"\\ud800"'],
  ["no JSON", "{"],
  ["members in an order that no object keeps", '{"b":1,"1":2}'],
])("leaves %s to the strict reader", (_name, text) => expect(readPlainJson(text, WIDE)).toBeUndefined());

test("leaves what reaches a limit to the strict reader", () => {
  expect(readPlainJson("[[[[[1]]]]]", BOUNDS)).toBeDefined();
  expect(readPlainJson("[[[[[[1]]]]]]", BOUNDS)).toBeUndefined();
  const list = JSON.stringify(new Array(40).fill(1));
  expect(readPlainJson(list, { depth: 5, values: 41 })).toBeDefined();
  expect(readPlainJson(list, { depth: 5, values: 40 })).toBeUndefined();
  expect(readPlainJson(JSON.stringify("a".repeat(65_536)), WIDE)).toBeUndefined();
});
