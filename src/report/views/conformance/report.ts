import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { VerdictState } from "../../../judge/core/verdict.ts";
import type { CheckResult, CheckState, ConformanceResult } from "../../../judge/corpus/conformance.ts";
import { unseenSentence } from "../../../judge/unseen-words.ts";
import { severityOf } from "../../findings/verdicts.ts";
import type { BadgeColor, FindingsReport, ReportFinding } from "../../findings-report.ts";
import {
  coveragePhrase,
  isForOthers,
  officialLine,
  othersWords,
  reasonWords,
  SOURCE_WORDS,
  TIER_WORDS,
  tierLine,
} from "./words.ts";

/** Rows that bind others are left out. */
export const conformanceReport = (result: ConformanceResult): FindingsReport => {
  const { tier, must, should, may, coverage, checks, tool, target, exchanges, notes, role } = result;
  return {
    title: "mcptest conformance",
    tool,
    target: untrusted(target),
    headline: tierLine(result),
    badge: {
      label: `MCP ${result.target_version}`,
      message: tierLine(result),
      color: tier === null ? "lightgrey" : TIER_COLORS[tier],
    },
    summary: [
      ...(tier === null ? [] : [["tier", TIER_WORDS[tier]] as const]),
      ["corpus", `${result.target_version}, ${SOURCE_WORDS[result.corpus_source]}`],
      ["MUST", `${must.passed}/${must.total}`],
      ["SHOULD", `${should.passed}/${should.total}`],
      ...(may.total > 0 ? [["MAY", `${may.passed}/${may.total}`] as const] : []),
      ["exercised", coveragePhrase(result)],
      ["not exercised", String(coverage.not_exercised)],
      [othersWords(role), String(coverage.not_applicable)],
      ["not implemented", String(coverage.not_implemented)],
      ["official-style figure", officialLine(result)],
    ],
    findings: checks.filter(({ state }) => !isForOthers(state)).map((row) => findingOf(row, role)),
    exchanges,
    notes,
    ...defined({ role, unseen: unseenSentence(result.server.outcome, role) }),
  };
};

const findingOf = (row: CheckResult, role: ConformanceResult["role"]): ReportFinding => ({
  id: row.check,
  title: row.text,
  group: row.sep === null ? "core" : `SEP-${row.sep}`,
  state: STATES[row.state],
  severity: severityOf(row.level),
  ...defined({
    expected: row.expected,
    reason: row.reason && (row.detail ?? reasonWords(row.reason, role)),
    actual: row.actual,
  }),
  evidence: row.evidence,
  ...defined({ fix: row.fix }),
  link: row.spec,
});

/** As states of verdicts: a check that never came up does not apply, one that mcptest lacks stays open. */
const STATES = {
  pass: "pass",
  fail: "fail",
  "not-exercised": "not-applicable",
  "not-for-servers": "not-applicable",
  "not-for-clients": "not-applicable",
  "not-implemented": "inconclusive",
  error: "error",
} as const satisfies Record<CheckState, VerdictState>;

const TIER_COLORS = {
  "tier-1": "brightgreen",
  "tier-2": "green",
  "tier-3": "yellow",
  fail: "red",
} as const satisfies Record<NonNullable<ConformanceResult["tier"]>, BadgeColor>;
