import type { Capture, Exchange, RevisionFindings } from "./capture.ts";
import type { Json } from "./json.ts";
import type { Revision } from "./revision.ts";
import type { Level } from "./rule.ts";
import type { Verdict, VerdictState } from "./verdict.ts";

/** How many verdicts there are of each kind. Advisory ones are counted apart. */
export interface VerdictCounts {
  readonly total: number;
  readonly states: Readonly<Record<VerdictState, number>>;
  /** Failed and passed rules that are not advisory, by level. */
  readonly levels: Readonly<Record<Level, { readonly passed: number; readonly failed: number }>>;
  readonly advisory_failed: number;
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
  /** Those that evidence points to. */
  readonly exchanges: readonly Exchange[];
  /** Of the capture's RFC 8785 form. */
  readonly capture_sha256: string | null;
  readonly notes: readonly string[];
}
