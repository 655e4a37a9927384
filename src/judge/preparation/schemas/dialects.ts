import { compareRevisions } from "../../../protocol/revision.ts";
import type { SchemaDialect, SchemaFinding } from "../../core/schema-findings.ts";

/** `$schema` without the empty fragment that old drafts write and new ones do not. */
const ADDRESSES: ReadonlyMap<string, SchemaDialect> = new Map([
  ...(["draft-00", "draft-01", "draft-02", "draft-03", "draft-04", "draft-06", "draft-07"] as const).map(
    (dialect) => [`http://json-schema.org/${dialect}/schema`, dialect] as const,
  ),
  // Draft 5 corrected the text of draft 4 and kept its meta-schema; a few authors still name it.
  ["http://json-schema.org/draft-05/schema", "draft-04"],
  ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
]);

export interface DialectDeclaration {
  readonly declaration: SchemaFinding["declaration"];
  /** null: absent or not known. */
  readonly dialect: SchemaDialect | null;
}

/** What `$schema` names. Undefined means that the schema has no such member. */
export const readDeclaration = (value: unknown): DialectDeclaration => {
  if (value === undefined) return { declaration: "absent", dialect: null };
  if (typeof value !== "string") return { declaration: "not-a-string", dialect: null };
  const address = value.endsWith("#") ? value.slice(0, -1) : value;
  const exact = ADDRESSES.get(address);
  if (exact !== undefined) return { declaration: "exact", dialect: exact };
  // The site redirects from one to the other, so people write both; the meaning is clear.
  const variant = ADDRESSES.get(otherScheme(address.replace(/\/$/, ""))) ?? ADDRESSES.get(address.replace(/\/$/, ""));
  return variant === undefined
    ? { declaration: "unknown", dialect: null }
    : { declaration: "variant", dialect: variant };
};

const otherScheme = (address: string): string =>
  address.startsWith("https:") ? `http:${address.slice(6)}` : address.replace(/^http:/, "https:");

const FIRST_WITH_DEFAULT = "2025-11-25";

/**
 * How a schema without `$schema` is read, best reading first. From 2025-11-25 on the spec says 2020-12. Before that, and
 * where the revision is unknown, a schema that is valid in either of the two dialects in use is accepted.
 */
export const defaultDialects = (revision: string | null): readonly SchemaDialect[] =>
  revision !== null && compareRevisions(revision, FIRST_WITH_DEFAULT) >= 0 ? ["2020-12"] : ["2020-12", "draft-07"];

/** Drafts before 2019-09 ignore everything next to a `$ref`. */
export const refHidesSiblings = (dialect: SchemaDialect): boolean => dialect.startsWith("draft-");

/** The interpreter's name for the dialect; null when it has none that fits. */
export const INTERPRETER_DRAFTS = {
  "draft-00": null,
  "draft-01": null,
  "draft-02": null,
  "draft-03": null,
  "draft-04": "4",
  // What draft 7 adds to draft 6 never reaches the interpreter: only keywords of the dialect do.
  "draft-06": "7",
  "draft-07": "7",
  "2019-09": "2019-09",
  "2020-12": "2020-12",
} as const satisfies Record<SchemaDialect, string | null>;
