// Every bound of the table can be changed on the command line and is listed there.

import { expect, test } from "vitest";
import { parseLimits, renderLimitsTable } from "../../src/cli/flags/parse-limits.ts";
import { DEFAULT_LIMITS, LIMIT_TABLE, type LimitName, type Limits } from "../../src/wire/limits.ts";

const names = Object.keys(LIMIT_TABLE) as LimitName[];
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The one limit that stands for another, too, unless that is named: the start of a process and the first start of a run. */
const withOther = (name: LimitName, value: number): Partial<Limits> => (name === "startMs" ? { launchMs: value } : {});

test.each(names)("%s can be set in both spellings, and changes nothing else", (name) => {
  const expected = { ...DEFAULT_LIMITS, [name]: 7, ...withOther(name, 7) };
  expect(parseLimits([`${name}=7`], {})).toEqual(expected);
  expect(parseLimits([`${kebab(name)}=7`], {})).toEqual(expected);
});

test.each(names)("%s is listed with its default and its reason", (name) => {
  const line = renderLimitsTable().find((one) => one.startsWith(`${kebab(name)} `));
  expect(line).toMatch(/^\S+ +\S+ {2}/);
  expect(line?.endsWith(LIMIT_TABLE[name].why)).toBe(true);
  const shown = line?.split(/ +/)[1] ?? "";
  const value = DEFAULT_LIMITS[name];
  expect(parseLimits([`${name}=${shown}`], {})).toEqual({ ...DEFAULT_LIMITS, ...withOther(name, value) });
});

test("the name of every time says its unit", () => {
  for (const name of names) expect(LIMIT_TABLE[name].unit === "ms").toBe(name.endsWith("Ms"));
});
