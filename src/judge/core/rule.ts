import type { Json, JsonObject } from "../../base/json.ts";
import type { Revision } from "../../protocol/revision.ts";

export const LEVELS = ["MUST", "SHOULD", "MAY"] as const;
export type Level = (typeof LEVELS)[number];

export const SECTIONS = [
  "lifecycle",
  "transport",
  "auth",
  "tools",
  "resources",
  "prompts",
  "utilities",
  "client-features",
  "extensions",
  "schema",
  "security",
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * Where a requirement comes from. `prose` (description, examples) and `derived` (it follows from the text, or from a
 * duty of the other side) make a rule advisory: it warns, and counts in no grade.
 */
export const BASES = ["spec", "schema", "sep", "inherited", "prose", "derived"] as const;
export type Basis = (typeof BASES)[number];

/**
 * Where a rule is judged: in every session with a server, or in one with an authorization server, which `mcptest auth` asks.
 */
export const RULE_LANES = ["compliance", "authorization"] as const;
export type RuleLane = (typeof RULE_LANES)[number];

/** A value per revision. Each key holds until the next one. */
export type ByRevision<T> = Partial<Record<Revision, T>>;

/** What is said about a rule in every revision: a row of compliance/registry. */
export interface RegistryRow {
  readonly rule_id: string;
  /** A claim that is true when the server conforms. */
  readonly title: string;
  readonly section: Section;
  /** The first and the last revision that carry the requirement; absent: from the first, until today. */
  readonly since?: Revision;
  readonly until?: Revision;
  readonly level: Level | ByRevision<Level>;
  /** Page and anchor, as the spec's own site names them. */
  readonly spec: string | ByRevision<string>;
  readonly basis?: Basis | ByRevision<Basis>;
  readonly transport?: RuleTransport;
  /** Absent: compliance alone. */
  readonly lanes?: readonly RuleLane[];
  /** Its failure grades F. */
  readonly basic?: true;
  /** The rule whose failure makes this one fail too. */
  readonly implied_by?: string;
  readonly means: string | ByRevision<string>;
  /** Only where it says more than the questions that the rule rests on. */
  readonly probe?: string | ByRevision<string>;
  readonly why: string;
  /** One line a failing server sends. */
  readonly example: string;
  readonly fix: string;
}

export type RuleTransport = "http" | "stdio";

export type Matcher =
  | { readonly exact: Json }
  | { readonly contains: Json }
  | { readonly icontains: string }
  | { readonly "contains-all": readonly Json[] }
  | { readonly "one-of": readonly Json[] }
  | { readonly regex: string }
  | { readonly type: JsonTypeName }
  | { readonly length: Bounds | number }
  | { readonly range: Bounds }
  | { readonly schema: JsonObject | boolean }
  | { readonly not: Matcher };

export const MATCHERS = [
  "exact",
  "contains",
  "icontains",
  "contains-all",
  "one-of",
  "regex",
  "type",
  "length",
  "range",
  "schema",
  "not",
] as const;

/** As JSON Schema names them. */
export const JSON_TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
export type JsonTypeName = (typeof JSON_TYPES)[number];

/** Both ends are included; one may be left out. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export interface Condition {
  /** A fact, or a path into one: `unknown_method.error.code`. */
  readonly target: string;
  readonly matcher: Matcher;
}

export interface Expectation extends Condition {
  /** What was expected, in words; without it the matcher is described. */
  readonly message?: string;
}

/** What a rule expects in one revision: a row of compliance/<revision>. */
export interface CorpusRow {
  readonly rule_id: string;
  /** Preconditions. Where one does not hold, the rule does not apply. */
  readonly when?: readonly Condition[];
  /** Over a list: every item has to meet the expectations, and each that does not is named. */
  readonly each?: boolean;
  readonly expect: readonly Expectation[];
}

/** A rule as it stands in one revision: registry and corpus row together. */
export interface Rule
  extends Pick<RegistryRow, "title" | "section" | "fix" | "transport" | "basic" | "implied_by">,
    Omit<CorpusRow, "rule_id"> {
  readonly id: string;
  readonly level: Level;
  /** Rests on prose or on a conclusion of ours: a warning that does not affect the grade. */
  readonly advisory: boolean;
  readonly spec: string;
  /** The identifier of the extension it belongs to; absent of a rule of the core. */
  readonly extension?: string;
}

export interface Ruleset {
  readonly revision: Revision;
  readonly rules: readonly Rule[];
}
