// What the committed matrix proves: every rule that is checked can fail.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { areaOf } from "../../src/judge/corpus/rule-id.ts";
import { WITH_ROWS } from "../corpus/compliance.ts";
import { DEFAULT_CONTEXTS } from "../servers/mutants/mutant.ts";
import { MUTANT_TABLES, MUTANTS } from "../servers/mutants/mutants.ts";
import { chooseFew, chooseRuns, runsOf } from "./mutants/choose-runs.ts";
import { BY_ARRIVAL, type KillMatrix, readMatrix } from "./mutants/kill-matrix.ts";

const AREAS = Object.keys(MUTANT_TABLES);
const MATRIX: KillMatrix = Object.assign({}, ...AREAS.map(readMatrix));

test("every rule is failed by at least one mutant", () => {
  const killed = new Set(Object.values(MATRIX).flatMap((contexts) => Object.values(contexts).flat()));
  expect([...WITH_ROWS].filter((id) => !killed.has(id)).sort()).toEqual([]);
});

test("each vice is found by the rules that are about it", () => {
  const missed = MUTANTS.flatMap(({ id, fails }) => {
    const failed = new Set(Object.values(MATRIX[id] ?? {}).flat());
    return fails.filter((rule) => !failed.has(rule)).map((rule) => `${id}: ${rule}`);
  });
  expect(missed).toEqual([]);
});

test("npm test meets a mutant of every area of the registry, and only such as test:all meets", () => {
  const areas = new Set([...WITH_ROWS].map((id) => areaOf(id).toLowerCase()));
  expect([...AREAS].sort()).toEqual([...areas].sort());
  const chosen = chooseRuns(runsOf(MATRIX));
  const few = chooseFew(chosen);
  const met = new Set(few.map(({ mutant }) => mutant));
  const unmet = Object.entries(MUTANT_TABLES).filter(([, table]) => !table.some(({ id }) => met.has(id)));
  expect(unmet.map(([area]) => area)).toEqual([]);
  expect(few.filter((run) => !chosen.includes(run))).toEqual([]);
  expect(few.length).toBeLessThanOrEqual(2 * AREAS.length);
});

test("the runs chosen for test:all fail what the whole matrix fails, in each era", () => {
  const all = runsOf(MATRIX);
  const shown = (runs: ReturnType<typeof runsOf>): string[] =>
    [...new Set(runs.flatMap(({ shows }) => [...shows]))].sort();
  const chosen = chooseRuns(all);
  expect(shown(chosen)).toEqual(shown(all));
  expect(chosen.length).toBeLessThan(all.length / 2);
});

test("a rule that depends on arrival is still failed by a mutant that is about it", () => {
  const about = new Set(MUTANTS.flatMap(({ fails }) => fails));
  expect(Object.keys(BY_ARRIVAL).filter((id) => !about.has(id))).toEqual([]);
});

test("the matrix holds the mutants that exist, in the contexts they are met in", () => {
  const met = Object.fromEntries(Object.entries(MATRIX).map(([id, contexts]) => [id, Object.keys(contexts).sort()]));
  const wanted = Object.fromEntries(
    MUTANTS.map(({ id, in: contexts = DEFAULT_CONTEXTS }) => [id, [...contexts].sort()]),
  );
  expect(met).toEqual(wanted);
});

test("every area has a test file that runs its mutants", () => {
  const files = readdirSync(fileURLToPath(new URL("./mutants/", import.meta.url)));
  expect(files.filter((name) => name.endsWith(".test.ts")).sort()).toEqual(
    AREAS.map((area) => `${area}.test.ts`).sort(),
  );
});

/** Vices that show in everything, each with the reason. */
const BROAD: Readonly<Record<string, string>> = {
  "error-code-text": "Every rule that expects a code sees a text in its place.",
};

test("mutants are surgical: one that fails many rules is about many", () => {
  const blunt = MUTANTS.flatMap(({ id, fails }) => {
    const most = Math.max(0, ...Object.values(MATRIX[id] ?? {}).map((ids) => ids.length));
    return most > Math.max(15, fails.length * 3) && BROAD[id] === undefined ? [`${id}: ${most} rules fail`] : [];
  });
  expect(blunt).toEqual([]);
});
