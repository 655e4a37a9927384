import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../src/base/json.ts";
import type { Matcher } from "../../../src/judge/core/rule.ts";
import { embeddedRuleset } from "../../../src/judge/corpus-files/embedded.ts";
import { meetsQuickly } from "../../../src/judge/rules/quick-schema.ts";
import { REVISIONS } from "../../../src/protocol/revision.ts";

const schemasIn = (matcher: Matcher): readonly JsonObject[] => {
  if ("not" in matcher) return schemasIn(matcher.not);
  return "schema" in matcher && isJsonObject(matcher.schema) ? [matcher.schema] : [];
};

const SCHEMAS = [
  ...new Map(
    REVISIONS.flatMap((revision) => embeddedRuleset(revision).rules)
      .flatMap(({ when = [], expect: expected }) => [...when, ...expected])
      .flatMap(({ matcher }) => schemasIn(matcher))
      .map((schema) => [JSON.stringify(schema), schema]),
  ).values(),
];

const wordsIn = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return isJsonObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(wordsIn)] : [value];
};

/** Values made of the words of a schema, which come near to meeting it. */
const valuesFor = (schema: JsonObject): fc.Arbitrary<Json> => {
  const words = wordsIn(schema);
  const names = words.filter((word) => typeof word === "string");
  const scalar = fc.oneof(
    fc.constantFrom(...words, null, true, 0, 1, -1, 1.5, "", "a", "é😀"),
    fc.string(),
    fc.integer(),
  );
  return fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      scalar,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names, "other"), tie("value"), { maxKeys: 5 }),
    ),
  })).value;
};

describe("a schema of a row, without saying where", () => {
  it("is met exactly where the validator says so", () => {
    for (const schema of SCHEMAS) {
      const validator = new Validator(schema, "2020-12", true);
      const check = (value: Json): void => {
        const quickly = meetsQuickly(value, schema);
        if (quickly !== undefined)
          expect({ value, schema, met: quickly }).toEqual({ value, schema, met: validator.validate(value).valid });
      };
      fc.assert(fc.property(valuesFor(schema), check), { numRuns: 60 });
    }
  });

  it("counts what exactly one of several may meet, and the elements that have schemas of their own", () => {
    const one = { oneOf: [{ minimum: 1 }, { maximum: 3 }, { $ref: "#" }] };
    expect(meetsQuickly(2, one)).toBe(false);
    expect(meetsQuickly(5, one)).toBe(undefined);
    expect(meetsQuickly(5, { oneOf: one.oneOf.slice(0, 2) })).toBe(true);
    const list = { prefixItems: [{ type: "string" }], items: { type: "number" } };
    expect([["a", 1], ["a"], [], ["a", "b"], [1]].map((value) => meetsQuickly(value, list))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
    expect(["", "é😀", "abc"].map((value) => meetsQuickly(value, { maxLength: 2 }))).toEqual([true, true, false]);
    const dependent = { dependentSchemas: { a: { required: ["b"] } } };
    expect([{ a: 1 }, { a: 1, b: 1 }, { c: 1 }].map((value) => meetsQuickly(value, dependent))).toEqual([
      ...[false, true, true],
    ]);
  });

  it("is left to the validator where it needs other keywords", () => {
    expect(meetsQuickly({}, { $ref: "#/$defs/a", $defs: { a: true } })).toBe(undefined);
    expect(meetsQuickly({}, { type: "array", $ref: "#/$defs/a" })).toBe(false);
    expect(meetsQuickly("a", { anyOf: [{ format: "uri" }, { const: "a" }] })).toBe(true);
    expect(meetsQuickly("a", { not: { format: "uri" } })).toBe(undefined);
  });

  it("covers nearly every schema that the rules have", () => {
    const left = SCHEMAS.filter((schema) => /"\$ref"/.test(JSON.stringify(schema)));
    expect(left.length).toBeLessThan(SCHEMAS.length / 50);
  });
});
