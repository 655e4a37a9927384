// SECURITY.md names the tests of every promise it makes, and each promise has tests of its own name.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEXT = readFileSync(join(ROOT, "SECURITY.md"), "utf8");
const ROWS = [...TEXT.matchAll(/^\| ([^|`]+?) \| (`test\/.*`) \|$/gm)].map(([, promise = "", tests = ""]) => ({
  promise,
  tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
}));

/** The names of the promises, in the order of the page. Of keys and certificates the whole section is one. */
const promises = (): string[] => {
  const held = TEXT.slice(TEXT.indexOf("## What holds"), TEXT.indexOf("### Where it is tested"));
  return held.split(/^(?=### )/m).flatMap((section) => {
    const bullets = section.split(/^(?=- )/m).slice(1);
    const names = bullets.flatMap((bullet) => /^- \*\*(.+?)\.?\*\*/.exec(bullet)?.[1] ?? []);
    if (names.length === bullets.length) return names;
    // A section whose sentences have no names of their own is one promise, by its heading.
    expect(names).toEqual([]);
    return [/^### (.+)$/m.exec(section)?.[1] ?? ""];
  });
};

/** Titles of tests and groups of tests, as they stand in a file. */
const titlesIn = (file: string): string[] =>
  [
    ...readFileSync(join(ROOT, file), "utf8").matchAll(
      /^\s*(?:(?:test|describe)\b.*?|\]\s*(?:as const)?\s*\))?\(\s*"([^"\n]+)"/gm,
    ),
  ].map(([, title = ""]) => title);

test("every promise has its row, and every row is a promise", () => {
  expect(promises().length).toBeGreaterThan(20);
  expect(ROWS.map(({ promise }) => promise)).toEqual(promises());
});

test.each(ROWS.flatMap(({ promise, tests }) => tests.map((file) => [promise, file] as const)))(
  "%s is the name of a test in %s",
  (promise, file) => {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(titlesIn(file).filter((title) => title.startsWith(`${promise}: `))).not.toEqual([]);
  },
);
