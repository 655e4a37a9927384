import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import { isSeenWhole } from "../../judge/judged.ts";
import { regexFor } from "../../judge/regex-engine.ts";
import type { RegexEngine } from "../../judge/rules/match.ts";
import type { GateResult } from "../../report/gate-result.ts";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SuiteCompliance } from "../suite.ts";
import type { ComplianceRun } from "../suite-result.ts";
import { baselineGate, settleBaseline } from "./baseline-gate.ts";
import type { ComplianceSettings } from "./compliance-settings.ts";
import { nothingToCompare } from "./evaluate-gate.ts";
import { checkGradeDelta } from "./grade-delta.ts";
import { runCompliance } from "./run-compliance.ts";
import { serverScorecard } from "./scorecard.ts";
import { checkSpecVersion } from "./spec-version-check.ts";

export interface JudgedCompliance {
  readonly runs: readonly ComplianceRun[];
  readonly gates: readonly GateResult[];
}

/** The servers of the block; none when only gates that need no server are run. */
export const serversToProbe = ({ tests, servers, gradeDelta }: SuiteCompliance): readonly string[] => {
  if (tests === undefined) return servers;
  if (tests.length === 0) return gradeDelta ? servers : [];
  return [...new Set(tests.map(({ server }) => server))];
};

/** Judges the compliance block by what its servers said. */
export const judgeSuiteCompliance = async (
  captures: ReadonlyMap<string, Capture>,
  settings: ComplianceSettings,
): Promise<JudgedCompliance> => {
  const { compliance, book, pinned, red, baseline, spot } = settings;
  const { specVersion } = compliance;
  const runs: ComplianceRun[] = [];
  for (const server of serversToProbe(compliance)) {
    const capture = captures.get(server);
    if (!capture) continue;
    const request = defined({
      server,
      book,
      red,
      gradeOnly: compliance.tests?.length === 0,
      pinned,
      replaced: pinned && pinned !== specVersion ? specVersion : undefined,
      tests: compliance.tests?.filter((test) => test.server === server),
      baseline,
      spot,
    });
    runs.push(await runCompliance(capture, request));
  }
  const settled = settleBaseline(runs);
  return { runs: settled, gates: await judgeGates(settled, settings) };
};

const judgeGates = async (
  runs: readonly ComplianceRun[],
  { compliance, book, baseline, saved }: ComplianceSettings,
): Promise<readonly GateResult[]> => {
  const { specVersion, specVersionCheck, gradeDelta } = compliance;
  const regex = await regexFor([...(specVersionCheck?.expect ?? []), ...(gradeDelta?.expect ?? [])]);
  return [
    ...(specVersionCheck && specVersion ? [checkSpecVersion(specVersionCheck, specVersion, book, regex)] : []),
    ...(gradeDelta ? [gradeGate(runs, gradeDelta, saved, regex)] : []),
    ...(baseline ? [baselineGate(runs, baseline, book.withdrawn)] : []),
  ];
};

/** A server that was not seen as a whole has no grade to compare; its lane says why. */
const gradeGate = (
  runs: readonly ComplianceRun[],
  { against, expect }: NonNullable<SuiteCompliance["gradeDelta"]>,
  saved: ComplianceSettings["saved"],
  regex: RegexEngine,
): GateResult => {
  const graded = runs.filter(({ outcome }) => isSeenWhole(outcome));
  if (runs.length > 0 && graded.length === 0)
    return nothingToCompare("grade_delta", "no server was seen as a whole, so there is no grade to compare");
  return checkGradeDelta(graded.map(serverScorecard), saved, against, expect, regex);
};

/** What the baseline should list after this run: what fails, and what is listed but could not be judged this time. */
export const failingRules = (
  runs: readonly Pick<ComplianceRun, "rows">[],
  baseline: readonly BaselineEntry[],
  withdrawn: RuleBook["withdrawn"],
): readonly string[] => {
  const verdicts = runs.flatMap(({ rows }) => rows.map(({ verdict }) => verdict));
  const failing = verdicts.filter(({ state, advisory }) => state === "fail" && !advisory).map(({ id }) => id);
  const unsettled = baseline
    .map(({ rule_id }) => rule_id)
    .filter((id) => withdrawn(id) === undefined)
    .filter((id) => {
      const states = verdicts.filter((verdict) => verdict.id === id).map(({ state }) => state);
      return !states.includes("pass") && !states.includes("not-applicable");
    });
  return [...new Set([...failing, ...unsettled])].sort();
};
