import { type LimitRow, limitValues } from "../../wire/limits.ts";

/**
 * The bounds on what a server's JSON Schema may cost us. They are no part of a capture: nothing is sent or waited for,
 * so they stand beside the table of `limits.ts` and not in it. Reaching one is a finding that names it.
 */
export const SCHEMA_LIMIT_TABLE = {
  schemaBytes: { value: 1_048_576, unit: "bytes", why: "a schema of megabytes, counted as compact JSON" },
  schemaDepth: { value: 64, unit: "count", why: "schemas nested inside each other" },
  schemaJsonDepth: { value: 256, unit: "count", why: "any nesting at all, also inside enum, const and default" },
  subschemas: { value: 10_000, unit: "count", why: "a schema of very many small schemas" },
  references: { value: 2_000, unit: "count", why: "a web of $ref" },
  patternChars: { value: 4_096, unit: "count", why: "a regular expression nobody wrote by hand" },
  instanceBytes: { value: 4_194_304, unit: "bytes", why: "a value that takes long to compare with anything" },
  instanceDepth: { value: 128, unit: "count", why: "a value nested deeper than the stack is safe for" },
  frames: { value: 1_000, unit: "count", why: "recursion: depth of the value times schemas applied in place" },
  steps: { value: 100_000, unit: "count", why: "a schema that doubles its own work again and again" },
  totalSteps: { value: 2_000_000, unit: "count", why: "thousands of schemas that each stay just within bounds" },
  pairs: { value: 100_000, unit: "count", why: "a sampling request in which every result belongs to every tool" },
  evaluationMs: { value: 1_000, unit: "ms", why: "a catastrophic regular expression" },
  totalMs: { value: 10_000, unit: "ms", why: "thousands of catastrophic regular expressions" },
  workerMb: { value: 128, unit: "count", why: "an evaluation that fills the memory, in megabytes" },
} as const satisfies Record<string, LimitRow>;

export type SchemaLimitName = keyof typeof SCHEMA_LIMIT_TABLE;

export type SchemaLimits = { readonly [name in SchemaLimitName]: number };

export const DEFAULT_SCHEMA_LIMITS: SchemaLimits = limitValues(SCHEMA_LIMIT_TABLE);
