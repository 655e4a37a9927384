import type { Untrusted } from "../../base/untrusted.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ClientProfile, Role } from "../core/client.ts";
import type { ByRevision, Level } from "../core/rule.ts";
import type { InapplicableReason, InconclusiveReason, VerdictEvidence, VerdictState } from "../core/verdict.ts";
import type { JudgedCapture, JudgedServer } from "../judged.ts";

/** Whom a row of a SEP binds. A tool definition is what a server lists. */
export const CHECK_ROLES = ["server", "tool-definition", "client", "auth-server"] as const;
export type CheckRole = (typeof CHECK_ROLES)[number];

/** A requirement with an id by which it can be tested. */
export interface SepCheck {
  readonly check: string;
  readonly text: string;
  readonly url: string;
}

/** A requirement that its authors say cannot be tested, and why. */
export interface SepExclusion {
  readonly text: string;
  readonly excluded: string;
  readonly url: string;
  readonly issue?: string;
}

/** One file of a corpus: what one SEP demands. */
export interface Sep {
  readonly sep: number;
  readonly spec_url: string;
  /** Who chose the ids, where that was not the official suite. */
  readonly origin?: string;
  readonly checks: readonly SepCheck[];
  readonly exclusions: readonly SepExclusion[];
}

interface CoreRowBase {
  readonly text: string;
  /** Of the sentence in the specification. */
  readonly level: Level | ByRevision<Level>;
  /** Page and anchor, as the spec's own site names them. */
  readonly spec: string | ByRevision<string>;
  /** The first and the last revision that carry the requirement; absent: from the first, until today. */
  readonly since?: Revision;
  readonly until?: Revision;
}

/** A row of conformance-corpus/core/: a requirement in all the revisions that have it, whatever SEP it came from. */
export type CoreRow = CoreRowBase &
  (
    | { readonly check: string; readonly rules: readonly string[]; readonly transport?: "http" | "stdio" }
    | { readonly excluded: string }
  );

/** A core requirement in one revision. */
export interface CoreCheck extends SepCheck {
  readonly level: Level;
  readonly mapping: CheckMapping;
}

/** What the specification itself asks of a server, or of a client, in one revision, apart from the SEPs. */
export interface CoreRequirements {
  readonly checks: readonly CoreCheck[];
  readonly exclusions: readonly SepExclusion[];
}

export const CORPUS_SOURCES = ["override", "cache", "embedded"] as const;
export type CorpusSource = (typeof CORPUS_SOURCES)[number];

/** One version of the specification: its SEPs in the order of their numbers, and its core. */
export interface SepCorpus {
  readonly version: string;
  readonly source: CorpusSource;
  readonly seps: readonly Sep[];
  /** Empty where only a user's own folder counts. */
  readonly core: CoreRequirements;
  /** What is odd about the files: an id twice, a number that is not the file's. */
  readonly warnings: readonly string[];
}

/** What a check id means to mcptest: a row of conformance-corpus/mapping.yaml. */
export interface CheckMapping {
  readonly roles: readonly CheckRole[];
  /** Rules that decide it for a server. */
  readonly rules: readonly string[];
  /** Rules that decide it for a client; absent where none does. */
  readonly clients?: readonly string[];
  readonly level?: Level;
  /** The capability a server or client declares to be bound by the row; true where none exists. */
  readonly extension?: string | true;
  readonly transport?: "http" | "stdio";
  /** Something must never happen: rules that looked and found nothing of the kind decide it too. */
  readonly ban?: true;
  readonly note?: string;
}

export type SepMapping = Readonly<Record<string, CheckMapping>>;

export const CHECK_STATES = [
  "pass",
  "fail",
  "not-exercised",
  "not-for-servers",
  "not-for-clients",
  "not-implemented",
  "error",
] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export type CheckReason =
  | InconclusiveReason
  | InapplicableReason
  | "revision-not-spoken" // nothing was said in the revision of the corpus
  | "other-role" // the row binds somebody else
  | "unknown-check" // no row of the mapping has this id
  | "no-rule" // known, and no rule decides it
  | "internal-error";

/** One check × one capture. */
export interface CheckResult {
  readonly check: string;
  /** null: a core requirement. */
  readonly sep: number | null;
  /** null: the text has no keyword and the mapping names no level; it counts in none. */
  readonly level: Level | null;
  readonly roles: readonly CheckRole[];
  readonly extension: boolean;
  readonly state: CheckState;
  /** `absence`: a ban that held because nothing of the kind was found where it was looked for. */
  readonly held_by?: "observation" | "absence";
  readonly text: string;
  readonly rules: readonly { readonly id: string; readonly state: VerdictState }[];
  readonly reason?: CheckReason;
  readonly detail?: string;
  readonly expected?: string;
  readonly actual?: Untrusted;
  readonly fix?: string;
  readonly evidence: readonly VerdictEvidence[];
  readonly spec: string;
}

export interface LevelCount {
  readonly passed: number;
  readonly total: number;
}

export interface CoreCount {
  /** Rows that were exercised. */
  readonly tested: number;
  readonly passed: number;
  readonly excluded: number;
}

export interface SepCount extends CoreCount {
  readonly sep: number;
}

export interface ConformanceCoverage {
  readonly checks: number;
  readonly exercised: number;
  readonly not_exercised: number;
  /** Rows that bind somebody else. */
  readonly not_applicable: number;
  readonly not_implemented: number;
  /** Why rows were not judged, the most frequent first. */
  readonly reasons: readonly { readonly state: CheckState; readonly reason: CheckReason; readonly checks: number }[];
}

/** The share of checks without a failure, as the official suite counts: a violated SHOULD is a warning there. */
export interface OfficialFigure {
  readonly without_failure: number;
  readonly exercised: number;
  /** 0 to 100, one decimal; null when nothing was exercised. */
  readonly percent: number | null;
}

/** What a conformance run says. The members up to per_sep are those of the founding document, the rest is added. */
export interface ConformanceResult extends JudgedCapture {
  readonly target_version: string;
  readonly corpus_source: CorpusSource;
  readonly must: LevelCount;
  readonly should: LevelCount;
  readonly may: LevelCount;
  /** null: no check at all was exercised. */
  readonly tier: "tier-1" | "tier-2" | "tier-3" | "fail" | null;
  readonly badge: "T1" | "T2" | "T3" | "F" | null;
  readonly per_sep: readonly SepCount[];
  /** The rows of no SEP; they count in must, should and may as the others do. */
  readonly core: CoreCount;
  readonly format: "mcptest-conformance/1";
  /** Who was scored; absent: the server. */
  readonly role?: Extract<Role, "client">;
  /** Only of a client. */
  readonly client?: ClientProfile;
  readonly server: JudgedServer;
  /** The revision whose rules were applied; null where the server or client does not speak the corpus's. */
  readonly revision: Revision | null;
  /** What it was seen to speak. */
  readonly spoken: readonly string[];
  readonly coverage: ConformanceCoverage;
  readonly official_style: OfficialFigure;
  readonly checks: readonly CheckResult[];
}
