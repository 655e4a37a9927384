import { loadRegex } from "../check/regex-engine.ts";
import type { RegexEngine } from "../judge/rules/match.ts";
import type { Capture } from "../model/capture.ts";
import type { Revision } from "../model/revision.ts";
import type { ComplianceRun, GateResult, SavedScorecard } from "../model/suite-result.ts";
import type { BaselineEntry } from "../model/baseline.ts";
import { baselineGate, settleBaseline } from "./baseline-gate.ts";
import { usesRegex } from "./check-rows.ts";
import type { RedLevel } from "./decide.ts";
import { checkGradeDelta } from "./grade-delta.ts";
import type { RuleBook } from "./rule-book.ts";
import { runCompliance } from "./run-compliance.ts";
import { serverScorecard } from "./scorecard.ts";
import { checkSpecVersion } from "./spec-version-check.ts";
import type { SuiteCompliance, SuiteTest } from "./suite.ts";

export interface ComplianceSettings {
  readonly book: RuleBook;
  readonly compliance: SuiteCompliance;
  /** What is judged by; the suite's pin unless another was asked for. */
  readonly pinned?: Revision;
  readonly red: RedLevel;
  readonly baseline?: readonly BaselineEntry[];
  /** What grade_delta compares with; absent when none has been saved yet. */
  readonly saved?: SavedScorecard;
  readonly spot?: (test: SuiteTest) => string;
}

export interface JudgedCompliance {
  readonly runs: readonly ComplianceRun[];
  readonly gates: readonly GateResult[];
}

/** The servers the block is about; none when only gates that need no server are to be run. */
export const serversToProbe = ({ tests, servers, gradeDelta }: SuiteCompliance): readonly string[] => {
  if (tests === undefined) return servers;
  if (tests.length === 0) return gradeDelta ? servers : [];
  return [...new Set(tests.map(({ server }) => server))];
};

/** The compliance block over what its servers said. */
export const judgeSuiteCompliance = async (
  captures: ReadonlyMap<string, Capture>,
  settings: ComplianceSettings,
): Promise<JudgedCompliance> => {
  const { compliance, book, pinned, red, baseline, spot } = settings;
  const gradeOnly = compliance.tests?.length === 0;
  const { specVersion } = compliance;
  const runs: ComplianceRun[] = [];
  for (const server of serversToProbe(compliance)) {
    const capture = captures.get(server);
    if (!capture) continue;
    const tests = compliance.tests?.filter((test) => test.server === server);
    runs.push(
      await runCompliance(capture, {
        server,
        book,
        red,
        gradeOnly,
        ...(pinned ? { pinned } : {}),
        ...(pinned && specVersion && pinned !== specVersion ? { replaced: specVersion } : {}),
        ...(tests ? { tests } : {}),
        ...(baseline ? { baseline } : {}),
        ...(spot ? { spot } : {}),
      }),
    );
  }
  const settled = settleBaseline(runs);
  return { runs: settled, gates: await judgeGates(settled, settings) };
};

const judgeGates = async (
  runs: readonly ComplianceRun[],
  { compliance, book, baseline, saved }: ComplianceSettings,
): Promise<readonly GateResult[]> => {
  const { specVersion, specVersionCheck, gradeDelta } = compliance;
  const rows = [...(specVersionCheck?.expect ?? []), ...(gradeDelta?.expect ?? [])];
  const regex: RegexEngine = rows.some(({ matcher }) => usesRegex(matcher)) ? await loadRegex() : () => () => false;
  return [
    ...(specVersionCheck && specVersion ? [checkSpecVersion(specVersionCheck, specVersion, book, regex)] : []),
    ...(gradeDelta
      ? [checkGradeDelta(runs.map(serverScorecard), saved, gradeDelta.against, gradeDelta.expect, regex)]
      : []),
    ...(baseline ? [baselineGate(runs, baseline)] : []),
  ];
};

/** What the baseline should list after this run: what fails, and what is listed and could not be judged this time. */
export const failingRules = (
  runs: readonly Pick<ComplianceRun, "rows">[],
  baseline: readonly BaselineEntry[],
): readonly string[] => {
  const verdicts = runs.flatMap(({ rows }) => rows.map(({ verdict }) => verdict));
  const failing = verdicts.filter(({ state, advisory }) => state === "fail" && !advisory).map(({ id }) => id);
  const unsettled = baseline
    .map(({ rule_id }) => rule_id)
    .filter((id) => {
      const states = verdicts.filter((verdict) => verdict.id === id).map(({ state }) => state);
      return !states.includes("pass") && !states.includes("not-applicable");
    });
  return [...new Set([...failing, ...unsettled])].sort();
};
