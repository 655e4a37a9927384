import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRawText, toRawText } from "../../../src/wire/raw-text.ts";

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

describe("toRawText", () => {
  it.each([
    ["text", bytesOf("abc"), { encoding: "utf8", data: "abc" }],
    ["nothing", bytesOf(""), { encoding: "utf8", data: "" }],
    ["a byte order mark", bytesOf("\u{feff}a"), { encoding: "utf8", data: "\u{feff}a" }],
    ["NUL and controls", bytesOf("\u0000\u001b["), { encoding: "utf8", data: "\u0000\u001b[" }],
    ["bad bytes", Uint8Array.of(0x61, 0xff), { encoding: "base64", data: "Yf8=" }],
    ["cut text", bytesOf("0123456789"), { encoding: "utf8", data: "01234567", cut_from: 10 }],
    ["a cut inside a character", bytesOf("0123456é"), { encoding: "utf8", data: "0123456", cut_from: 9 }],
    ["a cut inside four bytes", bytesOf("01234\u{1f600}"), { encoding: "utf8", data: "01234", cut_from: 9 }],
    ["a cut behind a character", bytesOf("012345éx"), { encoding: "utf8", data: "012345é", cut_from: 9 }],
    [
      "a cut behind bytes that are broken anyway",
      Uint8Array.of(0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0xe2, 0x82, 0x30),
      { encoding: "base64", data: "MDEyMzQ14oI=", cut_from: 9 },
    ],
    [
      "bad bytes behind the cut",
      Uint8Array.of(...bytesOf("01234567"), 0xff),
      { encoding: "utf8", data: "01234567", cut_from: 9 },
    ],
  ])("%s", (_, bytes, raw) => {
    expect(toRawText(bytes, 8)).toEqual(raw);
  });

  it("reads a view into a larger buffer", () => {
    const large = Uint8Array.of(1, 2, 0xff, 0xfe, 3);
    expect(toRawText(large.subarray(2, 4), 8)).toEqual({ encoding: "base64", data: "//4=" });
  });

  it("gives the bytes back when nothing was cut", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: "grapheme" }).map(bytesOf)), (bytes) => {
        const raw = toRawText(bytes, 10_000);
        expect(raw).not.toHaveProperty("cut_from");
        expect(fromRawText(raw).equals(bytes)).toBe(true);
      }),
    );
  });

  it("gives back a beginning when cut: never more than asked, at most three bytes less, text if it was text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(40), (text, max) => {
        const bytes = Buffer.from(text);
        fc.pre(bytes.toString() === text && bytes.length > max);
        const raw = toRawText(bytes, max);
        const back = fromRawText(raw);
        expect(raw).toMatchObject({ encoding: "utf8", cut_from: bytes.length });
        expect(back.equals(bytes.subarray(0, back.length))).toBe(true);
        expect(back.length).toBeLessThanOrEqual(max);
        expect(back.length).toBeGreaterThan(max - 4);
      }),
    );
  });
});

describe("fromRawText", () => {
  it.each(["YQ", "YQ=", "YQ===", "YR==", "Y Q==", "YQ==\n", "YQ==YQ==", "_-8=", "!", "YWJj!", "="])(
    "refuses %j as base64",
    (data) => {
      expect(() => fromRawText({ encoding: "base64", data })).toThrow(/canonical base64/);
    },
  );

  it("refuses text that UTF-8 cannot express", () => {
    expect(() => fromRawText({ encoding: "utf8", data: "a\ud800" })).toThrow(/lone surrogate/);
  });

  it("reads both encodings", () => {
    expect([...fromRawText({ encoding: "base64", data: "/+8=" })]).toEqual([0xff, 0xef]);
    expect([...fromRawText({ encoding: "utf8", data: "\u{feff}a" })]).toEqual([0xef, 0xbb, 0xbf, 0x61]);
  });
});
