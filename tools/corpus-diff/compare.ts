import type { Level } from "../../src/judge/core/rule.ts";
import type { CheckRole, SepMapping } from "../../src/judge/corpus/conformance.ts";
import type { Snapshot } from "./snapshot.ts";

export interface CheckChange {
  readonly check: string;
  readonly sep: number;
  readonly level: Level | null;
  /** Whom it binds; `guessed` where the mapping does not know the id yet. */
  readonly roles: readonly (CheckRole | "unknown")[];
  readonly guessed: boolean;
  readonly extension: boolean;
  /** What changed, in words; for a changed row only. */
  readonly what: readonly string[];
  readonly levelBefore?: Level | null;
}

export interface CorpusChanges {
  readonly added: readonly CheckChange[];
  readonly removed: readonly CheckChange[];
  readonly changed: readonly CheckChange[];
  readonly unchanged: number;
  readonly exclusions: readonly { readonly sep: number; readonly added: number; readonly removed: number }[];
  /** Upstream ids that our corpus has no row for yet, and the other way round. */
  readonly unwritten: readonly string[];
  readonly surplus: readonly string[];
}

/** What upstream changed since the snapshot, check by check. `vendored` are the ids our own corpus has for the version. */
export const compareSnapshots = (
  before: Snapshot,
  after: Snapshot,
  mapping: SepMapping,
  vendored: ReadonlySet<string>,
): CorpusChanges => {
  const [old, fresh] = [before.checks, after.checks];
  const ids = [...fresh.keys()].sort();
  const describe = (snapshot: Snapshot, check: string, what: readonly string[]): CheckChange => {
    const row = snapshot.checks.get(check);
    const known = Object.hasOwn(mapping, check) ? mapping[check] : undefined;
    const previous = old.get(check);
    return {
      check,
      sep: row?.sep ?? 0,
      level: known?.level ?? row?.level ?? null,
      roles: known?.roles ?? [guessRole(check)],
      guessed: known === undefined,
      extension: known?.extension !== undefined,
      what,
      ...(what.length > 0 && previous ? { levelBefore: known?.level ?? previous.level } : {}),
    };
  };
  const changes = ids.map((check) => ({ check, what: old.has(check) ? differences(before, after, check) : undefined }));
  return {
    added: changes.filter(({ what }) => what === undefined).map(({ check }) => describe(after, check, [])),
    removed: [...old.keys()]
      .sort()
      .filter((check) => !fresh.has(check))
      .map((check) => describe(before, check, [])),
    changed: changes.flatMap(({ check, what }) => (what && what.length > 0 ? [describe(after, check, what)] : [])),
    unchanged: changes.filter(({ what }) => what?.length === 0).length,
    exclusions: compareExclusions(before, after),
    unwritten: ids.filter((check) => !vendored.has(check)),
    surplus: [...vendored].sort().filter((check) => !fresh.has(check)),
  };
};

export const isSame = ({ added, removed, changed, exclusions }: CorpusChanges): boolean =>
  added.length + removed.length + changed.length + exclusions.length === 0;

const differences = (before: Snapshot, after: Snapshot, check: string): string[] => {
  const [old, fresh] = [before.checks.get(check), after.checks.get(check)];
  if (!old || !fresh) return [];
  return [
    ...(old.sep === fresh.sep ? [] : [`moved from SEP-${old.sep}`]),
    ...(old.level === fresh.level ? [] : [`${old.level ?? "no keyword"} became ${fresh.level ?? "no keyword"}`]),
    ...(old.digest === fresh.digest ? [] : ["its text changed"]),
  ];
};

const compareExclusions = (before: Snapshot, after: Snapshot): CorpusChanges["exclusions"] => {
  const seps = [...new Set([...before.exclusions.keys(), ...after.exclusions.keys()])];
  return seps
    .sort((left, right) => left - right)
    .map((sep) => {
      const [old, fresh] = [before.exclusions.get(sep) ?? [], after.exclusions.get(sep) ?? []];
      return { sep, added: surplusOf(fresh, old), removed: surplusOf(old, fresh) };
    })
    .filter(({ added, removed }) => added + removed > 0);
};

/** How many of the first list are not in the second, a digest that comes twice counted twice. */
const surplusOf = (list: readonly string[], other: readonly string[]): number => {
  const left = [...other];
  return list.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
};

/** Upstream's ids say whom most rows bind. The rest is left open rather than guessed wrongly. */
const guessRole = (check: string): CheckRole | "unknown" => {
  if (check.startsWith("wif-")) return "client";
  switch (/^sep-\d+-(?:http-)?(client|server|as)-/.exec(check)?.[1]) {
    case "client":
      return "client";
    case "server":
      return "server";
    case "as":
      return "auth-server";
    default:
      return "unknown";
  }
};
