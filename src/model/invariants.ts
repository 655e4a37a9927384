import type { Exchange, ReceivedMessage } from "./capture.ts";
import type { Json, JsonObject } from "./json.ts";

export type InvariantId = `INV-00${1 | 2 | 3 | 4 | 5 | 6 | 7}`;

export type InvariantCategory = "lifecycle" | "capability" | "result-shape" | "error-envelope";

/** `not-applicable`: the session holds nothing the invariant speaks about. It never fails a run. */
export type InvariantState = "pass" | "fail" | "not-applicable";

/**
 * A place in a capture. `exchange` is the exchange's id, or its place in the list when it has none; null means that
 * the pointer starts at the session instead.
 */
export interface Evidence {
  readonly exchange: string | number | null;
  readonly pointer: string;
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
}

/** What can go wrong only when several servers stand behind one client. */
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

/** The parts of a session that are known only when all of it has been read. */
export interface SessionHead {
  readonly server_label: string;
  readonly server_capabilities: JsonObject | null;
}

/** Where an exchange stands in its capture. */
export interface ExchangePlace {
  readonly id?: string | undefined;
  readonly index: number;
}

/**
 * Takes a session piece by piece, so that nobody has to hold it. An exchange comes once, when no more will be learnt of
 * it, without what arrived meanwhile; those messages come by themselves, in any order among the exchanges.
 */
export interface SessionSink {
  exchange(exchange: Exchange, place: ExchangePlace): void;
  meanwhile(message: ReceivedMessage, place: ExchangePlace, position: number): void;
  unsolicited(message: ReceivedMessage, position: number): void;
  end(head: SessionHead): void;
}

/** Hands in the digest of a value: hashing is no business of the pure folders. */
export type DigestOf = (value: Json) => string | null;
