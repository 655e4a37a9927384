import type { Revision } from "./revision.ts";
import type { Level, Section } from "./rule.ts";
import type { Untrusted } from "./untrusted.ts";

export const VERDICT_STATES = ["pass", "fail", "not-applicable", "inconclusive", "error"] as const;
export type VerdictState = (typeof VERDICT_STATES)[number];

/** Why too little was observed to judge. */
export const INCONCLUSIVE_REASONS = [
  "not-probed",
  "unreachable",
  "timed-out",
  "limit-exceeded",
  "auth-required",
  "prerequisite-missing",
  "unsafe-to-probe",
  "capture-truncated",
] as const;
export type InconclusiveReason = (typeof INCONCLUSIVE_REASONS)[number];

/** Why a rule does not apply to this session. */
export type InapplicableReason = "precondition-absent" | "not-offered" | "other-transport";

/**
 * A place in a capture. `exchange` is the exchange's id, or its place in the list when it has none; null means that the
 * pointer starts at the session.
 */
export interface Place {
  readonly exchange: string | number | null;
  readonly pointer: string;
}

/** A place with the digest of what stands there. A pointer that ends in `raw` has the digest of the bytes. */
export interface VerdictEvidence extends Place {
  /** Of the value's RFC 8785 form, or of the raw bytes; null when the value has none (half a surrogate pair, say). */
  readonly sha256: string | null;
  /** What the server calls the thing: a tool's name, say. */
  readonly item?: Untrusted;
  /** What stands there, shortened; only where it failed. */
  readonly actual?: Untrusted;
}

interface VerdictHead {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly revision: Revision;
  readonly section: Section;
  /** Rests on prose or on a conclusion of ours: a warning that counts in no grade. */
  readonly advisory: boolean;
  readonly spec: string;
  readonly fix: string;
  readonly basic?: true;
  readonly implied_by?: string;
}

export type Finding =
  | { readonly state: "pass"; readonly evidence: readonly VerdictEvidence[] }
  | {
      readonly state: "fail";
      readonly expected: string;
      /** JSON text of what was found first, shortened. */
      readonly actual: Untrusted;
      /** Every failing item, at most a hundred. */
      readonly evidence: readonly VerdictEvidence[];
      /** How many items failed. */
      readonly failures: number;
    }
  | {
      readonly state: "not-applicable";
      readonly reason: InapplicableReason;
      readonly detail: string;
      readonly evidence: readonly VerdictEvidence[];
    }
  | {
      readonly state: "inconclusive";
      readonly reason: InconclusiveReason;
      readonly detail: string;
      readonly evidence: readonly VerdictEvidence[];
    }
  | { readonly state: "error"; readonly message: string; readonly evidence: readonly VerdictEvidence[] };

/** Rule × capture. */
export type Verdict = VerdictHead & Finding;
