// What the committed matrix proves: every rule that is checked can fail.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DEFAULT_CONTEXTS } from "../areas/contexts.ts";
import { AREAS, MUTANTS, mutantsOf, nearMissesOf } from "../areas/tables.ts";
import { WITH_ROWS } from "../corpus/compliance.ts";
import { chooseFew, chooseRuns, runsOf } from "./proof/choose-runs.ts";
import { BY_ARRIVAL, type KillMatrix, readMatrix } from "./proof/kill-matrix.ts";

const MATRIX: KillMatrix = Object.assign({}, ...AREAS.map(readMatrix));

test("every rule is failed by at least one mutant", () => {
  const killed = new Set(Object.values(MATRIX).flatMap((contexts) => Object.values(contexts).flat()));
  expect([...WITH_ROWS].filter((id) => !killed.has(id)).sort()).toEqual([]);
});

test("each fault is found by the rules that are about it", () => {
  const missed = MUTANTS.flatMap(({ id, fails }) => {
    const failed = new Set(Object.values(MATRIX[id] ?? {}).flat());
    return fails.filter((rule) => !failed.has(rule)).map((rule) => `${id}: ${rule}`);
  });
  expect(missed).toEqual([]);
});

test("what proves a rule is in one area", () => {
  const areasOf = new Map<string, Set<string>>();
  for (const area of AREAS)
    for (const rule of [
      ...mutantsOf(area).flatMap(({ fails }) => fails),
      ...nearMissesOf(area).flatMap(({ closestTo }) => Object.keys(closestTo)),
    ])
      areasOf.set(rule, (areasOf.get(rule) ?? new Set()).add(area));
  expect([...areasOf].filter(([, areas]) => areas.size > 1)).toEqual([]);
});

test("npm test meets a mutant of every area, and only such as test:all meets", () => {
  const chosen = chooseRuns(runsOf(MATRIX));
  const few = chooseFew(chosen);
  const met = new Set(few.map(({ mutant }) => mutant));
  expect(AREAS.filter((area) => !mutantsOf(area).some(({ id }) => met.has(id)))).toEqual([]);
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

test("every area has a test file that runs its mutants and near-misses", () => {
  const fileOf = (area: string): string => fileURLToPath(new URL(`../areas/${area}/rules.test.ts`, import.meta.url));
  expect(AREAS.filter((area) => !existsSync(fileOf(area)))).toEqual([]);
});

/** Faults that show in everything, each with the reason. */
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
