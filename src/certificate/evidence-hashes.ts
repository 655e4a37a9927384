import { canonicalOrNull } from "../base/canonical.ts";
import type { CriterionEvidence, CriterionVerdict, Figures } from "../scores/discoverability/discoverability.ts";

/** The text whose sha256 a certificate carries for a criterion; null when it has no canonical form. */
export const evidenceText = (evidence: CriterionEvidence): string | null => canonicalOrNull(evidence);

/** The text behind `probe_set_sha256`: everything that was sent for the ten criteria. */
export const probeSetText = (criteria: readonly CriterionVerdict[]): string | null =>
  canonicalOrNull(criteria.map(({ id, evidence }) => ({ criterion: id, requests: evidence.requests })));

/** The figures of each criterion that has any. */
export const figuresBy = (
  criteria: readonly CriterionVerdict[],
  kind: "measured" | "volatile",
): Readonly<Record<string, Figures>> =>
  Object.fromEntries(
    criteria
      .filter((criterion) => Object.keys(criterion[kind]).length > 0)
      .map((criterion) => [criterion.id, criterion[kind]]),
  );
