import type { Json } from "../../base/json.ts";
import type { JudgingTool } from "../../base/version.ts";
import type { Exchange } from "../../capture/capture.ts";

/** How an answer of today stands to the recorded one. */
export const REPLAY_STATES = ["same", "differs", "gone", "new"] as const;

export type ReplayState = (typeof REPLAY_STATES)[number];

/** One place where two answers differ; `moved`: the same entries in another order. */
export interface ReplayDifference {
  readonly kind: "changed" | "removed" | "added" | "moved";
  readonly path: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** A recorded request that was sent again. */
export interface ReplayedAnswer {
  /** The id of the recorded exchange. */
  readonly exchange: string;
  /** What was sent, in a word: a method, or the HTTP method where there is none. */
  readonly asked: string;
  /** The tool, resource or prompt that it names. */
  readonly subject?: string;
  readonly state: ReplayState;
  /** Where the answers differ, path by path; what changes from run to run by its nature is masked. */
  readonly differences: readonly ReplayDifference[];
  /** How many more places differ than are listed. */
  readonly more?: number;
  /** Why there is no answer today, or why there was none then. */
  readonly reason?: string;
}

/** A recorded request that was not sent again. */
export interface LeftOut {
  readonly exchange: string;
  readonly asked: string;
  readonly subject?: string;
  readonly why: string;
}

export interface ReplayCounts {
  readonly same: number;
  readonly differs: number;
  readonly gone: number;
  readonly new: number;
  readonly left_out: number;
}

/** What `mcptest replay` found. */
export interface ReplayReport {
  readonly format: "mcptest-replay/1";
  readonly tool: JudgingTool;
  /** The server of today. */
  readonly target: string;
  /** The server of the recording. */
  readonly recorded: { readonly target: string; readonly started_at?: string };
  readonly ok: boolean;
  /** What makes it not ok: differs, gone, new; empty: nothing does. */
  readonly fail_on: readonly ReplayState[];
  readonly counts: ReplayCounts;
  readonly answers: readonly ReplayedAnswer[];
  readonly left_out: readonly LeftOut[];
  /** The exchanges of today that the differences are in. */
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
}
