import type { Level } from "../../src/judge/core/rule.ts";
import type { SepMapping } from "../../src/judge/corpus/conformance.ts";
import { scoreTier, type Tier } from "../../src/scores/conformance/tier.ts";
import type { CheckChange, CorpusChanges } from "./compare.ts";
import type { Snapshot } from "./snapshot.ts";

/** Whether a server that changed nothing could get another tier, and through what. */
export interface Boundary {
  readonly moves: boolean;
  readonly reasons: readonly string[];
}

/** Rows that may bind a server: an id nobody knows may too. */
const bindsServer = ({ roles }: Pick<CheckChange, "roles">): boolean =>
  roles.some((role) => role === "server" || role === "tool-definition" || role === "unknown");

export const tierBoundary = (
  changes: CorpusChanges,
  before: Snapshot,
  after: Snapshot,
  mapping: SepMapping,
): Boundary => {
  const added = changes.added.filter(bindsServer);
  const removed = changes.removed.filter(bindsServer);
  const changed = changes.changed.filter(bindsServer);
  const reasons = [
    ...when(of(added, "MUST"), "new MUST: a server that fails one gets F"),
    ...when(of(removed, "MUST"), "MUST gone: a server that failed only these leaves F"),
    ...when(
      changed.filter(({ level, levelBefore }) => level !== levelBefore),
      "with another level: they move between what decides F and what decides T1 to T3",
    ),
    ...when(
      changed.filter(({ level, levelBefore }) => level === levelBefore),
      "with another text: the rules behind them may have to judge differently",
    ),
    ...when(of(added, null), "new, without a keyword: mapping.yaml has to name a level before they count"),
    ...shouldReasons(shouldRows(before, changes, mapping), shouldRows(after, changes, mapping)),
  ];
  return { moves: reasons.length > 0, reasons };
};

const of = (rows: readonly CheckChange[], level: Level | null): readonly CheckChange[] =>
  rows.filter((row) => row.level === level);

const when = (rows: readonly CheckChange[], what: string): readonly string[] =>
  rows.length === 0 ? [] : [`${rows.length} ${rows.length === 1 ? "row" : "rows"} ${what}`];

/** The SHOULD rows of the core that a server can earn. */
const shouldRows = ({ checks }: Snapshot, changes: CorpusChanges, mapping: SepMapping): number => {
  const unknown = new Map(changes.added.map((change) => [change.check, change]));
  return [...checks].filter(([check, { level }]) => {
    const known = Object.hasOwn(mapping, check) ? mapping[check] : undefined;
    const roles = known?.roles ?? unknown.get(check)?.roles ?? [];
    return (known?.level ?? level) === "SHOULD" && known?.extension === undefined && bindsServer({ roles });
  }).length;
};

const shouldReasons = (before: number, after: number): readonly string[] => {
  if (before === after) return [];
  const need = (tiers: readonly Tier[]): string =>
    `${needed(before, tiers)} of ${before} → ${needed(after, tiers)} of ${after}`;
  return [
    `SHOULD rows of the core for servers: ${before} → ${after}; where all are exercised T1 needs ${need([
      "tier-1",
    ])}, T2 ${need(["tier-1", "tier-2"])}`,
  ];
};

/** The fewest passes that reach the tier. */
const needed = (total: number, tiers: readonly Tier[]): number => {
  const tier = (passed: number): Tier =>
    scoreTier({ must_passed: 1, must_total: 1, should_passed: passed, should_total: total });
  let passed = 0;
  while (passed < total && !tiers.includes(tier(passed))) passed += 1;
  return passed;
};
