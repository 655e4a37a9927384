import { expect, test } from "vitest";
import { scoreTier } from "../../src/scores/conformance/tier.ts";

const COUNTS = { must_passed: 3, must_total: 3, should_passed: 3, should_total: 3 };

test.each([
  { must_passed: Number.NaN },
  { must_total: Number.NaN },
  { must_passed: -1 },
  { must_passed: 4 },
  { must_total: -1 },
  { must_total: 0 },
  { should_passed: Number.NaN },
  { should_passed: 4 },
  { should_passed: -1 },
  { should_total: Number.POSITIVE_INFINITY },
])("counts that cannot be are no tier: %j", (wrong) => {
  expect(() => scoreTier({ ...COUNTS, ...wrong })).toThrow(RangeError);
});
