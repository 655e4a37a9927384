import { compareLocked } from "./compare-surfaces.ts";
import { CHANGE_CLASSES, type ChangeClass, type LockedServer, type LockResult, type ServerDrift } from "./lock.ts";

/** One side of a comparison: servers by name; undefined for one that could not be seen, with the reason in words. */
export type LockSide = ReadonlyMap<string, LockedServer | { readonly unseen: string }>;

/** Every server of two sides, by name. Where each has one, their names do not matter. */
export const compareSides = (before: LockSide, after: LockSide): readonly ServerDrift[] => {
  const [only, other] = [onlyOf(before), onlyOf(after)];
  if (only && other) return [drift(other.name, only.server, other.server)];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].sort().map((name) => drift(name, before.get(name), after.get(name)));
};

type Sided = LockedServer | { readonly unseen: string };

const onlyOf = (side: LockSide): { readonly name: string; readonly server: Sided } | undefined => {
  const [first, ...others] = side;
  return first && others.length === 0 ? { name: first[0], server: first[1] } : undefined;
};

const drift = (server: string, before: Sided | undefined, after: Sided | undefined): ServerDrift => {
  const digests = { server, locked_sha256: digestIn(before), current_sha256: digestIn(after) };
  if (!before) return { ...digests, state: "new", changes: [], notes: ["It is not in the lock."] };
  if (!after) return { ...digests, state: "gone", changes: [], notes: ["It is in the lock and was not looked at."] };
  if ("unseen" in before || "unseen" in after) {
    const why = [before, after].flatMap((side) => ("unseen" in side ? [side.unseen] : []));
    return { ...digests, state: "unseen", changes: [], notes: why };
  }
  const { changes, notes } = compareLocked(before, after);
  return { ...digests, state: changes.length === 0 ? "same" : "changed", changes, notes };
};

const digestIn = (side: Sided | undefined): string | null => (side && "lock_sha256" in side ? side.lock_sha256 : null);

/** How many changes of each class there are. */
export const countChanges = (servers: readonly ServerDrift[]): LockResult["counts"] => {
  const counts = Object.fromEntries(CHANGE_CLASSES.map((name) => [name, 0])) as Record<ChangeClass, number>;
  for (const { changes } of servers) for (const change of changes) counts[change.class] += 1;
  return counts;
};
