import type { BadgeColor, FindingsReport, ReportFinding, Severity } from "../../model/findings-report.ts";
import { stringMember } from "../../model/json.ts";
import type { Grade, Result } from "../../model/result.ts";
import type { Revision } from "../../model/revision.ts";
import { type Level, SECTIONS } from "../../model/rule.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { Verdict } from "../../model/verdict.ts";
import { headlineWords } from "./headline.ts";
import { standingOf } from "./known.ts";
import { lanesOf } from "./lanes.ts";

/** A result in the shape that all formats share. */
export const resultToFindings = (result: Result): FindingsReport => ({
  title: "mcptest check",
  tool: result.tool,
  target: untrusted(result.target),
  headline: headlineWords(result),
  letter: result.compliance.grade ?? (result.spoken === false ? "—" : "?"),
  badge: {
    label: `MCP ${result.revision}`,
    message:
      result.compliance.grade === null
        ? result.spoken === false
          ? "not spoken"
          : "inconclusive"
        : `grade ${result.compliance.grade}`,
    color: result.compliance.grade === null ? "lightgrey" : GRADE_COLORS[result.compliance.grade],
  },
  summary: summaryOf(result),
  // By section: verdicts come in the order of their ids.
  findings: SECTIONS.flatMap((section) => result.verdicts.filter((one) => one.section === section)).map((verdict) =>
    findingOf(result, verdict),
  ),
  exchanges: result.exchanges,
  notes: [
    ...result.notes,
    ...(result.baseline?.stale ?? []).map((id) => `${id} is in the baseline as failing, and passes; remove it there`),
  ],
});

const GRADE_COLORS: Readonly<Record<Grade, BadgeColor>> = {
  "A+": "brightgreen",
  A: "green",
  B: "yellow",
  C: "orange",
  D: "red",
  F: "red",
};

const summaryOf = (result: Result): FindingsReport["summary"] => [
  ...serverRows(result),
  ...lanesOf(result).map(({ name, mark, words }) => [name, `${mark} · ${words}`] as const),
];

export const serverRows = ({ server, revision, revisions }: Result): readonly (readonly [string, string])[] => {
  const name = stringMember(server.info, "name");
  const version = stringMember(server.info, "version") ?? "";
  const spoken = (revisions?.asked ?? []).flatMap(({ revision: asked, answered }) =>
    asked === answered ? [asked] : [],
  );
  const others = spoken.filter((one) => one !== revision);
  return [
    ...(name === undefined ? [] : [["server", `${name} ${version}`.trimEnd()] as const]),
    ["judged by", revision] as const,
    ...(server.transport ? [["transport", server.transport] as const] : []),
    ...(others.length > 0 ? [["also speaks", others.join(", ")] as const] : []),
    ...(server.outcome && server.outcome !== "complete" ? [["outcome", server.outcome] as const] : []),
  ];
};

const SEVERITIES: Readonly<Record<Level, Severity>> = { MUST: "error", SHOULD: "warning", MAY: "note" };

export const findingOf = (result: Result, verdict: Verdict): ReportFinding => ({
  id: verdict.id,
  title: verdict.title,
  group: verdict.section,
  state: verdict.state,
  // What rests on prose or on a conclusion is never an error, whatever its row says.
  severity: verdict.advisory && verdict.level === "MUST" ? "warning" : SEVERITIES[verdict.level],
  level: verdict.level,
  evidence: verdict.evidence,
  fix: verdict.fix,
  link: verdict.spec,
  ...wordsOf(verdict),
  ...standingOf(result, verdict),
  ...(result.spoken === false && verdict.state === "fail" ? foreignWords(result.revision) : {}),
});

/** What a server did in a revision that it does not speak is told, and turns nothing red. */
const foreignWords = (revision: Revision): Pick<ReportFinding, "severity" | "reason"> => ({
  severity: "note",
  reason: `the server does not speak ${revision}, so this is not held against it`,
});

const wordsOf = (verdict: Verdict): Pick<ReportFinding, "expected" | "actual" | "reason"> => {
  switch (verdict.state) {
    case "pass":
      return {};
    case "fail":
      return {
        expected: verdict.expected,
        actual: verdict.actual,
        ...(verdict.advisory
          ? { reason: "a warning: it rests on prose or on a conclusion, and counts in no grade" }
          : {}),
      };
    case "not-applicable":
    case "inconclusive":
      return { reason: `${verdict.reason}: ${verdict.detail}` };
    case "error":
      return { reason: verdict.message };
  }
};
