import { describe, expect, test } from "vitest";
import { kindOfError } from "../../../src/scores/tools/error-words.ts";
import { BROKEN, SPOKEN } from "./error-texts.ts";

const kindOf = (text: string): string => kindOfError(text, "find_order", ["Hello"]);

describe("a tool that says what is the matter is never called broken", () => {
  test.each(SPOKEN)("%s", (text) => {
    expect(["value", "silent"]).toContain(kindOf(text));
  });
});

/** Somebody caught everything: a value that does not exist may be behind it, so nobody is accused of more than silence. */
const NOT_TOLD = new Set(["Error: something went wrong"]);

describe("what only a bug says is", () => {
  test.each(BROKEN.filter((text) => !NOT_TOLD.has(text)))("%s", (text) => {
    expect(["bug", "unclear"]).toContain(kindOf(text));
  });
});

test("both halves are large enough to say something", () => {
  expect(Math.min(SPOKEN.length, BROKEN.length)).toBeGreaterThanOrEqual(50);
  expect(NOT_TOLD.size / BROKEN.length).toBeLessThan(0.1);
});
