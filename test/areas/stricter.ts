// Short ways to write a stricter version of a rule: what it claims, the target, and what has to be there.

import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Matcher } from "../../src/judge/core/rule.ts";
import type { Stricter, Stricters } from "./variant.ts";

type Restriction = Omit<Stricter, "name" | "expect">;

/** Versions of a rule that differ in more than what they expect. */
export const strictly = (more: Restriction) => {
  const version = (name: string, target: string, matcher: Matcher): Stricter => ({
    name,
    expect: [{ target, matcher }],
    ...more,
  });
  return {
    /** Every value that the target leads to meets a JSON Schema. */
    meets: (name: string, target: string, schema: JsonObject | boolean) => version(name, target, { schema }),
    /** The target is one of these values. */
    isOneOf: (name: string, target: string, values: readonly Json[]) =>
      version(name, target, { "one-of": [...values] }),
    /** The target is none of these values. */
    isNoneOf: (name: string, target: string, values: readonly Json[]) =>
      version(name, target, { not: { "one-of": [...values] } }),
    /** There is nothing at the target. */
    isAbsent: (name: string, target: string) => version(name, target, { not: { schema: true } }),
    /** The objects have all of these members. */
    has: (name: string, target: string, ...required: readonly string[]) =>
      version(name, target, { schema: { required: [...required] } }),
    /** The objects do not have this member. */
    lacks: (name: string, target: string, member: string) =>
      version(name, target, { schema: { not: { required: [member] } } }),
    /** The objects have these members and no others. */
    hasOnly: (name: string, target: string, members: readonly string[]) =>
      version(name, target, { schema: { propertyNames: { enum: [...members] } } }),
    /** Nothing at the target has this shape. */
    avoids: (name: string, target: string, shape: Shape) => version(name, target, { schema: { not: schemaOf(shape) } }),
  };
};

export const { meets, isOneOf, isNoneOf, isAbsent, has, lacks, hasOnly, avoids } = strictly({});
/** Whatever the condition of the rule is. */
export const always = strictly({ when: [] });
/** Each value by itself. */
export const each = strictly({ each: true });
export const eachAlways = strictly({ each: true, when: [] });

/** Every exchange as it was recorded meets a JSON Schema. */
export const recordedAs = (name: string, schema: JsonObject): Stricter => always.meets(name, "raw_exchanges", schema);

/** No exchange was recorded that has this shape. */
export const never = (name: string, shape: Shape): Stricter => always.avoids(name, "raw_exchanges", shape);

/** One version for several rules. */
export const all = (rules: readonly (keyof Stricters)[], stricter: Stricter): Stricters =>
  Object.fromEntries(rules.map((rule) => [rule, stricter]));

/** An object that has these members: with this value, of this shape, or as a JSON Schema has it. */
type Shape = { readonly [member: string]: Json | Shape | Part };

class Part {
  readonly schema: JsonObject | undefined;
  readonly isRequired: boolean;

  constructor(schema: JsonObject | undefined, isRequired = true) {
    this.schema = schema;
    this.isRequired = isRequired;
  }
}

/** A member that is there, whatever it holds. */
export const ANY = new Part(undefined);
/** A value that meets a JSON Schema. */
export const is = (schema: JsonObject): Part => new Part(schema);
/** A list with such an entry. */
export const some = (entry: Json | Shape | Part): Part => new Part({ contains: valueSchema(entry) ?? {} });
/** A member that is of this shape if it is there. */
export const maybe = (value: Json | Shape | Part): Part => new Part(valueSchema(value), false);

const schemaOf = (shape: Shape): JsonObject => {
  const members = Object.entries(shape);
  const required = members.filter(([, value]) => !(value instanceof Part) || value.isRequired).map(([name]) => name);
  const properties = members.flatMap(([name, value]) => {
    const schema = valueSchema(value);
    return schema === undefined ? [] : [[name, schema] as const];
  });
  return {
    ...(required.length === 0 ? {} : { required }),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
  };
};

const valueSchema = (value: Json | Shape | Part): JsonObject | undefined => {
  if (value instanceof Part) return value.schema;
  return typeof value === "object" && value !== null ? schemaOf(value as Shape) : { const: value };
};
