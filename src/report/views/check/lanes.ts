import { member, stringMember } from "../../../base/json.ts";
import type { Grade, Result } from "../../../scores/result/result.ts";
import { type LaneScoreState, RESULT_LANES, type ResultLane } from "../../../scores/result/result-lanes.ts";
import type { Lane, Tone } from "../../report.ts";

/** The scores of a result, one row each. */
export const lanesOf = (result: Result): readonly Lane[] =>
  RESULT_LANES.flatMap((lane) => {
    const score = result.lanes[lane];
    if (!score) return [];
    return [{ name: lane, words: score.summary, mark: MARKS[score.state], tone: score.state, ...LOOKS[lane](result) }];
  });

const MARKS = { pass: "✓", warn: "!", fail: "✗", none: "–" } as const satisfies Record<LaneScoreState, string>;

const GRADE_TONES: Readonly<Record<Grade, Tone>> = {
  "A+": "pass",
  A: "pass",
  B: "warn",
  C: "warn",
  D: "fail",
  F: "fail",
};

/** Where a lane has a grade of its own, that is its mark; where its state says more than it means to, another tone. */
const LOOKS = {
  compliance: ({ compliance: { grade }, spoken, partial }) => ({
    mark: spoken === false || partial ? "—" : (grade ?? "?"),
    tone: grade === null ? "none" : GRADE_TONES[grade],
  }),
  tools: () => ({}),
  conformance: (result) => ({ mark: stringMember(member(result, "conformance"), "badge") ?? "?" }),
  invariants: () => ({}),
  discoverability: (result) => ({ mark: stringMember(member(result, "discoverability"), "grade") ?? "—" }),
  safety: () => ({}),
  accepted: () => ({}),
  extensions: () => ({}),
  lock: () => ({}),
  tokens: () => ({}),
  authorization: () => ({}),
  upgrade: (result) => ({
    name: `upgrade to ${stringMember(member(result, "upgrade"), "to") ?? "the newest revision"}`,
    ...(result.lanes.upgrade?.state === "warn" ? { mark: "✗" } : {}),
  }),
} as const satisfies Record<ResultLane, (result: Result) => Partial<Lane>>;
