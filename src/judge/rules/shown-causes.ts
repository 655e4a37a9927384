import type { Verdict } from "../../model/verdict.ts";

/**
 * Leaves `implied_by` on a failure only where the evidence shows that cause: the other rule failed too, and in the same
 * exchange. Two failures that were seen in different exchanges may have nothing to do with each other.
 */
export const withShownCauses = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const failed = new Map(verdicts.flatMap((verdict) => (verdict.state === "fail" ? [[verdict.id, verdict]] : [])));
  return verdicts.map((verdict) => {
    if (verdict.state !== "fail" || verdict.implied_by === undefined) return verdict;
    const cause = failed.get(verdict.implied_by);
    if (cause && sharesExchange(cause, verdict)) return verdict;
    const { implied_by: _, ...rest } = verdict;
    return rest;
  });
};

const sharesExchange = (cause: Verdict, verdict: Verdict): boolean => {
  const places = new Set(cause.evidence.map(({ exchange, pointer }) => exchange ?? pointer));
  return verdict.evidence.some(({ exchange, pointer }) => places.has(exchange ?? pointer));
};
