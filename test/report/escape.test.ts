import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { escapeJson } from "../../src/report/escape/json.ts";
import { escapeMarkdown } from "../../src/report/escape/markdown.ts";
import { escapeSarif } from "../../src/report/escape/sarif.ts";
import { escapeXml } from "../../src/report/escape/xml.ts";

const any = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."&<>\"'`*_[]()#|~$@\\:/\n\u{1b}{}") }),
);
const ONE_LINE = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;

describe("Reports are inert: XML", () => {
  test("markup becomes text, controls become visible", () => {
    expect(escapeXml(untrusted(`<a b="c">&'\u{0}\n\u{ffff}`))).toBe(
      "&lt;a b=&quot;c&quot;&gt;&amp;&apos;\\x00\\n\\uffff",
    );
  });

  test("nothing is left that means something", () => {
    fc.assert(
      fc.property(any, (text) => {
        const escaped = escapeXml(untrusted(text));
        expect(escaped).toMatch(ONE_LINE);
        expect(escaped.replace(/&(?:amp|lt|gt|quot|apos);/g, "")).not.toMatch(/[<>&"']/);
      }),
    );
  });
});

describe("Reports are inert: Markdown", () => {
  test.each([
    ["a|b", "a\\|b"],
    ["**x** _y_ `z`", "\\*\\*x\\*\\* \\_y\\_ \\`z\\`"],
    ["[x](javascript:1)", "\\[x\\](javascript:1)"],
    ["<img src=x>", "&lt;img src=x&gt;"],
    ["&lt;", "&amp;lt;"],
    ["@all fixes #12", "@&#8203;all fixes \\#&#8203;12"],
    ["see https://evil.example", "see https:&#8203;//evil.example"],
    ["WWW.evil.example", "WWW&#8203;.evil.example"],
    ["a\nb", "a\\\\nb"],
  ])("%s", (text, escaped) => expect(escapeMarkdown(untrusted(text))).toBe(escaped));

  test("no markup is left, and it stays on its line", () => {
    fc.assert(
      fc.property(any, (text) => {
        const escaped = escapeMarkdown(untrusted(text));
        expect(escaped).toMatch(ONE_LINE);
        expect(escaped.replace(/\\[\\`*_[\]#|~$]/g, "")).not.toMatch(/[\\`*_[\]|~$<>]/);
        expect(escaped).not.toMatch(/@(?!&#8203;)|:\/\//);
      }),
    );
  });
});

describe("JSON", () => {
  test("means the same and holds nothing that a terminal obeys", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(JSON.parse(escapeJson(text))).toEqual(JSON.parse(text));
        expect(escapeJson(text)).toMatch(/^[\n \p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u);
      }),
    );
    expect(escapeJson(JSON.stringify("\u{9b}\u{202e}\u{e0041}é"))).toBe('"\\u009b\\u202e\\udb40\\udc41é"');
  });
});

describe("SARIF", () => {
  test("no links and no arguments", () => {
    expect(escapeSarif(untrusted("[x](1) {0}\\"))).toBe("\\[x\\](1) {{0}}\\\\");
  });
});
