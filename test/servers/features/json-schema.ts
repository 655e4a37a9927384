// A small validator for the JSON Schemas of our own tools (2020-12). Only local $ref, nothing is ever fetched.

import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, type JsonValue } from "../json-rpc.ts";

// Returns one sentence per violation; empty means valid.
export function violations(schema: JsonObject, value: JsonValue, root = schema, path = "arguments"): string[] {
  const target = resolve(schema, root);
  return [
    ...typeViolations(target, value, path),
    ...scalarViolations(target, value, path),
    ...objectViolations(target, value, root, path),
    ...arrayViolations(target, value, root, path),
    ...compositionViolations(target, value, root, path),
  ];
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  if (typeof schema.$ref !== "string") return schema;
  let target: JsonValue | undefined = root;
  for (const step of schema.$ref.split("/").slice(1)) {
    target = isObject(target) ? target[step] : undefined;
  }
  if (!isObject(target)) throw new Error(`Unresolvable reference ${schema.$ref}`);
  return target;
}

function typeViolations(schema: JsonObject, value: JsonValue, path: string): string[] {
  if (schema.type === undefined) return [];
  const wanted = Array.isArray(schema.type) ? schema.type : [schema.type];
  return wanted.some((type) => hasType(value, type)) ? [] : [`${path} is not of type ${wanted.join(" or ")}`];
}

function hasType(value: JsonValue, type: JsonValue): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}

function scalarViolations(schema: JsonObject, value: JsonValue, path: string): string[] {
  const found: string[] = [];
  const { enum: choices, minimum, maximum, pattern, minLength, maxLength } = schema;
  if (Array.isArray(choices) && !choices.some((choice) => isDeepStrictEqual(choice, value))) {
    found.push(`${path} is not one of ${choices.join(", ")}`);
  }
  if (schema.const !== undefined && !isDeepStrictEqual(schema.const, value)) {
    found.push(`${path} is not ${JSON.stringify(schema.const)}`);
  }
  if (typeof value === "number") {
    if (typeof minimum === "number" && value < minimum) found.push(`${path} is below ${minimum}`);
    if (typeof maximum === "number" && value > maximum) found.push(`${path} is above ${maximum}`);
  }
  if (typeof value === "string") {
    if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) {
      found.push(`${path} does not match ${pattern}`);
    }
    if (typeof minLength === "number" && [...value].length < minLength) found.push(`${path} is too short`);
    if (typeof maxLength === "number" && [...value].length > maxLength) found.push(`${path} is too long`);
  }
  return found;
}

function objectViolations(schema: JsonObject, value: JsonValue, root: JsonObject, path: string): string[] {
  if (!isObject(value)) return [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const found = required
    .filter((name) => typeof name === "string" && !Object.hasOwn(value, name))
    .map((name) => `${path}.${name} is missing`);
  for (const [name, member] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isObject(property)) found.push(...violations(property, member ?? null, root, `${path}.${name}`));
    else if (schema.additionalProperties === false) found.push(`${path}.${name} is not a known member`);
  }
  return found;
}

function arrayViolations(schema: JsonObject, value: JsonValue, root: JsonObject, path: string): string[] {
  if (!Array.isArray(value)) return [];
  const { items, minItems, maxItems } = schema;
  const found = isObject(items)
    ? value.flatMap((item, index) => violations(items, item, root, `${path}[${index}]`))
    : [];
  if (typeof minItems === "number" && value.length < minItems) found.push(`${path} has too few items`);
  if (typeof maxItems === "number" && value.length > maxItems) found.push(`${path} has too many items`);
  return found;
}

function compositionViolations(schema: JsonObject, value: JsonValue, root: JsonObject, path: string): string[] {
  const fits = (one: JsonValue): boolean => isObject(one) && violations(one, value, root, path).length === 0;
  const found: string[] = [];
  if (Array.isArray(schema.allOf) && !schema.allOf.every(fits)) found.push(`${path} does not fit allOf`);
  if (Array.isArray(schema.anyOf) && !schema.anyOf.some(fits)) found.push(`${path} does not fit anyOf`);
  if (Array.isArray(schema.oneOf) && schema.oneOf.filter(fits).length !== 1) found.push(`${path} does not fit oneOf`);
  if (isObject(schema.not) && fits(schema.not)) found.push(`${path} fits not`);
  if (isObject(schema.if)) {
    const branch = fits(schema.if) ? schema.then : schema.else;
    if (isObject(branch)) found.push(...violations(branch, value, root, path));
  }
  return found;
}
