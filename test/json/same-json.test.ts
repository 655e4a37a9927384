import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { isSameJson } from "../../src/base/same-json.ts";

describe("isSameJson", () => {
  it.each<[Json | undefined, Json | undefined]>([
    [undefined, undefined],
    [null, null],
    [0, -0],
    ["a", "a"],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: { c: [] } },
      { b: { c: [] }, a: 1 },
    ],
  ])("%j is %j", (left, right) => {
    expect(isSameJson(left, right)).toBe(true);
  });

  it.each<[Json | undefined, Json | undefined]>([
    [undefined, null],
    [1, "1"],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{}, null],
    [{ a: null }, { b: null }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ constructor: 1 }, { other: 1 }],
  ])("%j is not %j", (left, right) => {
    expect(isSameJson(left, right)).toBe(false);
    expect(isSameJson(right, left)).toBe(false);
  });
});
