import type { SchemaDialect } from "../model/schema-findings.ts";

/** What a keyword's value has to be. check-keyword.ts says how each is checked. */
export type Kind =
  | "any"
  | "boolean"
  | "string"
  | "number"
  | "positive-number"
  | "count"
  | "array"
  | "distinct-values"
  | "distinct-strings"
  | "some-distinct-strings"
  | "type"
  | "type-03"
  | "disallow"
  | "regex"
  | "anchor-2019"
  | "anchor"
  | "identifier"
  | "boolean-map"
  | "strings-map"
  | "schema"
  | "schema-or-boolean"
  | "schemas"
  | "schema-or-schemas"
  | "schema-map"
  | "regex-map"
  | "dependencies"
  | "dependencies-04"
  | "dependencies-03";

export interface KeywordTable {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** Whether `true` and `false` are schemas. */
  readonly booleans: boolean;
  /** A keyword that may not stand without the other. */
  readonly needs: ReadonlyMap<string, string>;
}

type Rows = Readonly<Record<string, Kind>>;

// Each dialect is told as what it changes in the one before it; null takes a keyword away.

const DRAFT_03: Rows = {
  $schema: "string",
  id: "string",
  $ref: "string",
  title: "string",
  description: "string",
  default: "any",
  format: "string",
  type: "type-03",
  disallow: "disallow",
  extends: "schema-or-schemas",
  enum: "distinct-values",
  properties: "schema-map",
  patternProperties: "regex-map",
  additionalProperties: "schema-or-boolean",
  items: "schema-or-schemas",
  additionalItems: "schema-or-boolean",
  required: "boolean",
  dependencies: "dependencies-03",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "boolean",
  exclusiveMaximum: "boolean",
  divisibleBy: "positive-number",
  minItems: "count",
  maxItems: "count",
  uniqueItems: "boolean",
  minLength: "count",
  maxLength: "count",
  pattern: "regex",
};

const DRAFT_04: Readonly<Record<string, Kind | null>> = {
  disallow: null,
  extends: null,
  divisibleBy: null,
  multipleOf: "positive-number",
  type: "type",
  required: "some-distinct-strings",
  minProperties: "count",
  maxProperties: "count",
  definitions: "schema-map",
  dependencies: "dependencies-04",
  allOf: "schemas",
  anyOf: "schemas",
  oneOf: "schemas",
  not: "schema",
};

const DRAFT_06: Readonly<Record<string, Kind | null>> = {
  id: null,
  $id: "string",
  additionalProperties: "schema",
  additionalItems: "schema",
  required: "distinct-strings",
  dependencies: "dependencies",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  const: "any",
  contains: "schema",
  propertyNames: "schema",
  examples: "array",
};

const DRAFT_07: Readonly<Record<string, Kind | null>> = {
  $comment: "string",
  enum: "array",
  if: "schema",
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; this table is never awaited.
  then: "schema",
  else: "schema",
  readOnly: "boolean",
  writeOnly: "boolean",
  contentMediaType: "string",
  contentEncoding: "string",
};

const DRAFT_2019: Readonly<Record<string, Kind | null>> = {
  $id: "identifier",
  $anchor: "anchor-2019",
  $recursiveRef: "string",
  $recursiveAnchor: "boolean",
  $vocabulary: "boolean-map",
  $defs: "schema-map",
  dependentSchemas: "schema-map",
  dependentRequired: "strings-map",
  minContains: "count",
  maxContains: "count",
  unevaluatedItems: "schema",
  unevaluatedProperties: "schema",
  contentSchema: "schema",
  deprecated: "boolean",
};

const DRAFT_2020: Readonly<Record<string, Kind | null>> = {
  $anchor: "anchor",
  $dynamicRef: "string",
  $dynamicAnchor: "anchor",
  // No keyword any more, but its meta-schema keeps others from giving it a new meaning.
  $recursiveAnchor: "anchor",
  prefixItems: "schemas",
  items: "schema",
  additionalItems: null,
};

const change = (rows: Rows, changes: Readonly<Record<string, Kind | null>>): Rows =>
  Object.fromEntries(Object.entries({ ...rows, ...changes }).filter((row): row is [string, Kind] => row[1] !== null));

const table = (rows: Rows, booleans: boolean, needs: Readonly<Record<string, string>> = {}): KeywordTable => ({
  kinds: new Map(Object.entries(rows)),
  booleans,
  needs: new Map(Object.entries(needs)),
});

const EXCLUSIVE = { exclusiveMinimum: "minimum", exclusiveMaximum: "maximum" };

const ROWS_04 = change(DRAFT_03, DRAFT_04);
const ROWS_06 = change(ROWS_04, DRAFT_06);
const ROWS_07 = change(ROWS_06, DRAFT_07);
const ROWS_2019 = change(ROWS_07, DRAFT_2019);
const ROWS_2020 = change(ROWS_2019, DRAFT_2020);

const TABLES: Readonly<Record<SchemaDialect, KeywordTable | null>> = {
  // Nobody writes these any more; that they are named is all we say.
  "draft-00": null,
  "draft-01": null,
  "draft-02": null,
  "draft-03": table(DRAFT_03, false, EXCLUSIVE),
  "draft-04": table(ROWS_04, false, EXCLUSIVE),
  "draft-06": table(ROWS_06, true),
  "draft-07": table(ROWS_07, true),
  "2019-09": table(ROWS_2019, true),
  "2020-12": table(ROWS_2020, true),
};

export const keywordsOf = (dialect: SchemaDialect): KeywordTable | null => TABLES[dialect];
