import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUtf8, utf8SequenceLength } from "../../src/base/utf8.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe("decodeUtf8", () => {
  it.each([
    ["a stray continuation", [0x61, 0x80], 1],
    ["overlong slash, two bytes", [0xc0, 0xaf], 0],
    ["overlong, C1", [0x61, 0xc1, 0xbf], 1],
    ["overlong slash, three bytes", [0xe0, 0x80, 0xaf], 0],
    ["overlong slash, four bytes", [0xf0, 0x80, 0x80, 0xaf], 0],
    ["a high surrogate", [0x61, 0xed, 0xa0, 0x80], 1],
    ["a low surrogate", [0xed, 0xbf, 0xbf], 0],
    ["a pair of surrogates (CESU-8)", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], 0],
    ["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80], 0],
    ["F5", [0xf5, 0x80, 0x80, 0x80], 0],
    ["FF", [0x7b, 0x7d, 0xff], 2],
    ["UTF-16LE with its mark", [0xff, 0xfe, 0x7b, 0x00], 0],
    ["UTF-16BE with its mark", [0xfe, 0xff, 0x00, 0x7b], 0],
    ["two bytes cut to one", [0x61, 0xc3], 1],
    ["three bytes cut to two", [0x61, 0xe2, 0x82], 1],
    ["four bytes cut to three", [0x61, 0xf0, 0x9f, 0x98], 1],
    ["a lead followed by text", [0xc3, 0x28], 0],
    ["three bytes broken at the last", [0xe2, 0x82, 0x28], 0],
    ["bad after a byte order mark", [0xef, 0xbb, 0xbf, 0xff], 3],
    ["Latin-1", [0x22, 0xe9, 0x22], 1],
  ])("F12: refuses %s", (_, values, offset) => {
    expect(decodeUtf8(bytes(...values))).toEqual({ ok: false, offset });
  });

  it("F13: drops one leading byte order mark and says so", () => {
    expect(decodeUtf8(Buffer.from("\u{feff}{}"))).toEqual({ ok: true, text: "{}", bom: true });
    expect(decodeUtf8(Buffer.from("\u{feff}\u{feff}{}"))).toEqual({ ok: true, text: "\u{feff}{}", bom: true });
    expect(decodeUtf8(Buffer.from("{}\u{feff}"))).toEqual({ ok: true, text: "{}\u{feff}", bom: false });
    expect(decodeUtf8(bytes())).toEqual({ ok: true, text: "", bom: false });
  });

  it("keeps NUL, noncharacters and the edges of every length", () => {
    const text = "\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\ufffe\uffff\u{10000}\u{10ffff}";
    expect(decodeUtf8(Buffer.from(text))).toEqual({ ok: true, text, bom: false });
  });

  it("gives back any well-formed text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(!text.startsWith("\u{feff}"));
        const encoded = Buffer.from(text);
        fc.pre(encoded.toString() === text);
        expect(decodeUtf8(encoded)).toEqual({ ok: true, text, bom: false });
      }),
    );
  });

  it("reports an offset before which all is well and at which nothing is", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), (input) => {
        const decoded = decodeUtf8(input);
        if (decoded.ok) return;
        expect(decodeUtf8(input.subarray(0, decoded.offset)).ok).toBe(true);
        expect(utf8SequenceLength(input, decoded.offset)).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
