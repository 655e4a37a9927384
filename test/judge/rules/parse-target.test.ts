import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTarget, TargetError } from "../../../src/judge/rules/parse-target.ts";

test.each([
  ["tools", "tools", []],
  ["unknown_method.error.code", "unknown_method", ["error", "code"]],
  [
    'discover.result._meta["io.modelcontextprotocol/serverInfo"].name',
    "discover",
    ["result", "_meta", "io.modelcontextprotocol/serverInfo", "name"],
  ],
  ["tools.icons.*.src", "tools", ["icons", "*", "src"]],
  ["lists[0].name", "lists", ["0", "name"]],
  ['a.b["with \\"quotes\\""]', "a", ["b", 'with "quotes"']],
])("%s", (text, fact, path) => {
  expect(parseTarget(text)).toEqual({ fact, path });
});

test.each(["", ".a", "a..b", "a.", "a[", 'a["b', "a b", "a[x]"])("%j is refused", (text) => {
  expect(() => parseTarget(text)).toThrow(TargetError);
});

test("any quoted key comes back as it is", () => {
  fc.assert(
    fc.property(fc.string(), (key) => {
      expect(parseTarget(`fact[${JSON.stringify(key)}]`).path).toEqual([key]);
    }),
  );
});
