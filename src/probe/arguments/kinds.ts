import { type JsonObject, member } from "../../base/json.ts";
import { declaredTypes } from "./check-scalar.ts";

const ALL = ["string", "integer", "number", "boolean", "object", "array", "null"];

/** Keywords that only make sense for one type tell which one is meant where none is declared. */
const TELLING: readonly (readonly [string, readonly string[]])[] = [
  ["object", ["properties", "required", "patternProperties", "additionalProperties", "propertyNames"]],
  ["object", ["minProperties", "maxProperties", "dependentRequired", "dependentSchemas"]],
  ["array", ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength", "contentEncoding"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The types a value may have, in the order in which to try them; null, which says least, comes last. */
export const kindsOf = (parts: readonly JsonObject[]): readonly string[] => {
  let kinds: readonly string[] | undefined;
  for (const part of parts) {
    const declared = declaredTypes(part);
    if (declared) kinds = kinds ? common(kinds, declared) : declared;
  }
  const ordered = new Set(kinds ?? [...guesses(parts), ...ALL]);
  if (ordered.delete("null")) ordered.add("null");
  return [...ordered];
};

const common = (one: readonly string[], other: readonly string[]): readonly string[] =>
  one.flatMap((kind) => {
    if (other.includes(kind)) return [kind];
    // Every integer is a number.
    const narrower =
      (kind === "number" && other.includes("integer")) || (kind === "integer" && other.includes("number"));
    return narrower ? ["integer"] : [];
  });

const guesses = (parts: readonly JsonObject[]): string[] =>
  TELLING.filter(([, keywords]) =>
    parts.some((part) => keywords.some((keyword) => member(part, keyword) !== undefined)),
  ).map(([kind]) => kind);
