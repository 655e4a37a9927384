import type { Level } from "../../../judge/core/rule.ts";
import type { Verdict, VerdictEvidence } from "../../../judge/core/verdict.ts";

export type Failed = Extract<Verdict, { state: "fail" }>;

/** Failures that one change would fix: the one to look at, and those that follow from it. */
export interface FailureCause {
  readonly verdict: Failed;
  readonly follows: readonly Failed[];
}

/**
 * A rule that says what implies it follows from that one, if it failed too. Two rules that look at the same place of the
 * same exchange have one cause as well. Worst first.
 */
export const groupFailures = (verdicts: readonly Verdict[]): readonly FailureCause[] => {
  const failed = verdicts.filter((verdict): verdict is Failed => verdict.state === "fail").sort(byWeight);
  const byId = new Map(failed.map((verdict) => [verdict.id, verdict]));
  const leaders = new Map<Failed, Failed>();
  const known = openPlaces();
  for (const verdict of failed) {
    const root = rootOf(verdict, byId);
    const same = root === verdict ? known.covering(verdict) : undefined;
    leaders.set(verdict, same ?? root);
    if (root === verdict && !same) known.add(verdict);
  }
  // A root may itself have been found to follow from another.
  const leaderOf = (verdict: Failed): Failed => {
    const leader = leaders.get(verdict) ?? verdict;
    return leader === verdict ? verdict : leaderOf(leader);
  };
  const groups = new Map<Failed, Failed[]>();
  for (const verdict of failed) {
    const leader = leaderOf(verdict);
    const follows = groups.get(leader) ?? [];
    groups.set(leader, leader === verdict ? follows : [...follows, verdict]);
  }
  return [...groups]
    .map(([verdict, follows]) => ({ verdict, follows }))
    .sort((left, right) => worst(left) - worst(right) || byWeight(left.verdict, right.verdict));
};

/** Whether it counts in a grade: a cause of warnings alone does not. */
export const countsForGrade = ({ verdict, follows }: FailureCause): boolean =>
  [verdict, ...follows].some(({ advisory }) => !advisory);

const WEIGHT: Readonly<Record<Level, number>> = { MUST: 1, SHOULD: 2, MAY: 3 };

/** Smaller is worse. Warnings come after everything else. */
const weightOf = ({ level, advisory, basic }: Failed): number =>
  basic ? 0 : advisory ? 3 + WEIGHT[level] : WEIGHT[level];

const worst = ({ verdict, follows }: FailureCause): number => Math.min(...[verdict, ...follows].map(weightOf));

const byWeight = (left: Failed, right: Failed): number =>
  weightOf(left) - weightOf(right) || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

/** The failed rule at the end of the chain of `implied_by`; a cycle ends where it began. */
const rootOf = (verdict: Failed, byId: ReadonlyMap<string, Failed>): Failed => {
  const seen = new Set<Failed>([verdict]);
  let current = verdict;
  for (;;) {
    const next = current.implied_by === undefined ? undefined : byId.get(current.implied_by);
    if (!next) return current;
    if (seen.has(next)) return verdict;
    seen.add(next);
    current = next;
  }
};

/** Closer to the root of a message, unrelated failures would share a place. */
const DEEP_ENOUGH = 3;

/** The places of the causes found so far. There may be thousands of verdicts, so places are looked up instead of compared. */
const openPlaces = (): { add(cause: Failed): void; covering(other: Failed): Failed | undefined } => {
  const causes = new Map<string, Set<Failed>>();
  const coveringPlace = (place: VerdictEvidence): readonly Failed[] =>
    keysAbove(place).flatMap((key) => [...(causes.get(key) ?? [])]);
  return {
    add: (cause) => {
      for (const place of cause.evidence) {
        const [key] = keysAbove(place);
        if (key === undefined) continue;
        const known = causes.get(key);
        if (known) known.add(cause);
        else causes.set(key, new Set([cause]));
      }
    },
    // Every place of the other is a place of the cause, or below one.
    covering: ({ evidence: [first, ...others] }) =>
      first && coveringPlace(first).find((cause) => others.every((place) => coveringPlace(place).includes(cause))),
  };
};

/** The place itself and those above it, nearest first, as long as they are deep enough to tell causes apart. */
const keysAbove = ({ exchange, pointer, actual }: VerdictEvidence): readonly string[] => {
  if (exchange === null) return [];
  const steps = pointer.split("/");
  const key = (depth: number): string => JSON.stringify([exchange, steps.slice(0, depth + 1).join("/")]);
  const depth = steps.length - 1;
  // For example a status: the same cause only if the same value was found.
  if (depth === DEEP_ENOUGH - 1) return [`${key(depth)}${actual ?? ""}`];
  return Array.from({ length: Math.max(0, depth - DEEP_ENOUGH + 1) }, (_, up) => key(depth - up));
};
