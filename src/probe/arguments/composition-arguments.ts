import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { checkValue } from "./check-value.ts";
import { beginGeneration, generateArguments } from "./generate-value.ts";

/** Keywords that put schemas together. A server that validates by hand likes to forget them. */
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
    const made = generateArguments(plain, { optional });
    if (!made.ok) continue;
    yield made.value;
    for (const [name, property] of declared) {
      yield Object.fromEntries(Object.entries(made.value).filter(([key]) => key !== name));
      for (const value of alternatives(property))
        yield Object.fromEntries([...Object.entries(made.value).filter(([key]) => key !== name), [name, value]]);
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
