import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { checkValue, declaredTypes } from "./check-value.ts";
import { joinSchemas, type SchemaChoice } from "./conjunction.ts";
import { generateArray, generateObjects } from "./generate-containers.ts";
import { generateNumbers, generateStrings } from "./generate-scalars.ts";
import {
  attempt,
  type GeneratedValue,
  type Generation,
  isSpent,
  MAX_DEPTH,
  MAX_STRING,
  noValueAt,
  type Optional,
  SPENT,
  startGeneration,
  topPlace,
  type ValuePlace,
} from "./generation.ts";
import { copyGiven } from "./json-values.ts";

export type GeneratedArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string };

export interface GenerateOptions {
  /** Which members beyond the required ones: none (the default), those mirrored in a header, or all that can be generated. */
  readonly optional?: Optional;
  /** Zero for the usual values, another number for others that the schema allows as well. */
  readonly variant?: number;
}

const NOTHING_DECIDED: ReadonlySet<object> = new Set();

/** Arguments for a tool from its inputSchema. The same schema always gives the same arguments. */
export const generateArguments = (schema: Json | undefined, options: GenerateOptions = {}): GeneratedArguments => {
  if (schema === undefined) return { ok: true, value: {} };
  const generated = generateValue([schema, { type: "object" }], { root: schema, ...options });
  if (!generated.ok) return generated;
  return isJsonObject(generated.value)
    ? { ok: true, value: generated.value }
    : { ok: false, reason: "the schema allows no object" };
};

/** A value for schemas that hold together; references are looked up in the root. */
export const generateValue = (
  schemas: readonly Json[],
  options: GenerateOptions & { readonly root: Json; readonly name?: string },
): GeneratedValue => {
  const generation = beginGeneration(options.root, options.optional);
  const generated = make(generation, schemas, { ...topPlace(options.name), variant: options.variant ?? 0 });
  // What the last check could not finish was not checked.
  return generated.ok && isSpent(generation) ? { ok: false, reason: SPENT } : generated;
};

export const beginGeneration = (root: Json, optional: Optional = "none"): Generation =>
  startGeneration(root, optional, make);

const make = (generation: Generation, schemas: readonly Json[], place: ValuePlace): GeneratedValue =>
  choose(generation, schemas, place, NOTHING_DECIDED);

/** Decides one open choice after the other, going back where a decision leads nowhere. */
const choose = (
  generation: Generation,
  schemas: readonly Json[],
  place: ValuePlace,
  decided: ReadonlySet<object>,
): GeneratedValue => {
  if (place.around.length > MAX_DEPTH) return noValueAt(place, "the schema nests too deeply");
  const joined = joinSchemas(schemas, generation);
  if (!joined.ok) return noValueAt(place, joined.reason);
  const { parts, choices } = joined;
  // If these schemas had a value at all, they would have one that does not contain itself.
  if (place.around.some((outer) => isSameSet(outer, parts))) {
    return noValueAt(place, "the schema asks for itself without an end");
  }
  const choice = choices.find(({ key }) => !decided.has(key));
  if (!choice) return generateChecked(generation, schemas, parts, place, decided);
  const first: { failure?: GeneratedValue } = {};
  const now = new Set(decided).add(choice.key);
  for (const alternative of inOrder(choice, place, generation)) {
    const generated = attempt(generation, () => choose(generation, [...schemas, ...alternative], place, now));
    if (generated.ok) return generated;
    first.failure ??= generated;
    if (isSpent(generation)) return noValueAt(place, SPENT);
  }
  return first.failure ?? noValueAt(place, "the schema offers a choice of nothing");
};

/** An alternative that leads back into a schema being made comes last: it makes the value larger, or never ends. */
const inOrder = (
  { alternatives }: SchemaChoice,
  place: ValuePlace,
  generation: Generation,
): SchemaChoice["alternatives"] => {
  const start = alternatives.length === 0 ? 0 : place.variant % alternatives.length;
  const rotated = [...alternatives.slice(start), ...alternatives.slice(0, start)];
  if (place.around.length === 0) return rotated;
  const leadsBack = (alternative: readonly Json[]): boolean =>
    alternative.some((schema) => {
      const reference = stringMember(schema, "$ref");
      if (reference === undefined || !isJsonObject(schema)) return false;
      const target = generation.references.resolve(reference, schema);
      return isJsonObject(target) && place.around.some((outer) => outer.includes(target));
    });
  const back = new Set(rotated.filter(leadsBack));
  return back.size === 0 ? rotated : [...rotated.filter((alternative) => !back.has(alternative)), ...back];
};

const isSameSet = (one: readonly JsonObject[], other: readonly JsonObject[]): boolean =>
  one.length > 0 && one.length === other.length && one.every((part) => other.includes(part));

const generateChecked = (
  generation: Generation,
  schemas: readonly Json[],
  parts: readonly JsonObject[],
  place: ValuePlace,
  decided: ReadonlySet<object>,
): GeneratedValue => {
  let failure: GeneratedValue | undefined;
  const inner = { ...place, around: [...place.around, parts] };
  const again = (more: readonly Json[]): GeneratedValue => choose(generation, [...schemas, ...more], place, decided);
  for (const generated of candidates(generation, parts, inner, again)) {
    const verdict = generated.ok && checkValue(schemas, generated.value, generation);
    if (isSpent(generation)) return noValueAt(place, SPENT);
    // "Cannot tell" is good enough: the schema's own values come first, and what we invent avoids unreadable patterns.
    if (generated.ok && verdict !== false) return generated;
    if (!generated.ok) failure ??= generated;
  }
  return failure ?? noValueAt(place, "no value that satisfies the whole schema was found");
};

/** Values worth a try, best first: what the schema itself gives, then what we make up. */
function* candidates(
  generation: Generation,
  parts: readonly JsonObject[],
  place: ValuePlace,
  again: (more: readonly Json[]) => GeneratedValue,
): Generator<GeneratedValue> {
  const fixed = parts.map((part) => member(part, "const")).find((value) => value !== undefined);
  if (fixed !== undefined) return yield given(fixed, place);

  const suggested = place.variant === 0 ? suggestions(parts) : [];
  // A suggested object would hide the optional members that are asked for, and a null says least: both come last.
  const isLate = (value: Json): boolean => value === null || (isJsonObject(value) && generation.optional !== "none");
  for (const value of suggested) if (!isLate(value)) yield given(value, place);

  const options = parts.map((part) => member(part, "enum")).find(Array.isArray);
  if (Array.isArray(options)) return yield* listed(options, place);

  for (const kind of kindsOf(parts)) {
    if (kind === "string") yield* generateStrings(parts, place, generation);
    else if (kind === "integer" || kind === "number") yield* generateNumbers(parts, place, kind === "integer");
    else if (kind === "array") yield generateArray(parts, place, generation);
    else if (kind === "object") yield* generateObjects(parts, place, generation, again);
    else if (kind === "null") yield { ok: true, value: null };
    else for (const value of [place.variant % 2 === 1, place.variant % 2 === 0]) yield { ok: true, value };
  }
  for (const value of suggested) if (isLate(value)) yield given(value, place);
}

const given = (value: Json, place: ValuePlace): GeneratedValue => {
  const copy = copyGiven(value, MAX_STRING);
  return copy === undefined
    ? noValueAt(place, "the value that the schema gives is too large")
    : { ok: true, value: copy };
};

const MAX_SUGGESTIONS = 20;

const suggestions = (parts: readonly JsonObject[]): Json[] =>
  parts
    .flatMap((part) => {
      const examples = member(part, "examples");
      const listedExamples = Array.isArray(examples) ? examples.slice(0, MAX_SUGGESTIONS) : [];
      return [member(part, "default"), ...listedExamples, member(part, "example")];
    })
    .filter((value) => value !== undefined)
    .slice(0, MAX_SUGGESTIONS);

const MAX_LISTED = 1_000;

function* listed(options: readonly Json[], place: ValuePlace): Generator<GeneratedValue> {
  const some = options.slice(0, MAX_LISTED);
  const named = some.filter((value) => value !== null);
  const start = named.length === 0 ? 0 : place.variant % named.length;
  for (const value of [...named.slice(start), ...named.slice(0, start)]) yield given(value, place);
  if (some.includes(null)) yield { ok: true, value: null };
  if (options.length === 0) yield noValueAt(place, "the schema lists no allowed value");
}

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
