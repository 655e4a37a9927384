import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPointer, toPointer } from "../../src/base/pointer.ts";

const DOCUMENT = { "": 0, "a/b": 1, "m~n": 2, "~1": 3, " ": 4, list: ["x", { deep: null }], "01": 5 };

describe("toPointer", () => {
  it.each([
    [[], ""],
    [[""], "/"],
    [["a/b", "m~n"], "/a~1b/m~0n"],
    [["~1"], "/~01"],
    [["list", 1, "deep"], "/list/1/deep"],
  ])("%j is %j", (path, pointer) => {
    expect(toPointer(path)).toBe(pointer);
  });
});

describe("readPointer", () => {
  it.each([
    ["", DOCUMENT],
    ["/", 0],
    ["/a~1b", 1],
    ["/m~0n", 2],
    ["/~01", 3],
    ["/ ", 4],
    ["/01", 5],
    ["/list/0", "x"],
    ["/list/1/deep", null],
  ])("finds %j", (pointer, expected) => {
    expect(readPointer(DOCUMENT, pointer)).toEqual(expected);
  });

  it.each([
    "list",
    "/nothing",
    "/list/2",
    "/list/-",
    "/list/-1",
    "/list/01",
    "/list/1.0",
    "/list/length",
    "/list/0/0",
    "/list/0/length",
    "/list/1/deep/more",
    "/m~n",
    "/m~2n",
    "/constructor",
    "/__proto__",
    "/toString",
    "/list/map",
    "#/list",
  ])("finds nothing at %j", (pointer) => {
    expect(readPointer(DOCUMENT, pointer)).toBeUndefined();
  });

  it("F08: finds an own member whatever its name is", () => {
    expect(readPointer(JSON.parse('{"__proto__":{"a":1}}'), "/__proto__/a")).toBe(1);
  });

  it("undoes toPointer for every member of any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const visit = (node: unknown, path: (string | number)[]): void => {
          expect(readPointer(value, toPointer(path))).toBe(node);
          if (Array.isArray(node)) for (const [index, item] of node.entries()) visit(item, [...path, index]);
          else if (typeof node === "object" && node !== null)
            for (const [key, item] of Object.entries(node)) visit(item, [...path, key]);
        };
        visit(value, []);
      }),
    );
  });
});
