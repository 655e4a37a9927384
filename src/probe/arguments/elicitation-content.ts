import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { generateArguments } from "./generate-value.ts";

const MAX_FIELDS = 200;

/**
 * What a person who fills in a server's form would send: the defaults, and something harmless in every other field. A
 * field that cannot be filled in is left out, even if it is required: the server's answer to that is its own.
 */
export const elicitationContent = (requestedSchema: Json | undefined): JsonObject => {
  if (!isJsonObject(requestedSchema)) return {};
  const form = withSelections(requestedSchema);
  const whole = generateArguments(form, { optional: "all" });
  if (whole.ok) return whole.value;
  const some = generateArguments({ ...form, required: [] }, { optional: "all" });
  return some.ok ? some.value : {};
};

/** A field for several selections may stay empty, but a form with something selected shows more. */
const withSelections = (schema: JsonObject): JsonObject => {
  const fields = member(schema, "properties");
  if (!isJsonObject(fields)) return schema;
  const properties = Object.entries(fields)
    .slice(0, MAX_FIELDS)
    .map(([name, field]): [string, Json] => [
      name,
      isOpenSelection(field) ? { allOf: [field, { minItems: 1 }] } : field,
    ]);
  return { ...schema, properties: Object.fromEntries(properties) };
};

const isOpenSelection = (field: Json): boolean =>
  member(field, "type") === "array" && member(field, "default") === undefined && member(field, "maxItems") !== 0;
