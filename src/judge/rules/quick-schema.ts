import { countCodePoints } from "../../base/code-points.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { isSameJson } from "../../base/same-json.ts";

/**
 * Whether a value meets a schema of a row, for the keywords that rows use; undefined where it takes others to tell. The
 * validator also says where a value fails, which is rarely asked, and costs ten times as much in a process that has just
 * started. The tests hold one against the other.
 */
export const meetsQuickly = (value: Json, schema: Json | undefined): boolean | undefined => {
  if (typeof schema === "boolean") return schema;
  if (!isJsonObject(schema)) return undefined;
  let met: boolean | undefined = true;
  for (const keyword in schema) {
    const found = meetsKeyword(value, keyword, schema);
    if (found === false) return false;
    if (found === undefined) met = undefined;
  }
  return met;
};

const meetsKeyword = (value: Json, keyword: string, schema: JsonObject): boolean | undefined => {
  const wanted = schema[keyword];
  switch (keyword) {
    case "type":
      return typeof wanted === "string" ? isOfType(value, wanted) : hasOneType(value, wanted);
    case "const":
      return isSameJson(value, wanted);
    case "enum":
      return Array.isArray(wanted) ? wanted.some((option) => isSameJson(value, option)) : undefined;
    case "required":
      return (
        !isJsonObject(value) || !Array.isArray(wanted) || wanted.every((name) => Object.hasOwn(value, String(name)))
      );
    case "properties":
      return !isJsonObject(value) || (isJsonObject(wanted) ? meetsMembers(value, wanted) : undefined);
    case "additionalProperties":
      return !isJsonObject(value) || meetsOthers(value, schema, wanted);
    case "propertyNames":
      return !isJsonObject(value) || every(Object.keys(value), (name) => meetsQuickly(name, wanted));
    case "items":
      return !Array.isArray(value) || every(value.slice(firstsOf(schema)), (entry) => meetsQuickly(entry, wanted));
    case "prefixItems":
      if (!Array.isArray(value) || !Array.isArray(wanted)) return !Array.isArray(value) || undefined;
      return every(value.slice(0, wanted.length), (entry, index) => meetsQuickly(entry, wanted[index]));
    case "contains":
      if (!Array.isArray(value)) return true;
      if (schema["minContains"] !== undefined || schema["maxContains"] !== undefined) return undefined;
      return some(value, (entry) => meetsQuickly(entry, wanted));
    case "anyOf":
      return Array.isArray(wanted) ? some(wanted, (option) => meetsQuickly(value, option)) : undefined;
    case "oneOf":
      return Array.isArray(wanted) ? meetsOne(value, wanted) : undefined;
    case "allOf":
      return Array.isArray(wanted) ? every(wanted, (option) => meetsQuickly(value, option)) : undefined;
    case "not":
      return opposite(meetsQuickly(value, wanted));
    case "if":
      return meetsBranch(value, schema);
    case "then":
    case "else":
      return true;
    case "minimum":
      return typeof value !== "number" || value >= Number(wanted);
    case "maximum":
      return typeof value !== "number" || value <= Number(wanted);
    case "minItems":
      return !Array.isArray(value) || value.length >= Number(wanted);
    case "maxItems":
      return !Array.isArray(value) || value.length <= Number(wanted);
    case "minProperties":
      return !isJsonObject(value) || Object.keys(value).length >= Number(wanted);
    case "maxProperties":
      return !isJsonObject(value) || Object.keys(value).length <= Number(wanted);
    case "minLength":
      return typeof value !== "string" || countCodePoints(value) >= Number(wanted);
    case "maxLength":
      return typeof value !== "string" || countCodePoints(value) <= Number(wanted);
    case "dependentSchemas":
      return !isJsonObject(value) || (isJsonObject(wanted) ? meetsDependents(value, wanted) : undefined);
    case "pattern":
      return typeof value !== "string" || patternOf(String(wanted)).test(value);
    default:
      return undefined;
  }
};

/** Undefined for a type that JSON Schema does not have. */
export const isOfType = (value: Json, type: string): boolean | undefined => {
  switch (type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return typeof value === "number" && value % 1 === 0;
    case "null":
      return value === null;
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return undefined;
  }
};

const hasOneType = (value: Json, types: Json | undefined): boolean | undefined =>
  Array.isArray(types) ? some(types, (type) => isOfType(value, String(type))) : undefined;

const meetsMembers = (value: JsonObject, schemas: JsonObject): boolean | undefined =>
  every(Object.keys(schemas), (name) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    return member === undefined || meetsQuickly(member, schemas[name]);
  });

const meetsDependents = (value: JsonObject, schemas: JsonObject): boolean | undefined =>
  every(Object.keys(schemas), (name) => !Object.hasOwn(value, name) || meetsQuickly(value, schemas[name]));

/** Elements that have schemas of their own. */
const firstsOf = ({ prefixItems }: JsonObject): number => (Array.isArray(prefixItems) ? prefixItems.length : 0);

/** One that cannot be told leaves open how many are met. */
const meetsOne = (value: Json, options: readonly Json[]): boolean | undefined => {
  let count = 0;
  let open = false;
  for (const option of options) {
    const met = meetsQuickly(value, option);
    if (met === undefined) open = true;
    else if (met) count += 1;
  }
  if (count > 1) return false;
  return open ? undefined : count === 1;
};

const meetsOthers = (value: JsonObject, schema: JsonObject, wanted: Json | undefined): boolean | undefined => {
  const { properties = {}, patternProperties } = schema;
  if (patternProperties !== undefined || !isJsonObject(properties)) return undefined;
  return every(
    Object.keys(value).filter((name) => !Object.hasOwn(properties, name)),
    (name) => meetsQuickly(value[name] ?? null, wanted),
  );
};

const meetsBranch = (value: Json, schema: JsonObject): boolean | undefined => {
  const condition = meetsQuickly(value, schema["if"]);
  if (condition === undefined) return undefined;
  const branch = condition ? schema["then"] : schema["else"];
  return branch === undefined || meetsQuickly(value, branch);
};

const PATTERNS = new Map<string, RegExp>();

/** As the validator compiles them: rows are ours or the user's own. */
const patternOf = (source: string): RegExp => {
  const known = PATTERNS.get(source) ?? new RegExp(source, "u");
  PATTERNS.set(source, known);
  return known;
};

// Of three answers, "cannot tell" counts only where no other decides.

const every = <T>(
  entries: readonly T[],
  test: (entry: T, index: number) => boolean | undefined,
): boolean | undefined => {
  let met: boolean | undefined = true;
  for (let index = 0; index < entries.length; index += 1) {
    const found = test(entries[index] as T, index);
    if (found === false) return false;
    if (found === undefined) met = undefined;
  }
  return met;
};

const some = <T>(entries: readonly T[], test: (entry: T) => boolean | undefined): boolean | undefined =>
  opposite(every(entries, (entry) => opposite(test(entry))));

const opposite = (met: boolean | undefined): boolean | undefined => (met === undefined ? undefined : !met);
