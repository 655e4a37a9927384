import { countVerdicts } from "../score/count-verdicts.ts";
import { gradeDiscoverability } from "../score/discoverability.ts";
import { gradeCompliance, gradeVerdicts } from "../score/grade.ts";
import { badge, scoreTier } from "../score/tier.ts";

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
