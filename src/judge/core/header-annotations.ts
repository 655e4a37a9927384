import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";

/** A subschema that carries x-mcp-header. */
export interface HeaderAnnotation {
  readonly schema: JsonObject;
  readonly header: Json;
  /** From the inputSchema on. */
  readonly path: readonly (string | number)[];
  /** Keywords on the way that are not `properties`. */
  readonly via: readonly string[];
}

export const ANNOTATION_KEY = "x-mcp-header";
/** More than any sane schema has; a server's schema must not keep us busy. */
const MAX_DEPTH = 32;
const MAX_SCHEMAS = 5_000;

/** Keywords whose members are subschemas under names. */
export const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const SINGLES = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const MORE_SINGLES = ["unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems"];

/** Every x-mcp-header in an inputSchema, wherever it stands. */
export const headerAnnotationsIn = (inputSchema: Json | undefined): readonly HeaderAnnotation[] => {
  const found: HeaderAnnotation[] = [];
  let budget = MAX_SCHEMAS;
  const visit = (schema: Json | undefined, path: readonly (string | number)[], via: readonly string[]): void => {
    budget -= 1;
    if (!isJsonObject(schema) || path.length > MAX_DEPTH || budget < 0) return;
    const header = member(schema, ANNOTATION_KEY);
    if (header !== undefined) found.push({ schema, header, path, via });
    for (const { at, keyword } of subschemas(schema)) {
      const value = at.reduce<Json | undefined>(
        (current, step) => (Array.isArray(current) ? current[Number(step)] : member(current, String(step))),
        schema,
      );
      visit(value, [...path, ...at], keyword === "properties" ? via : [...via, keyword]);
    }
  };
  visit(inputSchema, [], []);
  return found;
};

const subschemas = (schema: JsonObject): { at: (string | number)[]; keyword: string }[] => [
  ...SCHEMA_MAPS.flatMap((keyword) => {
    const map = member(schema, keyword);
    return isJsonObject(map) ? Object.keys(map).map((key) => ({ at: [keyword, key], keyword })) : [];
  }),
  ...LISTS.flatMap((keyword) => {
    const list = member(schema, keyword);
    return Array.isArray(list) ? list.map((_, index) => ({ at: [keyword, index], keyword })) : [];
  }),
  ...[...SINGLES, ...MORE_SINGLES].flatMap((keyword) =>
    isJsonObject(member(schema, keyword)) ? [{ at: [keyword], keyword }] : [],
  ),
];

/** What can be the name of a header. */
export const HEADER_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
