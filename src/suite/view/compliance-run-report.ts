import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import { untrusted } from "../../base/untrusted.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { unseenPhrase, unseenSentence } from "../../judge/unseen-words.ts";
import { knownWords, STALE_WORDS } from "../../report/findings/baseline.ts";
import { gateFinding, gateRows, passingBadge } from "../../report/findings/gates.ts";
import { labelExchanges } from "../../report/findings/label-exchanges.ts";
import { GRADE_COLORS, severityOf, verdictWords } from "../../report/findings/verdicts.ts";
import type { FindingsReport, ReportFinding, Severity } from "../../report/findings-report.ts";
import { countWords } from "../../report/terminal/count-words.ts";
import { createStyle } from "../../report/terminal/style.ts";
import type { ComplianceResult, ComplianceRow, ComplianceRun } from "../suite-result.ts";

const BADGE = "mcp compliance";

/** One run. */
export const runReport = (run: ComplianceRun, tool: FindingsReport["tool"]): FindingsReport => {
  const { server, revision, pinned, compliance, target, rows, exchanges, notes } = run;
  const { grade, score, sections } = compliance;
  const of = (decision: ComplianceRow["decision"]): number => rows.filter((row) => row.decision === decision).length;
  const graded = [
    ["grade", grade ?? "none"] as const,
    ["score", score === null ? "none" : String(score)] as const,
    ...sections.map((one) => [one.section, `${one.grade ?? "none"} · ${one.score ?? "none"}`] as const),
  ];
  return {
    title: "mcptest compliance",
    tool,
    target,
    headline: headlineParts(run).join(" · "),
    ...(run.scope === "tests" ? { badge: testsBadge(run) } : { letter: grade ?? "?", badge: gradeBadge(run) }),
    summary: [
      ...(server === null ? [] : [["server", server] as const]),
      ["revision", revision === null ? "unknown" : `${revision}${pinned ? " (pinned)" : ""}`],
      ...(run.scope === "tests" ? [["tests", `${of("ok")} of ${rows.length} pass`] as const] : graded),
    ],
    findings: rows.map(toFinding),
    exchanges,
    notes,
    ...defined({ unseen: unseenSentence(run.outcome) }),
  };
};

const gradeBadge = ({ compliance: { grade } }: ComplianceRun): FindingsReport["badge"] => ({
  label: BADGE,
  message: grade ?? "no grade",
  color: grade === null ? "lightgrey" : GRADE_COLORS[grade],
});

/** Tests that somebody chose have no grade: it would look like the server's. */
const testsBadge = ({ rows, outcome }: ComplianceRun): FindingsReport["badge"] => {
  const passed = rows.filter(({ decision }) => decision === "ok").length;
  const isRed = rows.some(({ decision }) => decision === "failed" || decision === "stale" || decision === "error");
  const isGreen = !isRed && passed > 0 && isSeenWhole(outcome);
  return {
    label: BADGE,
    message: `${passed} of ${counted(rows.length, "test")}`,
    color: isRed ? "red" : isGreen ? "brightgreen" : "lightgrey",
  };
};

/** All runs and gates in one report. */
export const complianceReport = ({ tool, suite, runs, gates }: ComplianceResult): FindingsReport => {
  const several = runs.length > 1;
  const labelled = runs.map((run) => {
    const name = run.server ?? run.target;
    const report = runReport(run, tool);
    const label = (text: string): string => (several ? `${name}: ${text}` : text);
    return { ...(several ? labelExchanges(report, name) : report), label };
  });
  const [only] = several ? [] : labelled;
  return {
    title: "mcptest compliance",
    tool,
    target: only ? only.target : untrusted(suite ?? ""),
    headline:
      labelled.map(({ headline, label }) => label(headline)).join("; ") || gates.map(({ line }) => line).join("; "),
    badge: only
      ? only.badge
      : passingBadge(
          BADGE,
          gates.every(({ pass }) => pass) &&
            labelled.every(({ badge, unseen }) => badge.color !== "red" && unseen === undefined),
        ),
    summary: [
      ...labelled.flatMap(({ summary, label }) => summary.map(([name, value]) => [label(name), value] as const)),
      ...gateRows(gates),
    ],
    findings: [
      ...labelled.flatMap(({ findings, label }) =>
        findings.map((finding) => ({ ...finding, group: label(finding.group) })),
      ),
      ...gates.map(gateFinding),
    ],
    exchanges: labelled.flatMap(({ exchanges }) => exchanges),
    notes: labelled.flatMap(({ notes, label }) => notes.map(label)),
    ...defined({
      artifact: suite ?? undefined,
      letter: only?.letter,
      unseen: labelled.find(({ unseen }) => unseen !== undefined)?.unseen,
    }),
  };
};

/** Grade and figures of a run. Tests that somebody chose have none: it would look like the server's. */
export const headlineParts = ({ counts, compliance, rows, scope, outcome }: ComplianceRun): string[] => {
  const of = (decision: ComplianceRow["decision"]): number => rows.filter((row) => row.decision === decision).length;
  const { grade, score } = compliance;
  const why = unseenPhrase(outcome);
  const noGrade = why === undefined ? "no grade" : `no grade: ${why}`;
  return [
    ...(scope === "tests"
      ? [counted(rows.length, "test"), ...(why === undefined ? [] : [why])]
      : [grade === null ? noGrade : `grade ${grade}`, ...(score === null ? [] : [`score ${score}`])]),
    ...countWords(counts, createStyle(false), [
      ...(of("expected") > 0 ? [`${of("expected")} known to fail`] : []),
      ...(of("stale") > 0 ? [`${of("stale")} stale in the baseline`] : []),
    ]),
  ];
};

/** Tests by name and rules by id; a test that is named by its rule says it once. */
export const rowTitle = ({ name, verdict }: ComplianceRow): string =>
  name === verdict.id ? verdict.title : isNamedByRule(name, verdict.id) ? name.slice(verdict.id.length + 1) : name;

/** `ping is answered` is about a method, whose name belongs to the sentence. */
const isNamedByRule = (name: string, id: string): boolean => /^[A-Z0-9]+-\d+$/.test(id) && name.startsWith(`${id} `);

const toFinding = (row: ComplianceRow): ReportFinding => {
  const { verdict, decision } = row;
  const head = {
    id: verdict.id,
    title: rowTitle(row),
    group: verdict.section,
    severity: rowSeverity(row),
    level: verdict.level,
    evidence: verdict.evidence,
    ...defined({ fix: verdict.fix || undefined, link: verdict.spec || undefined }),
  };
  if (decision === "stale") return { ...head, ...STALE_WORDS };
  return {
    ...head,
    state: verdict.state,
    ...verdictWords(verdict),
    ...(decision === "expected" && verdict.state === "fail" ? knownWords(row) : {}),
  };
};

const rowSeverity = ({ verdict, decision }: ComplianceRow): Severity => {
  if (decision === "failed" || decision === "stale") return "error";
  return verdict.advisory ? "note" : severityOf(verdict.level);
};
