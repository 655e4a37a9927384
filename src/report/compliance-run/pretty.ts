import type { ReportFinding } from "../../model/findings-report.ts";
import { stringMember } from "../../model/json.ts";
import type { ComplianceResult, ComplianceRow, ComplianceRun } from "../../model/suite-result.ts";
import { counted, show } from "../capture-head.ts";
import { entryWords, isKnown } from "../findings/known-words.ts";
import { SEVERITIES } from "../findings/words.ts";
import { createStyle, type Style } from "../style.ts";
import { findingLines } from "../suite/finding-lines.ts";
import { gateLines } from "../suite/gate-lines.ts";
import { runFindings } from "./to-findings.ts";
import { rowTitle, runHeadline } from "./words.ts";

export interface CompliancePaper {
  readonly color: boolean;
  readonly width: number;
  /** Also what passed, what does not apply and what is known. */
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** For a person at a terminal: the grade first, then the sections, then what is wrong, worst first. */
export const renderCompliancePretty = (result: ComplianceResult, paper: CompliancePaper): string => {
  const style = createStyle(paper.color);
  const runs = result.runs.map((run) => (paper.quiet ? [headline(run, style)] : runLines(run, result, paper, style)));
  const gates = gateLines(result.gates, style, paper.quiet ?? false);
  const blocks = [...runs, ...(gates.length > 0 ? [gates] : [])];
  return `${blocks.map((lines) => lines.join("\n")).join(paper.quiet ? "\n" : "\n\n")}\n`;
};

const headline = (run: ComplianceRun, style: Style): string => {
  const red =
    run.rows.some(({ decision, verdict }) => decision === "tolerated" && verdict.level === "MUST") ||
    run.rows.some(({ decision }) => decision === "failed" || decision === "stale" || decision === "error");
  const mark = red ? style.red("✗") : run.counts.states.pass > 0 ? style.green("✓") : style.yellow("?");
  const [grade, ...rest] = runHeadline(run).split(" · ");
  return [`${mark} ${style.bold(grade ?? "")}`, ...rest].join(" · ");
};

const runLines = (run: ComplianceRun, { tool }: ComplianceResult, paper: CompliancePaper, style: Style): string[] => {
  const { findings } = runFindings(run, tool);
  const failed = findings.filter((finding) => finding.state === "fail" && !isKnown(finding));
  return [
    headline(run, style),
    ...head(run, style),
    ...sections(run, style),
    ...SEVERITIES.flatMap((severity) => group(failed, severity, paper, style)),
    ...errors(findings, style),
    ...known(run, style),
    ...open(run, style),
    ...(paper.verbose ? everything(run, style) : []),
  ];
};

const head = (run: ComplianceRun, style: Style): string[] => {
  const name = stringMember(run.info, "name");
  const version = stringMember(run.info, "version") ?? "";
  return [
    [
      ...(run.server === null ? [] : [show(run.server, 80)]),
      show(run.target, 160),
      ...(name === undefined ? [] : [`${show(name, 80)} ${show(version, 40)}`.trimEnd()]),
      ...(run.transport ? [run.transport] : []),
      `judged by ${run.revision}${run.pinned ? " (pinned)" : ""}`,
      ...(run.scope === "tests" ? [counted(run.rows.length, "test")] : []),
      ...(run.scope === "grade" ? ["only for the grade"] : []),
    ].join(" · "),
    ...run.notes.map((note) => style.yellow(show(note, 300))),
  ];
};

const sections = ({ compliance, scope }: ComplianceRun, style: Style): string[] => {
  if (compliance.sections.length === 0 || (scope === "tests" && compliance.sections.length < 2)) return [];
  const width = Math.max(...compliance.sections.map(({ section }) => section.length));
  return [
    "",
    ...compliance.sections.map(({ section, grade, score, passed, failed }) => {
      const figures = `${passed} passed${failed > 0 ? `, ${failed} failed` : ""}`;
      const letter = (grade ?? "–").padEnd(2);
      return `  ${section.padEnd(width)}  ${failed > 0 ? style.yellow(letter) : style.green(letter)}  ${String(score ?? "–").padStart(5)}  ${style.dim(figures)}`;
    }),
  ];
};

const TITLES = { error: "failed", warning: "should be better", note: "warnings, which count in no grade" } as const;

const group = (
  failed: readonly ReportFinding[],
  severity: ReportFinding["severity"],
  paper: CompliancePaper,
  style: Style,
): string[] => {
  const rows = failed.filter((finding) => finding.severity === severity);
  if (rows.length === 0) return [];
  return ["", style.bold(TITLES[severity]), ...rows.flatMap((finding) => findingLines(finding, paper.width, style))];
};

const errors = (findings: readonly ReportFinding[], style: Style): string[] =>
  findings.flatMap(({ id, state, reason }) =>
    state === "error"
      ? ["", style.red(`mcptest itself failed at ${id}: ${show(reason ?? "", 200)}; please report it with the capture`)]
      : [],
  );

const known = ({ rows }: ComplianceRun, style: Style): string[] => {
  const listed = rows.filter(({ decision }) => decision === "expected");
  if (listed.length === 0) return [];
  return [
    "",
    style.bold("in the baseline"),
    ...listed.map((row) => {
      const words = entryWords(row);
      const why = words === "" ? "" : ` (${show(words, 200)})`;
      return style.dim(`  ${show(row.verdict.id, 60)}  ${show(rowTitle(row), 160)}${why}`);
    }),
  ];
};

/** By reason: one wall leaves hundreds of questions open. Tests that were asked for are named. */
const open = ({ rows, scope }: ComplianceRun, style: Style): string[] => {
  const list = rows.flatMap((row) => (row.verdict.state === "inconclusive" ? [{ row, verdict: row.verdict }] : []));
  if (list.length === 0) return [];
  if (scope === "tests")
    return [
      "",
      ...list.map(({ row, verdict }) =>
        style.yellow(`? ${show(row.name, 80)}: ${verdict.reason}, ${show(verdict.detail, 160)}`),
      ),
    ];
  const reasons = [...new Set(list.map(({ verdict }) => verdict.reason))];
  return [
    "",
    ...reasons.map((reason) => {
      const same = list.filter(({ verdict }) => verdict.reason === reason);
      const details = [...new Set(same.map(({ verdict }) => show(verdict.detail, 120)))];
      return style.dim(
        `inconclusive, ${reason} (${same.length}): ${details.slice(0, 3).join("; ")}${details.length > 3 ? "; …" : ""}`,
      );
    }),
  ];
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

const everything = ({ rows, scope }: ComplianceRun, style: Style): string[] => {
  // Tests that were left open stand above, by name.
  const isNew = ({ verdict: { state } }: ComplianceRow): boolean =>
    state !== "fail" && !(scope === "tests" && state === "inconclusive");
  const lines = rows.filter(isNew).map((row) => {
    const why = "detail" in row.verdict ? style.dim(` ${show(row.verdict.detail, 120)}`) : "";
    return `${DECISION_MARKS[row.decision]} ${show(row.verdict.id, 60)}  ${show(rowTitle(row), 160)}${why}`;
  });
  return lines.length > 0 ? ["", ...lines] : [];
};
