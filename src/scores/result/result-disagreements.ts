import { gradeVerdicts } from "../compliance/grade.ts";
import { badge, scoreTier, type Tier } from "../conformance/tier.ts";
import type { Result } from "./result.ts";

/**
 * Where the marks of a saved result do not follow from what it holds: somebody has edited one or the other. A mark that is
 * missing may have been withheld for reasons that the verdicts do not show.
 */
export const resultDisagreements = ({ verdicts, compliance, conformance }: Result): string[] => {
  const own = gradeVerdicts(verdicts);
  const differing = (["passed", "failed", "failed_must"] as const).filter((name) => compliance[name] !== own[name]);
  const tier = conformance ? tierOf(conformance) : undefined;
  return [
    ...(compliance.grade !== null && compliance.grade !== own.grade
      ? [`the grade ${compliance.grade} does not follow from its verdicts, which give ${own.grade ?? "none"}`]
      : []),
    ...differing.map((name) => `${name} is ${compliance[name]}, but the verdicts count ${own[name]}`),
    ...(conformance && conformance.tier !== null && conformance.tier !== tier
      ? [`${conformance.tier} does not follow from its counts, which give ${tier ?? "none"}`]
      : []),
    ...(conformance?.tier && conformance.badge !== badge(conformance.tier)
      ? [`the badge ${conformance.badge ?? "none"} is not that of ${conformance.tier}`]
      : []),
  ];
};

/** Undefined: more passed than there are, which no count says. */
const tierOf = ({ must, should }: NonNullable<Result["conformance"]>): Tier | undefined =>
  must.passed > must.total || should.passed > should.total
    ? undefined
    : scoreTier({
        must_passed: must.passed,
        must_total: must.total,
        should_passed: should.passed,
        should_total: should.total,
      });
