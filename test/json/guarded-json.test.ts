import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countNames, countNamesIn, readGuardedJson } from "../../src/base/guarded-json.ts";
import { readStrictJson } from "../../src/base/strict-json.ts";

const DEPTH = 20;

const namesIn = (text: string): number => {
  const bytes = Buffer.from(`"x":${text}`, "utf8");
  // From the middle of a larger block, as lines are.
  return countNames(bytes, 4, bytes.length);
};

const quick = (text: string): unknown => readGuardedJson(text, namesIn(text), DEPTH);

/** What the strict reader takes without a complaint that a capture would be refused for. */
const strict = (text: string): unknown => {
  const reading = readStrictJson(text, { depth: DEPTH, values: Number.POSITIVE_INFINITY });
  if (!reading.ok || reading.notes.some(({ kind }) => kind === "duplicate-key")) return undefined;
  return reading.value;
};

describe("the quick reader", () => {
  test.each([
    '{"a":1}',
    ' { "a" : [ { "b" : 2 } ] } ',
    '{"a":":","b":"x\\":y","c\\\\":"\\\\","d":"\\\\\\":"}',
    `{"long":"${"x".repeat(100)}\\":${"\\\\".repeat(50)}","b":"${"y".repeat(100)}\\\\"}`,
    `{"${"n".repeat(100)}\\"":1}`,
    '{"__proto__":1,"constructor":{"toString":null}}',
    '{"é\u{1f600}":"\u{1f600}:"}',
    "[]",
    "null",
  ])("is certain of %s", (text) => {
    expect(quick(text)).toEqual(strict(text));
    expect(quick(text)).not.toBeUndefined();
  });

  test.each([
    '{"a":1,"a":1}',
    '{"a" :1,"a" :2}',
    '{"\\u0061":1,"a":2}',
    '{"a\\\\":1,"a\\\\":2,"b":":x"}',
    '{"__proto__":1,"__proto__":2}',
    '[{"b":{"a":":","a":{}}}]',
    `{"a":"${"\\\\".repeat(40)}","a":1}`,
    "[".repeat(DEPTH + 1) + "]".repeat(DEPTH + 1),
    '{"a":1',
    "{'a':1}",
    "",
  ])("is not certain of %s", (text) => expect(quick(text)).toBeUndefined());

  test("takes exactly as deep as the strict reader", () => {
    for (const depth of [DEPTH - 1, DEPTH, DEPTH + 1]) {
      const text = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
      expect(quick(text)).toEqual(strict(text));
    }
  });

  /** JSON texts with names that occur twice, in any spelling, and with strings full of what could mislead a count. */
  const texts: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
    const inside = fc
      .array(fc.constantFrom('\\"', "\\\\", ":", "a", "{", "}", ",", "\\u003a", "\\u0022", " ", "é", "x".repeat(40)), {
        maxLength: 6,
      })
      .map((parts) => `"${parts.join("")}"`);
    const name = fc.oneof(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"a\\\\"', '"\\""', '"__proto__"'), inside);
    const space = fc.constantFrom("", " ", "\t", "\r");
    return {
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("1", "null", "true", '""', "-1.5e3"),
        inside,
        fc.array(tie("value"), { maxLength: 3 }).map((entries) => `[${entries.join(",")}]`),
        fc
          .array(fc.tuple(name, space, space, tie("value")), { maxLength: 4 })
          .map(
            (members) => `{${members.map(([key, left, right, value]) => `${key}${left}:${right}${value}`).join(",")}}`,
          ),
      ),
    };
  }).value;

  test("agrees with the strict reader on every valid text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(quick(text)).toEqual(strict(text));
        expect(countNamesIn(text)).toBe(namesIn(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test("never takes a broken text that the strict reader refuses", () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.constantFrom("", '"', "\\", ":", ",", "{", "}"), (text, at, put) => {
        const broken = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1);
        for (const value of [quick(broken), readGuardedJson(broken, countNamesIn(broken), DEPTH)])
          if (value !== undefined) expect(value).toEqual(strict(broken));
      }),
      { numRuns: 2_000 },
    );
  });
});
