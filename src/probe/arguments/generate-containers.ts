import { isJsonObject, type Json, type JsonObject, member, valueAt } from "../../base/json.ts";
import { checkValue, itemSchema, memberSchemas } from "./check-value.ts";
import {
  attempt,
  type GeneratedValue,
  type Generation,
  isSpent,
  MAX_ITEMS,
  MAX_STRING,
  noValueAt,
  quoteServerText,
  SPENT,
  type ValuePlace,
} from "./generation.ts";
import { equalJson, largest, numberMember, smallest } from "./json-values.ts";

/** Objects that may do: with the optional members that are wanted, then with the required ones alone. */
export function* generateObjects(
  parts: readonly JsonObject[],
  place: ValuePlace,
  generation: Generation,
  again: (more: readonly Json[]) => GeneratedValue,
): Generator<GeneratedValue> {
  const required = requiredNames(parts);
  const wanted = generation.optional === "none" ? [] : wantedNames(parts, required, generation);
  if (wanted.length > 0) yield new ObjectBuilder(parts, place, generation, again).make(required, wanted);
  yield new ObjectBuilder(parts, place, generation, again).make(required, []);
}

const requiredNames = (parts: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => stringsOf(member(part, "required"))));

const stringsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];

const wantedNames = (
  parts: readonly JsonObject[],
  required: ReadonlySet<string>,
  generation: Generation,
): readonly string[] =>
  declaredNames(parts).filter(
    (name) => !required.has(name) && (generation.optional === "all" || isMirrored(parts, name, generation)),
  );

const declaredNames = (parts: readonly JsonObject[]): readonly string[] => [
  ...new Set(parts.flatMap((part) => keysOf(member(part, "properties")))),
];

const keysOf = (value: Json | undefined): string[] => (isJsonObject(value) ? Object.keys(value) : []);

const isMirrored = (parts: readonly JsonObject[], name: string, generation: Generation): boolean =>
  parts.some((part) => {
    const property = valueAt(part, "properties", name);
    return isJsonObject(property) && generation.headerProperties.has(property);
  });

class ObjectBuilder {
  readonly #parts: readonly JsonObject[];
  readonly #place: ValuePlace;
  readonly #generation: Generation;
  readonly #again: (more: readonly Json[]) => GeneratedValue;
  readonly #members = new Map<string, Json>();
  readonly #min: number;
  readonly #max: number;

  constructor(
    parts: readonly JsonObject[],
    place: ValuePlace,
    generation: Generation,
    again: (more: readonly Json[]) => GeneratedValue,
  ) {
    this.#parts = parts;
    this.#place = place;
    this.#generation = generation;
    this.#again = again;
    this.#min = largest(parts, "minProperties") ?? 0;
    this.#max = smallest(parts, "maxProperties") ?? Number.POSITIVE_INFINITY;
  }

  make(required: ReadonlySet<string>, wanted: readonly string[]): GeneratedValue {
    if (this.#min > MAX_ITEMS) return noValueAt(this.#place, `objects of more than ${MAX_ITEMS} members are not made`);
    for (const name of required) {
      const failure = this.#addWithDependents(name);
      if (failure) return failure;
    }
    for (const name of wanted) {
      if (isSpent(this.#generation)) break;
      this.#tryToAdd(name);
    }
    const failure = this.#fill();
    if (failure) return failure;
    const more = this.#dependentSchemas();
    return more.length > 0 ? this.#again(more) : { ok: true, value: this.#inOrder() };
  }

  /** Members in the order in which the schema declares them, whatever order they were made in. */
  #inOrder(): JsonObject {
    const names = new Set([
      ...declaredNames(this.#parts).filter((name) => this.#members.has(name)),
      ...this.#members.keys(),
    ]);
    // fromEntries defines members, so a name such as __proto__ stays a name.
    return Object.fromEntries([...names].map((name) => [name, this.#members.get(name) ?? null]));
  }

  #tryToAdd(name: string): boolean {
    if (this.#members.has(name)) return true;
    const before = this.#members.size;
    const failure = attempt(this.#generation, () => this.#addWithDependents(name));
    if (!failure && this.#members.size <= this.#max) return true;
    for (const added of [...this.#members.keys()].slice(before)) this.#members.delete(added);
    return false;
  }

  #addWithDependents(first: string): GeneratedValue | undefined {
    const waiting = [first];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (this.#members.has(name)) continue;
      if (name.length > MAX_STRING) return noValueAt(this.#place, "a required member's name is too long");
      const generated = this.#makeMember(name);
      if (!generated.ok) return generated;
      this.#members.set(name, generated.value);
      for (const part of this.#parts) {
        for (const keyword of ["dependentRequired", "dependencies"]) {
          waiting.push(...stringsOf(valueAt(part, keyword, name)).slice(0, MAX_ITEMS));
        }
      }
    }
    return undefined;
  }

  #makeMember(name: string): GeneratedValue {
    const place = { ...this.#place, path: [...this.#place.path, name], name };
    const schemas = this.#parts.flatMap((part) => memberSchemas(part, name, this.#generation).schemas);
    if (schemas.length === 0) schemas.push(...this.#unevaluated());
    if (schemas.includes(false)) return noValueAt(place, `the member ${quoteServerText(name)} is not allowed`);
    return this.#generation.make(schemas, place);
  }

  #unevaluated(): Json[] {
    return this.#parts.map((part) => member(part, "unevaluatedProperties")).filter((schema) => schema !== undefined);
  }

  /** Adds members until there are enough: declared ones, then some that the schema allows. */
  #fill(): GeneratedValue | undefined {
    for (const name of this.#members.size < this.#min ? declaredNames(this.#parts) : []) {
      if (this.#members.size >= this.#min || isSpent(this.#generation)) break;
      this.#tryToAdd(name);
    }
    for (let index = 0; this.#members.size < this.#min; index += 1) {
      if (index >= 2 * this.#min + 8 || isSpent(this.#generation)) {
        return noValueAt(this.#place, "no more members could be made up, and the schema asks for more");
      }
      const name = this.#inventName(index);
      if (name !== undefined) this.#tryToAdd(name);
    }
    return undefined;
  }

  #inventName(index: number): string | undefined {
    const names = this.#parts.map((part) => member(part, "propertyNames")).filter((schema) => schema !== undefined);
    const [pattern] = this.#parts.flatMap((part) => keysOf(member(part, "patternProperties")));
    const hint = pattern !== undefined && index % 2 === 0 ? [{ pattern }] : [];
    if (names.length === 0 && hint.length === 0) return `member${index + 1}`;
    const generated = this.#generation.make([...names, ...hint, { type: "string" }], {
      ...this.#place,
      name: "",
      variant: index,
    });
    return generated.ok && typeof generated.value === "string" ? generated.value : undefined;
  }

  /** Schemas that hold because a member is there and that were not known when the members were generated. */
  #dependentSchemas(): Json[] {
    const more: Json[] = [];
    for (const part of this.#parts) {
      for (const keyword of ["dependentSchemas", "dependencies"]) {
        const dependents = member(part, keyword);
        if (!isJsonObject(dependents)) continue;
        for (const name of this.#members.keys()) {
          const schema = member(dependents, name);
          if (schema === undefined || schema === true || Array.isArray(schema)) continue;
          if (!isJsonObject(schema) || !this.#parts.includes(schema)) more.push(schema);
        }
      }
    }
    return more;
  }
}

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
