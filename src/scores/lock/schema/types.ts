import { isJsonObject, type Json, type JsonObject, member } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";

/** `number` is two of them, so that `integer` is a part of it. */
export const VALUE_TYPES = ["null", "boolean", "object", "array", "string", "integer", "fraction"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

const isValueType = (name: string): name is ValueType => (VALUE_TYPES as readonly string[]).includes(name);

/** The types that the `type` keyword lets through; all of them where there is none. */
export const typesOf = (schema: JsonObject): ReadonlySet<ValueType> => {
  const type = member(schema, "type");
  if (type === undefined) return new Set(VALUE_TYPES);
  const named = Array.isArray(type) ? type : [type];
  return new Set(
    named.flatMap((name): readonly ValueType[] =>
      name === "number" ? ["integer", "fraction"] : typeof name === "string" && isValueType(name) ? [name] : [],
    ),
  );
};

export const typeOfValue = (value: Json): ValueType => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isJsonObject(value)) return "object";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value as "boolean" | "string";
};

/** As JSON Schema names them. */
export const typeNames = (types: Iterable<ValueType>): readonly string[] => {
  const set = new Set(types);
  const isNumber = set.has("integer") && set.has("fraction");
  return VALUE_TYPES.filter((type) => set.has(type)).flatMap((type) => {
    if (type === "fraction") return isNumber ? ["number"] : ["fractional number"];
    return type === "integer" && isNumber ? [] : [type];
  });
};

/** The values that `enum` and `const` leave, as far as `type` lets them through; undefined where neither stands. */
export const valuesOf = (schema: JsonObject): readonly Json[] | undefined => {
  const constant = member(schema, "const");
  const list = member(schema, "enum");
  const listed = Array.isArray(list) ? list : undefined;
  const named = constant === undefined ? listed : [constant];
  if (named === undefined) return undefined;
  const types = typesOf(schema);
  const isListed = (value: Json): boolean => listed?.some((one) => isSameJson(one, value)) ?? true;
  return named.filter((value) => types.has(typeOfValue(value)) && isListed(value));
};

/** Every value of a type that has few. */
export const fewValuesOf = (types: ReadonlySet<ValueType>): readonly Json[] | undefined => {
  const values: Json[] = [];
  for (const type of types) {
    if (type === "null") values.push(null);
    else if (type === "boolean") values.push(true, false);
    else return undefined;
  }
  return values;
};
