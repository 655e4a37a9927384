import { counted } from "../../../base/counted.ts";
import type { CheckedRole } from "../../../judge/core/client.ts";
import type { CheckReason, CheckState, ConformanceResult, LevelCount } from "../../../judge/corpus/conformance.ts";
import { unseenPhrase } from "../../../judge/unseen-words.ts";

/** The tier with its counts: a tier alone hides how few checks may be behind it. */
export const tierLine = ({ tier, badge, must, should, server, role, coverage }: ConformanceResult): string => {
  if (tier === null || badge === null)
    return `no tier: ${unseenPhrase(server.outcome, role) ?? (role === "client" && coverage.exercised > 0 ? "only some scenarios were run" : "nothing was exercised")}`;
  if (tier === "fail") return `${badge} · MUST ${must.passed}/${must.total}`;
  return `${badge} · ${should.total === 0 ? "no SHOULD exercised" : `SHOULD ${percentOf(should)} (${should.passed}/${should.total})`}`;
};

/** How much of the corpus stands behind the letter. */
export const coveragePhrase = ({ coverage: { exercised, checks } }: ConformanceResult): string =>
  `${exercised} of ${counted(checks, "check")} exercised`;

/** The words of the founding document beside the letter. */
export const TIER_WORDS = {
  "tier-1": "Tier 1 (gold)",
  "tier-2": "Tier 2 (silver)",
  "tier-3": "Tier 3 (bronze)",
  fail: "no tier awarded: at least one MUST failed",
} as const satisfies Record<NonNullable<ConformanceResult["tier"]>, string>;

/** Rounded down: what is shown as 95 % has reached it. */
export const percentOf = ({ passed, total }: LevelCount): string =>
  total === 0 ? "–" : `${Math.floor((passed * 100) / total)} %`;

/** The figure the official suite would give, and what it means there. */
export const officialLine = ({ official_style: { without_failure, exercised, percent } }: ConformanceResult): string =>
  percent === null
    ? "nothing was exercised"
    : `${without_failure} of ${exercised} checks without failure (${percent} %); SEP-1730 asks SDKs for 100 % (tier 1) or 80 % (tier 2), along with other duties`;

export const SOURCE_WORDS = {
  override: "from --corpus-dir",
  cache: "from the cache",
  embedded: "as shipped with mcptest",
} as const satisfies Record<ConformanceResult["corpus_source"], string>;

export const CHECK_MARKS = {
  pass: "✓",
  fail: "✗",
  "not-exercised": "–",
  "not-for-servers": "·",
  "not-for-clients": "·",
  "not-implemented": "?",
  error: "!",
} as const satisfies Record<CheckState, string>;

/** Whether a row binds somebody else than who is judged. */
export const isForOthers = (state: CheckState): boolean => state === "not-for-servers" || state === "not-for-clients";

/** Why rows were not judged, for people. */
export const reasonWords = (reason: CheckReason, role: CheckedRole = "server"): string =>
  (role === "client" ? CLIENT_WORDS[reason] : undefined) ?? REASON_WORDS[reason];

/** Where it is not the same as of a server. */
const CLIENT_WORDS: Partial<Record<CheckReason, string>> = {
  "not-probed": "no scenario came to it",
  unreachable: "no client connected",
  "timed-out": "the client did not act in time",
  "not-offered": "the client does not declare it",
  "revision-not-spoken": "the client does not speak this version",
  "other-role": "it applies to servers or authorization servers",
};

/** Whom the rows that do not count are not for. */
export const othersWords = (role: CheckedRole = "server"): string =>
  role === "client" ? "not for clients" : "not for servers";

const REASON_WORDS = {
  "not-probed": "mcptest did not ask",
  unreachable: "the server did not answer",
  "timed-out": "the server did not answer in time",
  "limit-exceeded": "a limit was reached",
  "auth-required": "the server asks for credentials first",
  "prerequisite-missing": "an answer it depends on is missing",
  "unsafe-to-probe": "probing it would run a tool that is not declared read-only",
  "capture-truncated": "the capture is incomplete",
  "not-reached": "the session never came to it",
  "precondition-absent": "the situation did not come up in this session",
  "not-offered": "the server does not offer it",
  "other-transport": "it applies to another transport",
  "revision-not-spoken": "the server does not speak this version",
  "other-role": "it applies to clients or authorization servers",
  "unknown-check": "mcptest does not know this check",
  "no-rule": "mcptest has no rule for it",
  "internal-error": "mcptest itself failed",
} as const satisfies Record<CheckReason, string>;
