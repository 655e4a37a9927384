import { counted } from "../../base/counted.ts";
import { isBroughtAlong } from "../../judge/core/origin.ts";
import { SECTIONS } from "../../judge/core/rule.ts";
import type { Verdict } from "../../judge/core/verdict.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { unseenPhrase } from "../../judge/unseen-words.ts";
import {
  type ClientResult,
  type ComplianceScore,
  type Grade,
  isUnspoken,
  type Scorecard,
  type ServerResult,
} from "../result/result.ts";
import type { LaneScore } from "../result/result-lanes.ts";

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
export const withoutGrade = ({ sections: _sections, ...whole }: ComplianceScore): ComplianceScore => ({
  ...whole,
  grade: null,
  grade_yours: null,
  score: null,
  sections: [],
});

/** The whole, and each section by itself. */
export const gradeCompliance = (verdicts: readonly Verdict[]): ComplianceScore => ({
  ...gradeVerdicts(verdicts),
  grade_yours: gradeVerdicts(verdicts.filter((verdict) => !isForeign(verdict))).grade,
  sections: SECTIONS.map((section) => ({
    section,
    ...gradeVerdicts(verdicts.filter((verdict) => verdict.section === section)),
  })).filter(({ score }) => score !== null),
});

const isForeign = (verdict: Verdict): boolean => verdict.state === "fail" && isBroughtAlong(verdict.origin);

/** An authorization server has no grade. */
type Graded =
  | Pick<ServerResult, "role" | "compliance" | "spoken" | "server" | "partial" | "left_out" | "revision">
  | Pick<ClientResult, "role" | "compliance" | "server" | "partial" | "left_out" | "revision">;

/** How the subject keeps to the specification. */
export const scoreCompliance = (result: Graded): LaneScore => {
  const { grade, passed, failed, failed_must } = result.compliance;
  const judged = !isUnspoken(result) && passed + failed > 0;
  // That the little which was seen holds would look like a result.
  const held = grade !== null || (result.partial && isSeenWhole(result.server.outcome)) ? "pass" : "none";
  return {
    state: !judged ? "none" : failed_must > 0 ? "fail" : failed > 0 ? "warn" : held,
    summary: complianceWords(result),
    counts: { passed, failed, failed_must },
  };
};

const complianceWords = (result: Graded): string => {
  const { revision, server } = result;
  const { score, passed, failed } = result.compliance;
  if (isUnspoken(result)) return `no grade: the server does not speak ${revision}`;
  if (score !== null) return `${passed} of ${passed + failed} rules hold, score ${score}`;
  if (!result.partial || !isSeenWhole(server.outcome))
    return `no grade: ${unseenPhrase(server.outcome, result.role) ?? "nothing could be judged"}`;
  const judged = passed + failed > 0 ? `${passed} of ${passed + failed} judged rules hold` : "nothing could be judged";
  return `${judged}; ${counted(result.left_out ?? 0, "rule")} left out, so no grade`;
};
