import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../model/json.ts";
import { checkValue } from "./check-value.ts";
import { type Choice, joinSchemas } from "./conjunction.ts";
import { makeArray } from "./generate-array.ts";
import { makeNumbers } from "./generate-number.ts";
import { makeObjects } from "./generate-object.ts";
import { makeStrings } from "./generate-string.ts";
import {
  attempt,
  failAt,
  type Generation,
  isSpent,
  MAX_DEPTH,
  MAX_STRING,
  type Made,
  type Optional,
  type Place,
  SPENT,
  startGeneration,
  topPlace,
} from "./generation.ts";
import { copyGiven } from "./json-values.ts";
import { kindsOf } from "./kinds.ts";

export type Generated =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly reason: string };

export interface GenerateOptions {
  /** Which members beyond the required ones: none (the default), those mirrored in a header, or all that can be made. */
  readonly optional?: Optional;
}

const NOTHING_DECIDED: ReadonlySet<object> = new Set();

/** Arguments for a tool from its inputSchema. The same schema always gives the same arguments. */
export const generateArguments = (schema: Json | undefined, options: GenerateOptions = {}): Generated => {
  if (schema === undefined) return { ok: true, value: {} };
  const made = generateValue([schema, { type: "object" }], { root: schema, ...options });
  if (!made.ok) return made;
  return isJsonObject(made.value)
    ? { ok: true, value: made.value }
    : { ok: false, reason: "the schema allows no object" };
};

/** A value for schemas that hold together; references are looked up in the root. */
export const generateValue = (
  schemas: readonly Json[],
  options: GenerateOptions & { readonly root: Json; readonly name?: string },
): Made => {
  const generation = beginGeneration(options.root, options.optional);
  const made = make(generation, schemas, topPlace(options.name));
  // What the last check could not finish was not checked.
  return made.ok && isSpent(generation) ? { ok: false, reason: SPENT } : made;
};

export const beginGeneration = (root: Json, optional: Optional = "none"): Generation =>
  startGeneration(root, optional, make);

const make = (generation: Generation, schemas: readonly Json[], place: Place): Made =>
  choose(generation, schemas, place, NOTHING_DECIDED);

/** Decides one open choice after the other, going back where a decision leads nowhere. */
const choose = (generation: Generation, schemas: readonly Json[], place: Place, decided: ReadonlySet<object>): Made => {
  if (place.around.length > MAX_DEPTH) return failAt(place, "the schema nests too deeply");
  const joined = joinSchemas(schemas, generation);
  if (!joined.ok) return failAt(place, joined.reason);
  const { parts, choices } = joined;
  // If these schemas had a value at all, they would have one that does not hold another of their own.
  if (place.around.some((outer) => isSameSet(outer, parts))) {
    return failAt(place, "the schema asks for itself without an end");
  }
  const choice = choices.find(({ key }) => !decided.has(key));
  if (!choice) return makeChecked(generation, schemas, parts, place, decided);
  const first: { failure?: Made } = {};
  const now = new Set(decided).add(choice.key);
  for (const alternative of inOrder(choice, place, generation)) {
    const made = attempt(generation, () => choose(generation, [...schemas, ...alternative], place, now));
    if (made.ok) return made;
    first.failure ??= made;
    if (isSpent(generation)) return failAt(place, SPENT);
  }
  return first.failure ?? failAt(place, "the schema offers a choice of nothing");
};

/** An alternative that leads back into a schema being made comes last: it makes the value larger, or never ends. */
const inOrder = ({ alternatives }: Choice, place: Place, generation: Generation): Choice["alternatives"] => {
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

const makeChecked = (
  generation: Generation,
  schemas: readonly Json[],
  parts: readonly JsonObject[],
  place: Place,
  decided: ReadonlySet<object>,
): Made => {
  let failure: Made | undefined;
  const inner = { ...place, around: [...place.around, parts] };
  const again = (more: readonly Json[]): Made => choose(generation, [...schemas, ...more], place, decided);
  for (const made of candidates(generation, parts, inner, again)) {
    const verdict = made.ok && checkValue(schemas, made.value, generation);
    if (isSpent(generation)) return failAt(place, SPENT);
    // Undecided is good enough for a value of the schema's own; what we make up avoids what cannot be checked.
    if (made.ok && verdict !== false) return made;
    if (!made.ok) failure ??= made;
  }
  return failure ?? failAt(place, "no value that satisfies the whole schema was found");
};

/** Values worth a try, best first: what the schema itself gives, then what we make up. */
function* candidates(
  generation: Generation,
  parts: readonly JsonObject[],
  place: Place,
  again: (more: readonly Json[]) => Made,
): Generator<Made> {
  const fixed = parts.map((part) => member(part, "const")).find((value) => value !== undefined);
  if (fixed !== undefined) return yield given(fixed, place);

  const suggested = place.variant === 0 ? suggestions(parts) : [];
  // A suggested object would hide the optional members that are asked for, and a null says least: both come last.
  const isLate = (value: Json): boolean => value === null || (isJsonObject(value) && generation.optional !== "none");
  for (const value of suggested) if (!isLate(value)) yield given(value, place);

  const options = parts.map((part) => member(part, "enum")).find(Array.isArray);
  if (Array.isArray(options)) return yield* listed(options, place);

  for (const kind of kindsOf(parts)) {
    if (kind === "string") yield* makeStrings(parts, place, generation);
    else if (kind === "integer" || kind === "number") yield* makeNumbers(parts, place, kind === "integer");
    else if (kind === "array") yield makeArray(parts, place, generation);
    else if (kind === "object") yield* makeObjects(parts, place, generation, again);
    else if (kind === "null") yield { ok: true, value: null };
    else for (const value of [place.variant % 2 === 1, place.variant % 2 === 0]) yield { ok: true, value };
  }
  for (const value of suggested) if (isLate(value)) yield given(value, place);
}

const given = (value: Json, place: Place): Made => {
  const copy = copyGiven(value, MAX_STRING);
  return copy === undefined ? failAt(place, "the value that the schema gives is too large") : { ok: true, value: copy };
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

function* listed(options: readonly Json[], place: Place): Generator<Made> {
  const some = options.slice(0, MAX_LISTED);
  const named = some.filter((value) => value !== null);
  const start = named.length === 0 ? 0 : place.variant % named.length;
  for (const value of [...named.slice(start), ...named.slice(0, start)]) yield given(value, place);
  if (some.includes(null)) yield { ok: true, value: null };
  if (options.length === 0) yield failAt(place, "the schema lists no allowed value");
}
