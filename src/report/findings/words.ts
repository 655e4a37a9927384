import { groupBy } from "../../base/group-by.ts";
import type { Place } from "../../capture/capture.ts";
import type { VerdictState } from "../../judge/core/verdict.ts";
import type { FindingsReport, ReportFinding, Severity } from "../findings-report.ts";

/** Longest text from a server in the formats that machines read. */
export const LONGEST = 600;

export const STATE_MARKS = {
  pass: "✓",
  fail: "✗",
  "not-applicable": "–",
  inconclusive: "?",
  error: "!",
} as const satisfies Record<VerdictState, string>;

/** The exchange and the pointer, in full. */
export const placeOf = ({ exchange, pointer }: Place): string => {
  if (exchange === null) return `session ${pointer}`.trimEnd();
  return `exchange ${typeof exchange === "number" ? `#${exchange}` : exchange} ${pointer}`.trimEnd();
};

/** The same next to a label, where the word "exchange" is not needed. */
export const wherePlace = ({ exchange, pointer }: Place): string => `${exchange ?? "session"} ${pointer}`.trimEnd();

/** Why a warning is only that; the second for many of them. */
export const WARNING_EXPLAINED =
  "only a warning: it rests on explanatory text or inference, and does not affect the grade";
export const WARNINGS_EXPLAINED =
  "These rest on explanatory text or inference, not a stated requirement, and do not affect the grade.";

/** What failed, the most severe first and what is known last; otherwise in the order of the report. */
export const failuresOf = ({
  findings,
  broken = [],
}: Pick<FindingsReport, "findings" | "broken">): readonly ReportFinding[] => {
  const failed = [...broken, ...findings].filter(({ state }) => state === "fail");
  const sorted = SEVERITIES.flatMap((severity) => failed.filter((finding) => finding.severity === severity));
  return [
    ...sorted.filter(({ baseline }) => baseline !== "known"),
    ...sorted.filter(({ baseline }) => baseline === "known"),
  ];
};

export const SEVERITIES = ["error", "warning", "note"] as const satisfies readonly Severity[];

/** Groups in the order in which they first occur. */
export const groupsOf = (
  findings: readonly ReportFinding[],
): readonly { readonly group: string; readonly findings: readonly ReportFinding[] }[] =>
  [...groupBy(findings, ({ group }) => group)].map(([group, members]) => ({ group, findings: members }));

export const countStates = (findings: readonly ReportFinding[]): Readonly<Record<VerdictState, number>> => {
  const counts = { pass: 0, fail: 0, "not-applicable": 0, inconclusive: 0, error: 0 };
  for (const { state } of findings) counts[state] += 1;
  return counts;
};

/** Expected and found in one sentence, for formats with room for one message. */
export const failureSentence = ({ title, subject, expected, actual, reason }: ReportFinding): string => {
  const about = subject === undefined ? "" : `${subject}: `;
  const wanted = expected === undefined ? title : `expected ${expected}`;
  const found = actual === undefined ? "" : `; found ${actual}`;
  return `${about}${wanted}${found}${reason === undefined ? "" : `; ${reason}`}`;
};
