// A recording that is read piece by piece: the same complaints as from the reader that holds it, and little memory.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ByteSource, fromBytes } from "../../../src/capture/byte-source.ts";
import { CaptureError } from "../../../src/capture/capture-error.ts";
import { openCapture } from "../../../src/capture/open-capture-file.ts";
import { readCaptures } from "../../../src/capture/read.ts";
import { toJsonLines } from "../../../src/capture/serialize.ts";
import type { SessionSink } from "../../../src/capture/session-sink.ts";
import { captures } from "../../capture/arbitrary.ts";

const FILE = "x.jsonl";
const HEADER = '{"type":"header","server_label":"x"}';

interface Seen {
  exchanges: unknown[];
  messages: unknown[];
  head?: unknown;
}

const collect = (): { sink: SessionSink; seen: Seen } => {
  const seen: Seen = { exchanges: [], messages: [] };
  return {
    seen,
    sink: {
      exchange: (exchange, place) => void seen.exchanges.push([place.index, exchange.request, exchange.response]),
      meanwhile: (message, place, position) => void seen.messages.push([place.index, position, message.message]),
      unsolicited: (message, position) => void seen.messages.push(["unsolicited", position, message.message]),
      end: (head) => {
        seen.head = head;
      },
    },
  };
};

const stream = (bytes: Buffer | ByteSource): Seen & { notes: readonly string[] } => {
  const opened = openCapture("size" in bytes ? bytes : fromBytes(bytes), FILE);
  if (opened.form !== "lines") throw new Error("not JSON Lines");
  const { sink, seen } = collect();
  const notes = opened.stream(sink);
  return { ...seen, notes };
};

const complaint = (read: () => unknown): string => {
  try {
    read();
    return "none";
  } catch (error) {
    if (error instanceof CaptureError) return error.message;
    throw error;
  }
};

const EXCHANGE = '{"type":"exchange","id":"a","request":{"id":1,"method":"ping"}}';

describe("complaints", () => {
  test.each<[string, string]>([
    ["not JSON", `${HEADER}\n{"type":"exchange",}\n${EXCHANGE}\n`],
    ["an empty line", `${HEADER}\n\n${EXCHANGE}\n`],
    ["a duplicate key", `${HEADER}\n{"type":"exchange","request":{"a":1,"a":2}}\n`],
    ["a wrong shape", `${HEADER}\n{"type":"exchange","seq":-1}\n`],
    ["an unknown type", `${HEADER}\n{"type":"other"}\n`],
    ["no type", `${HEADER}\n[]\n`],
    ["a second header", `${HEADER}\n${HEADER}\n`],
    ["a line after the footer", `${HEADER}\n{"type":"footer"}\n${EXCHANGE}\n`],
    ["a wrong count", `${HEADER}\n${EXCHANGE}\n{"type":"footer","exchanges":2}\n`],
    ["an update of nothing", `${HEADER}\n{"type":"update","exchange":"a"}\n`],
    ["an update before its exchange", `${HEADER}\n{"type":"update","exchange":"a"}\n${EXCHANGE}\n`],
    ["a broken last line with an end", `${HEADER}\n{"type":"exch\n`],
    ["too deep", `${HEADER}\n{"type":"exchange","request":${"[".repeat(1_100)}${"]".repeat(1_100)}}\n`],
  ])("%s: the same as from the whole text", (_name, text) => {
    const message = complaint(() => stream(Buffer.from(text)));
    expect(message).toBe(complaint(() => readCaptures(text, FILE)));
    expect(message).toMatch(/^x\.jsonl:\d+/);
  });

  test("bytes that are no text are named by line", () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\n${EXCHANGE}\n{"type":"exchange","request":"`),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect(complaint(() => stream(bytes))).toBe("x.jsonl:3: not UTF-8 (byte 31 of the line)");
  });

  test("whatever is broken, both readers say the same", () => {
    fc.assert(
      fc.property(captures(), fc.nat(), fc.constantFrom("", '"', "}", ",", "\n", "\\", "1"), (capture, at, put) => {
        const good = toJsonLines(capture);
        const cut = at % good.length;
        const text = good.slice(0, cut) + put + good.slice(cut + 1);
        const bytes = Buffer.from(text);
        if (openCapture(fromBytes(bytes), FILE).form !== "lines") return;
        // Half of a surrogate pair is no longer text; only the reader of bytes can say so.
        if (bytes.toString("utf8") !== text) return;
        expect(complaint(() => stream(bytes))).toBe(complaint(() => readCaptures(text, FILE)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("what is handed on", () => {
  test("an exchange comes when its last update has come, its messages at once", () => {
    const lines = [
      HEADER,
      '{"type":"exchange","id":"a","request":1,"meanwhile":[{"seq":1,"at_ms":0,"message":"m0"}]}',
      '{"type":"exchange","id":"b","request":2,"response":"r2"}',
      '{"exchange":"a","meanwhile":[{"seq":2,"at_ms":0,"message":"m1"},{"seq":3,"at_ms":0,"message":"m2"}],"type":"\\u0075pdate"}',
      '{"type":"session","server_capabilities":{"tools":{}}}',
      '{"type":"unsolicited","conversation":"x","seq":1,"at_ms":0,"message":"u"}',
      '{"type":"update","exchange":"a","response":"r1","__proto__":1}',
      '{"type":"exchange","id":"a","request":3}',
      '{"type":"footer","exchanges":3}',
    ];
    for (const end of ["\n", "\r\n"]) {
      const { exchanges, messages, head, notes } = stream(Buffer.from(lines.join(end) + end));
      expect(exchanges).toEqual([
        [1, 2, "r2"],
        [0, 1, "r1"],
        [2, 3, undefined],
      ]);
      expect(messages).toEqual([
        [0, 0, "m0"],
        [0, 1, "m1"],
        [0, 2, "m2"],
        ["unsolicited", 0, "u"],
      ]);
      expect(head).toEqual({ server_label: "x", server_capabilities: { tools: {} } });
      expect(notes).toEqual([]);
    }
  });

  test("a recording that was not closed, half a line, a byte order mark", () => {
    const { exchanges, notes } = stream(Buffer.from(`\u{feff}${HEADER}\n${EXCHANGE}\n{"type":"exch`));
    expect(exchanges).toHaveLength(1);
    expect(notes).toEqual(["line 3 is half written and was dropped", "the recording has no footer: it was not closed"]);
  });

  test("lines longer than a block, and text beyond ASCII in some of them", () => {
    const long = "é".repeat(1_500_000);
    const text = [
      HEADER,
      ...["x", long, "y"].map((word) => JSON.stringify({ type: "exchange", request: word })),
      '{"type":"footer","exchanges":3}',
      "",
    ].join("\n");
    expect(stream(Buffer.from(text)).exchanges).toEqual([
      [0, "x", undefined],
      [1, long, undefined],
      [2, "y", undefined],
    ]);
  });

  test("a long recording is never held", () => {
    // 120 MB that exist nowhere: the same million bytes over and over.
    const line = `${JSON.stringify({ type: "exchange", id: "e", request: { jsonrpc: "2.0", id: 1, method: "ping" }, response: { result: "x".repeat(900) } })}\n`;
    const block = Buffer.from(line.repeat(1_000));
    const head = Buffer.from(`${HEADER}\n`);
    const size = head.length + block.length * 110;
    const source: ByteSource = {
      size,
      read: (target, offset, position) => {
        const at = position - head.length;
        if (position >= size) return 0;
        return at < 0 ? head.copy(target, offset, position) : block.copy(target, offset, at % block.length);
      },
    };
    let exchanges = 0;
    const before = process.memoryUsage().rss;
    let most = before;
    const opened = openCapture(source, FILE);
    if (opened.form !== "lines") throw new Error("not JSON Lines");
    opened.stream({
      exchange: () => {
        exchanges++;
        if (exchanges % 5_000 === 0) most = Math.max(most, process.memoryUsage().rss);
      },
      meanwhile: () => {},
      unsolicited: () => {},
      end: () => {},
    });
    expect(exchanges).toBe(110_000);
    // The recording has 110 MB; what is left over from parsing is the collector's to take.
    expect((most - before) / 2 ** 20).toBeLessThan(100);
  });
});
