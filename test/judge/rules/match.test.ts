import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import type { Matcher } from "../../../src/judge/core/rule.ts";
import { match, type RegexEngine } from "../../../src/judge/rules/match.ts";

const regex: RegexEngine = (pattern) => {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.matcher(text).find();
};

const meets = (value: Json | undefined, matcher: Matcher): boolean => match(value, matcher, regex).ok;

describe("each matcher", () => {
  test("exact compares values, not texts", () => {
    expect(meets({ a: 1, b: [2] }, { exact: { b: [2], a: 1 } })).toBe(true);
    expect(meets("1", { exact: 1 })).toBe(false);
    expect(meets([1, 2], { exact: [2, 1] })).toBe(false);
    expect(meets(null, { exact: null })).toBe(true);
  });

  test("contains: part of a text, an element, a member", () => {
    expect(meets("hello", { contains: "ell" })).toBe(true);
    expect(meets([{ a: 1 }], { contains: { a: 1 } })).toBe(true);
    expect(meets({ tools: {} }, { contains: "tools" })).toBe(true);
    expect(meets({}, { contains: "constructor" })).toBe(false);
    expect(meets(5, { contains: 5 })).toBe(false);
  });

  test("icontains looks at texts only", () => {
    expect(meets("Method Not Found", { icontains: "not found" })).toBe(true);
    expect(meets(["not found"], { icontains: "not found" })).toBe(false);
  });

  test("contains-all and one-of", () => {
    expect(meets(["a", "b", "c"], { "contains-all": ["c", "a"] })).toBe(true);
    expect(meets(["a"], { "contains-all": ["a", "b"] })).toBe(false);
    expect(meets(-32602, { "one-of": [-32600, -32602] })).toBe(true);
    expect(meets(-32603, { "one-of": [-32600, -32602] })).toBe(false);
  });

  test("regex finds anywhere, and takes a catastrophic pattern in its stride", () => {
    expect(meets("abc-123", { regex: "[0-9]+$" })).toBe(true);
    expect(meets(`${"a".repeat(50_000)}!`, { regex: "^(a+)+$" })).toBe(false);
  });

  test("schema names the deepest places that do not fit", () => {
    const schema = { type: "object", properties: { a: { items: { type: "string" } } }, required: ["b"] };
    expect(match({ a: ["x", 1, 2] }, { schema }, regex)).toEqual({ ok: false, at: ["/a/1", "/a/2"] });
    expect(match({ a: [] }, { schema }, regex)).toEqual({ ok: false, at: [""] });
    expect(
      match(
        { "x/y": { "a b": 1 } },
        { schema: { properties: { "x/y": { properties: { "a b": { type: "null" } } } } } },
        regex,
      ),
    ).toEqual({
      ok: false,
      at: ["/x~1y/a b"],
    });
  });

  test("a value that does not exist meets nothing but not", () => {
    for (const matcher of [
      { exact: null },
      { schema: true },
      { schema: {} },
      { "one-of": [null] },
      { contains: "" },
    ] as Matcher[]) {
      expect(meets(undefined, matcher)).toBe(false);
      expect(meets(undefined, { not: matcher })).toBe(true);
    }
  });
});

test("not is the opposite, for every value and matcher", () => {
  const matchers: readonly Matcher[] = [
    { exact: 1 },
    { contains: "a" },
    { icontains: "A" },
    { "contains-all": ["a"] },
    { "one-of": [true, "a"] },
    { regex: "a" },
    { schema: { type: "object" } },
  ];
  fc.assert(
    fc.property(fc.option(fc.jsonValue(), { nil: undefined }), fc.constantFrom(...matchers), (value, matcher) => {
      expect(meets(value as Json | undefined, { not: matcher })).toBe(!meets(value as Json | undefined, matcher));
    }),
  );
});

test("a value is exactly itself, however its members are ordered", () => {
  const turned = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, entry]) => [key, turned(entry)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: true } as never), (value) => {
      expect(meets(turned(value as Json), { exact: value as Json })).toBe(true);
    }),
  );
});
