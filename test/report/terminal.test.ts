import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { escapeTerminal } from "../../src/report/escape/terminal.ts";

const show = (text: string, length?: number): string => escapeTerminal(untrusted(text), length);

/** What may reach a terminal; written down apart from the code, character by character. */
const isAllowed = (character: string): boolean =>
  /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character);

const NASTY = [
  ..."\u0000\u0007\b\t\n\v\f\r\u001b\u007f\u0080\u0085\u0090\u009b\u009c\u009d\u00a0\u00ad",
  ..."\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u2800",
  ..."\u3000\u3164\ufe0f\ufeff\uffa0\ufff9\ufffe\ue000\u0301\u0489\u20dd\u0e31",
  ...["\ud800", "\udc00", "\u{1d159}", "\u{e0001}", "\u{e0041}", "\u{e007f}", "\u{e0100}", "\u{10ffff}", "\u{f0000}"],
  ...[
    "\u001b[31m",
    "\u001b]0;title\u0007",
    "\u001b]8;;http://x\u001b\\",
    "\u009b2J",
    "\u001bP",
    "\\x1b",
    "é",
    "日",
    "\u{1f600}",
  ],
];

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...NASTY)).map((parts) => parts.join("")),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

describe("escapeTerminal", () => {
  it("yields allowed characters only, for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = show(text);
        expect([...shown].filter((character) => !isAllowed(character))).toEqual([]);
        expect(shown).not.toMatch(/\p{M}{4}/u);
        expect(shown).not.toMatch(/\p{Cs}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it("yields allowed characters only, for every character there is", () => {
    const bad: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const shown = show(String.fromCodePoint(code));
      if (![...shown].every(isAllowed)) bad.push(code.toString(16));
    }
    expect(bad).toEqual([]);
  });

  it("leaves what people write as it is", () => {
    for (const text of [
      "plain text",
      "naïve café",
      "日本語 한국어 ไทย हिन्दी",
      "\u{1f600} → ✓ €",
      'a\\b "q" {} <>&',
      "שלום مرحبا",
    ]) {
      expect(show(text)).toBe(text);
    }
  });

  it.each([
    ["a colour", "\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
    ["a title", "\u001b]0;x\u0007", "\\x1b]0;x\\x07"],
    ["a link", "\u001b]8;;http://x\u001b\\y", "\\x1b]8;;http://x\\x1b\\y"],
    ["the C1 alphabet", "\u009b31m\u009d0;x\u009c\u0090", "\\x9b31m\\x9d0;x\\x9c\\x90"],
    ["line ends", "a\nb\r\nc\u0085d\u2028e\u2029f", "a\\nb\\r\\nc\\x85d\\u2028e\\u2029f"],
    ["tabs, feeds and backspaces", "a\tb\vc\fd\be", "a\\tb\\x0bc\\x0cd\\x08e"],
    ["turned text", "\u202eevil\u202c \u2066x\u2069 \u061c", "\\u202eevil\\u202c \\u2066x\\u2069 \\u061c"],
    [
      "nothing wide",
      "a\u200b\u200c\u200d\u2060\ufeff\u00ad\u180eb",
      "a\\u200b\\u200c\\u200d\\u2060\\ufeff\\xad\\u180eb",
    ],
    ["fillers", "\u115f\u3164\uffa0\u2800\u{1d159}", "\\u115f\\u3164\\uffa0\\u2800\\u{1d159}"],
    ["other spaces", "a\u00a0b\u3000c\u2003d", "a\\xa0b\\u3000c\\u2003d"],
    ["lone surrogates", "a\ud800b\udc00c", "a\\ud800b\\udc00c"],
    ["tag characters", "\u{e0001}\u{e0041}\u{e007f}", "\\u{e0001}\\u{e0041}\\u{e007f}"],
    ["variation selectors", "a\ufe0f\u{e0100}", "a\\ufe0f\\u{e0100}"],
    ["private use and what is no character", "\ue000\ufffe\u{10ffff}", "\\ue000\\ufffe\\u{10ffff}"],
    ["a pile of marks", `a${"\u0301".repeat(5)}b\u0301`, "a\u0301\u0301\u0301\\u0301\\u0301b\u0301"],
    ["NUL and DEL", "\u0000\u007f", "\\x00\\x7f"],
  ])("shows %s", (_what, text, expected) => {
    expect(show(text)).toBe(expected);
  });

  it("cuts by characters of the original and says so", () => {
    expect(show("abcdef", 3)).toBe("abc…");
    expect(show("abc", 3)).toBe("abc");
    expect(show("\u{1f600}\u{1f600}\u{1f600}", 2)).toBe("\u{1f600}\u{1f600}…");
    expect(show("\n\n\n", 1)).toBe("\\n…");
    expect(show("", 0)).toBe("");
  });
});
