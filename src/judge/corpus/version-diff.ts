import type { Expectation, Level } from "../core/rule.ts";

export const DIFF_BUCKETS = ["added", "removed", "changed", "unchanged"] as const;
export type DiffBucket = (typeof DIFF_BUCKETS)[number];

/** What is known of a rule beside its row: corpora hold expectations only. */
export interface RuleHead {
  readonly title: string;
  readonly level?: Level;
}

/** One rule in two corpora. */
export interface VersionDiffEntry {
  readonly rule_id: string;
  readonly bucket: DiffBucket;
  readonly title: string;
  readonly from_expect?: readonly Expectation[];
  readonly to_expect?: readonly Expectation[];
  /** In plain words; also on an unchanged rule whose level or precondition moved. */
  readonly change?: string;
}

/** Two corpora compared, rule by rule, in the order of the ids. */
export interface VersionDiff {
  readonly format: "mcptest-version-diff/1";
  readonly from: string;
  readonly to: string;
  /** No rule that both carry expects something else. */
  readonly clean: boolean;
  readonly summary: Readonly<Record<DiffBucket, number>>;
  readonly entries: readonly VersionDiffEntry[];
}
