import type { Untrusted } from "../../base/untrusted.ts";
import type { VerdictEvidence } from "../../judge/core/verdict.ts";

/**
 * What became of a tool. error: a result with isError. protocol-error: anything else that is no result, a JSON-RPC error
 * for the most part. died: the call ended the process. cancelled: mcptest did not wait for it. timed-out: no answer within
 * a limit.
 */
export const TOOL_OUTCOMES = ["ok", "error", "protocol-error", "died", "cancelled", "timed-out", "not-called"] as const;
export type ToolOutcome = (typeof TOOL_OUTCOMES)[number];

interface Measured {
  /** Why it was not asked for, in our words; or what the server said, or we saw, where it did not work. */
  readonly reason: Untrusted | null;
  /** From the request to its answer; null where there was none. Differs from run to run. */
  readonly ms: number | null;
  /** Of the result or error as JSON text in UTF-8. */
  readonly bytes: number | null;
}

/** One tool of the list. */
export interface ToolRow extends Measured {
  readonly name: Untrusted;
  readonly called: boolean;
  readonly outcome: ToolOutcome;
}

export type OfferedOutcome = Exclude<ToolOutcome, "protocol-error" | "not-called"> | "not-asked";

/** One resource of the list, and whether it was read. */
export interface ResourceRow extends Measured {
  readonly uri: Untrusted;
  readonly asked: boolean;
  readonly outcome: OfferedOutcome;
}

/** One prompt of the list, and whether it was got. */
export interface PromptRow extends Measured {
  readonly name: Untrusted;
  readonly asked: boolean;
  readonly outcome: OfferedOutcome;
}

export const WORK_IDS = ["WORK-001", "WORK-002", "WORK-003", "WORK-004", "WORK-005", "WORK-006", "WORK-007"] as const;
export type WorkId = (typeof WORK_IDS)[number];

/** What a caller would call broken about one tool. It counts in no grade and no tier. */
export interface ToolFinding {
  readonly id: WorkId;
  readonly tool: Untrusted;
  readonly severity: "error" | "warning";
  /** Where it shows; `actual` is what the tool said there. */
  readonly evidence: readonly VerdictEvidence[];
  /** What was seen and what it means to a caller; our own words. */
  readonly why: string;
  readonly fix: string;
}

/** What became of everything the server offers, and what is broken about it. */
export interface ToolsAtWork {
  readonly tools: readonly ToolRow[];
  readonly resources: readonly ResourceRow[];
  readonly prompts: readonly PromptRow[];
  readonly tool_findings: readonly ToolFinding[];
}
