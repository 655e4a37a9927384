import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { ownCapture, readCaptures } from "../../src/capture/read.ts";
import { toJson, toJsonLines } from "../../src/capture/serialize.ts";
import { captures } from "./arbitrary.ts";
import { FULL, MINIMAL, STDIO } from "./captures.ts";

const read = (text: string): Capture => {
  const [session] = readCaptures(text, "f").sessions;
  return session ?? expect.fail("no session");
};

describe("JSON", () => {
  it("is byte for byte the same after reading", () => {
    for (const capture of [FULL, STDIO]) expect(toJson(read(toJson(capture)))).toBe(toJson(capture));
    fc.assert(
      fc.property(captures(), (capture) => {
        const text = toJson(capture);
        expect(toJson(read(text))).toBe(text);
        // What check judges is what judge reads from the saved file.
        expect(ownCapture(capture)).toEqual(read(text));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the order of members and ends with a newline", () => {
    const text = toJson(FULL);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(FULL));
    expect(text.endsWith("}\n")).toBe(true);
    expect(Object.keys(read(text))).toEqual(Object.keys(FULL));
  });

  it("has a member of an exchange on a line, and is the same value however deep it goes", () => {
    const lines = toJson(FULL).split("\n");
    for (const { request } of FULL.exchanges) {
      if (request !== undefined)
        expect(lines.map((line) => line.replace(/,$/, ""))).toContain(`      "request": ${JSON.stringify(request)}`);
    }
    fc.assert(
      fc.property(captures(), (capture) => {
        expect(JSON.stringify(JSON.parse(toJson(capture)))).toBe(JSON.stringify(capture));
      }),
      { numRuns: 100 },
    );
    const deep = JSON.parse(`${'[{"a":'.repeat(400)}[]${"}]".repeat(400)}`) as Json;
    const text = toJson({ ...STDIO, exchanges: [{ response: deep }] });
    expect(read(text).exchanges[0]?.response).toEqual(deep);
    expect(toJson(read(text))).toBe(text);
  });

  it("of the minimal form settles after the first writing", () => {
    const once = toJson(read('{"exchanges":[],"server_label":"x"}'));
    expect(toJson(read(once))).toBe(once);
    expect(toJson(read(toJson(read(MINIMAL))))).toBe(toJson(read(MINIMAL)));
  });

  it("keeps lone surrogates, -0 as 0, numeric names and __proto__", () => {
    const text = '{"server_label":"\\ud800","exchanges":[{"response":{"b":-0,"1":2,"__proto__":[]}}]}';
    const once = toJson(read(text));
    expect(once).toContain('"server_label": "\\ud800"');
    expect(JSON.stringify(read(once).exchanges)).toBe('[{"response":{"1":2,"b":0,"__proto__":[]}}]');
    expect(toJson(read(once))).toBe(once);
  });
});

describe("JSON Lines", () => {
  it("is byte for byte the same after reading", () => {
    for (const capture of [FULL, STDIO]) expect(toJsonLines(read(toJsonLines(capture)))).toBe(toJsonLines(capture));
    fc.assert(
      fc.property(captures(), (capture) => {
        const once = read(toJsonLines(capture));
        expect(toJsonLines(read(toJsonLines(once)))).toBe(toJsonLines(once));
        expect(once.closed).toBe(capture.closed !== false);
      }),
      { numRuns: 300 },
    );
  });

  it("is one object a line, the type first", () => {
    const lines = toJsonLines(FULL).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => /^\{"type":"(\w+)"/.exec(line)?.[1])).toEqual([
      "header",
      "conversation",
      "conversation",
      "exchange",
      "exchange",
      "exchange",
      "unsolicited",
      "footer",
    ]);
    expect(lines.at(-1)).toBe('{"type":"footer","exchanges":3,"outcome":"complete"}');
  });

  it("says the same as JSON, apart from closed, which JSON may leave out", () => {
    fc.assert(
      fc.property(captures(), (capture) => {
        const { closed: _1, outcome: _2, ...lines } = read(toJsonLines(capture));
        const { closed, outcome: _3, ...json } = read(toJson(capture));
        const empty = (list: readonly unknown[] | undefined) => (list?.length ? {} : { conversations: undefined });
        expect({ ...lines, reader_notes: undefined }).toEqual({
          ...json,
          ...empty(json.conversations),
          unsolicited: json.unsolicited?.length ? json.unsolicited : undefined,
          reader_notes: undefined,
        });
        expect(lines.reader_notes).toEqual(
          closed === false ? ["the recording has no footer: it was not closed"] : json.reader_notes,
        );
      }),
      { numRuns: 200 },
    );
  });

  it("of a recording that was never closed does not close it, and keeps what its reader noted", () => {
    const unclosed = '{"type":"header","server_label":"x"}\n{"type":"exchange","request":1}\n{"type":"exch';
    const once = read(unclosed);
    const again = read(toJsonLines(once));
    expect(again).toEqual(once);
    expect(again.closed).toBe(false);
    expect(again.reader_notes).toHaveLength(2);
    expect(read(toJson(once))).toEqual(once);
  });

  it("reserves the word type: a foreign member of that name gives way", () => {
    const foreign = { ...STDIO, type: "x", exchanges: [{ type: "footer", id: "a", request: 1 }] } as unknown as Capture;
    expect(read(toJsonLines(foreign)).exchanges).toEqual([{ id: "a", request: 1 }]);
  });
});
