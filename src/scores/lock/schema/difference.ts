import type { Json } from "../../../base/json.ts";

/**
 * What a difference does to the values that a schema accepts.
 * narrowed: it accepts fewer. widened: it accepts more. undecided: it cannot be told which.
 * added, removed: an object has one more, or one fewer, member that the schema speaks of.
 * reworded: it accepts the same and says something else to whoever reads it. cosmetic: neither.
 */
export const SCHEMA_EFFECTS = ["narrowed", "widened", "undecided", "added", "removed", "reworded", "cosmetic"] as const;
export type SchemaEffect = (typeof SCHEMA_EFFECTS)[number];

export type SchemaPath = readonly (string | number)[];

export interface SchemaDifference {
  readonly effect: SchemaEffect;
  /** Where it stands: in the newer schema, or in the older one for what is gone. */
  readonly path: SchemaPath;
  /** The member of the value that it is about, such as `filter.tags[]`; empty for the whole value. Names are the server's. */
  readonly member: string;
  /** Our own words. */
  readonly what: string;
  readonly before?: Json;
  readonly after?: Json;
}
