import type { AuthorizationServerResult } from "./result.ts";
import type { LaneScore } from "./result-lanes.ts";

/** How an authorization server keeps to its rules. It has no grade, so this is all that is said about it as a whole. */
export const scoreAuthorization = ({
  counts: { levels, states, advisory_failed },
}: Pick<AuthorizationServerResult, "counts">): LaneScore => {
  const failed = levels.MUST.failed + levels.SHOULD.failed + levels.MAY.failed;
  const passed = levels.MUST.passed + levels.SHOULD.passed + levels.MAY.passed;
  const open = states.inconclusive;
  return {
    state: levels.MUST.failed > 0 ? "fail" : failed > 0 ? "warn" : passed > 0 ? "pass" : "none",
    summary:
      passed + failed === 0
        ? "nothing could be judged"
        : `${passed} of ${passed + failed} rules hold${open > 0 ? `, ${open} could not be judged` : ""}`,
    counts: { passed, failed, failed_must: levels.MUST.failed, warnings: advisory_failed, open },
  };
};
