import type { Json } from "../../base/json.ts";
import type { Untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";
import type { InconclusiveReason } from "../../judge/core/verdict.ts";
import type { JudgedCapture, JudgedServer } from "../../judge/judged.ts";
import type { SurfaceChange } from "../lock/lock.ts";

/** The Agent-Tool Discoverability Standard: a public draft (CC-BY, SaSame), not one of the protocol project. */
export const STANDARD_NAME = "agent-tool-discoverability-standard";

export const STANDARD_VERSIONS = ["0.1", "0.2", "0.3", "0.4"] as const;
export type StandardVersion = (typeof STANDARD_VERSIONS)[number];
export const DEFAULT_STANDARD = "0.2" satisfies StandardVersion;

export const isStandardVersion = (text: unknown): text is StandardVersion =>
  STANDARD_VERSIONS.some((version) => version === text);

export const CRITERION_IDS = ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10"] as const;
export type CriterionId = (typeof CRITERION_IDS)[number];

export const DISCOVERABILITY_GRADES = ["A", "B", "C", "D"] as const;
export type DiscoverabilityGrade = (typeof DISCOVERABILITY_GRADES)[number];

/** A value that was read, and where. Short scalars stand here themselves, everything else by its digest. */
export type EvidenceValue = Place &
  (
    | { readonly value: null | boolean | number | string }
    /** Of the value's RFC 8785 form; null when it has none. */
    | { readonly sha256: string | null }
  );

/**
 * What a criterion rests on: the requests sent and the values read from the capture. A certificate carries the sha256 of
 * the RFC 8785 form of this object, so anyone who has the capture can recompute it.
 */
export interface CriterionEvidence {
  readonly criterion: CriterionId;
  readonly requests: readonly { readonly exchange: string | number; readonly message: Json | null }[];
  readonly values: readonly EvidenceValue[];
}

/** Figures by name. The volatile ones differ between two runs against the same server; the stable ones should not. */
export type Figures = Readonly<Record<string, null | boolean | number | string>>;

/** A tool that keeps a criterion from passing, and what is wrong with it in our own words. */
export interface ToolFault {
  /** What the server calls it; `tool 3` when it has no name. */
  readonly tool: Untrusted;
  readonly fault: string;
  /** The text it is about, shortened. */
  readonly text?: Untrusted;
}

export interface CriterionVerdict {
  readonly id: CriterionId;
  readonly title: string;
  /** What is checked, in one phrase. */
  readonly checks: string;
  /** As the standard says: what could not be observed did not pass. */
  readonly pass: boolean;
  /** Why it could not be observed; null when it was. */
  readonly unobserved: InconclusiveReason | null;
  /** One sentence of ours with the figures; a server's words are in `faults` only. */
  readonly detail: string;
  readonly measured: Figures;
  readonly volatile: Figures;
  readonly evidence: CriterionEvidence;
  /** Which tools, and what about them; at most a hundred. */
  readonly faults: readonly ToolFault[];
  /** What to change; null when it passes. */
  readonly fix: string | null;
}

/** Whether a call brought real content. Only `verified` ever counts. */
export const DELIVERY_STATES = ["verified", "unverified-priced", "unverified-unsafe", "unverified", "none"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Delivery {
  /**
   * unverified-priced: a price stands in front of it. unverified-unsafe: no tool may be called. unverified: tools were
   * called and brought nothing. none: there was nothing to call.
   */
  readonly state: DeliveryState;
  /** The sentence a certificate carries; names the tool that delivered with everything unusual taken out. */
  readonly text: string;
  readonly tools_called: number;
}

/** The tool surface that was judged: when it changes, so may every criterion. */
export interface ToolSurface {
  readonly tools: number;
  readonly pages: number;
  /** Of the RFC 8785 form of the list of all tools, sorted by name; null when there is no list or it has no such form. */
  readonly sha256: string | null;
}

/** C1 to C10 over one capture. Pure: the same capture and version give the same block, byte for byte. */
export interface Discoverability {
  readonly standard: { readonly name: typeof STANDARD_NAME; readonly version: StandardVersion };
  /** The revision the criteria were read in; null when none was spoken. */
  readonly revision: string | null;
  /** How the server was entered (C1). */
  readonly entry: "initialize" | "server/discover" | null;
  /** All ten, in order. */
  readonly criteria: readonly CriterionVerdict[];
  readonly passes: number;
  /** null: nothing answered, or the session was cut short, so nothing can be said about the server. */
  readonly grade: DiscoverabilityGrade | null;
  /** A sentence when the grade may not be above B for want of verified content (C7), else null. */
  readonly honesty_cap: string | null;
  readonly delivery: Delivery;
  /** The server asks for credentials before it answers anything, so an agent without them gets nothing either. */
  readonly auth_required: boolean;
  readonly surface: ToolSurface;
}

/** What `mcptest audit` says about a capture. */
export interface Audit extends JudgedCapture {
  readonly format: "mcptest-audit/1";
  readonly server: Omit<JudgedServer, "era">;
  /** When the capture was begun; null when it does not say. */
  readonly observed_at: string | null;
  readonly discoverability: Discoverability;
  /** Of the capture's RFC 8785 form. */
  readonly capture_sha256: string | null;
}

/** A certificate compared with an audit of today. */
export interface CertificateComparison {
  readonly criteria: readonly { readonly id: CriterionId; readonly certified: boolean; readonly now: boolean }[];
  readonly grade: { readonly certified: DiscoverabilityGrade; readonly now: DiscoverabilityGrade | null };
  /** Whether the tools are still the certified ones; unknown when one of the two digests is missing. */
  readonly surface: CertificateDrift["surface"];
  /** What changed in them, the worst first; only where the certificate's own capture was given, too. */
  readonly changes?: readonly SurfaceChange[];
  /** Whether the audit was of the server the certificate is about; unknown for a command, which has no address. */
  readonly subject: "same" | "other" | "unknown";
  /** Both ran under the same version of the standard. */
  readonly standard: { readonly certified: string; readonly now: string };
  /** Every certified pass still passes and no tool changed. */
  readonly holds: boolean;
}

/** Whether the tools of today are the certified ones. */
export interface CertificateDrift {
  /** unknown when one of the two digests is missing. */
  readonly surface: "same" | "changed" | "unknown";
  /** What changed, the worst first; only where the certificate's own capture was given, too. */
  readonly changes?: readonly SurfaceChange[];
}
