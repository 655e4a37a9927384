import { describe, expect, test } from "vitest";
import { exitOf, readGate, readGates } from "../../../src/cli/flags/gate-flag.ts";
import type { Gate } from "../../../src/scores/result/gate.ts";
import type { Grade, Result } from "../../../src/scores/result/result.ts";

const result = (grade: Grade | null, [must, should]: readonly [number, number] = [0, 0], more: object = {}): Result =>
  ({
    server: { outcome: "complete" },
    lanes: {},
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

  const failing = (kind?: string): object => ({
    verdicts: [{ state: "fail", level: "MUST", advisory: false, ...(kind === undefined ? {} : { origin: { kind } }) }],
  });

  test.each([
    ["nobody knows whose it is", undefined, 1],
    ["unknown", "unknown", 1],
    ["yours", "yours", 1],
    ["the SDK's", "sdk", 0],
    ["the launcher's", "launcher", 0],
  ])("yours: a failed MUST, %s", (_, kind, code) => {
    expect(exitOf(result("B", [1, 0], failing(kind)), "yours")).toBe(code);
  });

  const tools = (state: string): object => ({ lanes: { tools: { state, summary: "", counts: {} } } });

  test("several gates: the first that is missed decides, then the first that nobody can tell", () => {
    expect(exitOf(result("A", [0, 0], tools("fail")), ["must", "tools"])).toBe(1);
    expect(exitOf(result("A", [0, 0], tools("warn")), ["must", "tools"])).toBe(0);
    expect(exitOf(result(null, [1, 0], tools("pass")), ["grade-a", "must"])).toBe(1);
    expect(exitOf(result(null, [0, 0], tools("pass")), ["grade-a", "must"])).toBe(5);
  });

  test("by default what is required, and the tools where the result tells of them", () => {
    expect(exitOf(result("A", [0, 2], tools("pass")))).toBe(0);
    expect(exitOf(result("B", [1, 0], tools("pass")))).toBe(1);
    expect(exitOf(result("A", [0, 0], tools("fail")))).toBe(1);
    expect(exitOf(result("A"))).toBe(0);
    expect(exitOf(result("A"), "tools")).toBe(5);
  });

  test("our own bug comes first, then a dead server", () => {
    const states = { pass: 1, fail: 0, "not-applicable": 0, inconclusive: 0, error: 1 };
    const base = result("A");
    expect(exitOf({ ...base, counts: { ...base.counts, states } }, "never")).toBe(70);
    expect(exitOf({ ...base, server: { ...base.server, outcome: "unreachable" } }, "never")).toBe(4);
    expect(exitOf({ ...base, server: { ...base.server, outcome: "auth-required" } }, "must")).toBe(5);
  });

  test("a name that is none is refused with those that are", () => {
    expect(readGates("GRADE-B")).toEqual(["grade-b"]);
    expect(readGates("must, Tools,must")).toEqual(["must", "tools"]);
    expect(() => readGates("often")).toThrow(
      /"often" is not a choice; use one of must, should, yours, tools, safety, never/,
    );
    expect(() => readGates("must,")).toThrow(/"" is not a choice/);
    expect(() => readGates("never,must")).toThrow(/never stands alone/);
    expect(() => readGate("must,never", ["must", "never"])).toThrow(/never stands alone/);
    expect(() => readGate("must,should", ["must", "should"])).toThrow(/takes one of must, should here, not several/);
    expect(() => readGate("tier-1", ["must", "never"])).toThrow(/use one of must, never/);
  });
});
