import { defined } from "../../base/defined.ts";
import type { Json } from "../../base/json.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { CorpusRow } from "../core/rule.ts";
import type { EffectiveCorpus } from "./corpus.ts";
import { describeChange } from "./describe-change.ts";
import type { DiffBucket, RuleHead, VersionDiff, VersionDiffEntry } from "./version-diff.ts";

/** An effective corpus, with titles and levels where they are known. */
export interface ComparableCorpus extends EffectiveCorpus {
  readonly heads?: ReadonlyMap<string, RuleHead>;
}

/**
 * Compares what two corpora expect, rule by rule. Values are compared, not text: the order of keys, the YAML style and
 * comments do not matter. A rule whose level or precondition moved is unchanged, with a note: a suite's assertion about
 * it still holds.
 */
export const diffCorpora = (from: ComparableCorpus, to: ComparableCorpus): VersionDiff => {
  const ids = [...new Set([...from.rows.keys(), ...to.rows.keys()])].sort();
  const entries = ids.map((id) => compareRule(id, from, to));
  const count = (bucket: DiffBucket): number => entries.filter((entry) => entry.bucket === bucket).length;
  const [added, removed, changed, unchanged] = [count("added"), count("removed"), count("changed"), count("unchanged")];
  return {
    format: "mcptest-version-diff/1",
    from: from.label,
    to: to.label,
    clean: changed === 0,
    summary: { added, removed, changed, unchanged },
    entries,
  };
};

export const changedRules = ({ entries }: VersionDiff): readonly VersionDiffEntry[] =>
  entries.filter(({ bucket }) => bucket === "changed");

const compareRule = (id: string, from: ComparableCorpus, to: ComparableCorpus): VersionDiffEntry => {
  const [before, after] = [from.rows.get(id), to.rows.get(id)];
  const heads = { before: from.heads?.get(id), after: to.heads?.get(id) };
  const title = heads.after?.title ?? heads.before?.title ?? id;
  if (!before || !after) {
    const bucket = before ? "removed" : "added";
    return { rule_id: id, bucket, title, ...defined({ from_expect: before?.expect, to_expect: after?.expect }) };
  }
  const same = isSameJson(asJson(before.expect), asJson(after.expect));
  const change = [
    ...(same ? [] : describeChange(before.expect, after.expect)),
    ...moves(before, after),
    ...levelMove(heads.before, heads.after),
  ].join("; ");
  return {
    rule_id: id,
    bucket: same ? "unchanged" : "changed",
    title,
    ...(same ? {} : { from_expect: before.expect, to_expect: after.expect }),
    ...(change === "" ? {} : { change }),
  };
};

const asJson = (rows: CorpusRow["when"]): Json | undefined => rows as unknown as Json | undefined;

const moves = (before: CorpusRow, after: CorpusRow): readonly string[] => [
  ...(isSameJson(asJson(before.when), asJson(after.when)) ? [] : ["it applies under different conditions"]),
  ...((before.each ?? false) === (after.each ?? false)
    ? []
    : [after.each ? "every item is now looked at" : "the list is now taken as a whole"]),
];

const levelMove = (before: RuleHead | undefined, after: RuleHead | undefined): readonly string[] =>
  before?.level === undefined || after?.level === undefined || before.level === after.level
    ? []
    : [`${before.level} becomes ${after.level}`];
