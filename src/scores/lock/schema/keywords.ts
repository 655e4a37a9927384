import type { ValueType } from "./types.ts";

/** A keyword says nothing about values of other types than these; undefined: it speaks of every value. */
export const TYPES_OF_KEYWORD: Readonly<Record<string, readonly ValueType[]>> = {
  minimum: ["integer", "fraction"],
  maximum: ["integer", "fraction"],
  exclusiveMinimum: ["integer", "fraction"],
  exclusiveMaximum: ["integer", "fraction"],
  multipleOf: ["integer", "fraction"],
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
  items: ["array"],
  prefixItems: ["array"],
  additionalItems: ["array"],
  contains: ["array"],
  minContains: ["array"],
  maxContains: ["array"],
  unevaluatedItems: ["array"],
  minProperties: ["object"],
  maxProperties: ["object"],
  required: ["object"],
  properties: ["object"],
  patternProperties: ["object"],
  additionalProperties: ["object"],
  propertyNames: ["object"],
  dependentRequired: ["object"],
  dependentSchemas: ["object"],
  dependencies: ["object"],
  unevaluatedProperties: ["object"],
};

/** What a model reads and no validator heeds. */
export const READ_BY_MODELS = [
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
] as const;

/** What changes nothing for anybody; definitions are compared where they are used. */
export const COSMETIC = ["title", "$comment"] as const;
export const STRUCTURAL = [
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$vocabulary",
  "$defs",
  "definitions",
  "id",
] as const;

const ANNOTATIONS: ReadonlySet<string> = new Set([...READ_BY_MODELS, ...COSMETIC, ...STRUCTURAL]);

export const isAnnotation = (keyword: string): boolean => ANNOTATIONS.has(keyword);
