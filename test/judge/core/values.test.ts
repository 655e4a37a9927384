import { expect, test } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { headerValue } from "../../../src/capture/header-value.ts";
import { distinct } from "../../../src/judge/core/distinct.ts";
import type { Item } from "../../../src/judge/core/fact.ts";
import { fingerprintOf } from "../../../src/judge/core/fingerprint.ts";

const item = (value: Json, name?: string): Item => ({
  value,
  exchange: 0,
  pointer: "",
  ...(name === undefined ? {} : { name }),
});

test("the first of those that are written alike is kept, in its place", () => {
  const values: Json[] = [{ a: 1, b: [2] }, "a", { b: [2], a: 1 }, 1, { a: 1, b: [2] }, "1", null, 1, null, [], {}, []];
  const kept = [{ a: 1, b: [2] }, "a", { b: [2], a: 1 }, 1, "1", null, [], {}];
  expect(distinct(values.map((value) => item(value))).map(({ value }) => value)).toStrictEqual(kept);
});

test("the same value under another name is another item", () => {
  const items = [item(1, "a"), item(1, "b"), item(1), item(1, "a"), item(1)];
  expect(distinct(items).map(({ name }) => name)).toStrictEqual(["a", "b", undefined]);
});

/** They differ where no fingerprint looks. */
const deep = (index: number): Json => ({ a: [{ b: { c: { d: [index] } } }] });

test("values whose fingerprints are the same are told apart, however many there are", () => {
  expect(fingerprintOf(deep(1))).toBe(fingerprintOf(deep(2)));
  const items = [...Array(50).keys(), ...Array(50).keys()].map((index) => item(deep(index)));
  expect(distinct(items)).toStrictEqual(items.slice(0, 50));
});

test("so are long ones, of which only the ends are kept as text", () => {
  const long = (index: number): Json => ({ a: { b: { c: { d: `${"x".repeat(70_000)}${index}${"y".repeat(200)}` } } } });
  const items = [...Array(12).keys(), ...Array(12).keys()].map((index) => item(long(index)));
  expect(distinct(items)).toStrictEqual(items.slice(0, 12));
});

test("the first header of a name, whatever its case; asked twice it says the same", () => {
  const headers = [
    ["X-A", "1"],
    ["x-a", "2"],
    ["Content-Type", "text/plain"],
  ] as const;
  for (let round = 0; round < 2; round += 1) {
    expect(headerValue(headers, "x-a")).toBe("1");
    expect(headerValue(headers, "content-type")).toBe("text/plain");
    expect(headerValue(headers, "x-b")).toBeUndefined();
  }
  expect(headerValue(undefined, "x-a")).toBeUndefined();
});
