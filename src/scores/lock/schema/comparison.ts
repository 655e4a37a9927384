import type { Json, JsonObject } from "../../../base/json.ts";
import type { SchemaDifference, SchemaEffect, SchemaPath } from "./difference.ts";

/** Two places that are compared, in the documents that their references lead into. */
export interface ComparedSchemas {
  readonly path: SchemaPath;
  readonly member: string;
}

export interface SchemaChangeValues {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/** One comparison of two documents: what it has found, and how much it may still look at. */
export interface Comparison {
  readonly rootBefore: Json;
  readonly rootAfter: Json;
  readonly found: SchemaDifference[];
  /** Pairs under comparison further up: a schema that leads back to itself says nothing new there. */
  readonly open: Map<object, Set<object>>;
  steps: number;
  compare(this: Comparison, before: Json | undefined, after: Json | undefined, place: ComparedSchemas): void;
}

/** What one part of a comparison looks at. */
export type ComparePart = (
  comparison: Comparison,
  before: JsonObject,
  after: JsonObject,
  place: ComparedSchemas,
) => void;

export const note = (
  comparison: Comparison,
  effect: SchemaEffect,
  place: ComparedSchemas,
  what: string,
  { before, after }: SchemaChangeValues = {},
): void => {
  const values = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  comparison.found.push({ effect, path: place.path, member: place.member, what, ...values });
};

export const below = (place: ComparedSchemas, steps: SchemaPath, member: string = place.member): ComparedSchemas => ({
  path: [...place.path, ...steps],
  member,
});

/** `filter` and `tags` are `filter.tags`. */
export const memberOf = ({ member }: ComparedSchemas, name: string): string =>
  member === "" ? name : `${member}.${name}`;
