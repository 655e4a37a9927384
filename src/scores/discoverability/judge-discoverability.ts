import type { Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import type { JudgedOutcome } from "../../judge/judged.ts";
import { gradeCapture } from "./audit-capture.ts";
import { DEFAULT_STANDARD, type Discoverability } from "./discoverability.ts";

/**
 * The discoverability block of a result; what hides a requirement may hide a criterion too. Of a part of a session there
 * is no grade, and criteria that nobody asked about are left out.
 */
export const judgeDiscoverability = (
  capture: Capture,
  outcome: JudgedOutcome | null = null,
  partial = false,
): Discoverability => {
  const found = gradeCapture(capture, DEFAULT_STANDARD, digestOf);
  if (!partial) return outcome === "limit-exceeded" ? { ...found, ...UNGRADED } : found;
  return { ...found, ...UNGRADED, criteria: found.criteria.filter(({ unobserved }) => unobserved !== "not-probed") };
};

const UNGRADED = { grade: null, honesty_cap: null } as const;
