import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, NotCanonicalError } from "../../src/base/canonical.ts";
import type { Json } from "../../src/base/json.ts";

describe("RFC 8785", () => {
  test.each<[string, Json, string]>([
    ["scalars", [null, true, false, "", 0], '[null,true,false,"",0]'],
    ["empty containers", { b: [], a: {} }, '{"a":{},"b":[]}'],
    [
      "no white space, sorted at every level",
      { z: { b: 1, a: [{ d: 1, c: 2 }] }, a: 0 },
      '{"a":0,"z":{"a":[{"c":2,"d":1}],"b":1}}',
    ],
    [
      "digits before capitals before letters",
      { b: 1, a: 1, B: 1, A: 1, "10": 1, "9": 1, "": 1 },
      '{"":1,"10":1,"9":1,"A":1,"B":1,"a":1,"b":1}',
    ],
    // By code unit the pair U+D83D U+DE00 comes before U+FB33, by code point after it.
    [
      "sorted by UTF-16 code units",
      { "\u{fb33}": 1, "\u{1f600}": 2, "\u{20ac}": 3, "\r": 4, "1": 5, "\u{80}": 6, "\u{f6}": 7 },
      '{"\\r":4,"1":5,"\u{80}":6,"\u{f6}":7,"\u{20ac}":3,"\u{1f600}":2,"\u{fb33}":1}',
    ],
    ["a name like any other", JSON.parse('{"__proto__":1,"a":2}') as Json, '{"__proto__":1,"a":2}'],
    ["short escapes", '\b\t\n\f\r"\\', '"\\b\\t\\n\\f\\r\\"\\\\"'],
    ["other controls", "\u{0}\u{f}\u{1f}\u{7f}", '"\\u0000\\u000f\\u001f\u{7f}"'],
    ["nothing else is escaped", "/\u{2028}\u{e9}\u{1f600}<>&'", '"/\u{2028}\u{e9}\u{1f600}<>&\'"'],
    ["whole numbers", [-1, 10, 1e20, 9007199254740991], "[-1,10,100000000000000000000,9007199254740991]"],
    ["from 1e21 on with an exponent", [1e21, 1.5e300, -1e-7], "[1e+21,1.5e+300,-1e-7]"],
    ["fractions", [0.1, 1.25, 0.000001, 4.5, 1 / 3], "[0.1,1.25,0.000001,4.5,0.3333333333333333]"],
    ["the ends of the double", [5e-324, 1.7976931348623157e308], "[5e-324,1.7976931348623157e+308]"],
    ["minus zero", -0, "0"],
  ])("%s", (_name, value, text) => expect(canonicalJson(value)).toBe(text));

  test.each<[string, unknown]>([
    ["half a pair in a string", "a\u{d800}"],
    ["the other half first", "\u{dc00}\u{d800}"],
    ["half a pair in a name", { "\u{dfff}": 1 }],
    ["infinity", [Number.POSITIVE_INFINITY]],
    ["not a number", Number.NaN],
    ["undefined", { a: undefined }],
    ["a hole", new Array(1)],
    ["a function", () => 1],
    ["a big integer", 1n],
    ["a date", new Date(0)],
    [
      "an object with toJSON of its class",
      new (class X {
        toJSON = () => 1;
      })(),
    ],
  ])("refuses %s", (_name, value) => expect(() => canonicalJson(value as Json)).toThrow(NotCanonicalError));

  test("refuses what is too deep instead of running out of stack", () => {
    const nested = (depth: number): Json => {
      let value: Json = 0;
      for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    expect(canonicalJson(nested(1_024))).toHaveLength(512 * 2 + 512 * 6 + 1);
    expect(() => canonicalJson(nested(100_000))).toThrow(NotCanonicalError);
    // As deep as it goes, whichever way it is written: names that look like an index take the longer one.
    for (const inner of [1, { "1": 1 }] as Json[]) {
      const containers = typeof inner === "object" ? 1_099 : 1_100;
      let value = inner;
      for (let level = 0; level < containers; level++) value = [value];
      expect(canonicalJson(value)).toContain("[[[");
      expect(() => canonicalJson([value])).toThrow(NotCanonicalError);
    }
  });

  test("reads back as the same value, and does not depend on the order of members", () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, entry]) => [name, shuffled(entry)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
        const text = canonicalJson(value as Json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(shuffled(value) as Json)).toBe(text);
      }),
    );
  });
});
