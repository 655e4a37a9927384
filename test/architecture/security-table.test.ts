// SECURITY.md names the tests of every promise it makes.

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

test("every promise has a row, and every row tests that exist", () => {
  const held = TEXT.slice(TEXT.indexOf("## What holds"), TEXT.indexOf("### Downloads"));
  const promises = [...held.matchAll(/^- \*\*(.+?)\.?\*\*/gm)].map(([, name]) => name);
  expect(promises.length).toBeGreaterThan(10);
  expect(ROWS.map(({ promise }) => promise)).toEqual(expect.arrayContaining(promises));
  for (const { tests } of ROWS) {
    expect(tests).not.toEqual([]);
    for (const file of tests) expect(existsSync(join(ROOT, file)), file).toBe(true);
  }
});
