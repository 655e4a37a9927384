// The taps find the same messages however the bytes are cut, and go on behind one that is too long.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BoundedBytes } from "../../src/probe/proxy/bounded-bytes.ts";
import { SseTap } from "../../src/probe/proxy/sse-tap.ts";
import { LineTap } from "../../src/probe/proxy/stdio-recorder.ts";
import { DEFAULT_LIMITS } from "../../src/wire/limits.ts";
import { SseParser } from "../../src/wire/sse-parser.ts";
import { chunked, soup } from "../wire/framing/chunkings.ts";

const limits = { ...DEFAULT_LIMITS, lineBytes: 20, rawBytes: 8, sseLineBytes: 24, sseEventBytes: 40 };

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

describe("bounded bytes", () => {
  test("keep all that fits, and the start of what does not", () => {
    fc.assert(
      fc.property(
        chunked(fc.uint8Array({ maxLength: 60 })),
        fc.nat({ max: 40 }),
        fc.nat({ max: 50 }),
        (stream, limit, start) => {
          const kept = new BoundedBytes(limit, start);
          for (const chunk of stream.chunks) kept.append(chunk);
          const { bytes, total, cut } = kept.take();
          expect(total).toBe(stream.whole.length);
          expect(cut).toBe(stream.whole.length > limit);
          expect(text(bytes)).toBe(text(cut ? stream.whole.subarray(0, Math.min(limit, start)) : stream.whole));
          expect(kept.take()).toMatchObject({ total: 0, cut: false });
        },
      ),
    );
  });
});

describe("a line tap", () => {
  test("finds every line with its true length, in any chunking", () => {
    fc.assert(
      fc.property(chunked(soup("a", "\n", "0123456789", "\r\n", [0xff])), ({ whole, chunks }) => {
        const found: { start: string; total: number; complete: boolean }[] = [];
        const tap = new LineTap(limits, ({ bytes, total }, complete) => {
          found.push({ start: text(bytes), total, complete });
        });
        for (const chunk of chunks) tap.push(chunk);
        tap.end();
        const lines = text(whole).split("\n");
        const last = lines.pop() ?? "";
        const kept = (line: string): string => (line.length > 20 ? line.slice(0, 8) : line);
        expect(found).toEqual([
          ...lines.map((line) => ({ start: kept(line), total: line.length, complete: true })),
          ...(last === "" ? [] : [{ start: kept(last), total: last.length, complete: false }]),
        ]);
      }),
    );
  });
});

describe("an SSE tap", () => {
  const events = soup(
    "data: x",
    "data:yz",
    "id: 1",
    "event: message",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    ": hm",
    "odd",
    [0xff],
  );
  const read = (limitsInForce: typeof limits, chunks: readonly Uint8Array[]) => {
    const found: string[] = [];
    const tap = new SseTap(limitsInForce, {
      onEvent: ({ data }) => found.push(text(data)),
      onCut: ({ total }) => found.push(`cut ${total}`),
    });
    for (const chunk of chunks) tap.push(chunk);
    return { found, record: tap.end("server") };
  };

  test("is the parser where nothing is too long", () => {
    fc.assert(
      fc.property(chunked(events), ({ whole, chunks }) => {
        const generous = { ...limits, sseLineBytes: 10_000, sseEventBytes: 10_000 };
        const parser = new SseParser({ lineBytes: 10_000, eventBytes: 10_000, events: 10_000 });
        const expected = parser.push(whole).map((item) => (item.kind === "event" ? text(item.data) : ""));
        parser.end();
        const { found, record } = read(generous, chunks);
        expect(found).toEqual(expected);
        expect(record).toMatchObject({ events: parser.stats.events, comments: parser.stats.comments });
        expect(record.line_endings).toEqual(parser.stats.lineEndings);
      }),
    );
  });

  test("finds the same in any chunking, overlong events too", () => {
    const long = soup("data: 0123456789", "0123456789abcdef", "\n", "\r\n", "\n\n", "\r\r", "data: x\n\n");
    fc.assert(
      fc.property(chunked(long), ({ whole, chunks }) => {
        expect(read(limits, chunks).found).toEqual(read(limits, [whole]).found);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["\n", "\r\n", "\r"])("goes on behind an overlong event with %j", (nl) => {
    const stream = [`data: ${"x".repeat(100)}`, "data: more", "", "data: after", "", ""].join(nl);
    for (const chunks of [[Buffer.from(stream)], [...Buffer.from(stream)].map((byte) => Buffer.from([byte]))]) {
      const { found } = read(limits, chunks);
      expect(found).toHaveLength(2);
      expect(found[0]).toMatch(/^cut 1[12]\d$/);
      expect(found[1]).toBe("after");
    }
  });
});
