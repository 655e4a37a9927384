import { type Grade, isUnspoken, type Result } from "../../../scores/result/result.ts";
import { type LaneScoreState, RESULT_LANES, type ResultLane } from "../../../scores/result/result-lanes.ts";
import type { ScoreRow, Tone } from "../../report.ts";

/** The scores of a result, one row each. */
export const scoreRows = (result: Result): readonly ScoreRow[] => {
  const looks = looksOf(result);
  return RESULT_LANES.flatMap((score) => {
    const found = result.lanes[score];
    if (!found) return [];
    const { state, summary: words } = found;
    return [{ score, name: score, words, mark: MARKS[state], tone: state, ...looks[score] }];
  });
};

const MARKS = { pass: "✓", warn: "!", fail: "✗", none: "–" } as const satisfies Record<LaneScoreState, string>;

const GRADE_TONES: Readonly<Record<Grade, Tone>> = {
  "A+": "pass",
  A: "pass",
  B: "warn",
  C: "warn",
  D: "fail",
  F: "fail",
};

type Looks = Readonly<Partial<Record<ResultLane, Partial<ScoreRow>>>>;

/** Where a score has a grade of its own, that is its mark; where its state says more than it means to, another tone. */
const looksOf = (result: Result): Looks => {
  const { conformance, discoverability, upgrade, lanes } = result;
  const { grade } = result.compliance;
  return {
    compliance: {
      mark: isUnspoken(result) || result.partial ? "—" : (grade ?? "?"),
      tone: grade === null ? "none" : GRADE_TONES[grade],
    },
    conformance: { mark: conformance?.badge ?? "?" },
    discoverability: { mark: discoverability?.grade ?? "—" },
    upgrade: {
      name: `upgrade to ${upgrade?.to ?? "the newest revision"}`,
      ...(lanes.upgrade?.state === "warn" ? { mark: "✗" } : {}),
    },
  };
};
