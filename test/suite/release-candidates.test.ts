// A suite may name the candidate of a revision that has been released since.

import { expect, test } from "vitest";
import { openRuleBook } from "../../src/suite/parse/load-own-rules.ts";
import { parseSuite } from "../../src/suite/parse/parse-suite.ts";
import type { RuleBook } from "../../src/suite/rules/rule-book.ts";

const BOOK = openRuleBook();

const parse = (yaml: string, book: RuleBook = BOOK) =>
  parseSuite(`server: {command: x}\n${yaml}`, "s.yaml", { env: {}, folder: "/suites", book });

const PINNED = `compliance:
  spec_version: v2025-11-25-rc
  spec_version_check: {against: 2026-07-28-rc1}
`;

test("spec_version and against mean the release, and the suite says so", async () => {
  const { compliance, notes } = await parse(PINNED);
  expect(compliance).toMatchObject({ specVersion: "2025-11-25", specVersionCheck: { against: "2026-07-28" } });
  expect(notes).toEqual([
    "v2025-11-25-rc was released as 2025-11-25, which is used instead",
    "2026-07-28-rc1 was released as 2026-07-28, which is used instead",
  ]);
});

test("a corpus folder of that very name goes first", async () => {
  const own = { label: "2026-07-28-rc1", rows: new Map() };
  const book: RuleBook = { ...BOOK, corpus: (label) => (label === own.label ? own : BOOK.corpus(label)) };
  const { compliance, notes } = await parse(PINNED, book);
  expect(compliance?.specVersionCheck?.against).toBe("2026-07-28-rc1");
  expect(notes).toHaveLength(1);
});

test("the candidate of a revision that does not exist is a mistake", async () => {
  await expect(parse("compliance: {spec_version: v2031-01-01-rc}\n")).rejects.toThrow(
    "unknown compliance spec_version",
  );
});

test("a suite that names releases has nothing to say", async () => {
  const { compliance, notes } = await parse("compliance: {spec_version: v2025-11-25}\n");
  expect([compliance?.specVersion, notes]).toEqual(["2025-11-25", []]);
});
