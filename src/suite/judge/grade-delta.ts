import type { Json } from "../../base/json.ts";
import type { Expectation } from "../../judge/core/rule.ts";
import type { RegexEngine } from "../../judge/rules/match.ts";
import type { GateResult } from "../../report/gate-result.ts";
import { GRADES, type Grade } from "../../scores/result/result.ts";
import type { GRADE_TARGETS } from "../suite.ts";
import type { SavedScorecard, ServerScorecard } from "../suite-result.ts";
import { evaluateGate, nothingToCompare } from "./evaluate-gate.ts";

const DEFAULTS: readonly Expectation[] = [
  { target: "grade_regressed", matcher: { exact: false } },
  { target: "regressed_sections", matcher: { schema: { maxItems: 0 } } },
];

const GATE = "grade_delta";

/** Compares the grades of this run with saved ones. With several servers, the worst grade counts. */
export const checkGradeDelta = (
  now: readonly ServerScorecard[],
  /** Undefined: none has been saved yet. */
  before: SavedScorecard | undefined,
  file: string,
  expect: readonly Expectation[] = DEFAULTS,
  regex: RegexEngine,
): GateResult => {
  if (!before) return nothingToCompare(GATE, `no scorecard at ${file} yet; write one with --save-scorecard`);
  const pairs = now.flatMap((card) => {
    const saved = findSaved(card, now, before);
    return saved ? [{ card, saved }] : [];
  });
  const regressed = pairs.filter(({ card, saved }) => isWorse(card.grade, saved.grade));
  const sections = pairs.flatMap(({ card, saved }) => compareSections(card, saved));
  const fallen = [...new Set(sections.filter(({ change }) => change === "regressed").map(({ section }) => section))];
  const scores = now.flatMap(({ score }) => score ?? []);
  const values: Record<(typeof GRADE_TARGETS)[number], Json> = {
    grade: worst(now.map(({ grade }) => grade)),
    score: scores.length < now.length || scores.length === 0 ? null : Math.min(...scores),
    grade_regressed: regressed.length > 0,
    regressed_sections: fallen,
  };
  const failures = evaluateGate(values, expect, regex);
  const pass = failures.length === 0;
  const moves = pairs.map(({ card, saved }) => {
    const who = now.length > 1 && card.server !== null ? `${card.server} ` : "";
    return `${who}${saved.grade ?? "none"} → ${card.grade ?? "none"} (score ${saved.score ?? "none"} → ${card.score ?? "none"})`;
  });
  const rest = fallen.length > 0 ? `; regressed: ${fallen.join(", ")}` : "";
  return {
    gate: GATE,
    pass,
    line: `${GATE}: ${pass ? "PASS" : "FAIL"} ${moves.join(", ") || "nothing to compare"}${rest}`,
    values,
    details: [
      ...failures,
      ...sections
        .filter(({ change }) => change !== "unchanged")
        .map(({ section, from, to, change }) => `${section}: ${from ?? "none"} → ${to ?? "none"}, ${change}`),
      ...pairs.flatMap(({ card, saved }) => differences(card, saved)),
      ...now
        .filter((card) => !findSaved(card, now, before))
        .map(({ server }) => `${server}: not in the saved scorecard`),
    ],
  };
};

/** By name. Where each side has one server, the two are compared, whatever their names. */
const findSaved = (
  card: ServerScorecard,
  now: readonly ServerScorecard[],
  { servers }: SavedScorecard,
): ServerScorecard | undefined =>
  servers.find(({ server }) => server === card.server) ??
  (now.length === 1 && servers.length === 1 ? servers[0] : undefined);

const differences = (card: ServerScorecard, saved: ServerScorecard): string[] => [
  ...(card.revision === saved.revision
    ? []
    : [`the saved scorecard is of ${saved.revision}, this run of ${card.revision}: other rules were applied`]),
  ...(card.scope === saved.scope
    ? []
    : [`the saved scorecard is of ${scopeWords(saved.scope)}, this run of ${scopeWords(card.scope)}`]),
];

const scopeWords = (scope: ServerScorecard["scope"]): string =>
  scope === "tests" ? "the tests of a suite" : "all rules of a revision";

type Change = "improved" | "unchanged" | "regressed";

const compareSections = (
  card: ServerScorecard,
  saved: ServerScorecard,
): readonly { section: string; from: Grade | null; to: Grade | null; change: Change }[] =>
  saved.sections.map(({ section, grade: from }) => {
    // A section that is no longer exercised did not keep its grade.
    const to = card.sections.find((entry) => entry.section === section)?.grade ?? null;
    const change: Change = isWorse(to, from) ? "regressed" : isWorse(from, to) ? "improved" : "unchanged";
    return { section, from, to, change };
  });

/** No grade ranks below F: a run that could not be graded did not keep its grade. */
const rank = (grade: Grade | null): number => (grade === null ? GRADES.length : GRADES.indexOf(grade));

const isWorse = (left: Grade | null, right: Grade | null): boolean => rank(left) > rank(right);

const worst = (grades: readonly (Grade | null)[]): Grade | null =>
  grades.reduce<Grade | null>((found, grade) => (isWorse(grade, found) ? grade : found), grades[0] ?? null);
