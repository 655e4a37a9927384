import fc from "fast-check";
import { expect, it } from "vitest";
import { inChunks } from "../../src/cli/files/in-chunks.ts";

it("a text in chunks is the same text, and each chunk but the last ends a line", () => {
  const piece = fc.oneof(
    fc.constantFrom(",\n", "::warning::\n", "\n\n", ""),
    fc.string(),
    fc.constant("x".repeat(40_000)),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const chunks = [...inChunks(pieces)];
      expect(chunks.join("")).toBe(pieces.join(""));
      for (const chunk of chunks.slice(0, -1)) expect(chunk.endsWith("\n")).toBe(true);
    }),
  );
});

it("a long text is not held as one", () => {
  const line = `${"x".repeat(30_000)}\n`;
  expect(
    Math.max(...Array.from(inChunks(Array.from({ length: 50 }, () => line)), ({ length }) => length)),
  ).toBeLessThan(100_000);
});
