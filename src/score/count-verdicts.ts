import type { VerdictCounts } from "../model/result.ts";
import type { Level } from "../model/rule.ts";
import { VERDICT_STATES, type Verdict, type VerdictState } from "../model/verdict.ts";

export const countVerdicts = (verdicts: readonly Verdict[]): VerdictCounts => {
  const graded = verdicts.filter(({ advisory }) => !advisory);
  const levelOf = (level: Level) => ({
    passed: graded.filter((verdict) => verdict.level === level && verdict.state === "pass").length,
    failed: graded.filter((verdict) => verdict.level === level && verdict.state === "fail").length,
  });
  return {
    total: verdicts.length,
    states: Object.fromEntries(
      VERDICT_STATES.map((state) => [state, verdicts.filter((verdict) => verdict.state === state).length]),
    ) as Record<VerdictState, number>,
    levels: { MUST: levelOf("MUST"), SHOULD: levelOf("SHOULD"), MAY: levelOf("MAY") },
    advisory_failed: verdicts.filter(({ advisory, state }) => advisory && state === "fail").length,
  };
};
