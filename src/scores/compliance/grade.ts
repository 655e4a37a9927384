import { isBroughtAlong } from "../../judge/core/origin.ts";
import { SECTIONS } from "../../judge/core/rule.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import type { Grade, Result, Scorecard } from "../result/result.ts";

const WEIGHTS = { MUST: 10, SHOULD: 3, MAY: 1 } as const;

/**
 * F when a basic rule fails, none when one is inconclusive, A+ when everything that applies passes, A when every MUST
 * does, else by the number of failed MUSTs. Warnings count in neither grade nor score.
 */
export const gradeVerdicts = (verdicts: readonly Verdict[]): Scorecard => {
  const counted = verdicts.filter(
    (verdict) => isGraded(verdict) && (verdict.state === "pass" || verdict.state === "fail"),
  );
  const failed = counted.filter(({ state }) => state === "fail");
  const failedMust = failed.filter(({ level }) => level === "MUST").length;
  const weight = (list: readonly Verdict[]): number => list.reduce((sum, { level }) => sum + WEIGHTS[level], 0);
  const total = weight(counted);
  return {
    grade: gradeOf(verdicts, counted.length, failed.length, failedMust),
    score: total === 0 ? null : Math.round(((total - weight(failed)) / total) * 1000) / 10,
    passed: counted.length - failed.length,
    failed: failed.length,
    failed_must: failedMust,
  };
};

/** Of an extension only what its text says MUST counts: a server that declares it has promised that much and no more. */
const isGraded = ({ advisory, extension, level }: Verdict): boolean =>
  !advisory && (extension === undefined || level === "MUST");

const gradeOf = (verdicts: readonly Verdict[], counted: number, failed: number, failedMust: number): Grade | null => {
  const basic = verdicts.filter((verdict) => verdict.basic);
  if (basic.some(({ state }) => state === "fail")) return "F";
  if (basic.some(({ state }) => state === "inconclusive" || state === "error") || counted === 0) return null;
  if (failed === 0) return "A+";
  if (failedMust === 0) return "A";
  if (failedMust <= 2) return "B";
  return failedMust <= 5 ? "C" : "D";
};

/** The figures without any mark: of a server that was not seen as a whole nothing can be said by a grade or a score. */
export const withoutGrade = ({ sections: _sections, ...whole }: Result["compliance"]): Result["compliance"] => ({
  ...whole,
  grade: null,
  grade_yours: null,
  score: null,
  sections: [],
});

/** The whole, and each section by itself. */
export const gradeCompliance = (verdicts: readonly Verdict[]): Result["compliance"] => ({
  ...gradeVerdicts(verdicts),
  grade_yours: gradeVerdicts(verdicts.filter((verdict) => !isForeign(verdict))).grade,
  sections: SECTIONS.map((section) => ({
    section,
    ...gradeVerdicts(verdicts.filter((verdict) => verdict.section === section)),
  })).filter(({ score }) => score !== null),
});

const isForeign = (verdict: Verdict): boolean => verdict.state === "fail" && isBroughtAlong(verdict.origin);
