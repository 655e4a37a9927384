// Every test file is in one group, and `npm test` with `npm run test:rest` runs each of them.

import { expect, test } from "vitest";
import {
  BEGUN_FIRST,
  filesOf,
  GROUPS,
  groupOf,
  isDividedInside,
  isIn,
  KEPT,
  LEFT_OUT,
  PLACES,
  readPortion,
  TEST_FILES,
} from "../groups.ts";

test("every test file has a group; a new folder needs a row in test/groups.ts", () => {
  expect(TEST_FILES.filter((file) => groupOf(file) === undefined)).toEqual([]);
});

test("every test file runs in exactly one group", () => {
  expect(GROUPS.flatMap((group) => filesOf(group, "all")).sort()).toEqual(TEST_FILES);
});

test("what npm test leaves out is run by test:rest, and nothing is run twice but the files that divide what they meet", () => {
  const [quick, rest] = (["quick", "rest"] as const).map((portion) =>
    GROUPS.flatMap((group) => filesOf(group, portion)),
  );
  expect([...new Set([...(quick ?? []), ...(rest ?? [])])].sort()).toEqual(TEST_FILES);
  expect(quick?.filter((file) => rest?.includes(file) && !isDividedInside(file))).toEqual([]);
});

test("npm test runs all pure tests", () => {
  expect(filesOf("pure", "quick")).toEqual(filesOf("pure", "all"));
});

test("no row names what is not there", () => {
  const places = [...Object.keys(PLACES), ...LEFT_OUT, ...KEPT, ...BEGUN_FIRST];
  expect(places.filter((place) => !TEST_FILES.some((file) => isIn(file, place)))).toEqual([]);
  expect(KEPT.filter((file) => !LEFT_OUT.some((place) => isIn(file, place)))).toEqual([]);
});

test("a misspelled portion runs nothing", () => {
  expect(() => readPortion("quikc")).toThrow("TESTS is quikc; use all, quick, rest, or leave it out");
});
