import type { FleetState } from "./state.ts";

/** One round over some or all targets. */
export interface FleetRun {
  readonly id: number;
  readonly startedAt: Date;
  /** Null: it is under way. */
  readonly finishedAt: Date | null;
  /** How many targets were queued. */
  readonly queued: number;
  /** How many of them have a result. */
  readonly done: number;
}

/** The fleet as it is now. */
export interface FleetCounts {
  readonly targets: number;
  /** Those that were never asked are counted as `unasked`. */
  readonly states: Readonly<Record<FleetState | "unasked", number>>;
  readonly optedOut: number;
  readonly due: number;
  readonly waiting: number;
  readonly working: number;
}

export interface FleetCertificate {
  readonly target: string;
  readonly run: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly grade: string;
  /** The signed envelope, as `cert verify` reads it. */
  readonly text: string;
  readonly revokedAt: Date | null;
  /** The signed statement that revokes it. */
  readonly revocation: string | null;
}
