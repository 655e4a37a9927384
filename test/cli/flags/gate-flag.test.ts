import { describe, expect, test } from "vitest";
import { exitOf, readGate } from "../../../src/cli/flags/gate-flag.ts";
import type { Grade, Result } from "../../../src/model/result.ts";
import type { Gate } from "../../../src/score/gate.ts";

const result = (grade: Grade | null, [must, should]: readonly [number, number] = [0, 0], more: object = {}): Result =>
  ({
    server: { outcome: "complete" },
    counts: {
      states: { pass: 5, fail: must + should, "not-applicable": 0, inconclusive: 0, error: 0 },
      levels: {
        MUST: { passed: 1, failed: must },
        SHOULD: { passed: 1, failed: should },
        MAY: { passed: 0, failed: 0 },
      },
    },
    compliance: { grade },
    ...more,
  }) as unknown as Result;

describe("--fail-on", () => {
  test.each<[Gate, Result, number]>([
    ["must", result("A", [0, 2]), 0],
    ["must", result("B", [1, 0]), 1],
    ["should", result("A", [0, 1]), 1],
    ["should", result("A+"), 0],
    ["never", result("F", [9, 9]), 0],
    ["grade-b", result("B", [1, 0]), 0],
    ["grade-b", result("C", [3, 0]), 1],
    ["grade-a+", result("A"), 1],
    ["grade-a+", result("A+"), 0],
    ["grade-d", result("F"), 1],
    ["grade-a", result(null), 5],
    ["tier-2", result("A", [0, 0], { conformance: { tier: "tier-2" } }), 0],
    ["tier-1", result("A", [0, 0], { conformance: { tier: "tier-2" } }), 1],
    ["tier-3", result("A", [0, 0], { conformance: { tier: "fail" } }), 1],
    ["tier-3", result("A", [0, 0], { conformance: { tier: null } }), 5],
    ["tier-3", result("A"), 5],
  ])("%s", (gate, judged, code) => expect(exitOf(judged, gate)).toBe(code));

  test("our own bug comes first, then a dead server", () => {
    const states = { pass: 1, fail: 0, "not-applicable": 0, inconclusive: 0, error: 1 };
    const base = result("A");
    expect(exitOf({ ...base, counts: { ...base.counts, states } }, "never")).toBe(70);
    expect(exitOf({ ...base, server: { ...base.server, outcome: "unreachable" } }, "never")).toBe(4);
    expect(exitOf({ ...base, server: { ...base.server, outcome: "auth-required" } }, "must")).toBe(5);
  });

  test("a name that is none is refused with those that are", () => {
    expect(readGate("GRADE-B")).toBe("grade-b");
    expect(() => readGate("often")).toThrow(/"often" is not a choice; use one of must, should, never, tier-1/);
    expect(() => readGate("tier-1", ["must", "never"])).toThrow(/use one of must, never/);
  });
});
