import fc from "fast-check";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { THEN } from "./schema-validation.ts";

/** A schema with a value that satisfies it, so that the schema is known to be satisfiable. */
export interface Satisfiable {
  readonly schema: JsonObject;
  readonly witness: Json;
}

const words = fc.stringMatching(/^[a-z]{0,6}-?[0-9]{0,3}$/);
/** Ajv is confused by members named __proto__ and constructor, so those names have a test of their own. */
const key = fc.constantFrom("id", "name", "path", "url", "tags", "x1", "x2");

const witnesses = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words,
    fc.integer({ min: -50, max: 50 }),
    fc.boolean(),
    fc.constant(null),
    fc.double({ min: -5, max: 5, noNaN: true }).map((number) => Math.round(number * 8) / 8),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }).map((entries): Json => Object.fromEntries(entries)),
  ),
})).value;

const typeOf = (value: Json): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
};

const typeLists = (type: string): Json[] => [[...new Set([type, "null"])], [...new Set(["null", type, "boolean"])]];

const some = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  items.length === 0 ? fc.constant([]) : fc.subarray([...items]);

/** Each keyword is there or not; every one that is there holds for the value. */
const keywords = (all: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<JsonObject> =>
  fc.record(all, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

const around = (center: number): [fc.Arbitrary<Json>, fc.Arbitrary<Json>] => [
  fc.integer({ min: 0, max: 9 }).map((less) => center - less),
  fc.integer({ min: 0, max: 9 }).map((more) => center + more),
];

const length = (center: number): [fc.Arbitrary<Json>, fc.Arbitrary<Json>] => [
  fc.integer({ min: 0, max: center }),
  fc.integer({ min: center, max: center + 9 }),
];

const escaped = (text: string): string => text.replace(/[^a-z0-9]/g, "\\$&").replaceAll("\\-", "-");

/** Patterns from narrow to wide. */
const patternFor = (text: string): fc.Arbitrary<Json> =>
  fc.constantFrom(
    `^${escaped(text)}$`,
    escaped(text.slice(1, 3)),
    `^${text.replace(/[a-z]+/g, "[a-z]+").replace(/[0-9]+/g, "\\d+")}$`,
    `^(${escaped(text)}|other[0-9]{2})$`,
    "^[\\w-]*$",
    "^(?:[a-z]|-|[^a-z])*$",
  );

const own = (value: Json): fc.Arbitrary<JsonObject> => {
  if (typeof value === "string") {
    const [minLength, maxLength] = length(value.length);
    return keywords({ minLength, maxLength, pattern: patternFor(value) });
  }
  if (typeof value === "number") {
    const [minimum, maximum] = around(value);
    const below = minimum.map((bound) => Number(bound) - 1);
    const divisors = [0.125, 0.25, 0.5, 1, 2, 3, 7].filter((step) => Number.isInteger(value / step));
    return keywords({ minimum, maximum, exclusiveMinimum: below, multipleOf: fc.constantFrom(...divisors) });
  }
  if (Array.isArray(value)) {
    const [minItems, maxItems] = length(value.length);
    const texts = value.map((item) => JSON.stringify(item));
    return keywords({
      minItems,
      maxItems,
      prefixItems: fc.tuple(...value.map(schemaFor)),
      ...(new Set(texts).size === texts.length ? { uniqueItems: fc.constant(true) } : {}),
      ...(value[0] === undefined ? {} : { contains: schemaFor(value[0]) }),
      ...(value.length === 1 ? { items: schemaFor(value[0] ?? null) } : {}),
    }).map(({ items, ...rest }) =>
      items === undefined || rest["prefixItems"] !== undefined ? rest : { items, ...rest },
    );
  }
  if (value === null || typeof value === "boolean") return fc.constant({});
  const names = Object.keys(value);
  const [minProperties, maxProperties] = length(names.length);
  const properties = fc
    .tuple(...names.map((name) => schemaFor(value[name] ?? null)))
    .map((schemas): Json => Object.fromEntries(names.map((name, index) => [name, schemas[index] ?? true])));
  return keywords({
    properties,
    required: some(names),
    minProperties,
    maxProperties,
    propertyNames: fc.constant({ pattern: "^[a-z_0-9]+$" }),
    dependentRequired: some(names).map((list): Json => Object.fromEntries(list.map((name) => [name, names]))),
    additionalProperties: fc.boolean(),
  }).map(({ additionalProperties, ...rest }) =>
    rest["properties"] === undefined
      ? rest
      : { ...rest, ...(additionalProperties === undefined ? {} : { additionalProperties }) },
  );
};

const schemaFor = (value: Json): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      own(value),
      keywords({
        type: fc.constantFrom<Json>(typeOf(value), ...typeLists(typeOf(value))),
        enum: fc.constantFrom<Json>(["other", value], [value], [null, value, 1]),
        const: fc.constant(value),
        default: fc.constantFrom<Json>(value, "default", null, {}),
        examples: fc.constantFrom<Json>([1, "one", value], []),
      }),
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom("default", "examples", "enum", "const", "none", "none", "none", "none"),
    )
    .chain(([keywordsOfType, { type, ...given }, shape, which]) => {
      const base: JsonObject = {
        // Without a type a number or an object would do for almost all of these, and little would be tested.
        type: type ?? typeOf(value),
        ...keywordsOfType,
        ...(given[which] === undefined ? {} : { [which]: given[which] }),
      };
      return combined(base, value, shape);
    });

const combined = (base: JsonObject, value: Json, shape: number): fc.Arbitrary<JsonObject> => {
  const other = { type: value === null ? "string" : "null" };
  switch (shape) {
    case 0:
      return own(value).map((more) => ({ allOf: [base, more] }));
    case 1:
      return fc.constant({ anyOf: [false, base] });
    case 2:
      return fc.constant({ oneOf: [other, base], not: other });
    case 3:
      return fc.constant({ ...base, if: other, [THEN]: false, else: true });
    case 4:
      return fc.constant({ if: true, [THEN]: base });
    case 5:
      return fc.constant({ ...base, not: { const: "example" } }).filter(() => value !== "example");
    default:
      return fc.constant(base);
  }
};

/** Tool schemas: an object, its members reached directly or through a reference. */
export const satisfiableSchemas: fc.Arbitrary<Satisfiable> = witnesses.chain((inner) => {
  const witness = { value: inner };
  return fc.tuple(schemaFor(inner), fc.boolean()).map(([schema, byReference]) => ({
    witness,
    schema: {
      type: "object",
      properties: { value: byReference ? { $ref: "#/$defs/value" } : schema },
      required: ["value"],
      ...(byReference ? { $defs: { value: schema } } : {}),
    },
  }));
});
