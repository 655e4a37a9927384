import fc from "fast-check";
import { expect, test } from "vitest";
import { quoted, UsageError } from "../../src/cli/usage-error.ts";

test("a message is one line without terminal controls, whatever it was made from", () => {
  expect(new UsageError("a\r\nb\u001b[31mc\u2028d\u202ee").message).toBe("a b [31mc d e");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(new UsageError(quoted(text)).message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("a long text is cut in a message", () => {
  expect(quoted("x".repeat(500))).toBe(`"${"x".repeat(80)}…"`);
});
