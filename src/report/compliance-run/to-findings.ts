import type { BadgeColor, FindingsReport, ReportFinding, Severity } from "../../model/findings-report.ts";
import type { Grade } from "../../model/result.ts";
import type { ComplianceResult, ComplianceRow, ComplianceRun } from "../../model/suite-result.ts";
import { untrusted } from "../../model/untrusted.ts";
import { knownWords, STALE_WORDS } from "../findings/known-words.ts";
import { labelExchanges } from "../suite/label-exchanges.ts";
import { rowTitle, runHeadline } from "./words.ts";

/** One run in the shape that every format understands. */
export const runFindings = (run: ComplianceRun, tool: FindingsReport["tool"]): FindingsReport => ({
  title: "mcptest compliance",
  tool,
  target: run.target,
  headline: runHeadline(run),
  letter: run.compliance.grade ?? "?",
  badge: gradeBadge(run.compliance.grade),
  summary: [
    ...(run.server === null ? [] : [["server", run.server] as const]),
    ["revision", `${run.revision}${run.pinned ? " (pinned)" : ""}`],
    ["grade", run.compliance.grade ?? "none"],
    ["score", run.compliance.score === null ? "none" : String(run.compliance.score)],
    ...run.compliance.sections.map(
      ({ section, grade, score }) => [section, `${grade ?? "none"} · ${score ?? "none"}`] as const,
    ),
  ],
  findings: run.rows.map(toFinding),
  exchanges: run.exchanges,
  notes: run.notes,
});

/** All runs and gates in one report. */
export const complianceFindings = ({ tool, suite, runs, gates }: ComplianceResult): FindingsReport => {
  const several = runs.length > 1;
  const reports = runs.map((run) => {
    const report = runFindings(run, tool);
    return several ? labelExchanges(report, nameOf(run)) : report;
  });
  const [first] = reports;
  const label = (run: ComplianceRun | undefined, text: string): string =>
    several && run ? `${nameOf(run)}: ${text}` : text;
  return {
    title: "mcptest compliance",
    tool,
    target: several || !first ? untrusted(suite ?? "") : first.target,
    ...(suite === null ? {} : { artifact: suite }),
    headline:
      reports.map(({ headline }, index) => label(runs[index], headline)).join("; ") ||
      gates.map(({ line }) => line).join("; "),
    ...(first?.letter !== undefined && !several ? { letter: first.letter } : {}),
    badge:
      first && !several
        ? first.badge
        : gateBadge(gates.every(({ pass }) => pass) && reports.every(({ badge }) => badge.color !== "red")),
    summary: [
      ...reports.flatMap(({ summary }, index) =>
        summary.map(([name, value]) => [label(runs[index], name), value] as const),
      ),
      ...gates.map(({ gate, line }) => [gate, line.replace(/^\w+: /, "")] as const),
    ],
    findings: [
      ...reports.flatMap(({ findings }, index) =>
        findings.map((finding) => ({ ...finding, group: label(runs[index], finding.group) })),
      ),
      ...gates.map(gateFinding),
    ],
    exchanges: reports.flatMap(({ exchanges }) => exchanges),
    notes: reports.flatMap(({ notes }, index) => notes.map((note) => label(runs[index], note))),
  };
};

const nameOf = ({ server, target }: ComplianceRun): string => server ?? target;

export const gateFinding = ({ gate, pass, line, note, details }: ComplianceResult["gates"][number]): ReportFinding => ({
  id: gate,
  title: line,
  group: "gates",
  state: pass ? "pass" : "fail",
  severity: "error",
  ...(pass ? {} : { expected: details[0]?.replace(/^expected /, "") ?? "the gate to be met" }),
  ...reasonOf(note, pass ? details : details.slice(1)),
  evidence: [],
});

const reasonOf = (note: string | undefined, details: readonly string[]): { reason?: string } => {
  const reason = [...(note === undefined ? [] : [note]), ...details].join("; ");
  return reason === "" ? {} : { reason };
};

const toFinding = (row: ComplianceRow): ReportFinding => {
  const { verdict, decision } = row;
  const head = {
    id: verdict.id,
    title: rowTitle(row),
    group: verdict.section,
    severity: severityOf(row),
    level: verdict.level,
    evidence: verdict.evidence,
    ...(verdict.fix === "" ? {} : { fix: verdict.fix }),
    ...(verdict.spec === "" ? {} : { link: verdict.spec }),
  };
  if (decision === "stale") return { ...head, ...STALE_WORDS };
  switch (verdict.state) {
    case "pass":
      return { ...head, state: "pass" };
    case "fail":
      return {
        ...head,
        state: "fail",
        expected: verdict.expected,
        actual: verdict.actual,
        ...(decision === "expected" ? knownWords(row) : {}),
      };
    case "not-applicable":
    case "inconclusive":
      return { ...head, state: verdict.state, reason: `${verdict.reason}: ${verdict.detail}` };
    case "error":
      return { ...head, state: "error", reason: verdict.message };
  }
};

const severityOf = ({ verdict, decision }: ComplianceRow): Severity => {
  if (decision === "failed" || decision === "stale") return "error";
  if (verdict.advisory || verdict.level === "MAY") return "note";
  return verdict.level === "MUST" ? "error" : "warning";
};

const COLORS = {
  "A+": "brightgreen",
  A: "green",
  B: "yellow",
  C: "orange",
  D: "red",
  F: "red",
} as const satisfies Record<Grade, BadgeColor>;

const gradeBadge = (grade: Grade | null): FindingsReport["badge"] => ({
  label: "mcp compliance",
  message: grade ?? "no grade",
  color: grade === null ? "lightgrey" : COLORS[grade],
});

const gateBadge = (ok: boolean): FindingsReport["badge"] => ({
  label: "mcp compliance",
  message: ok ? "passing" : "failing",
  color: ok ? "brightgreen" : "red",
});
