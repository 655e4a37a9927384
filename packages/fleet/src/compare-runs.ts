import { CHANGE_CLASSES, type ChangeClass, compareSides, countChanges, type LockedServer } from "mcptest/internal";
import type { FleetChangeDetail } from "./model/change.ts";
import type { FleetResult } from "./model/result.ts";
import { isReached } from "./model/state.ts";
import type { NewChange } from "./store/store-result.ts";

type Compared = Pick<FleetResult, "state" | "grade" | "revision" | "surface" | "partial">;

const MOST_CHANGES = 20;

/** What a run found that is different: the state from the run before, the rest from the last run that reached the server. */
export const compareRuns = (
  before: { readonly latest: Pick<Compared, "state"> | null; readonly reached: Compared | null },
  now: Compared,
  surfaces: () => FleetChangeDetail,
): NewChange[] => {
  const { latest, reached } = before;
  const changes: NewChange[] = [];
  const put = (
    kind: NewChange["kind"],
    from: string | null,
    to: string | null,
    detail: FleetChangeDetail = {},
  ): void => {
    if (from !== to) changes.push({ kind, before: from, after: to, detail });
  };
  if (latest === null) put("added", null, now.state);
  else put("state", latest.state, now.state);
  if (reached === null || !isReached(now.state)) return changes;
  // A part of a run has no grade; that is no change.
  if (!now.partial && !reached.partial) put("grade", reached.grade, now.grade);
  put("revision", reached.revision, now.revision);
  if (reached.surface !== null && now.surface !== null && reached.surface !== now.surface)
    put("surface", reached.surface, now.surface, surfaces());
  return changes;
};

/** What changed in what a server offers, by the classes of a lock. */
export const compareSurfaces = (before: string, now: string): FleetChangeDetail => {
  const drifts = compareSides(
    new Map([["server", JSON.parse(before) as LockedServer]]),
    new Map([["server", JSON.parse(now) as LockedServer]]),
  );
  const counts = countChanges(drifts);
  const changes = drifts.flatMap((drift) => drift.changes);
  const gravest = [...changes].sort((left, right) => rank(left.class) - rank(right.class)).slice(0, MOST_CHANGES);
  return {
    classes: Object.fromEntries(CHANGE_CLASSES.filter((name) => counts[name] > 0).map((name) => [name, counts[name]])),
    changes: gravest.map(({ class: kind, part, name, what }) => ({
      class: kind,
      part,
      name: name.slice(0, 120),
      what: what.slice(0, 240),
    })),
  };
};

const rank = (name: ChangeClass): number => CHANGE_CLASSES.indexOf(name);
