// What the committed matrix proves: which servers that keep to the text are accused, and of what.

import { expect, test } from "vitest";
import { DEFAULT_CONTEXTS } from "../areas/contexts.ts";
import { MUTANTS, NEAR_MISSES } from "../areas/tables.ts";
import { ACCUSING, readWithoutNearMiss } from "./proof/accusing-rules.ts";
import { readWholeMatrix } from "./proof/near-miss-matrix.ts";

const MATRIX = readWholeMatrix();

const HAVE_ONE = new Set(NEAR_MISSES.flatMap(({ closestTo }) => Object.keys(closestTo)));

test("every MUST and SHOULD rule has a closest near-miss, but for those still listed in without-near-miss.txt", () => {
  expect(readWithoutNearMiss(), "remove what has a near-miss; the list must not grow").toEqual(
    ACCUSING.filter((id) => !HAVE_ONE.has(id)),
  );
});

test("near-misses name rules that exist and can accuse", () => {
  expect([...HAVE_ONE].filter((id) => !ACCUSING.includes(id))).toEqual([]);
});

test("no near-miss stands for more than ten rules: the nearest to so many is near to none", () => {
  const shared = NEAR_MISSES.filter(({ closestTo }) => Object.keys(closestTo).length > 10);
  expect(shared.map(({ id }) => id)).toEqual([]);
});

test("ids are unique, and every near-miss says what it chose, what permits it and what would be stricter", () => {
  const ids = [...MUTANTS, ...NEAR_MISSES].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const { id, choice, permittedBy, closestTo } of NEAR_MISSES) {
    expect(choice, id).toMatch(/\.$/);
    expect(permittedBy, id).toMatch(
      /^(?:(?:\d{4}-\d{2}-\d{2}|RFC \d+|JSON-RPC 2\.0|SSE)\b.*\S+: .+|No sentence .+)\.$/s,
    );
    expect(Object.keys(closestTo), id).not.toEqual([]);
    for (const { name } of Object.values(closestTo)) expect(name, id).toMatch(/\S \S/);
  }
});

test("the matrix holds the near-misses that exist, in the contexts they are met in", () => {
  const met = Object.fromEntries(Object.entries(MATRIX).map(([id, contexts]) => [id, Object.keys(contexts).sort()]));
  const wanted = Object.fromEntries(
    NEAR_MISSES.map(({ id, in: contexts = DEFAULT_CONTEXTS }) => [id, [...contexts].sort()]),
  );
  expect(met).toEqual(wanted);
});

test("a closest rule does not fail its near-miss, and exists in one of its contexts", () => {
  const wrong = NEAR_MISSES.flatMap(({ id, closestTo, knownFalse = {} }) =>
    Object.keys(closestTo).filter((rule) => {
      const states = Object.values(MATRIX[id] ?? {}).flatMap(({ closest }) => closest[rule] ?? []);
      return states.length === 0 || (states.includes("fail") && knownFalse[rule] === undefined);
    }),
  );
  expect(wrong).toEqual([]);
});

test("only the accusations known to be false are in the matrix, and each of them is", () => {
  const accused = NEAR_MISSES.filter(({ unsteady }) => unsteady === undefined).flatMap(({ id }) =>
    [...new Set(Object.values(MATRIX[id] ?? {}).flatMap((outcome) => outcome.accused))]
      .sort()
      .map((rule) => `${id}: ${rule}`),
  );
  const known = NEAR_MISSES.filter(({ unsteady }) => unsteady === undefined).flatMap(({ id, knownFalse = {} }) =>
    Object.keys(knownFalse)
      .sort()
      .map((rule) => `${id}: ${rule}`),
  );
  expect(accused, "an accusation that is gone is removed from knownFalse").toEqual(known);
});

test("an unsteady near-miss is accused of something, and of nothing that is not known to be false", () => {
  for (const { id, unsteady, knownFalse = {} } of NEAR_MISSES) {
    if (unsteady === undefined) continue;
    const accused = Object.values(MATRIX[id] ?? {}).flatMap((outcome) => outcome.accused);
    expect(accused, id).not.toEqual([]);
    expect(
      accused.filter((rule) => knownFalse[rule] === undefined),
      id,
    ).toEqual([]);
  }
  expect(NEAR_MISSES.length).toBeGreaterThan(0);
});
