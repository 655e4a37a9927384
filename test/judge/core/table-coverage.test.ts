// Every fact somebody wrote has its table: whoever adds one adds the small captures that show what it reads. The facts
// that are made of the table of questions have theirs in question-facts.test.ts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WRITTEN_FACTS } from "./written-facts.ts";

const FOLDERS = ["../../areas", "."].map((folder) => join(import.meta.dirname, folder));

/** The facts that a test source has a table for. */
const tablesIn = (source: string): readonly string[] =>
  [...source.matchAll(/^readingTable\(\s*"([a-z0-9_]+)"/gm)].flatMap(([, name]) => name ?? []);

const TABLES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((path) => tablesIn(readFileSync(join(folder, path), "utf8"))),
);

test("every written fact has a table", () => {
  expect(WRITTEN_FACTS.size).toBeGreaterThan(0);
  expect([...WRITTEN_FACTS].filter((name) => !TABLES.includes(name))).toEqual([]);
});

test("no fact has two", () => {
  expect(TABLES.filter((name, index) => TABLES.indexOf(name) !== index)).toEqual([]);
});
