// Ajv, which compiles, and we, who interpret, come to the same answers about simple schemas.

import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { evaluateOne, readOne } from "./captures.ts";

// An inherited member such as "constructor" is no member of a JSON object.
const options = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  logger: false,
  ownProperties: true,
} as const;
const DIALECTS = [
  ["draft-07", "http://json-schema.org/draft-07/schema#", new Ajv(options)],
  ["2019-09", "https://json-schema.org/draft/2019-09/schema", new Ajv2019(options)],
  ["2020-12", "https://json-schema.org/draft/2020-12/schema", new Ajv2020(options)],
] as const;

const names = fc.constantFrom("a", "b", "c", "__proto__x", "constructor");
const scalar = fc.constantFrom<Json>(null, true, false, 0, 1, 2.5, -3, "", "a", "abc", "é");
const count = fc.integer({ min: 0, max: 3 });

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const type = fc.constantFrom("array", "boolean", "integer", "null", "number", "object", "string");

/** Only keywords that mean the same in all three, so that one generator serves. */
const { schema } = fc.letrec<{ schema: Json }>((tie) => {
  const some = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(names, tie("schema"), { maxKeys: 3, noNullPrototype: true });
  const plain = fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      const: scalar,
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
      minimum: count,
      maximum: count,
      exclusiveMinimum: count,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      minProperties: count,
      maxProperties: count,
      required: fc.uniqueArray(names, { maxLength: 2 }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  const nested = fc.record(
    {
      properties: map,
      additionalProperties: tie("schema"),
      propertyNames: tie("schema"),
      items: tie("schema"),
      contains: tie("schema"),
      not: tie("schema"),
      allOf: some,
      anyOf: some,
      oneOf: some,
      if: tie("schema"),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: tie("schema"),
      else: tie("schema"),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  return {
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.boolean(),
      // Alone: up to draft-07 it hides what stands beside it, and Ajv does not do that.
      fc.constant({ $ref: "#/definitions/leaf" }),
      plain,
      fc.tuple(plain, nested).map(([left, right]) => ({ ...left, ...right }) as unknown as Json),
    ) as fc.Arbitrary<Json>,
  };
});

test.each(DIALECTS)("%s: the same values are valid", async (_dialect, $schema, ajv) => {
  await fc.assert(
    fc.asyncProperty(schema, fc.array(value, { minLength: 1, maxLength: 4 }), async (body, values) => {
      const whole: JsonObject = {
        $schema,
        definitions: { leaf: { type: ["string", "object", "array"] } },
        allOf: [body],
      };
      const validate = ajv.compile(whole);
      for (const one of values) {
        const evaluation = await evaluateOne(whole, one);
        expect(["valid" in evaluation ? evaluation.valid : evaluation.not_evaluated, one, whole]).toEqual([
          validate(one),
          one,
          whole,
        ]);
      }
      ajv.removeSchema(whole);
    }),
    { numRuns: 150 },
  );
});

/** One value in the schema replaced by something arbitrary. */
const spoil = (whole: Json, at: number, by: Json): Json => {
  const places: [JsonObject | Json[], string | number][] = [];
  const waiting: Json[] = [whole];
  for (const item of waiting) {
    if (typeof item !== "object" || item === null) continue;
    for (const key of Object.keys(item)) {
      places.push([item as JsonObject, key]);
      waiting.push((item as JsonObject)[key]!);
    }
  }
  const [holder, key] = places[at % Math.max(1, places.length)] ?? [];
  if (holder !== undefined && key !== undefined) (holder as JsonObject)[key] = by;
  return whole;
};

test.each(DIALECTS)("%s: the same schemas are valid", async (dialect, $schema, ajv) => {
  await fc.assert(
    fc.asyncProperty(schema, fc.nat(1_000), value, async (body, at, by) => {
      const whole = spoil(JSON.parse(JSON.stringify({ allOf: [body] })) as Json, at, by) as JsonObject;
      // Ajv's copy of draft-07 asks more of enum than the published one: not empty, no duplicates.
      fc.pre(dialect !== "draft-07" || !JSON.stringify(whole).includes('"enum"'));
      const finding = await readOne({ $schema, ...whole });
      expect([finding.valid, whole]).toEqual([ajv.validateSchema({ $schema, ...whole }), whole]);
    }),
    { numRuns: 400 },
  );
});
