import type { Untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Origin } from "./origin.ts";
import type { Rule } from "./rule.ts";

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
  // Of a client: the session never came to what the rule is about.
  "not-reached",
] as const;
export type InconclusiveReason = (typeof INCONCLUSIVE_REASONS)[number];

/** Why a rule does not apply to this session. */
export type InapplicableReason = "precondition-absent" | "not-offered" | "other-transport";

/** A place with the digest of what stands there. A pointer that ends in `raw` has the digest of the bytes. */
export interface VerdictEvidence extends Place {
  /** Of the value's RFC 8785 form, or of the raw bytes; null when the value has none (half a surrogate pair, say). */
  readonly sha256: string | null;
  /** What the server calls the thing: a tool's name, say. */
  readonly item?: Untrusted;
  /** What stands there, shortened; only where it failed. */
  readonly actual?: Untrusted;
}

/** Of a failure, the evidence is every failing item, at most a hundred. */
export type Finding = { readonly evidence: readonly VerdictEvidence[] } & (
  | { readonly state: "pass" }
  | {
      readonly state: "fail";
      readonly expected: string;
      /** JSON text of what was found first, shortened. */
      readonly actual: Untrusted;
      /** How many items failed. */
      readonly failures: number;
      /** Whose fault it is; absent where nobody was asked, as in the verdicts on a client. */
      readonly origin?: Origin;
    }
  | { readonly state: "not-applicable"; readonly reason: InapplicableReason; readonly detail: string }
  | { readonly state: "inconclusive"; readonly reason: InconclusiveReason; readonly detail: string }
  | { readonly state: "error"; readonly message: string }
);

/** Rule × capture. */
export type Verdict = Omit<Rule, "transport" | "when" | "each" | "expect"> & { readonly revision: Revision } & Finding;

export type FailedVerdict = Extract<Verdict, { readonly state: "fail" }>;
