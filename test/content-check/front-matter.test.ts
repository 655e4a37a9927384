// The front matter of a SKILL.md, and front matter made to be expensive.

import { describe, expect, test } from "vitest";
import { readFrontMatter } from "../../src/judge/preparation/contents/front-matter.ts";

const file = (yaml: string): string => `---\n${yaml}\n---\n\n# Skill\n`;

describe("readFrontMatter", () => {
  test.each([
    ["plain", file("name: a\ndescription: b"), { name: "a", description: "b" }],
    ["with a byte order mark and line ends of Windows", "\uFEFF---\r\nname: a\r\n---\r\n", { name: "a" }],
    ["ended by dots", "---\nname: a\n...\ntext", { name: "a" }],
    ["with an alias", file("a: &x [1]\nb: *x"), { a: [1], b: [1] }],
    ["with a bare date, which is a text", file("made: 2024-05-01"), { made: "2024-05-01" }],
  ])("%s", (_, text, value) => {
    expect(readFrontMatter(text)).toEqual({ kind: "object", value });
  });

  test.each([
    ["no front matter", "# Skill\n", "none"],
    ["text before it", "x\n---\nname: a\n---\n", "none"],
    ["no end", "---\nname: a\n", "none"],
    ["a list", file("- a"), "other"],
    ["a text", file("just words"), "other"],
    ["nothing in it", "---\n\n---\n", "other"],
    ["no YAML", file("name: [a"), "broken"],
    ["a key twice", file("name: a\nname: b"), "broken"],
    ["an alias of nothing", file("name: *x"), "broken"],
    ["a tab", file("name:\n\t- a"), "broken"],
  ])("%s", (_, text, kind) => {
    expect(readFrontMatter(text)).toEqual({ kind });
  });

  test("aliases that stand for a billion values are not followed", () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? `a0: &a0 [${Array(10).fill("x").join(", ")}]`
        : `a${level}: &a${level} [${Array(10)
            .fill(`*a${level - 1}`)
            .join(", ")}]`,
    );
    expect(readFrontMatter(file(levels.join("\n")))).toEqual({ kind: "broken" });
  });

  test("deep nesting and a long text end", () => {
    expect(readFrontMatter(file(`a: ${"[".repeat(20_000)}`)).kind).toBe("broken");
    expect(readFrontMatter(`---\n${"x: 1\n".repeat(100_000)}`).kind).toBe("too-large");
    expect(readFrontMatter(file(`a: ${"x".repeat(60_000)}`)).kind).toBe("object");
  });
});
