import type { Json } from "../../base/json.ts";
import type { Bounds, Condition, Expectation, JsonTypeName, Matcher } from "../core/rule.ts";

/** What a row expects, in words: its own message, else the matcher. */
export const describeExpectation = ({ target, matcher, message }: Expectation): string =>
  message ?? `${target} ${describeMatcher(matcher)}`;

const CONDITIONS = new WeakMap<Condition, string>();

/** What a row holds for, in words. Every rule that does not apply says it, session after session. */
export const describeCondition = (condition: Condition): string => {
  const known = CONDITIONS.get(condition) ?? `${condition.target} ${describeMatcher(condition.matcher)}`;
  CONDITIONS.set(condition, known);
  return known;
};

const describeMatcher = (matcher: Matcher): string => {
  if ("exact" in matcher) return `is ${text(matcher.exact)}`;
  if ("one-of" in matcher) return `is one of ${matcher["one-of"].map(text).join(", ")}`;
  if ("contains" in matcher) return `contains ${text(matcher.contains)}`;
  if ("contains-all" in matcher) return `contains ${matcher["contains-all"].map(text).join(", ")}`;
  if ("icontains" in matcher) return `contains ${text(matcher.icontains)} in any case`;
  if ("regex" in matcher) return `matches ${matcher.regex}`;
  if ("type" in matcher) return `is ${TYPE_WORDS[matcher.type]}`;
  if ("length" in matcher)
    return `has a length of ${typeof matcher.length === "number" ? matcher.length : bounds(matcher.length)}`;
  if ("range" in matcher) return `is a number ${bounds(matcher.range)}`;
  if ("schema" in matcher) return matcher.schema === true ? "exists" : `meets the schema ${text(matcher.schema)}`;
  return negated(matcher.not);
};

const negated = (matcher: Matcher): string => {
  if ("schema" in matcher && (matcher.schema === true || Object.keys(matcher.schema).length === 0)) return "is absent";
  return `not: ${describeMatcher(matcher)}`;
};

const bounds = ({ min, max }: Bounds): string => {
  if (min === undefined) return max === undefined ? "of any size" : `up to ${max}`;
  return max === undefined ? `from ${min}` : `from ${min} to ${max}`;
};

const TYPE_WORDS = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
} as const satisfies Record<JsonTypeName, string>;

const text = (value: Json): string => JSON.stringify(value);
