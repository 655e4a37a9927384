import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineFramer } from "../../../src/wire/line-framer.ts";
import { chunked, everySplit, soup } from "./chunkings.ts";

const frame = (chunks: Uint8Array[], maxLineBytes = 1_000) => {
  const framer = new LineFramer(maxLineBytes);
  const lines = chunks.flatMap((chunk) => framer.push(chunk));
  const rest = framer.end();
  return {
    lines: lines.map((line) => [line.kind, Buffer.from(line.bytes).toString("latin1")]),
    rest: rest === undefined ? undefined : Buffer.from(rest).toString("latin1"),
    dropped: framer.droppedBytes,
  };
};

const text = (value: string): Uint8Array => Buffer.from(value, "latin1");

describe("lines", () => {
  it.each([
    ["", [], undefined],
    ["a", [], "a"],
    ["a\n", ["a"], undefined],
    ["a\nb", ["a"], "b"],
    ["\n", [""], undefined],
    ["\n\n\n", ["", "", ""], undefined],
    ["a\r\nb\r\n", ["a\r", "b\r"], undefined],
    ["a\rb\n", ["a\rb"], undefined],
    ["\r", [], "\r"],
    ['{\n  "a": 1\n}\n', ["{", '  "a": 1', "}"], undefined],
    ["\u0000\n\u0000", ["\u0000"], "\u0000"],
    ["\xef\xbb\xbf{}\n", ["\xef\xbb\xbf{}"], undefined],
    ["\xff\xfe{\u0000\n\u0000", ["\xff\xfe{\u0000"], "\u0000"],
    ["a\u0085b\u000bc\u000cd\n", ["a\u0085b\u000bc\u000cd"], undefined],
  ])("E05, E06: %j, split at every place", (input, lines, rest) => {
    for (const chunks of everySplit(text(input))) {
      expect(frame(chunks)).toEqual({ lines: lines.map((line) => ["line", line]), rest, dropped: 0 });
    }
  });

  it("are the same for every chunking, and no byte is lost", () => {
    fc.assert(
      fc.property(chunked(soup("a", "bc", "\n", "\r\n", "\r", [0], [0xff], "é")), ({ whole, chunks }) => {
        const framed = frame(chunks);
        expect(framed).toEqual(frame([whole]));
        const again = framed.lines.map(([, line]) => `${line}\n`).join("") + (framed.rest ?? "");
        expect(again).toBe(Buffer.from(whole).toString("latin1"));
      }),
      { numRuns: 2_000 },
    );
  });

  it("do not share memory with the chunk they came from", () => {
    const framer = new LineFramer(100);
    const chunk = Buffer.from("one\ntwo\nthree");
    const lines = framer.push(chunk);
    chunk.fill(0x78);
    expect(lines.map((line) => Buffer.from(line.bytes).toString())).toEqual(["one", "two"]);
    expect(lines.every((line) => line.bytes.buffer.byteLength === 3)).toBe(true);
    expect(Buffer.from(framer.end() ?? "").toString()).toBe("three");
  });
});

describe("overflow", () => {
  it("is a line longer than the limit; at the limit it is a line", () => {
    for (const chunks of everySplit(text("12345\n123456\n1\n"))) {
      expect(frame(chunks, 5)).toEqual({
        lines: [
          ["line", "12345"],
          ["overflow", "12345"],
          ["line", "1"],
        ],
        rest: undefined,
        dropped: 1,
      });
    }
  });

  it("is told as soon as it happens, once, and the rest of the line is only counted", () => {
    const framer = new LineFramer(4);
    expect(framer.push(text("1234"))).toEqual([]);
    expect(framer.push(text("5"))).toHaveLength(1);
    expect(framer.push(text("6789"))).toEqual([]);
    expect(framer.end()).toBeUndefined();
    expect(framer.droppedBytes).toBe(5);
  });

  it("is the same for every chunking", () => {
    fc.assert(
      fc.property(chunked(soup("a", "bcdefgh", "\n", "\r\n")), fc.nat(10), ({ whole, chunks }, limit) => {
        expect(frame(chunks, limit)).toEqual(frame([whole], limit));
      }),
      { numRuns: 2_000 },
    );
  });

  it("E03: a line of 100 MiB keeps 64 KiB of its beginning", () => {
    const framer = new LineFramer(8_388_608);
    const chunk = new Uint8Array(1_048_576).fill(0x61);
    const items = Array.from({ length: 100 }, () => framer.push(chunk)).flat();
    expect(items.map((item) => [item.kind, item.bytes.buffer.byteLength])).toEqual([["overflow", 65_536]]);
    expect(framer.droppedBytes).toBe(104_857_600 - 65_536);
    expect(framer.push(text("\nnext\n"))).toEqual([{ kind: "line", bytes: new Uint8Array(text("next")) }]);
  });
});

it("a long line in small pieces is gathered in linear time", () => {
  const framer = new LineFramer(8_388_608);
  const piece = new Uint8Array(16).fill(0x61);
  for (let count = 0; count < 8_388_608 / 16; count++) framer.push(piece);
  const [line] = framer.push(text("\n"));
  expect([line?.kind, line?.bytes.length]).toEqual(["line", 8_388_608]);
});
