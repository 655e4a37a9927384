import { expect, test } from "vitest";
import { isCheapPattern } from "../../src/judge/preparation/schemas/patterns.ts";

test.each(["^[a-z]+$", "^[A-Za-z0-9_.-]{1,128}$", "[0-9]", "^https?://", "a|b", "^\\d{4}-\\d{2}-\\d{2}$"])(
  "%s may run here",
  (pattern) => {
    expect(isCheapPattern(pattern)).toBe(true);
  },
);

test.each([
  "(a+)+$",
  "^(a+)+$",
  "^(a|aa)+$",
  "a*b",
  "^a*a*$",
  "^(?=a)b",
  "^(.)\\1$",
  "^a{1,5000}$",
  "^(a){2,}$",
  "^a+|b+$",
  `^${"a?".repeat(40)}${"a".repeat(40)}$`,
  "^a{0,9}a{0,9}a{0,9}$",
])("%s may not", (pattern) => {
  expect(isCheapPattern(pattern)).toBe(false);
});
