import { gradeCompliance, gradeVerdicts } from "../scores/compliance/grade.ts";
import { badge, scoreTier } from "../scores/conformance/tier.ts";
import { gradeDiscoverability } from "../scores/discoverability/discoverability-grade.ts";
import { countVerdicts } from "../scores/result/count-verdicts.ts";

/** The arithmetic behind every mark, for verdicts and counts of your own. */
export const score = {
  /** `tier-1` … `fail` from the MUST and SHOULD checks that were exercised. */
  tier: scoreTier,
  /** `T1` … `F`: a tier in two characters. */
  badge,
  /** Grade A+ to F and the weighted score of any list of verdicts. */
  grade: gradeVerdicts,
  /** The same for a whole run, and for each section by itself. */
  compliance: gradeCompliance,
  /** A to D from the number of criteria that pass, with the honesty cap. */
  discoverability: gradeDiscoverability,
  /** Verdicts by state and by level. */
  count: countVerdicts,
} as const;
