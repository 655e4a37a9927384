// Short ways to write a stricter version of a rule.

import type { Json, JsonObject } from "../../../../src/base/json.ts";
import type { Context } from "../../mutants/context.ts";
import type { Stricter } from "../innocent.ts";

type Restriction = Omit<Stricter, "name">;

/** Every value that the target leads to meets a JSON Schema. */
export const meets = (
  name: string,
  target: string,
  schema: JsonObject | boolean,
  more: Restriction = {},
): Stricter => ({
  name,
  expect: [{ target, matcher: { schema } }],
  ...more,
});

/** The target is one of these values. */
export const isOneOf = (name: string, target: string, values: readonly Json[], more: Restriction = {}): Stricter => ({
  name,
  expect: [{ target, matcher: { "one-of": values } }],
  ...more,
});

/** The target is none of these values. */
export const isNoneOf = (name: string, target: string, values: readonly Json[], more: Restriction = {}): Stricter => ({
  name,
  expect: [{ target, matcher: { not: { "one-of": values } } }],
  ...more,
});

/** The objects have these members and no others. */
export const hasOnly = (name: string, target: string, members: readonly string[], more: Restriction = {}): Stricter =>
  meets(name, target, { propertyNames: { enum: [...members] } }, more);

/** The objects have all of these members. */
export const hasAll = (name: string, target: string, members: readonly string[], more: Restriction = {}): Stricter =>
  meets(name, target, { required: [...members] }, more);

/** There is nothing at the target. */
export const isAbsent = (name: string, target: string, more: Restriction = {}): Stricter => ({
  name,
  expect: [{ target, matcher: { not: { schema: true } } }],
  ...more,
});

/** Every exchange as it was recorded meets a JSON Schema. */
export const recordedAs = (name: string, schema: JsonObject, more: Restriction = {}): Stricter =>
  meets(name, "raw_exchanges", schema, { when: [], ...more });

/** A stricter version that is tried in one context alone. */
export const only = (context: Context, stricter: Stricter): Stricter => ({ ...stricter, in: context });
