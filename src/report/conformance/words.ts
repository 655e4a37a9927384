import type { CheckReason, CheckState, ConformanceResult, LevelCount } from "../../model/conformance.ts";

/** The letter and the counts beside it: a letter alone hides how little may stand behind it. */
export const tierLine = ({ tier, badge, must, should, server }: ConformanceResult): string => {
  if (tier === null || badge === null)
    return server.outcome === "auth-required"
      ? "no tier: the server wants credentials first"
      : "no tier: nothing was exercised";
  if (tier === "fail") return `${badge} · MUST ${must.passed}/${must.total}`;
  return `${badge} · ${should.total === 0 ? "no SHOULD exercised" : `SHOULD ${percentOf(should)} (${should.passed}/${should.total})`}`;
};

/** Rounded down: what is shown as 95 % has reached it. */
export const percentOf = ({ passed, total }: LevelCount): string =>
  total === 0 ? "–" : `${Math.floor((passed * 100) / total)} %`;

/** What the official suite would call it, and what that is worth. */
export const officialLine = ({ official_style: { without_failure, exercised, percent } }: ConformanceResult): string =>
  percent === null
    ? "nothing was exercised"
    : `${without_failure} of ${exercised} checks without failure (${percent} %); SEP-1730 wants 100 % for tier 1 and 80 % for tier 2, of SDKs and along with other duties`;

export const SOURCE_WORDS = {
  override: "from --corpus-dir",
  cache: "from the cache",
  embedded: "as it ships with mcptest",
} as const satisfies Record<ConformanceResult["corpus_source"], string>;

export const CHECK_MARKS = {
  pass: "✓",
  fail: "✗",
  "not-exercised": "–",
  "not-for-servers": "·",
  "not-implemented": "?",
  error: "!",
} as const satisfies Record<CheckState, string>;

/** Why rows were not judged, for people. */
export const REASON_WORDS = {
  "not-probed": "the plan did not ask",
  unreachable: "the server did not answer",
  "timed-out": "the server did not answer in time",
  "limit-exceeded": "a limit was reached",
  "auth-required": "the server wants credentials first",
  "prerequisite-missing": "an answer it builds on did not come",
  "unsafe-to-probe": "it would run something that does not declare itself harmless",
  "capture-truncated": "the capture is incomplete",
  "precondition-absent": "the session gave no occasion",
  "not-offered": "the server does not offer it",
  "other-transport": "it is about another transport",
  "revision-not-spoken": "the server does not speak this version",
  "other-role": "it binds clients or authorization servers",
  "unknown-check": "mcptest does not know the check",
  "no-rule": "no rule decides it",
  "internal-error": "mcptest itself failed",
} as const satisfies Record<CheckReason, string>;
