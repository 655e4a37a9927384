import type { SchemaDialect } from "../../core/schema-findings.ts";
import type { KeywordKind } from "./check-keyword.ts";

export interface KeywordTable {
  readonly kinds: ReadonlyMap<string, KeywordKind>;
  /** Whether `true` and `false` are schemas. */
  readonly booleans: boolean;
  /** A keyword that may not stand without the other. */
  readonly needs: ReadonlyMap<string, string>;
}

/** The keywords of each kind, separated by spaces. */
type Rows = Partial<Record<KeywordKind | "removed", string>>;

// Each dialect is written as what it changes in the one before it.

const DRAFT_03: Rows = {
  string: "$schema id $ref title description format",
  any: "default",
  "type-03": "type",
  disallow: "disallow",
  "distinct-values": "enum",
  "schema-map": "properties",
  "regex-map": "patternProperties",
  "schema-or-boolean": "additionalProperties additionalItems",
  "schema-or-schemas": "items extends",
  "dependencies-03": "dependencies",
  boolean: "required exclusiveMinimum exclusiveMaximum uniqueItems",
  number: "minimum maximum",
  "positive-number": "divisibleBy",
  count: "minItems maxItems minLength maxLength",
  regex: "pattern",
};

const DRAFT_04: Rows = {
  removed: "disallow extends divisibleBy",
  "positive-number": "multipleOf",
  type: "type",
  "some-distinct-strings": "required",
  count: "minProperties maxProperties",
  "schema-map": "definitions",
  "dependencies-04": "dependencies",
  schemas: "allOf anyOf oneOf",
  schema: "not",
};

const DRAFT_06: Rows = {
  removed: "id",
  string: "$id",
  schema: "additionalProperties additionalItems contains propertyNames",
  "distinct-strings": "required",
  dependencies: "dependencies",
  number: "exclusiveMinimum exclusiveMaximum",
  any: "const",
  array: "examples",
};

const DRAFT_07: Rows = {
  string: "$comment contentMediaType contentEncoding",
  array: "enum",
  schema: "if then else",
  boolean: "readOnly writeOnly",
};

const DRAFT_2019: Rows = {
  identifier: "$id",
  "anchor-2019": "$anchor",
  string: "$recursiveRef",
  boolean: "$recursiveAnchor deprecated",
  "boolean-map": "$vocabulary",
  "schema-map": "$defs dependentSchemas",
  "strings-map": "dependentRequired",
  count: "minContains maxContains",
  schema: "unevaluatedItems unevaluatedProperties contentSchema",
};

const DRAFT_2020: Rows = {
  removed: "additionalItems",
  // $recursiveAnchor is no longer a keyword, but the meta-schema still restricts its value.
  anchor: "$anchor $dynamicAnchor $recursiveAnchor",
  string: "$dynamicRef",
  schemas: "prefixItems",
  schema: "items",
};

const kindsOf = (...drafts: readonly Rows[]): KeywordTable["kinds"] => {
  const kinds = new Map<string, KeywordKind>();
  for (const rows of drafts)
    for (const [kind, keywords] of Object.entries(rows) as [KeywordKind | "removed", string][])
      for (const keyword of keywords.split(" ")) {
        if (kind === "removed") kinds.delete(keyword);
        else kinds.set(keyword, kind);
      }
  return kinds;
};

const upToDraft04 = (...drafts: readonly Rows[]): KeywordTable => ({
  kinds: kindsOf(...drafts),
  booleans: false,
  needs: new Map([
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ]),
});

const fromDraft06 = (...later: readonly Rows[]): KeywordTable => ({
  kinds: kindsOf(DRAFT_03, DRAFT_04, DRAFT_06, ...later),
  booleans: true,
  needs: new Map(),
});

export const KEYWORDS: Readonly<Record<SchemaDialect, KeywordTable | null>> = {
  // Obsolete: recognised by their address, but not checked.
  "draft-00": null,
  "draft-01": null,
  "draft-02": null,
  "draft-03": upToDraft04(DRAFT_03),
  "draft-04": upToDraft04(DRAFT_03, DRAFT_04),
  "draft-06": fromDraft06(),
  "draft-07": fromDraft06(DRAFT_07),
  "2019-09": fromDraft06(DRAFT_07, DRAFT_2019),
  "2020-12": fromDraft06(DRAFT_07, DRAFT_2019, DRAFT_2020),
};
