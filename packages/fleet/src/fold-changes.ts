import type { ChangeClass } from "mcptest/internal";
import type { FleetChange, FleetChangeDetail } from "./model/change.ts";

interface Step {
  readonly before: string | null;
  readonly after: string | null;
}

/** What is different about one target over a while, whatever happened in between. */
export interface FleetDrift {
  readonly target: string;
  readonly at: Date;
  /** It was asked for the first time, and found so. */
  readonly added: string | null;
  readonly state: Step | null;
  readonly grade: Step | null;
  readonly revision: Step | null;
  readonly surface:
    | (Step & {
        readonly classes: Readonly<Partial<Record<ChangeClass, number>>>;
        readonly changes: NonNullable<FleetChangeDetail["changes"]>;
      })
    | null;
}

/** Joins the changes of each target, newest first as they are read; what went and came back is no change. */
export const foldChanges = (changes: readonly FleetChange[]): FleetDrift[] => {
  const byTarget = new Map<string, FleetChange[]>();
  for (const change of changes) {
    const known = byTarget.get(change.target);
    if (known) known.push(change);
    else byTarget.set(change.target, [change]);
  }
  return [...byTarget].flatMap(([target, list]) => {
    const drift = foldTarget(target, [...list].reverse());
    return drift.added || drift.state || drift.grade || drift.revision || drift.surface ? [drift] : [];
  });
};

const foldTarget = (target: string, list: readonly FleetChange[]): FleetDrift => {
  const of = (kind: FleetChange["kind"]): readonly FleetChange[] => list.filter((change) => change.kind === kind);
  const step = (kind: FleetChange["kind"]): Step | null => {
    const steps = of(kind);
    const [before, after] = [steps[0]?.before ?? null, steps.at(-1)?.after ?? null];
    return steps.length === 0 || before === after ? null : { before, after };
  };
  const surface = step("surface");
  return {
    target,
    at: list.at(-1)?.at ?? new Date(0),
    added: of("added")[0]?.after ?? null,
    state: step("state"),
    grade: step("grade"),
    revision: step("revision"),
    surface: surface && {
      ...surface,
      classes: sumOf(of("surface")),
      changes: of("surface").flatMap(({ detail }) => detail.changes ?? []),
    },
  };
};

const sumOf = (changes: readonly FleetChange[]): Partial<Record<ChangeClass, number>> => {
  const sums: Partial<Record<ChangeClass, number>> = {};
  for (const { detail } of changes)
    for (const [name, count] of Object.entries(detail.classes ?? {}) as [ChangeClass, number][])
      sums[name] = (sums[name] ?? 0) + count;
  return sums;
};
