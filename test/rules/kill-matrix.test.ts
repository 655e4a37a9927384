// What the committed matrix proves: every rule that is checked can fail.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { WITH_ROWS } from "../corpus/compliance.ts";
import { MUTANT_TABLES, MUTANTS } from "../servers/mutants/mutants.ts";
import { DEFAULT_CONTEXTS } from "../servers/mutants/mutant.ts";
import { type KillMatrix, readMatrix } from "./mutants/prove-mutants.ts";

const AREAS = Object.keys(MUTANT_TABLES);
const MATRIX: KillMatrix = Object.assign({}, ...AREAS.map(readMatrix));

test("every rule is failed by at least one mutant", () => {
  const killed = new Set(Object.values(MATRIX).flatMap((contexts) => Object.values(contexts).flat()));
  expect([...WITH_ROWS].filter((id) => !killed.has(id)).sort()).toEqual([]);
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
