import type { BaselineEntry } from "../../model/baseline.ts";
import type { ReportFinding } from "../../model/findings-report.ts";
import { failureSentence } from "./words.ts";

/** What the baseline says about a failure that it lists; nothing, where it gives no reason. */
export const entryWords = ({ reason, tracking }: Omit<BaselineEntry, "rule_id">): string =>
  [reason, tracking].flatMap((words) => (words === undefined ? [] : [words])).join("; ");

/** The members of a finding that the baseline lists and that fails: it turns nothing red. */
export const knownWords = (entry: Omit<BaselineEntry, "rule_id">) => {
  const words = entryWords(entry);
  return {
    baseline: "known",
    reason: words === "" ? "known: in the baseline" : `known: in the baseline; ${words}`,
  } as const satisfies Partial<ReportFinding>;
};

/** The members of one that the baseline lists and that passes: it is red until its entry goes. */
export const STALE_WORDS = {
  state: "fail",
  severity: "error",
  baseline: "stale",
  expected: "a failure that the baseline lists",
  reason: "it is in the baseline as failing, and passes",
  fix: "Remove it from the baseline.",
} as const satisfies Partial<ReportFinding>;

export const isKnown = ({ state, baseline }: ReportFinding): boolean => state === "fail" && baseline === "known";

/** Why it is not red first, then what fails. */
export const knownSentence = ({ reason = "", ...failure }: ReportFinding): string =>
  `${reason}; ${failureSentence(failure)}`;
