// What the committed matrix proves: which servers that keep to the text are accused, and of what.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { INNOCENT_TABLES, INNOCENTS } from "../servers/innocents/innocents.ts";
import { DEFAULT_CONTEXTS } from "../servers/mutants/mutant.ts";
import { ACCUSING, readWithoutInnocent } from "./innocents/accusing-rules.ts";
import { type InnocenceMatrix, readInnocence } from "./innocents/innocence-matrix.ts";

const TABLES = Object.keys(INNOCENT_TABLES);
const MATRIX: InnocenceMatrix = Object.assign({}, ...TABLES.map(readInnocence));

const HAVE_ONE = new Set(INNOCENTS.flatMap(({ closestTo }) => Object.keys(closestTo)));

test("every MUST and SHOULD rule has a closest innocent, but for those still listed in without-innocent.txt", () => {
  expect(readWithoutInnocent(), "remove what has an innocent; the list must not grow").toEqual(
    ACCUSING.filter((id) => !HAVE_ONE.has(id)),
  );
});

test("innocents name rules that exist and can accuse", () => {
  expect([...HAVE_ONE].filter((id) => !ACCUSING.includes(id))).toEqual([]);
});

test("no innocent stands for more than ten rules: the nearest to so many is near to none", () => {
  const shared = INNOCENTS.filter(({ closestTo }) => Object.keys(closestTo).length > 10);
  expect(shared.map(({ id }) => id)).toEqual([]);
});

test("ids are unique, and every innocent says what it chose, what permits it and what would be stricter", () => {
  expect(new Set(INNOCENTS.map(({ id }) => id)).size).toBe(INNOCENTS.length);
  for (const { id, choice, permittedBy, closestTo } of INNOCENTS) {
    expect(choice, id).toMatch(/\.$/);
    expect(permittedBy, id).toMatch(
      /^(?:(?:\d{4}-\d{2}-\d{2}|RFC \d+|JSON-RPC 2\.0|SSE)\b.*\S+: .+|No sentence .+)\.$/s,
    );
    expect(Object.keys(closestTo), id).not.toEqual([]);
    for (const { name } of Object.values(closestTo)) expect(name, id).toMatch(/\S \S/);
  }
});

test("the matrix holds the innocents that exist, in the contexts they are met in", () => {
  const met = Object.fromEntries(Object.entries(MATRIX).map(([id, contexts]) => [id, Object.keys(contexts).sort()]));
  const wanted = Object.fromEntries(
    INNOCENTS.map(({ id, in: contexts = DEFAULT_CONTEXTS }) => [id, [...contexts].sort()]),
  );
  expect(met).toEqual(wanted);
});

test("a closest rule does not fail its innocent, and exists in one of its contexts", () => {
  const wrong = INNOCENTS.flatMap(({ id, closestTo, knownFalse = {} }) =>
    Object.keys(closestTo).filter((rule) => {
      const states = Object.values(MATRIX[id] ?? {}).flatMap(({ closest }) => closest[rule] ?? []);
      return states.length === 0 || (states.includes("fail") && knownFalse[rule] === undefined);
    }),
  );
  expect(wrong).toEqual([]);
});

test("only the accusations known to be false are in the matrix, and each of them is", () => {
  const accused = INNOCENTS.filter(({ unsteady }) => unsteady === undefined).flatMap(({ id }) =>
    [...new Set(Object.values(MATRIX[id] ?? {}).flatMap((outcome) => outcome.accused))]
      .sort()
      .map((rule) => `${id}: ${rule}`),
  );
  const known = INNOCENTS.filter(({ unsteady }) => unsteady === undefined).flatMap(({ id, knownFalse = {} }) =>
    Object.keys(knownFalse)
      .sort()
      .map((rule) => `${id}: ${rule}`),
  );
  expect(accused, "an accusation that is gone is removed from knownFalse").toEqual(known);
});

test("every table has a test file that runs its innocents", () => {
  const files = readdirSync(fileURLToPath(new URL("./innocents/", import.meta.url)));
  expect(files.filter((name) => name.endsWith(".test.ts")).sort()).toEqual(
    TABLES.map((name) => `${name}.test.ts`).sort(),
  );
});

test("an unsteady innocent is accused of something, and of nothing that is not known to be false", () => {
  for (const { id, unsteady, knownFalse = {} } of INNOCENTS) {
    if (unsteady === undefined) continue;
    const accused = Object.values(MATRIX[id] ?? {}).flatMap((outcome) => outcome.accused);
    expect(accused, id).not.toEqual([]);
    expect(
      accused.filter((rule) => knownFalse[rule] === undefined),
      id,
    ).toEqual([]);
  }
  expect(INNOCENTS.length).toBeGreaterThan(0);
});
