import type { BaselineStanding } from "./baseline.ts";
import type { Capture, Exchange, RevisionFindings } from "./capture.ts";
import type { ConformanceResult } from "./conformance.ts";
import type { Discoverability } from "./discoverability.ts";
import type { InvariantVerdict } from "./invariants.ts";
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

export interface RevisionRow {
  readonly revision: Revision;
  readonly grade: Grade | null;
  readonly counts: VerdictCounts;
}

/**
 * An exchange as a result carries it: at most 4 KB. Messages that would be longer are text in the `raw` members, with
 * `cut_from`; the capture has the whole.
 */
export interface ResultExchange extends Exchange {
  /** Its place in the capture's list, when it has no id. */
  readonly index?: number;
  /** Of the RFC 8785 form of the whole exchange as the capture has it; null when it has none. */
  readonly sha256?: string | null;
}

/** A conformance run without what the result says already. */
export type ConformanceBlock = Pick<
  ConformanceResult,
  | "target_version"
  | "corpus_source"
  | "must"
  | "should"
  | "may"
  | "tier"
  | "badge"
  | "per_sep"
  | "revision"
  | "coverage"
  | "official_style"
> & {
  /** What failed; the others are in the coverage. */
  readonly failed: readonly {
    readonly check: string;
    readonly sep: number;
    readonly level: Level | null;
    readonly rules: readonly string[];
  }[];
};

/** How far it is to a later revision, in ids; `mcptest doctor` tells the rest. */
export interface UpgradeSummary {
  readonly from: Revision;
  readonly to: Revision;
  readonly ready: boolean;
  readonly breaks: readonly UpgradeRuleId[];
  readonly build: readonly string[];
  readonly goes: readonly string[];
  readonly unseen: number;
  readonly meets: number;
}

export interface UpgradeRuleId {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
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
  /** The server does not speak the revision it was to be judged by, so it gets no grade and no tier. */
  readonly spoken?: false;
  readonly revisions: RevisionFindings | null;
  /** How the server fares in each revision that was probed in full; only where that was more than one. */
  readonly matrix?: readonly RevisionRow[];
  readonly verdicts: readonly Verdict[];
  readonly counts: VerdictCounts;
  readonly compliance: Scorecard & {
    /** By section, those in which something was exercised. */
    readonly sections: readonly (Scorecard & { readonly section: Section })[];
  };
  /** The SEP checks of the newest corpus the server speaks; null where nothing can be said. */
  readonly conformance: ConformanceBlock | null;
  readonly invariants: readonly InvariantVerdict[];
  readonly discoverability: Discoverability;
  /** What the newest revision would break; null for a server that speaks it, or that nobody could ask. */
  readonly upgrade: UpgradeSummary | null;
  /** Those that evidence points to. */
  readonly exchanges: readonly ResultExchange[];
  /** Of the capture's RFC 8785 form. */
  readonly capture_sha256: string | null;
  readonly notes: readonly string[];
  /** Only where the verdicts were held against a baseline. */
  readonly baseline?: BaselineStanding;
}
