import { counted } from "../../base/counted.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { entryWords, isKnown } from "../../report/findings/baseline.ts";
import { serverName } from "../../report/findings/server-name.ts";
import { SEVERITIES } from "../../report/findings/words.ts";
import type { ReportFinding } from "../../report/findings-report.ts";
import type { ReportView } from "../../report/report.ts";
import { byReason } from "../../report/terminal/by-reason.ts";
import { findingLines, gateLines, selfErrorLine } from "../../report/terminal/finding-lines.ts";
import { separated, show, type Terminal } from "../../report/terminal/terminal.ts";
import type { ComplianceResult, ComplianceRow, ComplianceRun } from "../suite-result.ts";
import { complianceReport, headlineParts, rowTitle, runReport } from "./compliance-run-report.ts";

const runLine = (run: ComplianceRun, { red, green, yellow, bold }: Terminal): string => {
  const isRed = run.rows.some(
    ({ decision, verdict }) =>
      decision === "failed" ||
      decision === "stale" ||
      decision === "error" ||
      (decision === "tolerated" && verdict.level === "MUST"),
  );
  const mark = isRed ? red("✗") : run.counts.states.pass > 0 && isSeenWhole(run.outcome) ? green("✓") : yellow("?");
  const [grade = "", ...rest] = headlineParts(run);
  return [`${mark} ${bold(grade)}`, ...rest].join(" · ");
};

const runLines = (run: ComplianceRun, findings: readonly ReportFinding[], terminal: Terminal): string[] => {
  const failed = findings.filter((finding) => finding.state === "fail" && !isKnown(finding));
  return [
    runLine(run, terminal),
    ...head(run, terminal),
    ...sections(run, terminal),
    ...SEVERITIES.flatMap((severity) => group(failed, severity, terminal)),
    ...findings.flatMap(({ id, state, reason = "" }) =>
      state === "error" ? ["", selfErrorLine(id, reason, terminal)] : [],
    ),
    ...known(run, terminal),
    ...open(run, terminal),
    ...(terminal.verbose ? everything(run, terminal) : []),
  ];
};

const head = (run: ComplianceRun, { yellow }: Terminal): string[] => {
  const name = serverName(run.info);
  return [
    [
      ...(run.server === null ? [] : [show(run.server, 80)]),
      show(run.target, 160),
      ...(name === "" ? [] : [show(name, 120)]),
      ...(run.transport ? [run.transport] : []),
      run.revision === null ? "revision unknown" : `judged by ${run.revision}${run.pinned ? " (pinned)" : ""}`,
      ...(run.scope === "tests" ? [counted(run.rows.length, "test")] : []),
      ...(run.scope === "grade" ? ["for the grade only"] : []),
    ].join(" · "),
    ...run.notes.map((note) => yellow(show(note, 300))),
  ];
};

const sections = ({ compliance, scope }: ComplianceRun, { green, yellow, dim }: Terminal): string[] => {
  // A section of which three tests were chosen has no grade.
  if (compliance.sections.length === 0 || scope === "tests") return [];
  const width = Math.max(...compliance.sections.map(({ section }) => section.length));
  return [
    "",
    ...compliance.sections.map(({ section, grade, score, passed, failed }) => {
      const figures = `${passed} passed${failed > 0 ? `, ${failed} failed` : ""}`;
      const letter = (grade ?? "–").padEnd(2);
      return `  ${section.padEnd(width)}  ${failed > 0 ? yellow(letter) : green(letter)}  ${String(score ?? "–").padStart(5)}  ${dim(figures)}`;
    }),
  ];
};

const TITLES = {
  error: "failed",
  warning: "recommendations not followed",
  note: "warnings, which do not affect the grade",
} as const;

const group = (failed: readonly ReportFinding[], severity: ReportFinding["severity"], terminal: Terminal): string[] => {
  const rows = failed.filter((finding) => finding.severity === severity);
  if (rows.length === 0) return [];
  return ["", terminal.bold(TITLES[severity]), ...rows.flatMap((finding) => findingLines(finding, terminal))];
};

const known = ({ rows }: ComplianceRun, { bold, dim }: Terminal): string[] => {
  const lines = rows
    .filter(({ decision }) => decision === "expected")
    .map((row) => {
      const words = entryWords(row);
      const why = words === "" ? "" : ` (${show(words)})`;
      return dim(`  ${show(row.verdict.id, 60)}  ${show(rowTitle(row), 160)}${why}`);
    });
  return lines.length === 0 ? [] : ["", bold("in the baseline"), ...lines];
};

/** By reason; but tests that were asked for are named. */
const open = ({ rows, scope }: ComplianceRun, { yellow, dim }: Terminal): string[] => {
  const list = rows.flatMap(({ name, verdict }) => (verdict.state === "inconclusive" ? [{ ...verdict, name }] : []));
  if (list.length === 0) return [];
  const lines =
    scope === "tests"
      ? list.map(({ name, reason, detail }) => yellow(`? ${show(name, 80)}: ${reason}, ${show(detail, 160)}`))
      : byReason(list, 3).map(({ reason, count, details }) => dim(`inconclusive, ${reason} (${count}): ${details}`));
  return ["", ...lines];
};

const DECISION_MARKS = {
  ok: "✓",
  failed: "✗",
  tolerated: "!",
  expected: "·",
  stale: "✗",
  open: "?",
  skipped: "–",
  error: "!",
} as const satisfies Record<ComplianceRow["decision"], string>;

const everything = ({ rows, scope, outcome }: ComplianceRun, { dim }: Terminal): string[] => {
  // Tests that were left open are listed above, by name.
  const isNew = ({ verdict: { state } }: ComplianceRow): boolean =>
    state !== "fail" && !(scope === "tests" && state === "inconclusive");
  const lines = rows.filter(isNew).map((row) => {
    const why = "detail" in row.verdict ? dim(` ${show(row.verdict.detail, 120)}`) : "";
    const mark = row.decision === "ok" && !isSeenWhole(outcome) ? "·" : DECISION_MARKS[row.decision];
    return `${mark} ${show(row.verdict.id, 60)}  ${show(rowTitle(row), 160)}${why}`;
  });
  return lines.length > 0 ? ["", ...lines] : [];
};

/** The result of `mcptest compliance run`. */
export const complianceRunView = {
  // The grade first, then the sections, then what is wrong, worst first.
  pretty: ({ runs, gates, tool }, terminal) =>
    separated([
      ...runs.map((run) => runLines(run, runReport(run, tool).findings, terminal)),
      gateLines(gates, terminal),
    ]),
  brief: ({ runs, gates }, terminal) => [
    ...runs.map((run) => runLine(run, terminal)),
    ...gateLines(gates, terminal, true),
  ],
  report: complianceReport,
} as const satisfies ReportView<ComplianceResult>;
