// Adding a rule takes a registry row, a corpus row and a mutant. No other file may have to name it.

import { expect, test } from "vitest";
import { MUTANTS } from "../areas/tables.ts";
import { CLASSES, COMPLIANCE, WITH_ROWS } from "../corpus/compliance.ts";
import { filesBelow, type SourceFile } from "./source-files.ts";

const idsIn = ({ text }: SourceFile): string[] =>
  [...new Set(text.match(/\b[A-Z][A-Z0-9]*-[0-9]{3}\b/g) ?? [])].filter((id) => COMPLIANCE.registry.has(id));

/** Files of src that name rules, each with the reason. A new rule never needs a line here. */
const NAMED_IN_SOURCE: Readonly<Record<string, string>> = {
  "src/features/agent/resources.ts": "an example in a message",
  "src/features/agent/tools/explain-rule.ts": "an example in the description of a tool",
  "src/features/agent/tools/show-finding.ts": "an example in the description of a tool",
  "src/cli/commands/check.ts": "examples in help texts",
  "src/cli/flags/part-flags.ts": "an example in a message",
  "src/judge/corpus/read-rows.ts": "an example in a message",
  "src/judge/upgrade/leftovers.ts": "the rules that release candidates of 2026-07-28 break",
  "src/judge/corpus/rule-id.ts": "an example in a comment",
  "src/report/views/upgrade/words.ts": "an example in a comment",
  "src/suite/starter/starter-tests.ts": "the handshake rule that a starter suite shows as an example",
};

test("src names no rule, apart from examples and features that ended", () => {
  const naming = [...filesBelow("packages/fleet/src"), ...filesBelow("src")].filter((file) => idsIn(file).length > 0);
  expect(naming.map(({ path }) => path).sort()).toEqual(Object.keys(NAMED_IN_SOURCE).sort());
});

test("every rule that is checked has a registry row, a corpus row and a mutant", () => {
  const failedByMutants = new Set(MUTANTS.flatMap(({ fails }) => fails));
  for (const id of WITH_ROWS) {
    expect(CLASSES.has(id), `${id}: registry row`).toBe(true);
    expect(failedByMutants.has(id), `${id}: mutant`).toBe(true);
  }
});

test("ids.txt names only what is not checked", () => {
  const [ids] = filesBelow("compliance").filter(({ path }) => path === "compliance/ids.txt");
  // A reason may name the rule that covers the requirement.
  const listed = ids?.text.split("\n").map((line) => line.split(" ", 1)[0] ?? "") ?? [];
  expect(listed.filter((id) => WITH_ROWS.has(id))).toEqual([]);
});

/** Tests may name rules as examples; a file with more than this would be a list that someone has to maintain. */
const MOST_EXAMPLES = 25;

const ELSEWHERE = [
  /^test\/areas\//, // the mutants, and the near-misses, each with the rules it comes nearest to failing
  /^test\/rules\/without-near-miss\.txt$/, // shrinks until it is empty
  /^test\/(golden|captures|certificates|report|upgrade\/captures)\//, // generated, or frozen inputs
  /^test\/(corpus\/ledger-changes|probe\/plan\/direct-and-safe)\.json$/, // what was once required of us, fixed for good
];

test("no test is a list of rules", () => {
  const lists = filesBelow("test").filter(
    (file) => !ELSEWHERE.some((place) => place.test(file.path)) && idsIn(file).length > MOST_EXAMPLES,
  );
  expect(lists.map(({ path }) => path)).toEqual([]);
});
