import { validate } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { compareSchemas } from "../../../src/scores/lock/schema/compare-schemas.ts";

const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2, 3, 4, 6, -1, 2.5, "", "a", "b", "ab", "abc");

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
  ),
}));

const TYPES = ["null", "boolean", "object", "array", "string", "integer", "number"];

const { schema } = fc.letrec<{ schema: Json }>((tie) => {
  const part = tie("schema");
  const small = fc.integer({ min: 0, max: 3 });
  const keywords = fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(...TYPES),
        fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
      ),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
      const: scalar,
      minimum: fc.integer({ min: -2, max: 4 }),
      exclusiveMinimum: fc.integer({ min: -2, max: 4 }),
      maximum: fc.integer({ min: -2, max: 4 }),
      multipleOf: fc.constantFrom(1, 2, 3),
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom("^a", "b$", "."),
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      items: part,
      prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }),
      contains: part,
      properties: fc.dictionary(fc.constantFrom("a", "b"), part, { maxKeys: 2 }),
      required: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 2 }),
      additionalProperties: part,
      patternProperties: fc.dictionary(fc.constantFrom("^a", "c"), part, { maxKeys: 1 }),
      minProperties: small,
      anyOf: fc.array(part, { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(part, { minLength: 1, maxLength: 3 }),
      allOf: fc.array(part, { minLength: 1, maxLength: 2 }),
      not: part,
    },
    { requiredKeys: [] },
  );
  const few = fc
    .tuple(keywords, fc.infiniteStream(fc.integer({ min: 0, max: 9 })))
    .map(
      ([whole, dice]) => Object.fromEntries(Object.entries(whole).filter(() => (dice.next().value ?? 0) < 2)) as Json,
    );
  return {
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 1, arbitrary: fc.boolean() },
      { weight: 6, arbitrary: few },
    ),
  };
});

/** A schema and a neighbour of it: one keyword of some part is dropped, or comes from another schema. */
const pair = fc.tuple(schema, schema, fc.infiniteStream(fc.nat())).map(([before, other, dice]) => {
  const next = (most: number): number => (dice.next().value ?? 0) % most;
  const neighbour = (one: Json): Json => {
    if (typeof one !== "object" || one === null || Array.isArray(one) || Object.keys(one).length === 0) return other;
    const name = Object.keys(one)[next(Object.keys(one).length)] ?? "";
    const inside = one[name];
    const { [name]: _, ...rest } = one;
    switch (next(4)) {
      case 0:
        return rest;
      case 1:
        return typeof other === "object" && other !== null && !Array.isArray(other) ? { ...one, ...other } : one;
      default:
        if (Array.isArray(inside) && inside.some((entry) => typeof entry === "object"))
          return { ...rest, [name]: inside.map((entry, index) => (index === 0 ? neighbour(entry) : entry)) };
        return typeof inside === "object" && inside !== null && !Array.isArray(inside)
          ? { ...rest, [name]: neighbour(inside) }
          : rest;
    }
  };
  return [before, next(5) === 0 ? other : neighbour(before)] as const;
});

const accepts = (one: Json, tried: Json): boolean => validate(tried, one as boolean, "2020-12").valid;

describe("a comparison of schemas", () => {
  it("claims nothing that a validator disproves", () => {
    let claims = 0;
    fc.assert(
      fc.property(pair, fc.array(value, { minLength: 12, maxLength: 12 }), ([before, after], values) => {
        const effects = new Set(compareSchemas(before, after).map(({ effect }) => effect));
        if (effects.has("undecided") || effects.has("added") || effects.has("removed")) return;
        const isWider = !effects.has("narrowed");
        const isNarrower = !effects.has("widened");
        if (isWider || isNarrower) claims += 1;
        for (const tried of values) {
          const [was, is] = [accepts(before, tried), accepts(after, tried)];
          if (isWider && was) expect({ tried, is }).toEqual({ tried, is: true });
          if (isNarrower && is) expect({ tried, was }).toEqual({ tried, was: true });
        }
      }),
      { numRuns: Number(process.env["RUNS"] ?? 400) },
    );
    expect(claims).toBeGreaterThan(40);
  });

  it("finds no difference between a schema and itself", () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(compareSchemas(one, structuredClone(one))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
