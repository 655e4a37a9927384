import type { Grade } from "mcptest/internal";
import type { FleetChange } from "./change.ts";
import type { FleetCertificate } from "./run.ts";
import type { FleetState } from "./state.ts";
import type { ListedTarget } from "./target.ts";

/** A run of a target in one line. */
export interface HistoryEntry {
  readonly run: number;
  readonly at: Date;
  readonly state: FleetState;
  readonly grade: Grade | null;
  readonly tier: number | null;
  readonly revision: string | null;
}

/** Everything that a directory shows of one target. */
export interface DirectoryEntry {
  readonly target: ListedTarget;
  /** The newest first, at most HISTORY_SHOWN. */
  readonly history: readonly HistoryEntry[];
  /** The newest first, at most CHANGES_SHOWN. */
  readonly changes: readonly FleetChange[];
  /** The newest one. */
  readonly certificate: FleetCertificate | null;
}

export const HISTORY_SHOWN = 40;
export const CHANGES_SHOWN = 20;

/** A change with what a reader calls its server; somebody else's words. */
export interface NamedChange extends FleetChange {
  readonly name: string;
}
