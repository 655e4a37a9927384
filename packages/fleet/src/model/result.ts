import type { BlockedKind, Grade, JudgedOutcome, Lanes, Level, OriginKind } from "mcptest/internal";
import type { FleetState } from "./state.ts";

/** What one run found of one target. There is one for each (target, run), however often the probe was made. */
export interface FleetResult {
  /** The id of the target. */
  readonly target: string;
  readonly run: number;
  /** When the probe began. */
  readonly at: Date;
  /** How long probing and judging took. */
  readonly ms: number;
  readonly state: FleetState;
  /** Why nothing could be asked; null where something could. */
  readonly reason: BlockedKind | null;
  /** The revision it was judged by. */
  readonly revision: string | null;
  readonly grade: Grade | null;
  /** 1 to 3; 0 is F; null where nothing was exercised. */
  readonly tier: number | null;
  /** Only a part was asked (`--quick`), so there is no grade and no tier. */
  readonly partial: boolean;
  /** Where its capture is; null where there is none, or where it has been deleted by now. */
  readonly capture: string | null;
  /** The digest of what it offers to a model; null where that was not seen. */
  readonly surface: string | null;
  /** The version of mcptest that judged it last. */
  readonly judgedBy: string;
  readonly summary: ResultSummary;
}

/** What is kept of a result when its capture is gone. Words of the server in it are short and well-formed, and still only its words. */
export interface ResultSummary {
  readonly server: { readonly name: string | null; readonly version: string | null; readonly title: string | null };
  readonly transport: string | null;
  readonly era: string | null;
  readonly outcome: JudgedOutcome | null;
  /** Our own line about why nothing could be asked. Words of the server in it are quoted and short. */
  readonly blocked: string | null;
  /** Every revision it was seen to speak, oldest first. */
  readonly speaks: readonly string[];
  readonly sdk: { readonly id: string; readonly name: string; readonly versions: string } | null;
  readonly score: number | null;
  readonly gradeYours: Grade | null;
  readonly discoverability: { readonly grade: string; readonly passes: number; readonly of: number } | null;
  readonly lanes: Lanes;
  readonly counts: {
    readonly passed: number;
    readonly failed: number;
    readonly failedMust: number;
    readonly inconclusive: number;
  };
  /** The worst first, at most 60. */
  readonly findings: readonly FleetFinding[];
  /** How many more there are. */
  readonly findingsLeftOut: number;
  readonly offers: { readonly tools: number; readonly prompts: number; readonly resources: number };
  /** What its surface costs a model; null where it was not counted. */
  readonly tokens: number | null;
}

export const FINDING_KINDS = ["rule", "tool", "safety", "invariant"] as const;
export type FleetFindingKind = (typeof FINDING_KINDS)[number];

export interface FleetFinding {
  readonly kind: FleetFindingKind;
  /** The id of the rule, also of one about tools, safety or whole sessions. */
  readonly id: string;
  /** Of a rule its level; of the others error or warning. */
  readonly level: Level | "error" | "warning";
  /** What the rule says; our own words. */
  readonly title: string;
  /** It warns and counts in no grade. */
  readonly advisory?: true;
  /** What was expected, or why it matters; our own words. */
  readonly expected?: string;
  /** What the server said there; its words, cut short. */
  readonly actual?: string;
  /** The tool or other thing it is about; the server's word. */
  readonly item?: string;
  /** How many items failed. */
  readonly items: number;
  readonly origin?: OriginKind;
}
