import type { SchemaDialect, SchemaFinding } from "../model/schema-findings.ts";
import { compareRevisions } from "../model/revision.ts";

/** `$schema` without the empty fragment that old drafts write and new ones do not. */
const ADDRESSES: ReadonlyMap<string, SchemaDialect> = new Map([
  ["http://json-schema.org/draft-00/schema", "draft-00"],
  ["http://json-schema.org/draft-01/schema", "draft-01"],
  ["http://json-schema.org/draft-02/schema", "draft-02"],
  ["http://json-schema.org/draft-03/schema", "draft-03"],
  ["http://json-schema.org/draft-04/schema", "draft-04"],
  // Draft 5 corrected the text of draft 4 and kept its meta-schema; a few writers name it all the same.
  ["http://json-schema.org/draft-05/schema", "draft-04"],
  ["http://json-schema.org/draft-06/schema", "draft-06"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft/2019-09/schema", "2019-09"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
]);

export interface Declaration {
  readonly declaration: SchemaFinding["declaration"];
  /** null: absent or not known. */
  readonly dialect: SchemaDialect | null;
}

/** What `$schema` names. Undefined means that the schema has no such member. */
export const readDeclaration = (value: unknown): Declaration => {
  if (value === undefined) return { declaration: "absent", dialect: null };
  if (typeof value !== "string") return { declaration: "not-a-string", dialect: null };
  const address = value.endsWith("#") ? value.slice(0, -1) : value;
  const exact = ADDRESSES.get(address);
  if (exact !== undefined) return { declaration: "exact", dialect: exact };
  // A browser is sent from one to the other, so people write both; the meaning is never in doubt.
  const variant = ADDRESSES.get(otherScheme(address.replace(/\/$/, ""))) ?? ADDRESSES.get(address.replace(/\/$/, ""));
  return variant === undefined
    ? { declaration: "unknown", dialect: null }
    : { declaration: "variant", dialect: variant };
};

const otherScheme = (address: string): string =>
  address.startsWith("https:") ? `http:${address.slice(6)}` : address.replace(/^http:/, "https:");

const FIRST_WITH_DEFAULT = "2025-11-25";

/**
 * How a schema without `$schema` is read, best reading first. From 2025-11-25 on the spec says 2020-12. Before that it
 * said nothing, so whatever validates in one of the two dialects in use is accepted; so it is where the revision is not
 * known.
 */
export const defaultDialects = (revision: string | null): readonly SchemaDialect[] =>
  revision !== null && compareRevisions(revision, FIRST_WITH_DEFAULT) >= 0 ? ["2020-12"] : ["2020-12", "draft-07"];

/** Drafts before 2019-09 ignore everything beside a `$ref`. */
export const refHidesSiblings = (dialect: SchemaDialect): boolean => {
  switch (dialect) {
    case "draft-00":
    case "draft-01":
    case "draft-02":
    case "draft-03":
    case "draft-04":
    case "draft-06":
    case "draft-07":
      return true;
    case "2019-09":
    case "2020-12":
      return false;
  }
};

/** How the interpreter names the dialect; null when it has none that fits. */
export const interpreterDraft = (dialect: SchemaDialect): "4" | "7" | "2019-09" | "2020-12" | null => {
  switch (dialect) {
    case "draft-00":
    case "draft-01":
    case "draft-02":
    case "draft-03":
      return null;
    case "draft-04":
      return "4";
    // What draft 7 adds to draft 6 never reaches the interpreter: only keywords of the dialect do.
    case "draft-06":
    case "draft-07":
      return "7";
    case "2019-09":
    case "2020-12":
      return dialect;
  }
};
