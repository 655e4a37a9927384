import { type Json, type JsonObject, member } from "../../base/json.ts";
import { checkValue, itemSchema } from "./check-value.ts";
import {
  type GeneratedValue,
  type Generation,
  isSpent,
  MAX_ITEMS,
  noValueAt,
  SPENT,
  type ValuePlace,
} from "./generation.ts";
import { equalJson } from "./json-values.ts";
import { largest, numberMember, smallest } from "./keyword-bounds.ts";

/** How often another variant is tried for an item that must differ from those before it. */
const MAX_VARIANTS = 8;

/** The shortest array that satisfies the bounds and holds what `contains` asks for. */
export const generateArray = (
  parts: readonly JsonObject[],
  place: ValuePlace,
  generation: Generation,
): GeneratedValue => {
  const min = largest(parts, "minItems") ?? 0;
  const max = smallest(parts, "maxItems") ?? MAX_ITEMS;
  if (min > max) return noValueAt(place, "no array is long and short enough at once");
  if (min > MAX_ITEMS) return noValueAt(place, `arrays of more than ${MAX_ITEMS} items are not made`);

  const wanted = containsOf(parts);
  const unique = parts.some((part) => member(part, "uniqueItems") === true);
  const items: Json[] = [];

  const makeDifferent = (schemas: readonly Json[]): GeneratedValue => {
    const inner = { ...place, path: [...place.path, items.length] };
    if (!unique) return generation.make(schemas, inner);
    for (let attempt = 0; attempt < MAX_VARIANTS && !isSpent(generation); attempt += 1) {
      const generated = generation.make(schemas, { ...inner, variant: place.variant + items.length + attempt });
      if (!generated.ok) return generated;
      if (items.every((item) => equalJson(item, generated.value, generation.steps) === false)) return generated;
    }
    return noValueAt(inner, "no item that differs from the others was found");
  };

  const makeItem = (): GeneratedValue => {
    const schemas = parts.map((part) => itemSchema(part, items.length)).filter((schema) => schema !== undefined);
    const open = wanted.filter(({ left }) => left > 0).map(({ schema }) => schema);
    // One item for all that is wanted if it can be, else one after the other. The first items may be fixed to something
    // else; what must be contained then comes after them.
    for (const wants of open.length > 1 ? [open, open.slice(0, 1)] : open.length === 1 ? [open] : []) {
      const generated = makeDifferent([...schemas, ...wants]);
      if (generated.ok) return generated;
    }
    return makeDifferent(schemas);
  };

  while (items.length < min || wanted.some((want) => want.left > 0)) {
    if (items.length >= Math.min(max, MAX_ITEMS))
      return noValueAt(place, "the array has no room for what it must contain");
    if (isSpent(generation)) return noValueAt(place, SPENT);
    const generated = makeItem();
    if (!generated.ok) return generated;
    items.push(generated.value);
    for (const want of wanted) if (checkValue([want.schema], generated.value, generation) === true) want.left -= 1;
  }
  return { ok: true, value: items };
};

interface Wanted {
  readonly schema: Json;
  left: number;
}

const containsOf = (parts: readonly JsonObject[]): Wanted[] =>
  parts.flatMap((part) => {
    const schema = member(part, "contains");
    return schema === undefined ? [] : [{ schema, left: numberMember(part, "minContains") ?? 1 }];
  });
