/** A rule that is known to fail. */
export interface BaselineEntry {
  readonly rule_id: string;
  readonly reason?: string;
  readonly tracking?: string;
}

/** How verdicts stand to a baseline. Rules that are neither fail and turn nothing red, or are not listed and pass. */
export interface BaselineStanding {
  /** Listed, and they fail: nothing new. */
  readonly known: readonly BaselineEntry[];
  /** Not listed, and they turn the run red. */
  readonly failed: readonly string[];
  /** Listed, and they pass: the entry must go, and until then the run is red. */
  readonly stale: readonly string[];
}
