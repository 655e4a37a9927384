import { describe, expect, it } from "vitest";
import { compareJson } from "../../src/base/compare.ts";
import type { Json } from "../../src/base/json.ts";
import { differenceLines } from "../../src/base/show-differences.ts";

const lines = (before: Json, after: Json): readonly string[] => differenceLines(compareJson(before, after));

describe("differences, path by path", () => {
  it("has none for the same value in another order of members", () => {
    expect(compareJson({ a: 1, b: [1] }, { b: [1], a: 1 })).toStrictEqual([]);
  });

  it("names what changed, came and went", () => {
    expect(lines({ a: 1, b: 2, "c d": { e: 3 } }, { a: 1, "c d": { e: 4 }, f: 5 })).toStrictEqual([
      "- b: 2",
      '~ ["c d"].e',
      "    - 3",
      "    + 4",
      "+ f: 5",
    ]);
  });

  it("compares named entries by name, so that one more is one difference", () => {
    const tool = (name: string, title: string): Json => ({ name, title });
    const before = { tools: [tool("a", "A"), tool("b", "B")] };
    const after = { tools: [tool("new", "N"), tool("a", "A"), tool("b", "Bee")] };
    expect(lines(before, after)).toStrictEqual([
      "~ tools[2]{b}.title",
      '    - "B"',
      '    + "Bee"',
      '+ tools[0]{new}: {"name":"new","title":"N"}',
    ]);
  });

  it("says that entries moved", () => {
    expect(lines([{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }])).toStrictEqual([
      "~ the whole answer: the same entries in another order",
    ]);
  });

  it("leaves out what lists begin and end with", () => {
    expect(lines([1, 2, 3, 4], [1, 9, 3, 4])).toStrictEqual(["~ [1]", "    - 2", "    + 9"]);
    expect(lines([1, 2, 3], [1, 3])).toStrictEqual(["- [1]: 2"]);
  });

  it("shows only the lines of a text that differ", () => {
    expect(lines("a\nb\nc", "a\nB\nc")).toStrictEqual([
      "~ the whole answer",
      "    (from line 2)",
      "    - b",
      "    + B",
    ]);
  });

  it("is cut where nobody reads on", () => {
    const many = Array.from({ length: 100 }, (_, index) => index);
    expect(differenceLines(compareJson([], many), 3)).toHaveLength(4);
  });
});
