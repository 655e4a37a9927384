import type { BaselineEntry } from "../../scores/result/baseline.ts";
import type { ReportFinding } from "../findings-report.ts";
import { failureSentence } from "./words.ts";

/** Why the baseline lists a failure; empty where it gives no reason. */
export const entryWords = ({ reason, tracking }: Omit<BaselineEntry, "rule_id">): string =>
  [reason, tracking].flatMap((words) => (words === undefined ? [] : [words])).join("; ");

/** Members of a finding that fails but is listed in the baseline: it does not fail the run. */
export const knownWords = (entry: Omit<BaselineEntry, "rule_id">) => {
  const words = entryWords(entry);
  return {
    baseline: "known",
    reason: words === "" ? "known: in the baseline" : `known: in the baseline; ${words}`,
  } as const satisfies Partial<ReportFinding>;
};

/** Members of a finding that passes although the baseline lists it: it fails the run until its entry is removed. */
export const STALE_WORDS = {
  state: "fail",
  severity: "error",
  baseline: "stale",
  expected: "the failure that the baseline lists",
  reason: "the baseline lists it as failing, but it passes",
  fix: "Remove it from the baseline.",
} as const satisfies Partial<ReportFinding>;

export const staleSentence = (id: string): string =>
  `${id} passes, but the baseline lists it as failing; remove it from the baseline`;

export const isKnown = ({ state, baseline }: ReportFinding): boolean => state === "fail" && baseline === "known";

/** Why it does not fail the run, then what fails. */
export const knownSentence = ({ reason = "", ...failure }: ReportFinding): string =>
  `${reason}; ${failureSentence(failure)}`;
