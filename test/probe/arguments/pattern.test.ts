import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget } from "../../../src/probe/arguments/budget.ts";
import { PatternCache } from "../../../src/probe/arguments/pattern/pattern-cache.ts";

const patterns = (): PatternCache => new PatternCache(new Budget(1_000_000));
const native = (pattern: string): RegExp => new RegExp(pattern, "u");

describe("patterns", () => {
  it.each([
    ["^abc$", "abc"],
    ["", ""],
    ["b|a", "b"],
    ["^(?:GET|POST)$", "GET"],
    ["^\\d{3}-\\d{4}$", "000-0000"],
    ["^\\w+@\\w+\\.com$", "a@a.com"],
    ["^[^a-z]$", "A"],
    ["^[^\\d\\s]$", "a"],
    ["^\\S\\s\\D\\W$", "a a "],
    ["^.?x*y+z{2}w{1,}v{0,2}$", "yzzw"],
    ["^a+?b*?$", "a"],
    ["^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$", "0000-01"],
    ["^[\\]\\-\\\\x^-]$", "x"],
    ["^\\x41\\u0042\\u{43}\\cJ\\t$", "ABC\n\t"],
    ["^\\u{1F600}$", "😀"],
    ["^\\uD83D\\uDE00$", "😀"],
    ["^\\p{Lu}\\p{N}\\P{L}$", "A00"],
    ["^\\p{Script=Greek}$", "Ͱ"],
    ["^[\\u4e00-\\u9fff]{2}$", "一一"],
    ["^/[a-z]{1,3}\\.(png|jpe?g)$", "/a.png"],
    ["^(a{2}){2}$", "aaaa"],
    ["^\\bab\\b$", "ab"],
    ["^(^a|b)$", "a"],
    ["^a{,3}$", "a{,3}"],
    ["^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$", "0.0"],
    ["^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"],
    ["^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$", "#aaa"],
  ])("%s", (pattern, expected) => {
    const cache = patterns();
    expect(cache.refusal(pattern)).toBeUndefined();
    expect(cache.sample(pattern, 0, 1_000, 0)).toBe(expected);
    expect(cache.matches(pattern, expected)).toBe(true);
    // The engine the rest of the world uses agrees; these patterns are ours and harmless.
    if (!pattern.includes("{,")) expect(native(pattern).test(expected)).toBe(true);
  });

  it.each([
    ["(?=a)", "lookaround"],
    ["(?!a)", "lookaround"],
    ["(?<=a)", "lookaround"],
    ["(?<!a)b", "lookaround"],
    ["(a)\\1", "refers back"],
    ["(?<n>a)\\k<n>", "refers back"],
    ["(?i)a", "not plain"],
    ["(?P<n>a)", "not plain"],
    ["\\Aa\\Z", "uses \\A"],
    ["(a", "unmatched"],
    ["a)", "unmatched"],
    ["[a", "ends too early"],
    ["a\\", "ends too early"],
    ["(?<n", "ends too early"],
    ["*a", "repeats nothing"],
    ["^*", "assertion"],
    ["a{3,2}", "backwards"],
    ["[z-a]", "out of order"],
    ["\\p{Nonsense}", "does not exist"],
    ["\\p{L", "broken escape"],
    ["\\u{110000}", "broken escape"],
    ["\\xg", "broken escape"],
    ["a{100000}", "too often"],
    ["((a{100}){100}){100}", "too large"],
    ["a".repeat(1_001), "too long"],
  ])("refuses %s", (pattern, reason) => {
    expect(patterns().refusal(pattern)).toContain(reason);
    expect(patterns().matches(pattern, "a")).toBeUndefined();
  });

  it("makes different strings of a length", () => {
    const cache = patterns();
    const made = Array.from({ length: 30 }, (_, variant) => cache.sample("^[a-z]{2,}$", 3, 3, variant));
    expect(new Set(made).size).toBe(30);
    expect(made.every((text) => text?.length === 3)).toBe(true);
    expect(cache.sample("^a{2}$", 3, 9, 0)).toBeUndefined();
    expect(cache.sample("^[^\\s\\S]$", 0, 9, 0)).toBeUndefined();
  });

  it("stops when the work is too much", () => {
    const cache = new PatternCache(new Budget(200));
    expect(cache.matches("^(a|b|c|d)*$", "abcd".repeat(200))).toBeUndefined();
    expect(cache.sample("^(a|b|c|d)*e$", 500, 500, 0)).toBeUndefined();
  });

  const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(
        "a",
        "b",
        "-",
        ".",
        "\\d",
        "\\w",
        "\\s",
        "[ab]",
        "[^a]",
        "[a-c1]",
        "\\.",
        "^",
        "$",
        "\\b",
        "\\B",
        "",
      ),
      fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => one + other),
      fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(?:${one}|${other})`),
      fc
        .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{0,}", "+?"))
        .map(([one, count]) => `(${one})${count}`),
    ),
  }));

  it("match like the native engine", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "-", " ", "é"), maxLength: 6 });
    fc.assert(
      fc.property(anyPattern, text, (pattern, input) => {
        fc.pre(pattern.length < 40);
        expect(patterns().matches(pattern, input)).toBe(native(pattern).test(input));
      }),
      { numRuns: 2_000 },
    );
  });

  it("sample what they match", () => {
    fc.assert(
      fc.property(anyPattern, fc.nat(4), fc.nat(5), (pattern, min, variant) => {
        fc.pre(pattern.length < 40 && !/\\b/i.test(pattern));
        const sample = patterns().sample(pattern, min, 12, variant);
        if (sample === undefined) return;
        expect(native(pattern).test(sample)).toBe(true);
        expect(sample.length).toBeGreaterThanOrEqual(min);
      }),
      { numRuns: 1_000 },
    );
  });
});
