import { digestOf } from "../capture/digest.ts";
import { gradeCapture } from "../judge/criteria/audit-capture.ts";
import type { Capture } from "../model/capture.ts";
import { DEFAULT_STANDARD, type Discoverability } from "../model/discoverability.ts";
import type { JudgedOutcome } from "../model/judged.ts";

/** The discoverability block of a result; what hides a requirement may hide a criterion too. */
export const judgeDiscoverability = (capture: Capture, outcome: JudgedOutcome | null = null): Discoverability => {
  const found = gradeCapture(capture, DEFAULT_STANDARD, digestOf);
  return outcome === "limit-exceeded" ? { ...found, grade: null, honesty_cap: null } : found;
};
