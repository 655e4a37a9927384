import { canonicalJson } from "../json/canonical.ts";
import type { Json } from "../model/json.ts";
import type { CorpusRow } from "../model/rule.ts";
import type { DiffBucket, RuleHead, VersionDiff, VersionDiffEntry } from "../model/version-diff.ts";
import type { VersionCorpus } from "./corpus.ts";
import { describeChange } from "./describe-change.ts";

/** An effective corpus, with titles and levels where they are known. */
export interface ComparableCorpus extends VersionCorpus {
  readonly heads?: ReadonlyMap<string, RuleHead>;
}

/**
 * Compares what two corpora expect, rule by rule. Values are compared, not text: the order of keys, the YAML style and
 * comments do not matter. A rule whose level or precondition moved is unchanged, with a note: a suite's assertion about
 * it still holds.
 */
export const diffVersions = (from: ComparableCorpus, to: ComparableCorpus): VersionDiff => {
  const ids = [...new Set([...from.rows.keys(), ...to.rows.keys()])].sort(byCodeUnits);
  const entries = ids.map((id) => compareRule(id, from, to));
  const count = (bucket: DiffBucket): number => entries.filter((entry) => entry.bucket === bucket).length;
  const summary = {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    unchanged: count("unchanged"),
  };
  return {
    format: "mcptest-version-diff/1",
    from: from.label,
    to: to.label,
    clean: summary.changed === 0,
    summary,
    entries,
  };
};

export const changedRules = ({ entries }: VersionDiff): readonly VersionDiffEntry[] =>
  entries.filter(({ bucket }) => bucket === "changed");

const byCodeUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const compareRule = (id: string, from: ComparableCorpus, to: ComparableCorpus): VersionDiffEntry => {
  const [before, after] = [from.rows.get(id), to.rows.get(id)];
  const heads = { before: from.heads?.get(id), after: to.heads?.get(id) };
  const head = { rule_id: id, title: heads.after?.title ?? heads.before?.title ?? id };
  if (!before || !after) {
    return {
      rule_id: id,
      bucket: before ? "removed" : "added",
      title: head.title,
      ...(before ? { from_expect: before.expect } : {}),
      ...(after ? { to_expect: after.expect } : {}),
    };
  }
  const same = isSame(before.expect, after.expect);
  const change = [
    ...(same ? [] : describeChange(before.expect, after.expect)),
    ...moves(before, after),
    ...levelMove(heads.before, heads.after),
  ].join("; ");
  return {
    rule_id: id,
    bucket: same ? "unchanged" : "changed",
    title: head.title,
    ...(same ? {} : { from_expect: before.expect, to_expect: after.expect }),
    ...(change === "" ? {} : { change }),
  };
};

const isSame = (left: unknown, right: unknown): boolean =>
  canonicalJson((left ?? null) as Json) === canonicalJson((right ?? null) as Json);

const moves = (before: CorpusRow, after: CorpusRow): readonly string[] => [
  ...(isSame(before.when, after.when) ? [] : ["it applies under other conditions"]),
  ...((before.each ?? false) === (after.each ?? false)
    ? []
    : [after.each ? "every item is now looked at" : "the list is now taken as a whole"]),
];

const levelMove = (before: RuleHead | undefined, after: RuleHead | undefined): readonly string[] =>
  before?.level === undefined || after?.level === undefined || before.level === after.level
    ? []
    : [`${before.level} becomes ${after.level}`];
