import type { Untrusted } from "../../base/untrusted.ts";

/** What the registry refuses is an error; what it takes, and clients or users trip over, a warning. */
export type EntryLevel = "error" | "warning";

/** The rules for a server.json; docs/registry.md says what each asks for and which text it rests on. */
export const ENTRY_RULES = [
  "schema",
  "schema-version",
  "unknown-member",
  "placeholder",
  "name-form",
  "description-length",
  "version-range",
  "version-form",
  "title-blank",
  "website-url",
  "repository",
  "icon-url",
  "meta-dropped",
  "meta-size",
  "nothing-to-reach",
  "registry-type",
  "package-identifier",
  "package-version",
  "registry-base-url",
  "file-hash",
  "runtime-hint",
  "argument",
  "input",
  "input-name",
  "input-variable",
  "secret-value",
  "package-transport",
  "remote-url",
  "remote-variable",
  "remote-duplicate",
  "live-name",
  "live-version",
  "live-transport",
  "live-unreachable",
] as const;
export type EntryRule = (typeof ENTRY_RULES)[number];

export interface EntryFinding {
  readonly rule: EntryRule;
  readonly level: EntryLevel;
  /** RFC 6901. Of a member that is missing: where it would stand. */
  readonly pointer: string;
  /** One sentence that begins with the place and says what to do. */
  readonly message: Untrusted;
}

/** A finding with the place in the file, both from 1. */
export interface LocatedFinding extends EntryFinding {
  readonly line: number;
  readonly column: number;
}

/** What came of running one remote or package. */
export interface LiveOutcome {
  /** `remotes[0]`, `packages[1]`. */
  readonly place: string;
  readonly target: Untrusted;
  readonly state: "answered" | "auth-required" | "unreachable" | "skipped";
  /** Why it was skipped, or what stood in the way. */
  readonly reason: Untrusted | null;
  readonly name: Untrusted | null;
  readonly version: Untrusted | null;
  readonly revision: string | null;
}

/** What `mcptest registry validate` says. */
export interface EntryValidation {
  readonly format: "mcptest-registry-validation/1";
  readonly tool: { readonly name: string; readonly version: string };
  readonly file: string;
  /** The published schema that it was held against, by its date. */
  readonly schema: string;
  readonly name: Untrusted | null;
  readonly version: Untrusted | null;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly LocatedFinding[];
  readonly live?: readonly LiveOutcome[];
}
