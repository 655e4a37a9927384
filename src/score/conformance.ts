import type {
  CheckReason,
  CheckResult,
  CheckState,
  ConformanceCoverage,
  ConformanceResult,
  LevelCount,
  OfficialFigure,
  SepCorpus,
  SepCount,
} from "../model/conformance.ts";
import type { Level } from "../model/rule.ts";
import { badge, scoreTier } from "./tier.ts";

type Score = Pick<
  ConformanceResult,
  "must" | "should" | "may" | "tier" | "badge" | "per_sep" | "coverage" | "official_style"
>;

/** Only what was exercised counts; a run in which nothing was has no tier. */
export const scoreChecks = ({ seps }: SepCorpus, checks: readonly CheckResult[]): Score => {
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
    per_sep: seps.map(({ sep, exclusions }) => countSep(sep, exclusions.length, exercised)),
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

const countSep = (sep: number, excluded: number, exercised: readonly CheckResult[]): SepCount => {
  const rows = exercised.filter((row) => row.sep === sep);
  return { sep, tested: rows.length, passed: passedOf(rows), excluded };
};

const cover = (checks: readonly CheckResult[]): ConformanceCoverage => {
  const count = (...states: readonly CheckState[]): number =>
    checks.filter(({ state }) => states.includes(state)).length;
  return {
    checks: checks.length,
    exercised: count("pass", "fail"),
    not_exercised: count("not-exercised", "error"),
    not_applicable: count("not-for-servers"),
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

/** A violated SHOULD is a warning in the official suite, not a failure; so is what has no level. */
const officialFigure = (exercised: readonly CheckResult[]): OfficialFigure => {
  const failures = exercised.filter(({ state, level }) => state === "fail" && level === "MUST").length;
  const withoutFailure = exercised.length - failures;
  return {
    without_failure: withoutFailure,
    exercised: exercised.length,
    percent: exercised.length === 0 ? null : Math.round((withoutFailure / exercised.length) * 1000) / 10,
  };
};
