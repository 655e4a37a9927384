import { expect } from "vitest";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import { type GenerateOptions, generateArguments } from "../../../src/probe/arguments/generate-value.ts";
import { deepFreeze, findErrors } from "./schema-validation.ts";

/** The arguments made for a schema, which Ajv accepts. */
export const made = (schema: Json, options: GenerateOptions = {}): JsonObject => {
  const generated = generateArguments(deepFreeze(schema), options);
  if (!generated.ok) throw new Error(generated.reason);
  expect(findErrors(schema, generated.value)).toEqual([]);
  return generated.value;
};

/** The value made for one required member. */
export const madeFor = (member: Json, name = "x", more: JsonObject = {}): unknown =>
  made({ type: "object", properties: { [name]: member }, required: [name], ...more })[name];

export const refusalOf = (schema: Json): string => {
  const generated = generateArguments(deepFreeze(schema));
  return generated.ok ? `made ${JSON.stringify(generated.value)}` : generated.reason;
};

export const refusalFor = (member: Json): string =>
  refusalOf({ type: "object", properties: { x: member }, required: ["x"] });
