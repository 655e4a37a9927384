import { describe, expect, it } from "vitest";
import { readPointer } from "../../src/base/pointer.ts";
import { readStrictJson, type StrictReading } from "../../src/base/strict-json.ts";
import { ACCEPTED, REJECTED } from "./json-texts.ts";

const LIMITS = { depth: 128, values: 500_000 };
const read = (text: string, limits = LIMITS): StrictReading => readStrictJson(text, limits);

const notesOf = (text: string) => {
  const reading = read(text);
  if (!reading.ok) throw new Error(`${text} was refused: ${reading.problem.detail}`);
  return reading.notes.map((note) => [note.kind, note.at]);
};

const problemOf = (text: string, limits = LIMITS) => {
  const reading = read(text, limits);
  if (reading.ok) throw new Error(`${text} was accepted`);
  return reading;
};

describe("the grammar", () => {
  it("has long lists to prove it", () => {
    expect(Object.keys(REJECTED).length).toBeGreaterThanOrEqual(90);
    expect(Object.keys(ACCEPTED).length).toBeGreaterThanOrEqual(50);
  });

  it.each(Object.entries(REJECTED))("F03, F14: refuses %s", (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(problemOf(text).problem.kind).toBe("not-json");
  });

  it.each(Object.entries(ACCEPTED))("F04: accepts %s", (_, text) => {
    const reading = read(text);
    expect(reading.ok && reading.value).toEqual(JSON.parse(text));
  });

  it("agrees with JSON.parse on every single character alone, inside an array and inside a string", () => {
    const disagreements: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      for (const text of [character, `[${character}]`, `"${character}"`, `"\\${character}"`]) {
        if (read(text).ok !== accepts(text)) disagreements.push(JSON.stringify(text));
      }
    }
    expect(disagreements).toEqual([]);
  });

  it("agrees with JSON.parse on every beginning of a text", () => {
    const text = '\t{"a\\u00e9\\n":[-1.5e+10,true,null,{"b":"\\ud83d\\ude00"}],"c":[],"d":{}}\n';
    for (let end = 0; end <= text.length; end++) {
      const start = text.slice(0, end);
      expect([start, read(start).ok]).toEqual([start, accepts(start)]);
    }
  });
});

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("where a text breaks", () => {
  it.each([
    ["", 0, 1, 1],
    ["[1,]", 3, 1, 4],
    ["[1,\n 2,\n x]", 9, 3, 2],
    ["[1,\r\n x]", 6, 2, 2],
    ["[1,\r x]", 5, 2, 2],
    ['{"a":1} x', 8, 1, 9],
    ['"abc', 4, 1, 5],
    ['"a\\qb"', 2, 1, 3],
    ["[01]", 2, 1, 3],
    ["nul", 0, 1, 1],
    ["[1}", 2, 1, 3],
  ])("%j at offset %i, line %i, column %i", (text, offset, line, column) => {
    expect(problemOf(text)).toMatchObject({ problem: { offset }, line, column });
  });

  it("says it in words of ours, never in the server's", () => {
    expect(problemOf("[evil]").problem.detail).toBe("a value was expected");
    expect(problemOf("[1").problem.detail).toBe("the text ends too early");
  });
});

describe("limits", () => {
  it("counts containers inside each other", () => {
    expect(read("[[[]]]", { depth: 3, values: 10 }).ok).toBe(true);
    expect(read('{"a":{"b":[1]}}', { depth: 3, values: 10 }).ok).toBe(true);
    expect(problemOf("[[[[]]]]", { depth: 3, values: 10 }).problem).toMatchObject({ kind: "too-deep", offset: 3 });
    expect(read("1", { depth: 0, values: 1 }).ok).toBe(true);
    expect(read("[[],[],[[]]]", { depth: 3, values: 10 }).ok).toBe(true);
  });

  it("counts values but not names", () => {
    expect(read('{"a":1,"b":[2,3]}', { depth: 3, values: 5 }).ok).toBe(true);
    expect(problemOf('{"a":1,"b":[2,3]}', { depth: 3, values: 4 }).problem).toMatchObject({
      kind: "too-many-values",
      offset: 14,
    });
  });

  it.each([
    ["F01: 100,000 open brackets", "[".repeat(100_000)],
    ["F01: 5,000,000 balanced brackets", "[".repeat(5_000_000) + "]".repeat(5_000_000)],
    ["F01: 5,000,000 nested objects", '{"":'.repeat(5_000_000)],
    ["F02: open arrays of objects", '[{"":'.repeat(50_000)],
  ])("%s end as too deep", (_, text) => {
    expect(problemOf(text).problem).toMatchObject({ kind: "too-deep" });
  });

  it("F01: needs no stack even when the limit allows millions", () => {
    const text = "[".repeat(5_000_000) + "]".repeat(5_000_000);
    expect(read(text, { depth: 5_000_000, values: 5_000_000 }).ok).toBe(true);
    expect(problemOf("[".repeat(1_000_000), { depth: 5_000_000, values: 5_000_000 }).problem.kind).toBe("not-json");
  });

  it("F15: a million elements and a million keys reach the limit, a long string does not", () => {
    expect(problemOf(`[${"0,".repeat(1_000_000)}0]`).problem.kind).toBe("too-many-values");
    const members = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`);
    expect(problemOf(`{${members.join(",")}}`).problem.kind).toBe("too-many-values");
    expect(read(`"${"x".repeat(8_388_608)}"`).ok).toBe(true);
  });
});

describe("duplicate keys", () => {
  it.each([
    ['{"id":1,"id":2}', ["/id"]],
    ['{"jsonrpc":"2.0","jsonrpc":"1.0","method":"a","method":"b"}', ["/jsonrpc", "/method"]],
    ['{"a":1,"a":2,"a":3}', ["/a", "/a"]],
    ['{"a":1,"\\u0061":2}', ["/a"]],
    ['{"\\n":1,"\\u000a":2}', ["/\n"]],
    ['{"\\ud83d\\ude00":1,"\u{1f600}":2}', ["/\u{1f600}"]],
    ['{"":1,"":2}', ["/"]],
    ['[0,{"a":{"b/c":[{"x":1,"x":2}]}}]', ["/1/a/b~1c/0/x"]],
    ['{"a":{"a":{"a":1}},"b":1}', []],
    ['[{"a":1},{"a":2}]', []],
    ['{"a":{"x":1},"b":{"x":1},"a":2}', ["/a"]],
    ['{"__proto__":1,"__proto__":2}', ["/__proto__"]],
  ])("F06: %s", (text, expected) => {
    expect(notesOf(text)).toEqual(expected.map((at) => ["duplicate-key", at]));
  });

  it.each([1, 2, 11, 12, 13, 14, 100])("finds the first and the last of %i keys again", (count) => {
    const keys = Array.from({ length: count }, (_, index) => `k${index}`);
    const member = (key: string) => `"${key}":{"k0":1,"other":[{"k1":2}]}`;
    expect(notesOf(`{${keys.map(member).join(",")}}`)).toEqual([]);
    for (const again of ["k0", `k${count - 1}`]) {
      const text = `{${[...keys, again, "z"].map(member).join(",")}}`;
      expect(notesOf(text)).toEqual([["duplicate-key", `/${again}`]]);
    }
  });

  it("F07: keys that are equal only after normalising or ignoring case are different keys", () => {
    expect(notesOf('{"\u00e9":1,"e\u0301":2,"A":3,"a":4}')).toEqual([]);
  });

  it("gives the offset of the second name", () => {
    const reading = read('{"a":1, "a":2}');
    expect(reading.ok && reading.notes).toEqual([{ kind: "duplicate-key", at: "/a", offset: 8 }]);
  });
});

describe("numbers", () => {
  it.each(["9007199254740993", "-9007199254740993", "123456789012345678901", "1e400", "-1e400", "1E+309"])(
    "F10: %s does not survive",
    (literal) => {
      const reading = read(`{"a":[0,${literal}]}`);
      expect(reading.ok && reading.notes).toEqual([{ kind: "unsafe-number", at: "/a/1", offset: 8, detail: literal }]);
    },
  );

  it.each([
    "9007199254740991",
    "-9007199254740991",
    "9007199254740992",
    "60813722560166570",
    "1000000000000000000000",
    "-0",
    "1.0",
    "1E+2",
    "1e308",
    "0.1234567890123456789",
    "1e-400",
    "100000000000000.5",
  ])("F10: %s is not called unsafe", (literal) => {
    expect(notesOf(literal)).toEqual([]);
  });

  it("F10: a million digits are one note with a short detail", () => {
    const reading = read("7".repeat(1_000_000));
    expect(reading.ok && reading.notes).toEqual([
      { kind: "unsafe-number", at: "", offset: 0, detail: `${"7".repeat(64)}…` },
    ]);
    expect(notesOf(`${"7".repeat(400)}.5`)).toEqual([["unsafe-number", ""]]);
  });
});

describe("lone surrogates", () => {
  it.each([
    ['"\\ud800"', ""],
    ['"\ud800"', ""],
    ['["a","x\\udc00y"]', "/1"],
    ['"\\ude00\\ud83d"', ""],
    ['"\\ud83d\\ud83d\\ude00"', ""],
    ['"\ud83d\\n"', ""],
  ])("F11: %j", (text, at) => {
    expect(notesOf(text)).toEqual([["lone-surrogate", at]]);
  });

  it("F11: a name is noted with the pointer of its member", () => {
    expect(notesOf('{"\\ud800":1}')).toEqual([["lone-surrogate", "/\ud800"]]);
  });

  it.each([
    '"\u{1f600}"',
    '"\\ud83d\\ude00"',
    '"\ud83d\\ude00"',
    '"\\ud83d\ude00"',
    '"\\u0000\\uffff\u{fffe}\u{2028}"',
  ])("F11: %j is fine", (text) => {
    expect(notesOf(text)).toEqual([]);
  });
});

describe("notes stay few", () => {
  it("are at most fifty, and a flood of one kind does not hide another", () => {
    const flood = `["\\ud800"${',"\\ud800"'.repeat(500)},{"a":1,"a":2},1e999]`;
    const kinds = notesOf(flood).map(([kind]) => kind);
    expect(kinds).toHaveLength(50);
    expect(kinds.slice(-2)).toEqual(["duplicate-key", "unsafe-number"]);
    expect(notesOf(`{"a":1${',"a":1'.repeat(500)}}`).length).toBeLessThanOrEqual(50);
  });

  it("leave out a pointer that would repeat a huge name", () => {
    const reading = read(`{"${"k".repeat(100_000)}":[${"1e999,".repeat(60)}0]}`);
    expect(reading.ok && reading.notes.every((note) => note.at === undefined && note.offset !== undefined)).toBe(true);
  });
});

describe("values are plain data", () => {
  it("F08: names of the prototype become own members and change nothing", () => {
    const reading = read('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":0}');
    expect(reading.ok && Object.keys(reading.value as object)).toEqual(["__proto__", "constructor", "toString"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(reading.ok && readPointer(reading.value, "/__proto__/polluted")).toBe(1);
  });

  it("F09: a toJSON member is data and does not steer serialisation", () => {
    for (const text of ['{"toJSON":"x"}', '{"toJSON":1}', '{"toJSON":{"a":[]}}']) {
      const reading = read(text);
      expect(reading.ok && JSON.stringify(reading.value)).toBe(text);
    }
  });
});
