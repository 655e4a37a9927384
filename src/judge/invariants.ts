import type { Place } from "../capture/capture.ts";

export type InvariantId = `INV-00${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

export type InvariantCategory = "lifecycle" | "capability" | "result-shape" | "error-envelope";

/** `not-applicable`: nothing in the session concerns the invariant. It never fails a run. */
export type InvariantState = "pass" | "fail" | "not-applicable";

export interface Evidence extends Place {
  /** Of the value's RFC 8785 form; null when it has none (half a surrogate pair, a number beyond a double). */
  readonly sha256: string | null;
}

export interface InvariantVerdict {
  readonly id: InvariantId;
  readonly category: InvariantCategory;
  readonly title: string;
  readonly state: InvariantState;
  /** One sentence; may quote the server. */
  readonly detail: string;
  readonly evidence: readonly Evidence[];
}

export interface SessionInvariants {
  readonly server_label: string;
  readonly invariants: readonly InvariantVerdict[];
  /** Only where the session holds no message of the server. nothing: it was asked, and not even an HTTP answer came. */
  readonly unanswered?: "nothing" | "no-message";
}

/** What can go wrong only when one client talks to several servers. */
export type CompositionHazard =
  | { readonly kind: "tool-namespace-overlap"; readonly tool: string; readonly servers: readonly string[] }
  | {
      readonly kind: "shared-transport-id-collision";
      readonly id: string | number;
      readonly servers: readonly string[];
    };

export interface InvariantsReport {
  readonly format: "mcptest-invariants/1";
  readonly ok: boolean;
  readonly sessions: readonly SessionInvariants[];
  readonly composition: readonly CompositionHazard[];
  readonly notes?: readonly string[];
}
