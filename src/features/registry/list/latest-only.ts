import type { RegistryEntry } from "../registry-list.ts";

/**
 * One entry for each server: the one the registry calls the latest. A registry that does not say so, or that ignores the question
 * for the latest ones, lists several: then the highest version counts, by numbers and not by text.
 */
export const latestOnly = (entries: readonly RegistryEntry[]): readonly RegistryEntry[] => {
  const kept = new Map<string, RegistryEntry>();
  for (const entry of entries) {
    if (entry.is_latest === false) continue;
    const known = kept.get(entry.name);
    if (known === undefined || isNewer(entry, known)) kept.set(entry.name, entry);
  }
  return [...kept.values()];
};

const isNewer = (entry: RegistryEntry, known: RegistryEntry): boolean => {
  if (entry.is_latest !== known.is_latest) return entry.is_latest === true;
  return compareVersions(entry.version, known.version) > 0;
};

/** Numbers as numbers; a pre-release before its release. */
const compareVersions = (left: string, right: string): number => {
  const [a, b] = [parts(left), parts(right)];
  for (let index = 0; index < Math.max(a.numbers.length, b.numbers.length); index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre === "" || b.pre === "") return (a.pre === "" ? 1 : 0) - (b.pre === "" ? 1 : 0);
  return a.pre < b.pre ? -1 : a.pre > b.pre ? 1 : 0;
};

const parts = (version: string): { readonly numbers: readonly number[]; readonly pre: string } => {
  const [core = "", pre = ""] = version.replace(/^v/, "").split(/-(.*)/s);
  return { numbers: core.split(".").map((part) => Number.parseInt(part, 10) || 0), pre };
};
