import { canonicalJson, NotCanonicalError } from "../json/canonical.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { SchemaProblem } from "../model/schema-findings.ts";
import type { Kind } from "./keywords.ts";
import { isTooLong, readPattern } from "./patterns.ts";

export type Path = readonly (string | number)[];

/** What one keyword's value shows. Paths start at the value. */
export interface KeywordReading {
  readonly problems: { readonly path: Path; readonly kind: SchemaProblem["kind"]; readonly what: string }[];
  /** The schemas inside; whether each is one is for the walk to say. */
  readonly schemas: { readonly path: Path; readonly value: Json }[];
  /** A regular expression is longer than what is looked at. */
  longPattern: boolean;
}

export const checkKeyword = (kind: Kind, value: Json, patternChars: number): KeywordReading => {
  const reading: KeywordReading = { problems: [], schemas: [], longPattern: false };
  const expect = (ok: boolean, what: string, path: Path = []): boolean => {
    if (!ok) reading.problems.push({ path, kind: "wrong-value", what });
    return ok;
  };
  const schema = (child: Json, path: Path = []): void => void reading.schemas.push({ path, value: child });
  const regex = (text: string, path: Path = []): void => {
    if (isTooLong(text, patternChars)) reading.longPattern = true;
    else if (readPattern(text) === "invalid")
      reading.problems.push({ path, kind: "bad-regex", what: "a regular expression as ECMA-262 writes it" });
  };
  const strings = (list: Json, least: 0 | 1, path: Path = []): void => {
    if (!expect(Array.isArray(list), "an array of strings", path) || !Array.isArray(list)) return;
    expect(list.length >= least, "an array that is not empty", path);
    for (const [index, item] of list.entries()) expect(typeof item === "string", "a string", [...path, index]);
    expect(new Set(list.filter(isString)).size === list.filter(isString).length, "strings that all differ", path);
  };
  const entries = (what: string): [string, Json][] =>
    expect(isJsonObject(value), what) && isJsonObject(value) ? Object.entries(value) : [];
  const schemas = (list: Json, least: 0 | 1): void => {
    if (!expect(Array.isArray(list), "an array of schemas") || !Array.isArray(list)) return;
    expect(list.length >= least, "an array that is not empty");
    for (const [index, item] of list.entries()) schema(item, [index]);
  };

  switch (kind) {
    case "any":
      break;
    case "boolean":
      expect(typeof value === "boolean", "a boolean");
      break;
    case "string":
      expect(typeof value === "string", "a string");
      break;
    case "number":
      expect(typeof value === "number", "a number");
      break;
    case "positive-number":
      expect(typeof value === "number" && value > 0, "a number above 0");
      break;
    case "count":
      expect(Number.isInteger(value) && Number(value) >= 0, "a whole number, 0 or more");
      break;
    case "array":
      expect(Array.isArray(value), "an array");
      break;
    case "distinct-values":
      if (expect(Array.isArray(value), "an array") && Array.isArray(value)) {
        expect(value.length > 0, "an array that is not empty");
        expect(allDiffer(value), "values that all differ");
      }
      break;
    case "distinct-strings":
      strings(value, 0);
      break;
    case "some-distinct-strings":
      strings(value, 1);
      break;
    case "type":
      checkTypes(value, expect);
      break;
    case "type-03":
    case "disallow":
      // Draft 3 knows types of one's own and schemas among them: any string will do.
      for (const [item, path] of withPaths(value)) {
        if (isJsonObject(item)) schema(item, path);
        else expect(typeof item === "string", "the name of a type, or a schema in an array of them", path);
      }
      break;
    case "regex":
      if (expect(typeof value === "string", "a regular expression in a string") && typeof value === "string")
        regex(value);
      break;
    case "anchor-2019":
      expect(isString(value) && /^[A-Za-z][-A-Za-z0-9.:_]*$/.test(value), "a plain name that starts with a letter");
      break;
    case "anchor":
      expect(isString(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value), "a plain name that starts with a letter");
      break;
    case "identifier":
      expect(isString(value) && /^[^#]*#?$/.test(value), "an address without a fragment");
      break;
    case "boolean-map":
      for (const [name, item] of entries("an object of booleans"))
        expect(typeof item === "boolean", "a boolean", [name]);
      break;
    case "strings-map":
      for (const [name, item] of entries("an object of arrays of strings")) strings(item, 0, [name]);
      break;
    case "schema":
      schema(value);
      break;
    case "schema-or-boolean":
      if (typeof value !== "boolean") schema(value);
      break;
    case "schemas":
      schemas(value, 1);
      break;
    case "schema-or-schemas":
      if (Array.isArray(value)) schemas(value, 1);
      else schema(value);
      break;
    case "schema-map":
      for (const [name, item] of entries("an object of schemas")) schema(item, [name]);
      break;
    case "regex-map":
      for (const [name, item] of entries("an object of schemas, named by regular expressions")) {
        regex(name, [name]);
        schema(item, [name]);
      }
      break;
    case "dependencies":
    case "dependencies-04":
      for (const [name, item] of entries("an object of schemas or arrays of strings")) {
        if (Array.isArray(item)) strings(item, kind === "dependencies" ? 0 : 1, [name]);
        else schema(item, [name]);
      }
      break;
    case "dependencies-03":
      for (const [name, item] of entries("an object of schemas, strings or arrays of strings")) {
        if (Array.isArray(item)) strings(item, 0, [name]);
        else if (typeof item !== "string") schema(item, [name]);
      }
      break;
  }
  return reading;
};

const isString = (value: Json): value is string => typeof value === "string";

const TYPES: ReadonlySet<Json> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const TYPE_NAMES = [...TYPES].join(", ");

const checkTypes = (value: Json, expect: (ok: boolean, what: string, path?: Path) => boolean): void => {
  if (!Array.isArray(value)) {
    expect(TYPES.has(value), `one of ${TYPE_NAMES}, or an array of them`);
    return;
  }
  expect(value.length > 0, "an array that is not empty");
  for (const [index, item] of value.entries()) expect(TYPES.has(item), `one of ${TYPE_NAMES}`, [index]);
  expect(new Set(value).size === value.length, "names that all differ");
};

const withPaths = (value: Json): [Json, Path][] =>
  Array.isArray(value) ? value.map((item, index): [Json, Path] => [item, [index]]) : [[value, []]];

const allDiffer = (values: readonly Json[]): boolean => {
  try {
    return new Set(values.map(canonicalJson)).size === values.length;
  } catch (error) {
    // A value without a canonical form cannot be compared; nothing is said then.
    if (error instanceof NotCanonicalError) return true;
    throw error;
  }
};
