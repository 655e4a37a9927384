import { type Grade, htmlText } from "mcptest/internal";
import type { FleetChange } from "../../model/change.ts";
import type { FleetState } from "../../model/state.ts";

export type MarkTone = "pass" | "warn" | "fail" | "none";

export const GRADE_TONES = {
  "A+": "pass",
  A: "pass",
  B: "warn",
  C: "warn",
  D: "fail",
  F: "fail",
} as const satisfies Record<Grade, MarkTone>;

export type ShownState = FleetState | "unasked";

export const STATE_WORDS = {
  reachable: { name: "reachable", tone: "pass", means: "speaks MCP with us" },
  walled: { name: "walled", tone: "none", means: "asks for credentials" },
  "rate-limited": { name: "rate-limited", tone: "warn", means: "says that we ask too often" },
  hanging: { name: "hanging", tone: "fail", means: "accepts connections and says nothing" },
  dead: { name: "dead", tone: "fail", means: "nobody answers, or only with server errors" },
  "not-mcp": { name: "not MCP", tone: "warn", means: "somebody answers, but not with MCP" },
  "package-only": { name: "package only", tone: "none", means: "nothing to reach over the network" },
  unasked: { name: "not asked yet", tone: "none", means: "in the list, and not asked so far" },
} as const satisfies Record<ShownState, { name: string; tone: MarkTone; means: string }>;

export const SHOWN_STATES = Object.keys(STATE_WORDS) as readonly ShownState[];

export const chip = (words: string, tone: MarkTone): string =>
  `<span class="chip ${tone}">${htmlText(words, 40)}</span>`;

export const gradeChip = (grade: Grade | null): string => (grade === null ? "" : chip(grade, GRADE_TONES[grade]));

export const stateChip = (state: ShownState): string => chip(STATE_WORDS[state].name, STATE_WORDS[state].tone);

/** A day is precise enough to read; the whole is there for machines. */
export const day = (at: FleetChange["at"]): string =>
  `<time datetime="${at.toISOString()}" class="whole">${at.toISOString().slice(0, 10)}</time>`;

export const minute = (at: string): string =>
  `<time datetime="${htmlText(at, 40)}" class="whole">${htmlText(`${at.slice(0, 10)} ${at.slice(11, 16)}`, 40)} UTC</time>`;

/** 12,345: figures that a reader compares. */
export const figure = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const percent = (part: number, whole: number): string => {
  if (whole === 0) return "0 %";
  const share = (part / whole) * 100;
  return share > 0 && share < 1 ? "< 1 %" : `${Math.round(share)} %`;
};
