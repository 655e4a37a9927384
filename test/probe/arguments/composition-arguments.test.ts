import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { compositionArguments } from "../../../src/probe/arguments/composition-arguments.ts";
import { deepFreeze, findErrors } from "./schema-validation.ts";

const a = { type: "string" };

describe("arguments that break only composition", () => {
  it.each<[string, Record<string, Json>]>([
    [
      "one of two members is needed",
      { type: "object", properties: { a, b: a }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    ],
    [
      "two members exclude each other",
      { type: "object", properties: { a, b: a }, required: ["a"], not: { required: ["b"] } },
    ],
    [
      "a condition narrows a number",
      {
        type: "object",
        properties: { kind: { enum: ["circle", "square"] }, size: { type: "number", minimum: 1 } },
        required: ["kind", "size"],
        if: { properties: { kind: { const: "circle" } } },
        // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
        then: { properties: { size: { maximum: 10 } } },
      },
    ],
  ])("%s", (_, schema) => {
    const value = compositionArguments(deepFreeze(schema));
    const { anyOf, oneOf, allOf, not, if: condition, then, else: otherwise, ...plain } = schema;
    expect(value).toBeDefined();
    expect(findErrors(plain, value ?? null)).toEqual([]);
    expect(findErrors(schema, value ?? null)).not.toEqual([]);
  });

  it.each<Json | undefined>([
    undefined,
    true,
    {},
    { type: "object", properties: { a } },
    { type: "object", anyOf: [true] },
    { anyOf: [{ $ref: "https://example.com/schema" }] },
    "junk",
  ])("finds none for %j", (schema) => {
    expect(compositionArguments(schema)).toBeUndefined();
  });
});
