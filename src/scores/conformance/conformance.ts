import type { Level } from "../../judge/core/rule.ts";
import type {
  CheckReason,
  CheckResult,
  CheckState,
  ConformanceCoverage,
  ConformanceResult,
  CoreCount,
  LevelCount,
  OfficialFigure,
  SepCorpus,
  SepExclusion,
} from "../../judge/corpus/conformance.ts";
import { unseenPhrase } from "../../judge/unseen-words.ts";
import type { ClientResult, ServerResult } from "../result/result.ts";
import type { LaneScore } from "../result/result-lanes.ts";
import { badge, scoreTier } from "./tier.ts";

type Score = Pick<
  ConformanceResult,
  "must" | "should" | "may" | "tier" | "badge" | "per_sep" | "core" | "coverage" | "official_style"
>;

/** Only exercised checks count; a run without any has no tier. */
export const scoreChecks = ({ seps, core }: SepCorpus, checks: readonly CheckResult[]): Score => {
  const exercised = checks.filter(isExercised);
  const must = countLevel(exercised, "MUST");
  const should = countLevel(exercised, "SHOULD");
  const tier =
    must.total + should.total === 0
      ? null
      : scoreTier({
          must_passed: must.passed,
          must_total: must.total,
          should_passed: should.passed,
          should_total: should.total,
        });
  return {
    must,
    should,
    may: countLevel(exercised, "MAY"),
    tier,
    badge: tier && badge(tier),
    per_sep: seps.map(({ sep, exclusions }) => ({ sep, ...countRows(sep, exclusions, exercised) })),
    core: countRows(null, core.exclusions, exercised),
    coverage: cover(checks),
    official_style: officialFigure(exercised),
  };
};

const isExercised = ({ state }: CheckResult): boolean => state === "pass" || state === "fail";

const passedOf = (checks: readonly CheckResult[]): number => checks.filter(({ state }) => state === "pass").length;

const countLevel = (exercised: readonly CheckResult[], level: Level): LevelCount => {
  const rows = exercised.filter((row) => row.level === level);
  return { passed: passedOf(rows), total: rows.length };
};

const countRows = (
  sep: number | null,
  exclusions: readonly SepExclusion[],
  exercised: readonly CheckResult[],
): CoreCount => {
  const rows = exercised.filter((row) => row.sep === sep);
  return { tested: rows.length, passed: passedOf(rows), excluded: exclusions.length };
};

const cover = (checks: readonly CheckResult[]): ConformanceCoverage => {
  const count = (...states: readonly CheckState[]): number =>
    checks.filter(({ state }) => states.includes(state)).length;
  return {
    checks: checks.length,
    exercised: count("pass", "fail"),
    not_exercised: count("not-exercised", "error"),
    not_applicable: count("not-for-servers", "not-for-clients"),
    not_implemented: count("not-implemented"),
    reasons: reasonsOf(checks),
  };
};

const reasonsOf = (checks: readonly CheckResult[]): ConformanceCoverage["reasons"] => {
  const groups = new Map<string, { state: CheckState; reason: CheckReason; checks: number }>();
  for (const { state, reason } of checks) {
    if (reason === undefined) continue;
    const key = `${state} ${reason}`;
    const group = groups.get(key) ?? { state, reason, checks: 0 };
    group.checks += 1;
    groups.set(key, group);
  }
  return [...groups.values()].sort((left, right) => right.checks - left.checks);
};

/** In the official suite a violated SHOULD, and anything without a level, is a warning, not a failure. */
const officialFigure = (exercised: readonly CheckResult[]): OfficialFigure => {
  const failures = exercised.filter(({ state, level }) => state === "fail" && level === "MUST").length;
  const withoutFailure = exercised.length - failures;
  return {
    without_failure: withoutFailure,
    exercised: exercised.length,
    percent: exercised.length === 0 ? null : Math.round((withoutFailure / exercised.length) * 1000) / 10,
  };
};

/** The tier, or why there is none. */
export const scoreConformance = ({
  conformance,
  server,
  role,
}: Pick<ServerResult | ClientResult, "conformance" | "server" | "role">): LaneScore | undefined => {
  if (!conformance) return undefined;
  const { tier, must, should, coverage } = conformance;
  const { exercised, checks } = coverage;
  const why =
    unseenPhrase(server.outcome, role) ?? (exercised > 0 ? "only some scenarios were run" : "no check was exercised");
  return {
    state: tier === "fail" ? "fail" : tier === "tier-1" ? "pass" : tier === null ? "none" : "warn",
    summary:
      tier === null
        ? `no tier: ${why}`
        : `MUST ${must.passed}/${must.total}, SHOULD ${should.passed}/${should.total}, ${exercised} of ${checks} checks exercised`,
    counts: {
      must_passed: must.passed,
      must_total: must.total,
      should_passed: should.passed,
      should_total: should.total,
      exercised,
      checks,
    },
  };
};
