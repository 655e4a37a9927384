import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import type { Generation } from "./generation.ts";
import { equalJson, numberMember } from "./json-values.ts";
import { REFERENCE_KEYWORDS } from "./references.ts";

const MAX_DEPTH = 100;

/**
 * Whether a value satisfies schemas that hold together. Making a value only aims at being right; this is what makes
 * it right. It is bounded by the generation's steps, unlike a general validator, and cannot tell about
 * `unevaluatedProperties` and `unevaluatedItems`, which ask what all other keywords have looked at.
 */
export const checkValue = (schemas: readonly Json[], value: Json, generation: Generation): Tristate =>
  checkAll(schemas, value, { generation, depth: 0, known: new Map() });

const checkAll = (schemas: readonly Json[], value: Json, checking: Checking): Tristate =>
  every(schemas, (schema) => check(schema, value, checking));

interface Checking {
  readonly generation: Generation;
  readonly depth: number;
  /** What was already found out: schemas that share parts would else be checked over and over. */
  readonly known: Map<JsonObject, Map<Json, Tristate>>;
}

const every = <T>(items: Iterable<T>, test: (item: T) => Tristate): Tristate => {
  let verdict: Tristate = true;
  for (const item of items) {
    const one = test(item);
    if (one === false) return false;
    if (one === undefined) verdict = undefined;
  }
  return verdict;
};

const some = <T>(items: Iterable<T>, test: (item: T) => Tristate): Tristate =>
  not(every(items, (item) => not(test(item))));

const not = (verdict: Tristate): Tristate => (verdict === undefined ? undefined : !verdict);

const check = (schema: Json | undefined, value: Json, outer: Checking): Tristate => {
  if (typeof schema === "boolean") return schema;
  if (!isJsonObject(schema) || outer.depth >= MAX_DEPTH || !outer.generation.steps.take()) return undefined;
  const known = outer.known.get(schema) ?? new Map<Json, Tristate>();
  if (known.has(value)) return known.get(value);
  outer.known.set(schema, known);
  // A schema that leads back to itself with the same value says nothing new.
  known.set(value, undefined);
  const checking = { ...outer, depth: outer.depth + 1 };
  const verdict = every(verdicts(schema, value, checking), (one) => one);
  known.set(value, verdict);
  return verdict;
};

function* verdicts(schema: JsonObject, value: Json, checking: Checking): Generator<Tristate> {
  yield* checkScalar(schema, value, checking.generation);
  if (Array.isArray(value)) yield* checkArray(schema, value, checking);
  else if (isJsonObject(value)) yield* checkObject(schema, value, checking);
  yield* checkCombined(schema, value, checking);
}

function* checkCombined(schema: JsonObject, value: Json, checking: Checking): Generator<Tristate> {
  for (const keyword of REFERENCE_KEYWORDS) {
    const reference = stringMember(schema, keyword);
    if (reference !== undefined)
      yield check(checking.generation.references.resolve(reference, schema), value, checking);
  }
  const test = (child: Json): Tristate => check(child, value, checking);
  const allOf = member(schema, "allOf");
  if (Array.isArray(allOf)) yield every(allOf, test);
  const anyOf = member(schema, "anyOf");
  if (Array.isArray(anyOf)) yield some(anyOf, test);
  const oneOf = member(schema, "oneOf");
  if (Array.isArray(oneOf)) yield count(oneOf, test, 1, 1);
  const unwanted = member(schema, "not");
  if (unwanted !== undefined) yield not(test(unwanted));
  const condition = member(schema, "if");
  if (condition !== undefined) {
    const holds = test(condition);
    const branch = holds === undefined ? undefined : member(schema, holds ? "then" : "else");
    if (branch !== undefined) yield test(branch);
    else if (holds === undefined) yield undefined;
  }
}

/** Whether the number of items that pass lies between two bounds. */
const count = (items: readonly Json[], test: (item: Json) => Tristate, min: number, max: number): Tristate => {
  let sure = 0;
  let unsure = 0;
  for (const item of items) {
    const one = test(item);
    if (one === true) sure += 1;
    if (one === undefined) unsure += 1;
    if (sure > max) return false;
  }
  if (sure + unsure < min) return false;
  return unsure === 0 ? true : undefined;
};

function* checkArray(schema: JsonObject, value: readonly Json[], checking: Checking): Generator<Tristate> {
  yield value.length >= (numberMember(schema, "minItems") ?? 0);
  yield value.length <= (numberMember(schema, "maxItems") ?? Number.POSITIVE_INFINITY);
  if (member(schema, "uniqueItems") === true) yield isUnique(value, checking.generation);
  yield every(value.entries(), ([index, item]) => {
    const child = itemSchema(schema, index);
    return child === undefined ? true : check(child, item, checking);
  });
  if (value.length > 0 && limits(schema, "unevaluatedItems")) yield undefined;
  const contains = member(schema, "contains");
  if (contains !== undefined) {
    const min = numberMember(schema, "minContains") ?? 1;
    const max = numberMember(schema, "maxContains") ?? Number.POSITIVE_INFINITY;
    yield count(value, (item) => check(contains, item, checking), min, max);
  }
}

const limits = (schema: JsonObject, keyword: string): boolean => {
  const child = member(schema, keyword);
  return child !== undefined && child !== true;
};

/** The schema of the item at an index, in both spellings: `prefixItems` with `items`, or `items` as a list. */
export const itemSchema = (schema: JsonObject, index: number): Json | undefined => {
  const items = member(schema, "items");
  const prefix = Array.isArray(items) ? items : member(schema, "prefixItems");
  if (Array.isArray(prefix) && index < prefix.length) return prefix[index];
  return Array.isArray(items) ? member(schema, "additionalItems") : items;
};

const isUnique = (items: readonly Json[], generation: Generation): Tristate =>
  every(items.entries(), ([index, item]) =>
    every(items.slice(0, index), (other) => not(equalJson(item, other, generation.steps))),
  );

function* checkObject(schema: JsonObject, value: JsonObject, checking: Checking): Generator<Tristate> {
  const keys = Object.keys(value);
  yield keys.length >= (numberMember(schema, "minProperties") ?? 0);
  yield keys.length <= (numberMember(schema, "maxProperties") ?? Number.POSITIVE_INFINITY);
  const required = member(schema, "required");
  if (Array.isArray(required)) yield hasAll(value, required, checking);
  const names = member(schema, "propertyNames");
  if (names !== undefined) yield every(keys, (key) => check(names, key, checking));
  yield every(keys, (key) => {
    const { schemas, sure } = memberSchemas(schema, key, checking.generation);
    const verdict = checkAll(schemas, value[key] ?? null, checking);
    return sure || verdict === true ? verdict : undefined;
  });
  yield every(keys, (key) => checkDependents(schema, key, value, checking));
  if (keys.length > 0 && limits(schema, "unevaluatedProperties")) yield undefined;
}

const hasAll = (value: JsonObject, names: readonly Json[], checking: Checking): Tristate =>
  every(names, (name) => {
    if (!checking.generation.steps.take()) return undefined;
    return typeof name !== "string" || Object.hasOwn(value, name);
  });

const checkDependents = (schema: JsonObject, key: string, value: JsonObject, checking: Checking): Tristate =>
  every(["dependentRequired", "dependentSchemas", "dependencies"], (keyword) => {
    const dependent = valueAt(schema, keyword, key);
    if (dependent === undefined) return true;
    return Array.isArray(dependent) ? hasAll(value, dependent, checking) : check(dependent, value, checking);
  });

/**
 * The schemas that one schema holds for a member of an object. Where a pattern cannot be read they are all named, and
 * it is not sure that they apply.
 */
export const memberSchemas = (
  schema: JsonObject,
  key: string,
  generation: Generation,
): { readonly schemas: readonly Json[]; readonly sure: boolean } => {
  const schemas: Json[] = [];
  let sure = true;
  const declared = valueAt(schema, "properties", key);
  if (declared !== undefined) schemas.push(declared);
  const byPattern = member(schema, "patternProperties");
  if (isJsonObject(byPattern)) {
    for (const pattern of Object.keys(byPattern)) {
      if (!generation.steps.take()) return { schemas, sure: false };
      const matches = generation.patterns.matches(pattern, key);
      if (matches === undefined) sure = false;
      if (matches !== false) schemas.push(byPattern[pattern] ?? true);
    }
  }
  const others = member(schema, "additionalProperties");
  if (schemas.length === 0 && others !== undefined) schemas.push(others);
  return { schemas, sure };
};

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
