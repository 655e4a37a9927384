import type { Untrusted } from "../base/untrusted.ts";
import type { Section } from "../judge/core/rule.ts";
import type { Verdict } from "../judge/core/verdict.ts";
import type { JudgedServer } from "../judge/judged.ts";
import type { Revision } from "../protocol/revision.ts";
import type { FindingsReport } from "../report/findings-report.ts";
import type { GateResult } from "../report/gate-result.ts";
import type { BaselineEntry } from "../scores/result/baseline.ts";
import type { Result, Scorecard } from "../scores/result/result.ts";

/**
 * What a verdict means for the run.
 * failed: red. tolerated: it failed, and nothing says that it may not. expected: the baseline lists it. stale: the
 * baseline lists it, and it passes: red. open: too little was seen of a test that was asked for.
 */
export const DECISIONS = ["ok", "failed", "tolerated", "expected", "stale", "open", "skipped", "error"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The reason and the link are those of the baseline. */
export interface ComplianceRow extends Pick<BaselineEntry, "reason" | "tracking"> {
  /** The test's name; for a rule of the corpus its id. */
  readonly name: string;
  /** The method or rule that was checked. */
  readonly check: string;
  readonly verdict: Verdict;
  readonly decision: Decision;
}

/** One server judged by the rules of one revision. */
export interface ComplianceRun
  extends Omit<JudgedServer, "era">,
    Pick<Result, "revision" | "compliance" | "counts" | "exchanges" | "notes"> {
  /** The suite's name for it, or --server-label; null on a bare target. */
  readonly server: string | null;
  readonly target: Untrusted;
  /** The revision was named, by a pin or a flag. */
  readonly pinned: boolean;
  /** Whether the server speaks that revision; null when nothing tells. */
  readonly spoken: boolean | null;
  /** corpus: every rule of the revision. tests: those of the suite. grade: every rule, but only for the grade. */
  readonly scope: "corpus" | "tests" | "grade";
  readonly rows: readonly ComplianceRow[];
}

/** What `mcptest compliance run` says. */
export interface ComplianceResult {
  readonly format: "mcptest-compliance/1";
  readonly tool: Result["tool"];
  /** The file of the suite; null on a bare target. */
  readonly suite: string | null;
  readonly ok: boolean;
  readonly runs: readonly ComplianceRun[];
  readonly gates: readonly GateResult[];
}

/** What `--save-scorecard` writes and `grade_delta` reads. */
export interface SavedScorecard {
  readonly format: "mcptest-scorecard/1";
  readonly tool: Result["tool"];
  readonly servers: readonly ServerScorecard[];
}

export interface ServerScorecard extends Scorecard {
  readonly server: string | null;
  readonly revision: Revision | null;
  readonly scope: "corpus" | "tests";
  readonly sections: readonly (Pick<Scorecard, "grade" | "score"> & { readonly section: Section })[];
}

export const LANES = ["compliance", "conformance", "audit", "invariants", "tests"] as const;
export type Lane = (typeof LANES)[number];

export type LaneState = "pass" | "fail" | "inconclusive" | "unreachable" | "error";

/** One lane over one server; the invariants are judged over all of theirs together. */
export interface LaneResult {
  readonly lane: Lane;
  /** The suite's names for them. */
  readonly servers: readonly string[];
  readonly state: LaneState;
  /** Why it is not green, one phrase. */
  readonly why?: string;
  readonly report: FindingsReport;
}

/** What `mcptest run` says. */
export interface SuiteResult {
  readonly format: "mcptest-suite-result/1";
  readonly tool: Result["tool"];
  readonly suite: string;
  readonly name: string | null;
  readonly ok: boolean;
  readonly lanes: readonly LaneResult[];
  readonly gates: readonly GateResult[];
  readonly notes: readonly string[];
}
