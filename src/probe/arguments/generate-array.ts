import { type Json, type JsonObject, member } from "../../model/json.ts";
import { checkValue, itemSchema } from "./check-value.ts";
import { failAt, type Generation, isSpent, MAX_ITEMS, type Made, type Place, SPENT } from "./generation.ts";
import { equalJson } from "./json-values.ts";
import { largest, numberMember, smallest } from "./keyword-bounds.ts";

/** How often another variant is tried for an item that must differ from those before it. */
const MAX_VARIANTS = 8;

/** The shortest array that satisfies the bounds and holds what `contains` asks for. */
export const makeArray = (parts: readonly JsonObject[], place: Place, generation: Generation): Made => {
  const min = largest(parts, "minItems") ?? 0;
  const max = smallest(parts, "maxItems") ?? MAX_ITEMS;
  if (min > max) return failAt(place, "no array is long and short enough at once");
  if (min > MAX_ITEMS) return failAt(place, `arrays of more than ${MAX_ITEMS} items are not made`);

  const wanted = containsOf(parts);
  const unique = parts.some((part) => member(part, "uniqueItems") === true);
  const items: Json[] = [];
  while (items.length < min || wanted.some((want) => want.left > 0)) {
    if (items.length >= Math.min(max, MAX_ITEMS))
      return failAt(place, "the array has no room for what it must contain");
    if (isSpent(generation)) return failAt(place, SPENT);
    const made = makeItem(parts, place, generation, items, wanted, unique);
    if (!made.ok) return made;
    items.push(made.value);
    for (const want of wanted) if (checkValue([want.schema], made.value, generation) === true) want.left -= 1;
  }
  return { ok: true, value: items };
};

interface Wanted {
  readonly schema: Json;
  left: number;
}

const containsOf = (parts: readonly JsonObject[]): Wanted[] => {
  const wanted: Wanted[] = [];
  for (const part of parts) {
    const schema = member(part, "contains");
    if (schema !== undefined) wanted.push({ schema, left: numberMember(part, "minContains") ?? 1 });
  }
  return wanted;
};

const makeItem = (
  parts: readonly JsonObject[],
  place: Place,
  generation: Generation,
  items: readonly Json[],
  wanted: readonly Wanted[],
  unique: boolean,
): Made => {
  const index = items.length;
  const schemas = parts.map((part) => itemSchema(part, index)).filter((schema) => schema !== undefined);
  const open = wanted.filter(({ left }) => left > 0).map(({ schema }) => schema);
  // One item for all that is wanted if it can be, else one after the other. The first items may be fixed to something
  // else; what must be contained then comes after them.
  for (const wants of open.length > 1 ? [open, open.slice(0, 1)] : open.length === 1 ? [open] : []) {
    const made = makeDifferent([...schemas, ...wants], place, generation, items, unique);
    if (made.ok) return made;
  }
  return makeDifferent(schemas, place, generation, items, unique);
};

const makeDifferent = (
  schemas: readonly Json[],
  place: Place,
  generation: Generation,
  items: readonly Json[],
  unique: boolean,
): Made => {
  const inner = { ...place, path: [...place.path, items.length] };
  if (!unique) return generation.make(schemas, inner);
  for (let attempt = 0; attempt < MAX_VARIANTS && !isSpent(generation); attempt += 1) {
    const made = generation.make(schemas, { ...inner, variant: place.variant + items.length + attempt });
    if (!made.ok) return made;
    if (items.every((item) => equalJson(item, made.value, generation.steps) === false)) return made;
  }
  return failAt(inner, "no item that differs from the others was found");
};
