import { canonicalJson, NotCanonicalError } from "../../../base/canonical.ts";
import { isJsonObject, type Json } from "../../../base/json.ts";
import type { SchemaProblem } from "../../core/schema-findings.ts";
import { readPattern } from "./patterns.ts";

export type Path = readonly (string | number)[];

/** What the value of one keyword shows. Paths start at the value. */
export interface KeywordReading {
  readonly problems: { readonly path: Path; readonly kind: SchemaProblem["kind"]; readonly what: string }[];
  /** The schemas inside; the walk decides whether each is one. */
  readonly schemas: { readonly path: Path; readonly value: Json }[];
  /** A regular expression is too long to be checked. */
  longPattern: boolean;
}

export const checkKeyword = (kind: KeywordKind, value: Json, patternChars: number): KeywordReading => {
  const reader = new KeywordReader(patternChars);
  CHECKS[kind](reader, value);
  return reader.reading;
};

type Check = (reader: KeywordReader, value: Json) => void;

class KeywordReader {
  readonly reading: KeywordReading = { problems: [], schemas: [], longPattern: false };
  readonly #patternChars: number;

  constructor(patternChars: number) {
    this.#patternChars = patternChars;
  }

  expect(ok: boolean, what: string, path: Path = []): boolean {
    if (!ok) this.reading.problems.push({ path, kind: "wrong-value", what });
    return ok;
  }

  schema(value: Json, path: Path = []): void {
    this.reading.schemas.push({ path, value });
  }

  schemas(list: Json): void {
    for (const [index, item] of this.filled(list, "an array of schemas").entries()) this.schema(item, [index]);
  }

  regex(text: string, path: Path = []): void {
    if (text.length > this.#patternChars) this.reading.longPattern = true;
    else if (readPattern(text) === "invalid")
      this.reading.problems.push({ path, kind: "bad-regex", what: "a regular expression as ECMA-262 writes it" });
  }

  strings(list: Json, least: 0 | 1, path: Path = []): void {
    const items = this.filled(list, "an array of strings", least, path);
    for (const [index, item] of items.entries()) this.expect(isString(item), "a string", [...path, index]);
    const texts = items.filter(isString);
    this.expect(new Set(texts).size === texts.length, "strings that all differ", path);
  }

  /** The elements of an array; anything else is a problem and has none. */
  filled(list: Json, what: string, least: 0 | 1 = 1, path: Path = []): readonly Json[] {
    if (!this.expect(Array.isArray(list), what, path) || !Array.isArray(list)) return [];
    this.expect(list.length >= least, "an array that is not empty", path);
    return list;
  }

  entries(value: Json, what: string): [string, Json][] {
    return this.expect(isJsonObject(value), what) && isJsonObject(value) ? Object.entries(value) : [];
  }
}

const isString = (value: Json): value is string => typeof value === "string";

/** A check that needs only the value. */
const plain =
  (fits: (value: Json) => boolean, what: string): Check =>
  (reader, value) =>
    void reader.expect(fits(value), what);

const dependencies =
  (what: string, least: 0 | 1, bareStrings: boolean): Check =>
  (reader, value) => {
    for (const [name, item] of reader.entries(value, what)) {
      if (Array.isArray(item)) reader.strings(item, least, [name]);
      else if (!bareStrings || !isString(item)) reader.schema(item, [name]);
    }
  };

/** Draft 3 allows custom type names, and schemas among them, so any string is accepted. */
const draft3Types: Check = (reader, value) => {
  const items = Array.isArray(value)
    ? value.map((item, index): [Json, Path] => [item, [index]])
    : [[value, []] as const];
  for (const [item, path] of items) {
    if (isJsonObject(item)) reader.schema(item, path);
    else reader.expect(isString(item), "the name of a type, or a schema in an array of them", path);
  }
};

const TYPES: ReadonlySet<Json> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const TYPE_NAMES = [...TYPES].join(", ");

const types: Check = (reader, value) => {
  if (!Array.isArray(value)) return void reader.expect(TYPES.has(value), `one of ${TYPE_NAMES}, or an array of them`);
  reader.filled(value, "an array");
  for (const [index, item] of value.entries()) reader.expect(TYPES.has(item), `one of ${TYPE_NAMES}`, [index]);
  reader.expect(new Set(value).size === value.length, "names that all differ");
};

const allDiffer = (values: readonly Json[]): boolean => {
  try {
    return new Set(values.map(canonicalJson)).size === values.length;
  } catch (error) {
    // A value without a canonical form cannot be compared, so it is not reported.
    if (error instanceof NotCanonicalError) return true;
    throw error;
  }
};

const NAME = "a plain name that starts with a letter";

/** How the value of each kind of keyword is checked. keywords.ts says which keyword is of which kind. */
const CHECKS = {
  any: () => undefined,
  boolean: plain((value) => typeof value === "boolean", "a boolean"),
  string: plain(isString, "a string"),
  number: plain((value) => typeof value === "number", "a number"),
  "positive-number": plain((value) => typeof value === "number" && value > 0, "a number above 0"),
  count: plain((value) => Number.isInteger(value) && Number(value) >= 0, "a whole number, 0 or more"),
  array: plain(Array.isArray, "an array"),
  "distinct-values": (reader, value) =>
    void reader.expect(allDiffer(reader.filled(value, "an array")), "values that all differ"),
  "distinct-strings": (reader, value) => reader.strings(value, 0),
  "some-distinct-strings": (reader, value) => reader.strings(value, 1),
  type: types,
  "type-03": draft3Types,
  disallow: draft3Types,
  regex: (reader, value) => {
    if (reader.expect(isString(value), "a regular expression in a string") && isString(value)) reader.regex(value);
  },
  "anchor-2019": plain((value) => isString(value) && /^[A-Za-z][-A-Za-z0-9.:_]*$/.test(value), NAME),
  anchor: plain((value) => isString(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value), NAME),
  identifier: plain((value) => isString(value) && /^[^#]*#?$/.test(value), "an address without a fragment"),
  "boolean-map": (reader, value) => {
    for (const [name, item] of reader.entries(value, "an object of booleans"))
      reader.expect(typeof item === "boolean", "a boolean", [name]);
  },
  "strings-map": (reader, value) => {
    for (const [name, item] of reader.entries(value, "an object of arrays of strings")) reader.strings(item, 0, [name]);
  },
  schema: (reader, value) => reader.schema(value),
  "schema-or-boolean": (reader, value) => (typeof value === "boolean" ? undefined : reader.schema(value)),
  schemas: (reader, value) => reader.schemas(value),
  "schema-or-schemas": (reader, value) => (Array.isArray(value) ? reader.schemas(value) : reader.schema(value)),
  "schema-map": (reader, value) => {
    for (const [name, item] of reader.entries(value, "an object of schemas")) reader.schema(item, [name]);
  },
  "regex-map": (reader, value) => {
    for (const [name, item] of reader.entries(value, "an object of schemas, named by regular expressions")) {
      reader.regex(name, [name]);
      reader.schema(item, [name]);
    }
  },
  dependencies: dependencies("an object of schemas or arrays of strings", 0, false),
  "dependencies-04": dependencies("an object of schemas or arrays of strings", 1, false),
  "dependencies-03": dependencies("an object of schemas, strings or arrays of strings", 0, true),
} as const satisfies Record<string, Check>;

/** What the value of a keyword has to be. */
export type KeywordKind = keyof typeof CHECKS;
