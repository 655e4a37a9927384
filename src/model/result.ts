import type { Capture, Exchange, RevisionFindings } from "./capture.ts";
import type { Json } from "./json.ts";
import type { Revision } from "./revision.ts";
import type { Level, Section } from "./rule.ts";
import type { Verdict, VerdictState } from "./verdict.ts";

/** How many verdicts there are of each kind. Advisory ones are counted apart. */
export interface VerdictCounts {
  readonly total: number;
  readonly states: Readonly<Record<VerdictState, number>>;
  /** Failed and passed rules that are not advisory, by level. */
  readonly levels: Readonly<Record<Level, { readonly passed: number; readonly failed: number }>>;
  readonly advisory_failed: number;
}

export const GRADES = ["A+", "A", "B", "C", "D", "F"] as const;
export type Grade = (typeof GRADES)[number];

export interface Scorecard {
  /** null: a basic rule could not be judged, or nothing was exercised, so nothing can be said about the whole. */
  readonly grade: Grade | null;
  /** Weighted share of rules that pass, 0 to 100; null when none was exercised. */
  readonly score: number | null;
  readonly passed: number;
  readonly failed: number;
  readonly failed_must: number;
}

/** Everything derived from one capture. The same capture gives the same result, byte for byte. */
export interface Result {
  readonly format: "mcptest-result/1";
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: string;
  readonly server: {
    readonly info: Json | null;
    readonly era: Capture["era"] | null;
    readonly transport: Capture["transport"] | null;
    readonly outcome: Capture["outcome"] | null;
  };
  /** The revision whose rules were applied. */
  readonly revision: Revision;
  readonly revisions: RevisionFindings | null;
  readonly verdicts: readonly Verdict[];
  readonly counts: VerdictCounts;
  readonly compliance: Scorecard & {
    /** By section, those in which something was exercised. */
    readonly sections: readonly (Scorecard & { readonly section: Section })[];
  };
  /** Those that evidence points to. */
  readonly exchanges: readonly Exchange[];
  /** Of the capture's RFC 8785 form. */
  readonly capture_sha256: string | null;
  readonly notes: readonly string[];
}
