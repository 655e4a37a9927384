import type { Verdict } from "../core/verdict.ts";

/**
 * Leaves `implied_by` on a failure only where the evidence shows that cause: the other rule failed too, and in most of the
 * exchanges where this one did. A failure that was mostly seen where the other rule held has a reason of its own.
 */
export const withShownCauses = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const failed = new Map<string, Verdict>();
  for (const verdict of verdicts) if (verdict.state === "fail") failed.set(verdict.id, verdict);
  if (failed.size === 0) return verdicts;
  return verdicts.map((verdict) => {
    if (verdict.state !== "fail" || verdict.implied_by === undefined) return verdict;
    const cause = failed.get(verdict.implied_by);
    if (cause && isMostlyBeside(cause, verdict)) return verdict;
    const { implied_by: _, ...rest } = verdict;
    return rest;
  });
};

const isMostlyBeside = (cause: Verdict, verdict: Verdict): boolean => {
  const causes = placesOf(cause);
  const places = [...placesOf(verdict)];
  return 2 * places.filter((place) => causes.has(place)).length > places.length;
};

const placesOf = ({ evidence }: Verdict): ReadonlySet<string | number> =>
  new Set(evidence.map(({ exchange, pointer }) => exchange ?? pointer));
