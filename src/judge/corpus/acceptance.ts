import type { Untrusted } from "../../base/untrusted.ts";

/** Who takes a tool list: providers of models, hosts, directories, and what all of them have in common. */
export const CONSUMERS = [
  "openai",
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "claude-code",
  "claude-desktop",
  "gemini",
  "vscode",
  "copilot-studio",
  "cursor",
  "portable",
  "registry",
  "claude-directory",
  "openai-directory",
] as const;
export type Consumer = (typeof CONSUMERS)[number];

/** Where people use tools as they are. Strict modes, directories and the common denominator are asked for knowingly. */
export const USUAL_CONSUMERS: readonly Consumer[] = [
  "openai",
  "anthropic",
  "claude-code",
  "claude-desktop",
  "gemini",
  "vscode",
  "copilot-studio",
  "cursor",
];

export const CONSUMER_KINDS = ["provider", "host", "common", "directory"] as const;
export type ConsumerKind = (typeof CONSUMER_KINDS)[number];

/** dropped: the tool works, but not all that it says arrives. */
export const ACCEPTANCE_VERDICTS = ["accepted", "dropped", "rejected"] as const;
export type AcceptanceVerdict = (typeof ACCEPTANCE_VERDICTS)[number];

/** What goes down with one tool that is not accepted, the widest first. */
export const BLAST_RADII = ["server", "request", "list", "tool"] as const;
export type BlastRadius = (typeof BLAST_RADII)[number];

/** How a row is checked. What it allows is data; how it is looked at is code. */
export const ACCEPTANCE_CHECKS = [
  "name-pattern",
  "full-name-length",
  "tool-count",
  "description-length",
  "description-missing",
  "instructions-length",
  "root-not-object",
  "root-keywords",
  "property-keys",
  "keywords",
  "output-keywords",
  "type-array",
  "no-items",
  "no-properties",
  "empty-properties",
  "enum-not-strings",
  "open-objects",
  "optional-properties",
  "required-unknown",
  "depth",
  "property-count",
  "enum-count",
  "recursive",
  "look-around",
  "hints",
  "any-hint",
  "title-missing",
  "output-schema-missing",
  "mixed-methods",
  "sensitive-parameters",
  "widget-resource",
  "widget-policy",
  "privacy-link",
  "revisions",
  "transport",
  "remote-https",
  "server-json",
] as const;
export type AcceptanceCheck = (typeof ACCEPTANCE_CHECKS)[number];

export type Confidence = "high" | "medium" | "low";

/** One thing that a consumer wants. */
export interface ProfileRow {
  /** `openai/name`, for `mcptest explain`. */
  readonly id: string;
  readonly check: AcceptanceCheck;
  /** A pattern, a number or a list of words, as the check needs it. */
  readonly limit?: string | number | readonly string[];
  /** What becomes of a tool that does not keep to it. */
  readonly effect: Exclude<AcceptanceVerdict, "accepted">;
  readonly blast: BlastRadius;
  /** What the consumer does, in one sentence. */
  readonly why: string;
  /** How to change the tool. */
  readonly change: string;
  readonly sources: readonly string[];
  /** When the source was last seen to say so. */
  readonly seen: string;
  readonly confidence: Confidence;
}

/** What one consumer accepts, as dated rows. */
export interface Profile {
  readonly consumer: Consumer;
  readonly title: string;
  readonly kind: ConsumerKind;
  /** How a host names a tool to its model: `{server}` and `{tool}` are replaced. */
  readonly prefix?: string;
  readonly rows: readonly ProfileRow[];
}

/** A host, and the revisions it was seen to speak. */
export interface HostRow {
  readonly host: string;
  readonly revisions: readonly string[];
  readonly source: string;
  readonly seen: string;
}

export interface AcceptanceTable {
  readonly profiles: readonly Profile[];
  readonly hosts: readonly HostRow[];
}

/** A consumer and a tool. */
export interface AcceptanceEntry {
  readonly consumer: Consumer;
  /** null: the server as a whole. */
  readonly tool: Untrusted | null;
  readonly verdict: AcceptanceVerdict;
  /** What becomes of it and why; null where it is accepted as it is. */
  readonly why: Untrusted | null;
  readonly change: string | null;
  /** Only where it is not accepted: how far it reaches. */
  readonly blast?: BlastRadius;
  /** The rows that say so, for `mcptest explain`. */
  readonly rows?: readonly string[];
}

/** Whether a host can talk to the server at all. */
export interface HostEntry {
  readonly host: string;
  readonly reached: boolean;
  readonly revisions: readonly string[];
}

/** What was said by a consumer so long ago that it may have changed. */
export interface AgedProfile {
  readonly consumer: Consumer;
  readonly days: number;
}

export const OLD_AFTER_DAYS = 180;

export interface Acceptance {
  readonly acceptance: readonly AcceptanceEntry[];
  readonly hosts: readonly HostEntry[];
  readonly aged: readonly AgedProfile[];
}

/** What `mcptest accept` says. */
export interface AcceptanceResult extends Acceptance {
  readonly format: "mcptest-acceptance/1";
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: string;
  readonly observed_at: string | null;
  readonly server: { readonly name: Untrusted | null; readonly version: Untrusted | null; readonly tools: number };
  readonly consumers: readonly { readonly consumer: Consumer; readonly title: string; readonly seen: string }[];
  /** Only with --show: the tools as that consumer is sent them. */
  readonly shown?: { readonly consumer: Consumer; readonly tools: readonly unknown[] };
  readonly notes: readonly string[];
}
