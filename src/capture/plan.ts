import type { TransportName } from "./capture.ts";

/** What a run would send, as plain values for a report. */
export interface PlanDescription {
  readonly revision: string;
  readonly transport: TransportName;
  /** What was asked to make this description; everything else is unsent. */
  readonly learned: "nothing" | "handshake-and-lists";
  readonly conversations: readonly PlannedConversation[];
  readonly tools: readonly PlannedTool[];
  /** Which tools may be called, in one sentence. */
  readonly tool_rule: string;
  /** The rules that every message bears on, whatever was asked. */
  readonly always?: readonly string[];
}

export interface PlannedConversation {
  readonly name: string;
  readonly purpose: string;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly name: string;
  readonly asks: string;
  /** The rules that its answer decides. */
  readonly serves?: readonly string[];
  readonly deliberate: boolean;
  /** Why it would not be sent to this server. */
  readonly skipped?: string;
}

export interface PlannedTool {
  readonly name: string;
  readonly call: boolean;
  readonly why: string;
  readonly arguments: string;
}
