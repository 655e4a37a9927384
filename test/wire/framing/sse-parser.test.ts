import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseParser } from "../../../src/wire/sse-parser.ts";
import { chunked, everySplit, soup } from "./chunkings.ts";

const LIMITS = { lineBytes: 1_000, eventBytes: 2_000, events: 100 };

const parse = (chunks: Uint8Array[], limits = LIMITS) => {
  const parser = new SseParser(limits);
  const items = chunks
    .flatMap((chunk) => parser.push(chunk))
    .map((item) =>
      item.kind === "event" ? { ...item, data: Buffer.from(item.data).toString("latin1") } : { ...item },
    );
  const rest = parser.end();
  return {
    items,
    rest: rest === undefined ? undefined : Buffer.from(rest).toString("latin1"),
    stats: parser.stats,
  };
};

const event = (data: string, fields: object = {}) => ({ kind: "event", data, fields, hasData: true });
const bare = (fields: object) => ({ kind: "event", data: "", fields, hasData: false });
const latin1 = (value: string): Uint8Array => Buffer.from(value, "latin1");
const utf8 = (value: string): string => Buffer.from(value).toString("latin1");

describe("events", () => {
  it.each([
    ["nothing", "", []],
    ["one", "data: a\n\n", [event("a")]],
    ["a message with its type", 'event: message\ndata: {"a":1}\n\n', [event('{"a":1}', { event: "message" })]],
    ["two", "data: a\n\ndata: b\n\n", [event("a"), event("b")]],
    ["several data lines", "data: a\ndata: b\ndata\ndata: c\n\n", [event("a\nb\n\nc")]],
    [
      "one space is dropped",
      "data:a\n\ndata: a\n\ndata:  a\n\ndata:\ta\n\n",
      ["a", "a", " a", "\ta"].map((d) => event(d)),
    ],
    ["empty data", "data:\n\ndata\n\ndata: \n\n", [event(""), event(""), event("")]],
    ["two empty data lines", "data\ndata\n\n", [event("\n")]],
    ["a colon in data", "data: a: b:c\n\n", [event("a: b:c")]],
    ["blank lines only", "\n\n\n\r\n\r", []],
    ["comments only", ": hello\n:\n\n: more\n\n", []],
    ["a comment inside an event", "data: a\n: ping\ndata: b\n\n", [event("a\nb")]],
    ["an id without data", "id: 7\n\n", [bare({ id: "7" })]],
    ["a priming event", "id: 7\ndata:\n\n", [event("", { id: "7" })]],
    ["a type without data", "event: ping\n\n", [bare({ event: "ping" })]],
    ["a retry without data", "retry: 10\n\n", [bare({ retry: 10 })]],
    [
      "fields do not carry over",
      "event: x\nid: 1\ndata: a\n\ndata: b\n\n",
      [event("a", { event: "x", id: "1" }), event("b")],
    ],
    [
      "the last of repeated fields",
      "event: x\nevent: y\nid: 1\nid: 2\ndata: a\n\n",
      [event("a", { event: "y", id: "2" })],
    ],
    ["unknown fields", "foo: 1\nDATA: x\n data: y\ndata : z\nbar\n\n", []],
    ["an event that is not finished", "data: a\n", []],
    ["an event cut in its line", "data: a", []],
    ["an escaped newline is two characters", "data: a\\nb\n\n", [event("a\\nb")]],
    ["NUL in data", "data: a\u0000b\n\n", [event("a\u0000b")]],
  ])("%s", (_, stream, items) => {
    for (const chunks of everySplit(latin1(stream))) expect(parse(chunks).items).toEqual(items);
  });

  it("D04: CR, LF and CRLF may be mixed, and CRLF may be split", () => {
    const stream = latin1("data: a\r\rdata: b\n\ndata: c\r\n\r\ndata: d\r\ndata: e\rdata: f\n\r\n");
    for (const chunks of everySplit(stream)) {
      const { items, stats } = parse(chunks);
      expect(items).toEqual([event("a"), event("b"), event("c"), event("d\ne\nf")]);
      expect(stats.lineEndings).toEqual(["cr", "lf", "crlf"]);
    }
  });

  it("D04: an event that ends with CR is not held back until the next byte", () => {
    const parser = new SseParser(LIMITS);
    expect(parser.push(latin1("data: a\r\r"))).toHaveLength(1);
    expect(parser.push(latin1("\n"))).toEqual([]);
    parser.end();
    expect(parser.stats.lineEndings).toEqual(["cr", "crlf"]);
  });

  it("D04: a CR at the very end counts as one", () => {
    expect(parse([latin1("data: a\r")]).stats.lineEndings).toEqual(["cr"]);
  });

  it("D05: a split character is whole again; only a leading byte order mark is dropped", () => {
    const stream = latin1(
      utf8("\u{feff}data: é\u{1f600}\u{feff}\n\n\u{feff}data: b\n\ndata:\u{feff}c\nid:\u{feff}\n\n"),
    );
    for (const chunks of everySplit(stream)) {
      const { items, stats } = parse(chunks);
      expect(items).toEqual([event(utf8("é\u{1f600}\u{feff}")), event(utf8("\u{feff}c"), { id: "\u{feff}" })]);
      expect(stats).toMatchObject({ byteOrderMark: true, oddLines: 1 });
    }
    for (const chunks of everySplit(latin1("\xef\xbb\xbf"))) {
      expect(parse(chunks)).toMatchObject({ items: [], rest: undefined, stats: { byteOrderMark: true } });
    }
    expect(parse([latin1(utf8("\n\u{feff}data: a\n\n"))]).items).toEqual([]);
    expect(parse([latin1(utf8("\u{feff}\u{feff}data: a\n\n"))]).items).toEqual([]);
  });

  it("D06: bytes that are no UTF-8 come through as they are", () => {
    expect(parse([latin1("data: \xff\xc0\xaf\xed\xa0\x80\n\n")]).items).toEqual([event("\xff\xc0\xaf\xed\xa0\x80")]);
  });

  it("are the same for every chunking, with all that is counted", () => {
    const stream = soup(
      ...["data: ", "data", "data:x", "id: 1", "id: a\u0000", "event: e", "retry: 5", "retry: x", ":", ": c", "zzz"],
      ...["\n", "\n\n", "\r", "\r\n", "\r\r", "\u{feff}", "é"],
      [0xff],
    );
    fc.assert(
      fc.property(chunked(stream), fc.boolean(), fc.integer({ min: 1, max: 40 }), ({ whole, chunks }, tight, size) => {
        const limits = tight ? { lineBytes: size, eventBytes: size * 2, events: 3 } : LIMITS;
        expect(parse(chunks, limits)).toEqual(parse([whole], limits));
      }),
      { numRuns: 5_000 },
    );
  });

  it("give back any data, written with any line ending", () => {
    const data = fc.array(
      fc.string({ unit: "grapheme" }).filter((line) => !/[\r\n]/.test(line)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(fc.array(data, { maxLength: 5 }), fc.constantFrom("\n", "\r", "\r\n"), (events, ending) => {
        const lines = events.flatMap((event) => [...event.map((line) => `data: ${line}`), ""]);
        const { items, rest } = parse([Buffer.from(lines.map((line) => line + ending).join(""))]);
        expect(items).toEqual(events.map((lines) => event(utf8(lines.join("\n")))));
        expect(rest).toBeUndefined();
      }),
    );
  });

  it("do not share memory with the chunk", () => {
    const parser = new SseParser(LIMITS);
    const chunk = Buffer.from("data: abc\n\n");
    const [item] = parser.push(chunk);
    chunk.fill(0x78);
    expect(item?.kind === "event" && Buffer.from(item.data).toString()).toBe("abc");
  });
});

describe("id and retry", () => {
  it("D07: an id with NUL is ignored and counted as odd", () => {
    const { items, stats } = parse([latin1("id: a\ndata: 1\n\nid: b\u0000c\ndata: 2\n\n")]);
    expect(items).toEqual([event("1", { id: "a" }), event("2")]);
    expect(stats).toMatchObject({ lastEventId: "a", oddLines: 1 });
  });

  it("D07: an id of a mebibyte is recorded but never becomes the last event id", () => {
    const long = "x".repeat(1_048_576);
    const limits = { lineBytes: 2_000_000, eventBytes: 2_000_000, events: 10 };
    const { items, stats } = parse([latin1(`id: a\n\nid: ${long}\ndata: 1\n\n`)], limits);
    expect(items).toEqual([bare({ id: "a" }), event("1", { id: long })]);
    expect(stats.lastEventId).toBe("a");
  });

  it("D07: a newline ends the id", () => {
    expect(parse([latin1("id: a\nX-Header: b\ndata: 1\n\n")])).toMatchObject({
      items: [event("1", { id: "a" })],
      stats: { lastEventId: "a", oddLines: 1 },
    });
  });

  it("the last event id survives events without one, can be emptied, and counts only once its event ended", () => {
    expect(parse([latin1("id: a\n\ndata: 1\n\n")]).stats.lastEventId).toBe("a");
    expect(parse([latin1("id: a\n\nid\n\n")]).stats.lastEventId).toBe("");
    expect(parse([latin1("id: a\n\nid: b\n")]).stats.lastEventId).toBe("a");
    expect(parse([latin1("data: 1\n\n")]).stats).not.toHaveProperty("lastEventId");
  });

  it.each([
    ["0", 0],
    ["00012", 12],
    ["999999999999", 999_999_999_999],
    ["9".repeat(900), Number.MAX_SAFE_INTEGER],
    ["-1", undefined],
    ["+1", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["", undefined],
    [" 5", undefined],
    ["5 ", undefined],
    ["\xb2", undefined],
    ["soon", undefined],
  ])("D08: retry %j is read as %s", (value, expected) => {
    const { stats } = parse([latin1(`retry: ${value}\n\n`)]);
    expect(stats.retryMs).toBe(expected);
    expect(stats.oddLines).toBe(expected === undefined ? 1 : 0);
  });
});

describe("the end of the stream", () => {
  it.each([
    ["data: a\n", "data: a\n"],
    ["data: a\r\nid: 1\rdata: b", "data: a\nid: 1\ndata: b"],
    ["data: a\n\ndata: b", "data: b"],
    ["data: a\n: ping\n: cut", "data: a\n"],
    [": cut", undefined],
    ["data: a\n\n", undefined],
    ["data: a\n\n\r", undefined],
    ["", undefined],
    ['{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0"}'],
  ])("%j leaves %j", (stream, rest) => {
    for (const chunks of everySplit(latin1(stream))) expect(parse(chunks).rest).toBe(rest);
  });

  it("a JSON body read as a stream is odd lines, not events", () => {
    const oddText = new Uint8Array(latin1('{\n"a": 1\n}\n'));
    expect(parse([oddText])).toMatchObject({ items: [], stats: { oddLines: 3, oddText, events: 0 } });
  });
});

describe("limits", () => {
  const overflow = (limit: string) => ({ kind: "overflow", limit });

  it("D01: one line without end", () => {
    const parser = new SseParser({ lineBytes: 1_000_000, eventBytes: 2_000_000, events: 10 });
    const chunk = new Uint8Array(65_536).fill(0x61);
    const items = [latin1("data: "), ...Array.from({ length: 100 }, () => chunk)].flatMap((one) => parser.push(one));
    expect(items).toEqual([overflow("sseLineBytes")]);
    expect(parser.end()?.length).toBe(1_000_000);
  });

  it("D01: a line may have exactly the limit", () => {
    const limits = { lineBytes: 8, eventBytes: 100, events: 10 };
    for (const chunks of everySplit(latin1("data: 12\n\ndata: 123\n\n"))) {
      expect(parse(chunks, limits).items).toEqual([event("12"), overflow("sseLineBytes")]);
    }
  });

  it("D02: data lines without a blank line", () => {
    const parser = new SseParser({ lineBytes: 1_000, eventBytes: 100_000, events: 10 });
    const chunk = latin1("data:\n".repeat(1_000));
    const items = Array.from({ length: 100 }, () => parser.push(chunk)).flat();
    expect(items).toEqual([overflow("sseEventBytes")]);
    expect(parser.end()?.length).toBeLessThanOrEqual(100_000);
  });

  it("D02: lines of unknown fields count as well", () => {
    const { items } = parse([latin1(`${"zzzzzzzzz\n".repeat(300)}`)]);
    expect(items).toEqual([overflow("sseEventBytes")]);
  });

  it("D03: a million comments are counted and nothing of them is kept", () => {
    const parser = new SseParser(LIMITS);
    const chunk = latin1(": keep-alive\n".repeat(1_000));
    for (let count = 0; count < 1_000; count++) expect(parser.push(chunk).length).toBe(0);
    expect(parser.stats).toMatchObject({ comments: 1_000_000, events: 0, oddLines: 0 });
    expect(parser.end()).toBeUndefined();
  });

  it("D09: events of a thousand types stop at the count, whatever their names", () => {
    const stream = Array.from({ length: 1_000 }, (_, index) => `event: \u001b[31m${index}\ndata\n\n`).join("");
    const { items, stats } = parse([latin1(stream)]);
    expect(items).toHaveLength(101);
    expect(items[3]).toEqual(event("", { event: "\u001b[31m3" }));
    expect(items.at(-1)).toEqual(overflow("sseEvents"));
    expect(stats.events).toBe(100);
  });

  it("after an overflow nothing more is parsed", () => {
    const parser = new SseParser({ lineBytes: 10, eventBytes: 100, events: 10 });
    expect(parser.push(latin1("data: 1234567890\n\ndata: a\n\n"))).toEqual([overflow("sseLineBytes")]);
    expect(parser.push(latin1("\n\ndata: b\n\n"))).toEqual([]);
    expect(parser.stats.events).toBe(0);
  });
});
