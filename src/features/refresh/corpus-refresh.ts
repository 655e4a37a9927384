/** Why a ref was taken: the chain of `conformance refresh`, so that nobody has to guess. */
export type RefReason =
  | { readonly kind: "asked-for" }
  | { readonly kind: "archive" }
  /** The newest tag that holds the source path; `without` are newer ones that do not. */
  | { readonly kind: "newest-tag"; readonly without: readonly string[] }
  | { readonly kind: "default-branch"; readonly without: readonly string[]; readonly tags: number };

/** Why the files are kept under this revision. */
export type VersionReason = "asked-for" | "requirements";

/** What a refresh did, or with `dry_run` would have done. */
export interface CorpusRefresh {
  readonly version: string;
  readonly version_reason: VersionReason;
  /** Without user info and query. */
  readonly url: string;
  readonly source_path: string;
  /** Absent for an archive that was named itself. */
  readonly ref?: string;
  readonly ref_reason: RefReason;
  readonly commit?: string;
  readonly archive_sha256: string;
  readonly destination: string;
  readonly dry_run: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** Entries of the archive that were not used. */
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
  readonly notes: readonly string[];
}
