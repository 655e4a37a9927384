import type { Untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";
import type { SchemaLimitName } from "./schema-limits.ts";

/** The published dialects of JSON Schema, oldest first. The first three are recognised but not evaluated. */
export const SCHEMA_DIALECTS = [
  "draft-00",
  "draft-01",
  "draft-02",
  "draft-03",
  "draft-04",
  "draft-06",
  "draft-07",
  "2019-09",
  "2020-12",
] as const;

export type SchemaDialect = (typeof SCHEMA_DIALECTS)[number];

/**
 * What is known about the JSON Schemas of a capture before it is judged: plain data in a fixed order. The same capture
 * gives the same findings, with one exception: the `time limit` of an evaluation depends on the machine.
 */
export interface SchemaFindings {
  /** Where a message carries a schema, in the order of the capture. */
  readonly places: readonly SchemaPlace[];
  /** By `SchemaFinding.key`; keys in order. */
  readonly schemas: Readonly<Record<string, SchemaFinding>>;
  /** Which value was held against which schema: those of tool calls, then those of sampling requests, each in the order of the capture. */
  readonly pairs: readonly SchemaPair[];
  /** By `SchemaPair.evaluation`; keys in order. */
  readonly evaluations: Readonly<Record<string, SchemaEvaluation>>;
}

export type SchemaRole = "tool-input" | "tool-output" | "elicitation" | "sampling-tool-input" | "sampling-tool-output";

/** Named as evidence names it: the pointer starts at the exchange, or at the session when there is none. */
export interface SchemaPlace extends Place {
  readonly role: SchemaRole;
  /** The name of the tool, where it has one. */
  readonly tool: Untrusted | null;
  /** The revision spoken there, null when the capture does not tell. */
  readonly revision: string | null;
  /** The key of its finding. */
  readonly schema: string;
}

export interface SchemaFinding {
  /** `<digest>@<dialect>`; for a schema without a digest its place stands for it, for an unknown dialect `unknown`. */
  readonly key: string;
  /** `digestOf` the schema; null when it has no canonical form (too deep, half a surrogate pair). */
  readonly digest: string | null;
  /** `$schema` as given, cut to 200 characters; null when absent or no string. */
  readonly declared: Untrusted | null;
  /**
   * exact: the published address. variant: recognised, but spelled differently (http for https, say). absent: none is
   * named. unknown: an address of no published dialect. not-a-string: `$schema` is something else.
   */
  readonly declaration: "exact" | "variant" | "absent" | "unknown" | "not-a-string";
  /** What it was read as; null when the dialect is unknown. */
  readonly dialect: SchemaDialect | null;
  /**
   * Whether it is a schema of that dialect. null: it could not be told, because of a limit or because no keywords of the
   * dialect are known here.
   */
  readonly valid: boolean | null;
  /** At most 20, in the order of the document. */
  readonly problems: readonly SchemaProblem[];
  /** How many there are in all. */
  readonly problem_count: number;
  /** References that could only be followed by fetching something. At most 20. */
  readonly network_refs: readonly SchemaReference[];
  /** References into this document that lead nowhere. At most 20. */
  readonly unresolved_refs: readonly SchemaReference[];
  /** Where a schema applies itself to the same value without end (`{"$ref": "#"}`), null when none does. */
  readonly endless_ref: string | null;
  /** Schemas inside each other, the whole being 1; as far as it was read. */
  readonly depth: number;
  readonly subschemas: number;
  readonly references: number;
  /** Compact JSON in UTF-8; null when counting stopped at the limit. */
  readonly bytes: number | null;
  readonly limits_exceeded: readonly SchemaLimitName[];
}

export interface SchemaProblem {
  /** Into the schema. */
  readonly pointer: string;
  readonly kind: "wrong-value" | "bad-regex" | "not-a-schema";
  /** What is expected there, in our own words. */
  readonly what: string;
}

export interface SchemaReference {
  /** To the keyword that holds the reference. */
  readonly pointer: string;
  /** Cut to 200 characters. */
  readonly ref: Untrusted;
}

export type PairRole = "arguments" | "structured-content" | "sampled-result";

/** A value in the capture and the schema that describes it. */
export interface SchemaPair extends Place {
  readonly role: PairRole;
  readonly tool: Untrusted;
  /** Into `places`: the listing the schema was taken from. */
  readonly schema_place: number;
  /** The key of the finding and of the evaluation. */
  readonly schema: string;
  readonly evaluation: string;
}

export type SchemaEvaluation =
  | { readonly valid: true }
  | { readonly valid: false; readonly errors: readonly InstanceError[] }
  | { readonly not_evaluated: NotEvaluated };

/** At most 20 are kept. */
export interface InstanceError {
  /** Into the value. */
  readonly pointer: string;
  readonly keyword: string;
  /** May quote the schema and the value; cut to 200 characters. */
  readonly message: Untrusted;
}

export const NOT_EVALUATED = [
  "time limit", // the one answer that depends on the machine
  "step limit",
  "too deep",
  "too large",
  "network $ref refused",
  "unresolved $ref",
  "endless $ref",
  "unknown dialect",
  "unsupported dialect", // known, but older than what can be evaluated
  "unsupported keyword", // a $dynamicRef or $recursiveRef whose target depends on the way there
  "unsupported pattern", // valid only without the u flag
  "invalid schema",
  "evaluator failed", // the interpreter threw something unforeseen: our trouble, not the server's
] as const;

export type NotEvaluated = (typeof NOT_EVALUATED)[number];
