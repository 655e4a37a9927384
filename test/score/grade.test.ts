import { expect, test } from "vitest";
import type { Level } from "../../src/judge/core/rule.ts";
import type { Verdict } from "../../src/judge/core/verdict.ts";
import { gradeVerdicts } from "../../src/scores/compliance/grade.ts";

const verdict = (
  state: Verdict["state"],
  level: Level = "MUST",
  more: { basic?: true; advisory?: boolean } = {},
): Verdict =>
  ({
    id: "X-001",
    title: "",
    revision: "2025-11-25",
    section: "tools",
    spec: "",
    fix: "",
    evidence: [],
    advisory: false,
    state,
    level,
    ...more,
  }) as unknown as Verdict;

const fails = (count: number): Verdict[] => Array.from({ length: count }, () => verdict("fail"));
const gradeOf = (...verdicts: readonly Verdict[]) => gradeVerdicts(verdicts).grade;

test("letters", () => {
  expect(gradeOf(verdict("pass"), verdict("not-applicable"), verdict("inconclusive"))).toBe("A+");
  expect(gradeOf(verdict("pass"), verdict("fail", "SHOULD"))).toBe("A");
  expect(gradeOf(verdict("pass"), ...fails(2))).toBe("B");
  expect(gradeOf(verdict("pass"), ...fails(3))).toBe("C");
  expect(gradeOf(verdict("pass"), ...fails(5))).toBe("C");
  expect(gradeOf(verdict("pass"), ...fails(6))).toBe("D");
  expect(gradeOf(verdict("pass"), verdict("fail", "MUST", { basic: true }))).toBe("F");
});

test("no grade where nothing can be said", () => {
  expect(gradeOf(verdict("pass"), verdict("inconclusive", "MUST", { basic: true }))).toBeNull();
  expect(gradeOf(verdict("inconclusive"))).toBeNull();
  expect(gradeVerdicts([]).score).toBeNull();
});

test("warnings count in neither grade nor score", () => {
  expect(gradeVerdicts([verdict("pass"), verdict("fail", "SHOULD", { advisory: true })])).toMatchObject({
    grade: "A+",
    score: 100,
  });
});

test("the score is weighted", () => {
  expect(gradeVerdicts([verdict("pass"), verdict("fail", "SHOULD")]).score).toBe(76.9);
  expect(gradeVerdicts([verdict("fail"), verdict("pass", "MAY")]).score).toBe(9.1);
});
