import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { checkValue } from "./check-value.ts";
import { beginGeneration, generateArguments } from "./generate-value.ts";
import { withMember, without } from "./invalid-arguments.ts";

/** Keywords that combine schemas. Servers that validate by hand tend to forget them. */
const COMPOSITION = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);

const MAX_TRIED = 200;

/**
 * Arguments that meet everything a tool's inputSchema says by itself and break what its composition keywords add.
 * Undefined when it has none, or when no such arguments are found.
 */
export const compositionArguments = (schema: Json | undefined): JsonObject | undefined => {
  if (!isJsonObject(schema) || !Object.keys(schema).some((key) => COMPOSITION.has(key))) return undefined;
  const plain = Object.fromEntries(Object.entries(schema).filter(([key]) => !COMPOSITION.has(key)));
  const whole = beginGeneration(schema);
  const part = beginGeneration(plain);
  let tried = 0;
  for (const value of candidates(plain)) {
    tried += 1;
    if (tried > MAX_TRIED) return undefined;
    if (checkValue([plain], value, part) === true && checkValue([schema], value, whole) === false) return value;
  }
  return undefined;
};

/** The least and the most that the plain part allows, and each with one member changed or left out. */
function* candidates(plain: JsonObject): Generator<JsonObject> {
  const properties = member(plain, "properties");
  const declared = isJsonObject(properties) ? Object.entries(properties) : [];
  for (const optional of ["none", "all"] as const) {
    const generated = generateArguments(plain, { optional });
    if (!generated.ok) continue;
    yield generated.value;
    for (const [name, property] of declared) {
      yield without(generated.value, name);
      for (const value of alternatives(property)) yield withMember(generated.value, name, value);
    }
  }
}

const FAR = 1_000_000;

const alternatives = (property: Json): readonly Json[] => {
  const options = member(property, "enum");
  if (Array.isArray(options)) return options.slice(0, 20);
  switch (member(property, "type")) {
    case "integer":
    case "number":
      return [member(property, "maximum"), member(property, "minimum"), FAR, -FAR, 0].filter(
        (one) => one !== undefined,
      );
    case "boolean":
      return [true, false];
    case "string":
      return ["mcptest", ""];
    default:
      return [];
  }
};
