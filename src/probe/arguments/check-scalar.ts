import { type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import type { Generation } from "./generation.ts";
import { equalJson } from "./json-values.ts";
import { numberMember } from "./keyword-bounds.ts";

/** True, false, or undefined when it cannot be told: a pattern we do not read, a reference we do not follow. */
export type Tristate = boolean | undefined;

const TYPES: ReadonlySet<string> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

export const isType = (value: Json, type: string): boolean => {
  if (value === null) return type === "null";
  if (Array.isArray(value)) return type === "array";
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
};

/** The types a schema names; undefined when it names none, or none that exists. */
export const declaredTypes = (schema: JsonObject): readonly string[] | undefined => {
  const type = member(schema, "type");
  const names = (Array.isArray(type) ? type : [type]).filter(
    (name): name is string => typeof name === "string" && TYPES.has(name),
  );
  return names.length === 0 ? undefined : names;
};

/** The keywords that look at the value alone. */
export function* checkScalar(schema: JsonObject, value: Json, generation: Generation): Generator<Tristate> {
  const types = declaredTypes(schema);
  if (types) yield types.some((type) => isType(value, type));
  const fixed = member(schema, "const");
  if (fixed !== undefined) yield equalJson(value, fixed, generation.steps);
  const options = member(schema, "enum");
  if (Array.isArray(options)) yield isOneOf(value, options, generation);
  if (typeof value === "number") yield* checkNumber(schema, value);
  if (typeof value === "string") yield* checkString(schema, value, generation);
}

const isOneOf = (value: Json, options: readonly Json[], generation: Generation): Tristate => {
  for (const option of options) {
    const same = equalJson(value, option, generation.steps);
    if (same !== false) return same;
  }
  return false;
};

function* checkNumber(schema: JsonObject, value: number): Generator<Tristate> {
  const low = numberMember(schema, "minimum");
  const high = numberMember(schema, "maximum");
  if (low !== undefined) yield member(schema, "exclusiveMinimum") === true ? value > low : value >= low;
  if (high !== undefined) yield member(schema, "exclusiveMaximum") === true ? value < high : value <= high;
  const above = numberMember(schema, "exclusiveMinimum");
  const below = numberMember(schema, "exclusiveMaximum");
  if (above !== undefined) yield value > above;
  if (below !== undefined) yield value < below;
  const step = numberMember(schema, "multipleOf");
  if (step !== undefined && step > 0) yield Number.isInteger(value / step);
}

function* checkString(schema: JsonObject, value: string, generation: Generation): Generator<Tristate> {
  const min = numberMember(schema, "minLength");
  const max = numberMember(schema, "maxLength");
  if (min !== undefined || max !== undefined) {
    const length = Array.from(value).length;
    yield length >= (min ?? 0) && length <= (max ?? Number.POSITIVE_INFINITY);
  }
  const pattern = stringMember(schema, "pattern");
  if (pattern !== undefined) yield generation.patterns.matches(pattern, value);
}
