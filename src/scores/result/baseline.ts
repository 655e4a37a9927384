/** A rule that is known to fail. */
export interface BaselineEntry {
  readonly rule_id: string;
  readonly reason?: string;
  readonly tracking?: string;
}

/** How verdicts compare with a baseline. A rule in none of the lists passes, or its failure does not make the run red. */
export interface BaselineStanding {
  /** Listed and failing, as expected. */
  readonly known: readonly BaselineEntry[];
  /** Not listed and failing: they make the run red. */
  readonly failed: readonly string[];
  /** Listed but passing: the run stays red until the entry is removed. */
  readonly stale: readonly string[];
}
