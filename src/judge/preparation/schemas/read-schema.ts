import { type Json, member } from "../../../base/json.ts";
import { untrusted } from "../../../base/untrusted.ts";
import { digestOf } from "../../../capture/digest.ts";
import type { SchemaDialect, SchemaFinding } from "../../core/schema-findings.ts";
import type { SchemaLimitName, SchemaLimits } from "../../core/schema-limits.ts";
import { type DialectDeclaration, defaultDialects, readDeclaration } from "./dialects.ts";
import { type JsonSize, measureJson } from "./measure-json.ts";
import { readGraph } from "./schema-graph.ts";
import { type WalkedSchema, walkSchema } from "./walk-schema.ts";

const MAX_LISTED = 20;
const MAX_SHOWN = 200;

/** The finding about one schema, and what is needed to evaluate values with it. */
export interface ReadSchema {
  readonly finding: SchemaFinding;
  /** null: not read, because it is too large or its dialect is not known. */
  readonly walked: WalkedSchema | null;
  /** The most schemas applied to one value inside each other. */
  readonly longest: number;
}

/** `placeKey` stands for the digest of a schema that has none. */
export const readSchema = (
  value: Json,
  placeKey: string,
  revision: string | null,
  limits: SchemaLimits,
  { known, measured }: KnownSchemas,
): ReadSchema => {
  // A list is read a dozen times in a session, and is written the same each time.
  const text = textOf(value);
  const { size, digest } = (text === undefined ? undefined : measured.get(text)) ?? measure(value, limits);
  if (text !== undefined) measured.set(text, { size, digest });
  const declared = readDeclaration(member(value, "$schema"));
  const readAs = (dialect: SchemaDialect | null): ReadSchema => {
    const key = `${digest ?? placeKey}@${dialect ?? "unknown"}`;
    const read = known.get(key) ?? describe({ value, key, digest, declared, dialect, size, limits });
    known.set(key, read);
    return read;
  };
  if (declared.declaration === "unknown") return readAs(null);
  if (declared.dialect !== null) return readAs(declared.dialect);
  const [first = "2020-12", ...others] = defaultDialects(revision);
  const best = readAs(first);
  if (best.finding.valid !== false) return best;
  return others.map(readAs).find(({ finding }) => finding.valid === true) ?? best;
};

/** What was read in one capture. */
export interface KnownSchemas {
  readonly known: Map<string, ReadSchema>;
  /** By the text as it was sent. */
  readonly measured: Map<string, Measured>;
}

interface Measured {
  readonly size: JsonSize;
  /** The digest of a schema that is too large is still its name: two listings of it are the same schema. */
  readonly digest: string | null;
}

const measure = (value: Json, limits: SchemaLimits): Measured => ({
  size: measureJson(value, { bytes: limits.schemaBytes, depth: limits.schemaJsonDepth }),
  digest: digestOf(value),
});

/** Above that a text would hold a schema a second time; one that is too deep has none that could be made. */
const LONGEST_TEXT = 65_536;

const textOf = (value: Json): string | undefined => {
  try {
    const text = JSON.stringify(value);
    return text.length > LONGEST_TEXT ? undefined : text;
  } catch {
    return undefined;
  }
};

interface Subject extends Pick<SchemaFinding, "key" | "digest" | "dialect"> {
  readonly value: Json;
  readonly declared: DialectDeclaration;
  readonly size: JsonSize;
  readonly limits: SchemaLimits;
}

const describe = (subject: Subject): ReadSchema => {
  const { value, key, digest, declared, dialect, size, limits } = subject;
  const named = member(value, "$schema");
  // A schema in an unknown dialect is read as the newest, but only for its references.
  const walked = size.exceeded === null ? walkSchema(value, dialect ?? "2020-12", limits) : null;
  const graph = walked === null ? { longest: 1, endless: null } : readGraph(walked);
  const exceeded = size.exceeded === null ? (walked?.limits ?? []) : [SIZE_LIMITS[size.exceeded]];
  const problems = dialect === null ? [] : (walked?.problems ?? []);
  const finding: SchemaFinding = {
    key,
    digest,
    declared: typeof named === "string" ? untrusted(named.slice(0, MAX_SHOWN)) : null,
    declaration: declared.declaration,
    dialect,
    valid: problems.length > 0 ? false : dialect === null || walked === null || exceeded.length > 0 ? null : true,
    problems: problems.slice(0, MAX_LISTED),
    problem_count: problems.length,
    network_refs: (walked?.networkRefs ?? []).slice(0, MAX_LISTED),
    unresolved_refs: (walked?.unresolvedRefs ?? []).slice(0, MAX_LISTED),
    endless_ref: graph.endless,
    depth: walked?.depth ?? 0,
    subschemas: walked?.subschemas ?? 0,
    references: walked?.references ?? 0,
    bytes: size.exceeded === null ? size.bytes : null,
    limits_exceeded: exceeded,
  };
  return { finding, walked: dialect === null ? null : walked, longest: graph.longest };
};

const SIZE_LIMITS = { bytes: "schemaBytes", depth: "schemaJsonDepth" } as const satisfies Record<
  NonNullable<JsonSize["exceeded"]>,
  SchemaLimitName
>;
