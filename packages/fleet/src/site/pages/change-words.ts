import { CHANGE_CLASSES, GRADES } from "mcptest/internal";
import type { FleetChange } from "../../model/change.ts";
import { isFleetState } from "../../model/state.ts";
import { type MarkTone, STATE_WORDS } from "./marks.ts";

export interface ChangeWords {
  /** One phrase; of ours, but for what stands in it of a revision. */
  readonly phrase: string;
  readonly tone: MarkTone;
  /** What a front page counts it as. */
  readonly counts: ChangeCount;
}

export const CHANGE_COUNTS = ["new", "better", "worse", "back", "gone", "surface", "other"] as const;
export type ChangeCount = (typeof CHANGE_COUNTS)[number];

export const changeWords = (change: FleetChange): ChangeWords => {
  switch (change.kind) {
    case "added":
      return { phrase: `first asked: ${stateName(change.after)}`, tone: "none", counts: "new" };
    case "state":
      return stateWords(change);
    case "grade":
      return gradeWords(change);
    case "revision":
      return {
        phrase: `speaks ${change.after ?? "no revision we know"} instead of ${change.before ?? "none"}`,
        tone: "none",
        counts: "other",
      };
    case "surface":
      return surfaceWords(change);
  }
};

const stateName = (state: string | null): string =>
  isFleetState(state) ? STATE_WORDS[state].name : (state ?? "unknown");

const stateWords = ({ before, after }: FleetChange): ChangeWords => {
  const phrase = `${stateName(after)}, was ${stateName(before)}`;
  if (after === "reachable") return { phrase, tone: "pass", counts: "back" };
  if (after === "dead" || after === "hanging") return { phrase, tone: "fail", counts: "gone" };
  return { phrase, tone: "warn", counts: "other" };
};

const gradeWords = ({ before, after }: FleetChange): ChangeWords => {
  const phrase = `${after === null ? "no grade" : `grade ${after}`}, was ${before ?? "without one"}`;
  const [from, to] = [before, after].map((grade) => (GRADES as readonly (string | null)[]).indexOf(grade));
  if (from === undefined || to === undefined || from < 0 || to < 0) return { phrase, tone: "none", counts: "other" };
  return to < from ? { phrase, tone: "pass", counts: "better" } : { phrase, tone: "fail", counts: "worse" };
};

const surfaceWords = ({ detail: { classes = {} } }: FleetChange): ChangeWords => {
  const parts = CHANGE_CLASSES.flatMap((name) => (classes[name] ? [`${classes[name]} ${name}`] : []));
  const isGrave = (classes.breaking ?? 0) + (classes.meaning ?? 0) > 0;
  return {
    phrase: `changed what it offers${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`,
    tone: isGrave ? "warn" : "none",
    counts: "surface",
  };
};
