/** What a check scores, each by itself: a server may keep to the specification and have tools that do not work. */
export const RESULT_LANES = [
  "compliance",
  "tools",
  "conformance",
  "invariants",
  "discoverability",
  "safety",
  "accepted",
  "extensions",
  "lock",
  "tokens",
  "authorization",
  "upgrade",
] as const;
export type ResultLane = (typeof RESULT_LANES)[number];

/** none: there was nothing to score. */
export const LANE_SCORES = ["pass", "fail", "warn", "none"] as const;
export type LaneScoreState = (typeof LANE_SCORES)[number];

export interface LaneScore {
  readonly state: LaneScoreState;
  /** One line of ours; nothing in it was said by the server. */
  readonly summary: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The lanes that were run: one that has nothing to do with this server, or with the part that was asked, is left out. */
export type Lanes = Readonly<Partial<Record<ResultLane, LaneScore>>>;
