import { digestOf } from "../capture/digest.ts";
import { judgeCriteria } from "../judge/criteria/judge-criteria.ts";
import type { Capture } from "../model/capture.ts";
import {
  DEFAULT_STANDARD,
  type Discoverability,
  STANDARD_NAME,
  type StandardVersion,
} from "../model/discoverability.ts";
import { gradeDiscoverability, HONESTY_CAP } from "../score/discoverability.ts";

/** The discoverability block of a capture: the ten criteria and the grade that follows from them. */
export const judgeDiscoverability = (
  capture: Capture,
  version: StandardVersion = DEFAULT_STANDARD,
): Discoverability => {
  const judged = judgeCriteria(capture, version, digestOf);
  const passes = judged.criteria.filter(({ pass }) => pass).length;
  const verified = judged.delivery.state === "verified";
  return {
    standard: { name: STANDARD_NAME, version },
    ...judged,
    passes,
    grade: gradeDiscoverability(passes, verified, version),
    honesty_cap: verified ? null : HONESTY_CAP,
  };
};
