import { isJsonObject, type Json, type JsonObject, stringMember } from "./json.ts";
import { isSameJson } from "./same-json.ts";

/** One place where two values differ. `path` is written as targets of a suite are. */
export type Difference =
  | { readonly kind: "changed"; readonly path: string; readonly before: Json; readonly after: Json }
  | { readonly kind: "removed"; readonly path: string; readonly before: Json }
  | { readonly kind: "added"; readonly path: string; readonly after: Json }
  /** The same entries in another order. */
  | { readonly kind: "moved"; readonly path: string; readonly before: Json; readonly after: Json };

/**
 * Where two values differ, path by path, in the order of the first. Lists whose entries have names are compared entry by
 * entry, so that one tool more is one difference; other lists by position, apart from what begins and ends alike.
 */
export const compareJson = (before: Json, after: Json, path = ""): readonly Difference[] => {
  if (isSameJson(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(before, after, path);
  if (isJsonObject(before) && isJsonObject(after)) return compareObjects(before, after, path);
  return [{ kind: "changed", path, before, after }];
};

const compareObjects = (before: JsonObject, after: JsonObject, path: string): readonly Difference[] => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) =>
    compareMembers(
      Object.hasOwn(before, name) ? before[name] : undefined,
      Object.hasOwn(after, name) ? after[name] : undefined,
      path + pathStep(name, path === ""),
    ),
  );
};

const compareMembers = (before: Json | undefined, after: Json | undefined, path: string): readonly Difference[] => {
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", path, after }];
  return after === undefined ? [{ kind: "removed", path, before }] : compareJson(before, after, path);
};

const compareLists = (before: readonly Json[], after: readonly Json[], path: string): readonly Difference[] => {
  const [old, recent] = [keysOf(before), keysOf(after)];
  if (old && recent) return compareKeyed(before, after, old, recent, path);
  let start = 0;
  while (start < Math.min(before.length, after.length) && isSameJson(before[start], after[start])) start++;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    isSameJson(before[before.length - 1 - end], after[after.length - 1 - end])
  )
    end++;
  const length = Math.max(before.length, after.length) - end - start;
  return Array.from({ length }, (_, offset) => start + offset).flatMap((index) =>
    compareMembers(
      index < before.length - end ? before[index] : undefined,
      index < after.length - end ? after[index] : undefined,
      `${path}[${index}]`,
    ),
  );
};

const compareKeyed = (
  before: readonly Json[],
  after: readonly Json[],
  old: readonly string[],
  recent: readonly string[],
  path: string,
): readonly Difference[] => {
  const places = new Map(recent.map((key, index) => [key, index]));
  const known = new Set(old);
  const kept = old.filter((key) => places.has(key));
  const order = recent.filter((key) => known.has(key));
  const isMoved = kept.some((key, index) => key !== order[index]);
  return [
    ...before.flatMap((entry, index) => {
      const key = old[index] ?? "";
      const place = places.get(key);
      return compareMembers(
        entry,
        place === undefined ? undefined : after[place],
        `${path}[${place ?? index}]${keyStep(entry)}`,
      );
    }),
    ...after.flatMap((entry, index) =>
      known.has(recent[index] ?? "") ? [] : compareMembers(undefined, entry, `${path}[${index}]${keyStep(entry)}`),
    ),
    ...(isMoved ? [{ kind: "moved" as const, path, before: kept, after: order }] : []),
  ];
};

/** Never masked, unlike an id. */
const KEYS = ["name", "uri", "uriTemplate"] as const;

/** The names of the entries, if each has one and no two the same. */
const keysOf = (entries: readonly Json[]): readonly string[] | undefined => {
  if (entries.length === 0) return [];
  for (const name of KEYS) {
    const keys = entries.map((entry) => stringMember(entry, name));
    if (keys.every((key) => key !== undefined) && new Set(keys).size === keys.length)
      return keys.map((key) => `${name}=${key}`);
  }
  return undefined;
};

/** Beside the place, for a reader: `tools[3]{echo}`. */
const keyStep = (entry: Json): string => {
  const key = KEYS.map((name) => stringMember(entry, name)).find((found) => found !== undefined);
  return key === undefined ? "" : `{${key.length > 60 ? `${key.slice(0, 59)}…` : key}}`;
};

/** A member as a target names it. */
const pathStep = (name: string, isFirst: boolean): string => {
  if (!/^[A-Za-z0-9_$-]+$/.test(name)) return `[${JSON.stringify(name)}]`;
  return isFirst ? name : `.${name}`;
};
