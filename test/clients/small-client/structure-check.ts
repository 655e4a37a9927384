// Whether a structured result fits its schema.

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isJsonObject, type Json, type JsonObject, listMember, member } from "../../../src/base/json.ts";
import type { Vice } from "./vice.ts";

/** Why a result is refused; nothing, where it is taken. */
export const misfitOf = (
  tool: JsonObject | undefined,
  result: JsonObject,
  checks: Vice["checks"],
): string | undefined => {
  const schema = member(tool, "outputSchema");
  const structured = result["structuredContent"];
  if (!isJsonObject(schema) || checks === "nothing") return undefined;
  if (checks === "objects-only" && !isJsonObject(structured)) return "the result is no object";
  const validator = checks === "draft-07" ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
  try {
    const validate = validator.compile(checks === "not-references" ? withoutReferences(schema) : schema);
    return validate(structured) ? undefined : "the result does not fit its schema";
  } catch (error) {
    return `the schema cannot be used: ${String(error)}`;
  }
};

const withoutReferences = (schema: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(schema, (_, value: Json) => (String(member(value, "$ref") ?? "").startsWith("http") ? true : value)),
  ) as JsonObject;

/** The addresses that the schemas of tools refer to. */
export const referencesIn = (result: Json | undefined): readonly string[] => {
  const found: string[] = [];
  JSON.stringify(listMember(result, "tools"), (key, value: Json) => {
    if (key === "$ref" && typeof value === "string" && value.startsWith("http")) found.push(value);
    return value;
  });
  return found;
};
