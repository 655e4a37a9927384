import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/wire/limits.ts";
import { LineFramer } from "../../../src/wire/line-framer.ts";
import { parseMessage } from "../../../src/wire/parse-message.ts";
import { fromRawText } from "../../../src/wire/raw-text.ts";

const read = (input: string | Uint8Array) =>
  parseMessage(typeof input === "string" ? Buffer.from(input) : input, DEFAULT_LIMITS);

const kinds = (input: string | Uint8Array) => (read(input).notes ?? []).map((note) => note.kind);

describe("a clean message", () => {
  it("is only the message", () => {
    expect(read('{"jsonrpc":"2.0","id":1,"result":{"n":1.0,"e":1e2}}')).toEqual({
      message: { jsonrpc: "2.0", id: 1, result: { n: 1, e: 100 } },
    });
  });

  it("may have white space and a CR at its end", () => {
    expect(read(' {"id":1}\r')).toEqual({ message: { id: 1 } });
  });

  it("loses nothing: what JSON.stringify wrote comes back without raw bytes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer(), (result, id) => {
        const text = JSON.stringify({ jsonrpc: "2.0", id, result });
        const { message, raw, notes } = read(text);
        expect(JSON.stringify(message)).toBe(text);
        expect(raw).toBeUndefined();
        expect((notes ?? []).every((note) => note.kind === "lone-surrogate")).toBe(true);
      }),
    );
  });

  it.each(["null", "true", '"hello"', "1", "[]"])(
    "F16: %s is a value; whether it is a message is for others",
    (text) => {
      expect(read(text)).toEqual({ message: JSON.parse(text) });
    },
  );
});

describe("a message that the parsed form would falsify keeps its bytes", () => {
  it.each([
    ["F06: a duplicate key", '{"id":1,"id":2}', "duplicate-key"],
    ["F10: a rounded integer", '{"id":9007199254740993}', "unsafe-number"],
    ["F10: infinity", '{"a":1e400}', "unsafe-number"],
    ["F13: a byte order mark", '\u{feff}{"id":1}', "byte-order-mark"],
  ])("%s", (_, text, kind) => {
    const { message, raw, notes } = read(text);
    expect(message).toBeDefined();
    expect(notes?.map((note) => note.kind)).toEqual([kind]);
    expect(raw).toEqual({ encoding: "utf8", data: text });
  });

  it("F11: an escaped lone surrogate survives in the message and needs no bytes", () => {
    const reading = read('{"a":"\\ud800"}');
    expect(reading).toEqual({
      message: { a: "\ud800" },
      notes: [{ kind: "lone-surrogate", at: "/a", offset: 5 }],
    });
    expect(JSON.stringify(reading.message)).toBe('{"a":"\\ud800"}');
  });

  it("F11: many lone surrogates do not hide a duplicate key behind them", () => {
    const text = `{"a":[${'"\\ud800",'.repeat(200)}0],"id":1,"id":2}`;
    expect(kinds(text)).toContain("duplicate-key");
    expect(read(text).raw).toBeDefined();
  });

  it.each(["1.0", "1e0", "-0", "10E1", "0.10", '"\\u0061"', '"a\\/b"'])("F10: an id spelled %s", (id) => {
    const text = `{"jsonrpc":"2.0","result":{"id":1},"id": ${id} }`;
    expect(read(text)).toEqual({ message: JSON.parse(text), raw: { encoding: "utf8", data: text } });
    const batch = `[{"id":1},${text}]`;
    expect(read(batch)).toEqual({ message: JSON.parse(batch), raw: { encoding: "utf8", data: batch } });
  });

  it.each(["1", "-1", "1.5", '"a"', '"é"', "null", "1e+21", "{}", "[1.0]"])("an id spelled %s does not", (id) => {
    expect(read(`{"id":${id}}`)).not.toHaveProperty("raw");
  });

  it("keeps no more of them than the limit", () => {
    const text = `{"id":1,"id":2,"pad":"${"x".repeat(100_000)}"}`;
    expect(read(text).raw).toMatchObject({ data: text.slice(0, 65_536), cut_from: text.length });
  });
});

describe("what is no message at all", () => {
  it.each([
    ["F14: text", "Server listening on port 3000", "not-json"],
    ["F14: two objects on one line", "{}{}", "not-json"],
    ["F14: a comment", "{} // x", "not-json"],
    ["F14: a trailing comma", '{"id":1,}', "not-json"],
    ["F14: NaN", '{"id":NaN}', "not-json"],
    ["F14: single quotes", "{'id':1}", "not-json"],
    ["F16: nothing", "", "not-json"],
    ["F16: white space", " \t\r\n", "not-json"],
    ["F01: too deep", "[".repeat(100_000), "too-deep"],
    ["F02: too deep, open", '[{"":'.repeat(50_000), "too-deep"],
    ["F15: too many values", `[${"0,".repeat(1_000_000)}0]`, "too-many-values"],
    ["E06: NUL bytes", '\u0000{"id":1}', "not-json"],
  ])("%s", (_, text, kind) => {
    const reading = read(text);
    expect(reading).not.toHaveProperty("message");
    expect(reading.notes?.map((note) => note.kind)).toEqual([kind]);
    expect(reading.raw).toMatchObject({ encoding: "utf8", data: text.slice(0, 65_536) });
  });

  it("F12: invalid UTF-8, with the place and the bytes", () => {
    const bytes = Uint8Array.of(...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}'));
    const reading = read(bytes);
    expect(reading).not.toHaveProperty("message");
    expect(reading.notes).toEqual([{ kind: "invalid-utf8", offset: 6 }]);
    expect(reading.raw && fromRawText(reading.raw).equals(bytes)).toBe(true);
  });

  it("F13, E06: UTF-16, with and without its mark", () => {
    const text = '{"id":1}';
    expect(kinds(Uint8Array.of(0xff, 0xfe, ...Buffer.from(text, "utf16le")))).toEqual(["invalid-utf8"]);
    expect(kinds(Buffer.from(text, "utf16le"))).toEqual(["not-json"]);
  });

  it("F13: a byte order mark and then no JSON are two notes", () => {
    expect(kinds("\u{feff}")).toEqual(["byte-order-mark", "not-json"]);
    expect(kinds("\u{feff}\u{feff}{}")).toEqual(["byte-order-mark", "not-json"]);
  });
});

it("E05: each line of a pretty-printed message is read by itself and none is one", () => {
  const framer = new LineFramer(1_000);
  const lines = framer.push(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 1 }, null, 2)}\n`));
  expect(lines.map((line) => parseMessage(line.bytes, DEFAULT_LIMITS).message)).toEqual(Array(4).fill(undefined));
});

it("any bytes are read without a throw, and the bytes or the message can be had back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const reading = parseMessage(bytes, DEFAULT_LIMITS);
      if (reading.raw) expect(fromRawText(reading.raw).equals(bytes)).toBe(true);
      else expect(reading).toHaveProperty("message");
    }),
    { numRuns: 2_000 },
  );
});
