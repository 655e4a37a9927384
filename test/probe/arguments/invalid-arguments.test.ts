import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { invalidArguments } from "../../../src/probe/arguments/invalid-arguments.ts";
import { deepFreeze, findErrors } from "./schema-validation.ts";

const wrong = { mcptest: "wrong type" };

describe("invalid arguments", () => {
  it.each<[string, Json, Json, string]>([
    [
      "a required member is missing, and the others are right",
      { properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a", "b"] },
      { b: 1 },
      'the required member "a" is missing',
    ],
    [
      "a required member of an allOf",
      { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { required: ["a"] } } },
      {},
      'the required member "a" is missing',
    ],
    [
      "a member of the wrong type",
      { properties: { a: { type: "string" } } },
      { a: wrong },
      'the member "a" has a value of the wrong type',
    ],
    [
      "a string where an object belongs",
      { properties: { any: {}, o: { type: "object" } } },
      { o: "wrong type" },
      'the member "o" has a value of the wrong type',
    ],
    [
      "a member that is not allowed",
      { type: "object", additionalProperties: false },
      { mcptest_unexpected: "example" },
      "a member is not allowed by the schema",
    ],
    [
      "a member of the wrong type among those that are not declared",
      { additionalProperties: { type: "string" } },
      { mcptest_unexpected: wrong },
      "a member is not allowed by the schema",
    ],
    ["no members at all", { minProperties: 2 }, {}, "there are no members at all"],
  ])("%s", (_, schema, value, why) => {
    const invalid = invalidArguments(deepFreeze(schema));
    expect(invalid).toEqual({ value, why });
    expect(findErrors(schema, value)).not.toEqual([]);
  });

  it.each<Json | undefined>([undefined, true, {}, { type: "object", properties: { a: {}, b: true } }, "junk", 5, null])(
    "finds none for %j",
    (schema) => {
      expect(invalidArguments(schema)).toBeUndefined();
    },
  );

  it("claims nothing it cannot check", () => {
    expect(invalidArguments({ $ref: "https://example.com/schema" })).toBeUndefined();
  });

  it("keeps a member named __proto__ a member", () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as Json;
    expect(JSON.stringify(invalidArguments(schema)?.value)).toBe('{"__proto__":{"mcptest":"wrong type"}}');
  });
});
