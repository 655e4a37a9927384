// The patterns of our own rules run in V8's engine on text of a server's: none may take long, whatever the text.

import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { embeddedRuleset } from "../../src/judge/corpus-files/embedded.ts";
import { REVISIONS } from "../../src/protocol/revision.ts";

const patternsIn = (value: unknown, found: Set<string>): Set<string> => {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, entry] of Object.entries(value)) {
    if (name === "pattern" && typeof entry === "string") found.add(entry);
    patternsIn(entry, found);
  }
  return found;
};

const PATTERNS = [
  ...REVISIONS.reduce((found, revision) => patternsIn(embeddedRuleset(revision).rules, found), new Set<string>()),
];

/** What such patterns choke on: long runs of what they repeat, and of what they nearly accept. */
const PUMPS = [
  "a",
  "a.",
  "a-",
  "A0",
  "0",
  "0-",
  " ",
  "\t",
  "\n",
  "\n ",
  "\n at ",
  "\n at a:1",
  "\\n",
  "mcp.",
  "%41",
  "{a",
  "{a,",
  "=",
  ",",
  "a=b,",
  "/",
  ":",
  "com.",
  "€",
];

const LENGTH = 50_000;

const timeOf = (pattern: RegExp, text: string): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    pattern.test(text);
    best = Math.min(best, performance.now() - began);
  }
  return best;
};

test("there are patterns", () => {
  expect(PATTERNS.length).toBeGreaterThan(20);
});

test.each(PATTERNS)("Patterns: %s", (source) => {
  const pattern = new RegExp(source, "u");
  const backtracks: string[] = [];
  for (const pump of PUMPS)
    for (const [head, tail] of [
      ["", ""],
      ["a", "\u{1}"],
      ["http://", "\u{1}"],
      ["a:", "\u{1}"],
      ["\n at ", "!"],
    ] as const) {
      const text = (length: number): string => head + pump.repeat(length / pump.length) + tail;
      const once = timeOf(pattern, text(LENGTH));
      // Twice the text takes twice the time, give or take; a pattern that backtracks takes four times as long, or never ends.
      if (once > 2 && timeOf(pattern, text(LENGTH * 4)) / once >= 10) backtracks.push(JSON.stringify(pump));
    }
  expect(backtracks).toEqual([]);
});
