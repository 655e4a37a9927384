import type { Level } from "../../judge/core/rule.ts";
import { VERDICT_STATES, type Verdict, type VerdictState } from "../../judge/core/verdict.ts";
import type { VerdictCounts } from "./result.ts";

/** All that counting looks at. */
type Counted = Pick<Verdict, "level" | "advisory" | "state">;

export const countVerdicts = (verdicts: readonly Counted[]): VerdictCounts => {
  const states = Object.fromEntries(VERDICT_STATES.map((state) => [state, 0])) as Record<VerdictState, number>;
  const levelOf = (): { passed: number; failed: number } => ({ passed: 0, failed: 0 });
  const levels = { MUST: levelOf(), SHOULD: levelOf(), MAY: levelOf() } satisfies Record<Level, unknown>;
  let advisoryFailed = 0;
  for (const { level, advisory, state } of verdicts) {
    states[state] += 1;
    if (advisory) {
      if (state === "fail") advisoryFailed += 1;
    } else if (state === "pass") levels[level].passed += 1;
    else if (state === "fail") levels[level].failed += 1;
  }
  return { total: verdicts.length, states, levels, advisory_failed: advisoryFailed };
};
