import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  badge,
  scoreTier,
  TIER1_SHOULD_THRESHOLD,
  TIER2_SHOULD_THRESHOLD,
  type TierInput,
} from "../../src/scores/conformance/tier.ts";

const counts = fc
  .record({
    must_total: fc.nat(200),
    should_total: fc.nat(200),
    must: fc.double({ min: 0, max: 1, noNaN: true }),
    should: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(
    ({ must_total, should_total, must, should }): TierInput => ({
      must_total,
      should_total,
      must_passed: Math.floor(must * must_total),
      should_passed: Math.floor(should * should_total),
    }),
  );

test("the two boundaries", () => {
  expect([TIER1_SHOULD_THRESHOLD, TIER2_SHOULD_THRESHOLD]).toEqual([0.95, 0.7]);
});

test.each([
  [{ must_passed: 42, must_total: 42, should_passed: 19, should_total: 20 }, "tier-1"],
  [{ must_passed: 42, must_total: 42, should_passed: 18, should_total: 20 }, "tier-2"],
  [{ must_passed: 42, must_total: 42, should_passed: 7, should_total: 10 }, "tier-2"],
  [{ must_passed: 42, must_total: 42, should_passed: 6, should_total: 10 }, "tier-3"],
  [{ must_passed: 41, must_total: 42, should_passed: 20, should_total: 20 }, "fail"],
  [{ must_passed: 0, must_total: 0, should_passed: 0, should_total: 10 }, "tier-1"],
  [{ must_passed: 3, must_total: 3, should_passed: 0, should_total: 0 }, "tier-1"],
  [{ must_passed: 0, must_total: 0, should_passed: 0, should_total: 0 }, "tier-1"],
] as const)("%j is %s", (input, tier) => {
  expect(scoreTier(input)).toBe(tier);
});

test("badges", () => {
  expect((["tier-1", "tier-2", "tier-3", "fail"] as const).map(badge)).toEqual(["T1", "T2", "T3", "F"]);
});

describe("for all counts", () => {
  test("a failed MUST is no tier, and nothing else is", () => {
    fc.assert(
      fc.property(counts, (input) => {
        expect(scoreTier(input) === "fail").toBe(input.must_passed < input.must_total);
      }),
    );
  });

  test("one more SHOULD never lowers the tier", () => {
    const order = ["fail", "tier-3", "tier-2", "tier-1"];
    fc.assert(
      fc.property(counts, (input) => {
        fc.pre(input.should_passed < input.should_total);
        const better = { ...input, should_passed: input.should_passed + 1 };
        expect(order.indexOf(scoreTier(better))).toBeGreaterThanOrEqual(order.indexOf(scoreTier(input)));
      }),
    );
  });

  test("the exact share decides", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(2000), (total, some) => {
        const passed = Math.min(some, total);
        const tier = scoreTier({ must_passed: 1, must_total: 1, should_passed: passed, should_total: total });
        expect(tier === "tier-1").toBe(BigInt(passed) * 100n >= 95n * BigInt(total));
        expect(tier === "tier-3").toBe(BigInt(passed) * 100n < 70n * BigInt(total));
      }),
    );
  });
});
