import type { CheckResult, CheckState, ConformanceResult } from "../../model/conformance.ts";
import type { BadgeColor, FindingsReport, ReportFinding, Severity } from "../../model/findings-report.ts";
import type { Level } from "../../model/rule.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { VerdictState } from "../../model/verdict.ts";
import { officialLine, REASON_WORDS, SOURCE_WORDS, tierLine } from "./words.ts";

/** A conformance run for the formats that are written once for everything. Rows that bind others are left out. */
export const conformanceFindings = (result: ConformanceResult): FindingsReport => {
  const { must, should, may, coverage, checks, tool, target, exchanges, notes } = result;
  return {
    title: "mcptest conformance",
    tool,
    target: untrusted(target),
    headline: tierLine(result),
    badge: { label: `MCP ${result.target_version}`, message: tierLine(result), color: colorOf(result.tier) },
    summary: [
      ["SEP corpus", `${result.target_version}, ${SOURCE_WORDS[result.corpus_source]}`],
      ["MUST", `${must.passed}/${must.total}`],
      ["SHOULD", `${should.passed}/${should.total}`],
      ...(may.total > 0 ? [["MAY", `${may.passed}/${may.total}`] as const] : []),
      ["exercised", `${coverage.exercised} of ${coverage.checks}`],
      ["not exercised", String(coverage.not_exercised)],
      ["not for servers", String(coverage.not_applicable)],
      ["not implemented", String(coverage.not_implemented)],
      ["official-style figure", officialLine(result)],
    ],
    findings: checks.filter(({ state }) => state !== "not-for-servers").map(findingOf),
    exchanges,
    notes,
  };
};

const findingOf = (row: CheckResult): ReportFinding => ({
  id: row.check,
  title: row.text,
  group: `SEP-${row.sep}`,
  state: STATES[row.state],
  severity: severityOf(row.level),
  ...(row.expected === undefined ? {} : { expected: row.expected }),
  ...(row.reason === undefined ? {} : { reason: row.detail ?? REASON_WORDS[row.reason] }),
  ...(row.actual === undefined ? {} : { actual: row.actual }),
  evidence: row.evidence,
  ...(row.fix === undefined ? {} : { fix: row.fix }),
  link: row.spec,
});

/** In the words of verdicts: what gave no occasion does not apply, what nobody can judge stays open. */
const STATES = {
  pass: "pass",
  fail: "fail",
  "not-exercised": "not-applicable",
  "not-for-servers": "not-applicable",
  "not-implemented": "inconclusive",
  error: "error",
} as const satisfies Record<CheckState, VerdictState>;

const severityOf = (level: Level | null): Severity => {
  switch (level) {
    case "MUST":
      return "error";
    case "SHOULD":
      return "warning";
    case "MAY":
    case null:
      return "note";
  }
};

const colorOf = (tier: ConformanceResult["tier"]): BadgeColor => {
  switch (tier) {
    case "tier-1":
      return "brightgreen";
    case "tier-2":
      return "green";
    case "tier-3":
      return "yellow";
    case "fail":
      return "red";
    case null:
      return "lightgrey";
  }
};
