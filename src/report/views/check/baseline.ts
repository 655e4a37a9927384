import type { Verdict } from "../../../judge/core/verdict.ts";
import type { BaselineEntry } from "../../../scores/result/baseline.ts";
import type { Result } from "../../../scores/result/result.ts";
import { knownWords, STALE_WORDS } from "../../findings/baseline.ts";
import type { ReportFinding } from "../../findings-report.ts";
import { type FailureCause, groupFailures } from "./causes.ts";

type Baselined = Pick<Result, "baseline">;

/** The baseline's entry of a failure that it lists. */
export const knownEntry = ({ baseline }: Baselined, { id, state }: Verdict): BaselineEntry | undefined =>
  state === "fail" ? baseline?.known.find(({ rule_id }) => rule_id === id) : undefined;

export interface SplitCauses {
  readonly fresh: readonly FailureCause[];
  /** What the baseline lists. */
  readonly known: readonly FailureCause[];
}

/** Grouped separately: a new failure is shown by itself, even if a known one explains it. */
export const splitCauses = (result: Result): SplitCauses => {
  const isListed = (verdict: Verdict): boolean => knownEntry(result, verdict) !== undefined;
  return {
    fresh: groupFailures(result.verdicts.filter((verdict) => !isListed(verdict))),
    known: groupFailures(result.verdicts.filter(isListed)),
  };
};

/** What a baseline changes about a finding. */
export const standingOf = (
  result: Baselined,
  verdict: Verdict,
): Partial<Pick<ReportFinding, "state" | "severity" | "expected" | "reason" | "baseline" | "fix">> => {
  const entry = knownEntry(result, verdict);
  if (entry) return knownWords(entry);
  const listed = (ids: readonly string[] | undefined): boolean => ids?.includes(verdict.id) ?? false;
  if (verdict.state === "fail" && listed(result.baseline?.failed)) return { baseline: "new" };
  return verdict.state === "pass" && listed(result.baseline?.stale) ? STALE_WORDS : {};
};
