import { Validator } from "@cfworker/json-schema";
import { countCodePoints } from "../../base/code-points.ts";
import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { Bounds, Matcher } from "../core/rule.ts";
import { isOfType, meetsQuickly } from "./quick-schema.ts";

/** Compiles a pattern for matching in linear time; passed in, because the engine is loaded only where it is needed. */
export type RegexEngine = (pattern: string) => (text: string) => boolean;

/** For rows without the matcher `regex`. */
export const noRegex: RegexEngine = () => {
  throw new Error("a row uses the matcher regex, but no engine was loaded");
};

/** Where within the value a mismatch was found; the empty pointer is the value itself. */
export type Match = { readonly ok: true } | { readonly ok: false; readonly at: readonly string[] };

export const OK: Match = { ok: true };
const HERE: Match = { ok: false, at: [""] };

const judged = (ok: boolean): Match => (ok ? OK : HERE);

/** A value that does not exist meets only `not`: `{not: {schema: true}}` says that there must be none. */
export const match = (value: Json | undefined, matcher: Matcher, regex: RegexEngine): Match => {
  if ("not" in matcher) return judged(!meets(value, matcher.not, regex));
  if (value === undefined) return HERE;
  if ("exact" in matcher) return judged(isSameJson(value, matcher.exact));
  if ("one-of" in matcher) return judged(matcher["one-of"].some((option) => isSameJson(value, option)));
  if ("contains" in matcher) return judged(holds(value, matcher.contains));
  if ("contains-all" in matcher) return judged(matcher["contains-all"].every((part) => holds(value, part)));
  if ("icontains" in matcher)
    return judged(typeof value === "string" && value.toLowerCase().includes(matcher.icontains.toLowerCase()));
  if ("regex" in matcher) return judged(typeof value === "string" && compiled(matcher.regex, regex)(value));
  if ("type" in matcher) return judged(isOfType(value, matcher.type) === true);
  if ("length" in matcher) return judged(hasLength(value, matcher.length));
  if ("range" in matcher) return judged(typeof value === "number" && isWithin(value, matcher.range));
  return meetsSchema(value, matcher.schema);
};

/** Characters of a text, elements of an array, members of an object. */
const hasLength = (value: Json, wanted: Bounds | number): boolean => {
  const length = lengthOf(value);
  return length !== undefined && isWithin(length, typeof wanted === "number" ? { min: wanted, max: wanted } : wanted);
};

const lengthOf = (value: Json): number | undefined => {
  if (typeof value === "string") return countCodePoints(value);
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : undefined;
};

const isWithin = (value: number, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds): boolean =>
  value >= min && value <= max;

/** The same, for whoever need not know where. */
export const meets = (value: Json | undefined, matcher: Matcher, regex: RegexEngine): boolean => {
  const quickly = value !== undefined && "schema" in matcher ? meetsQuickly(value, matcher.schema) : undefined;
  return quickly ?? match(value, matcher, regex).ok;
};

/** Part of a text, an element of an array, a member of an object. */
const holds = (value: Json, part: Json): boolean => {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  if (Array.isArray(value)) return value.some((entry) => isSameJson(entry, part));
  return isJsonObject(value) && typeof part === "string" && Object.hasOwn(value, part);
};

const PATTERNS = new WeakMap<RegexEngine, Map<string, (text: string) => boolean>>();

const compiled = (pattern: string, regex: RegexEngine): ((text: string) => boolean) => {
  const known = PATTERNS.get(regex) ?? new Map<string, (text: string) => boolean>();
  PATTERNS.set(regex, known);
  const test = known.get(pattern) ?? regex(pattern);
  known.set(pattern, test);
  return test;
};

const VALIDATORS = new WeakMap<object, Validator>();

/** Rows are ours or the user's, so their schemas are trusted; the values checked against them are not. */
const meetsSchema = (value: Json, schema: JsonObject | boolean): Match => {
  if (typeof schema === "boolean") return judged(schema);
  if (meetsQuickly(value, schema)) return OK;
  const known = VALIDATORS.get(schema) ?? new Validator(schema, "2020-12", false);
  VALIDATORS.set(schema, known);
  const { valid, errors } = known.validate(value);
  if (valid) return OK;
  // The validator reports an error at every level on the way to it; the deepest ones say what is wrong.
  const places = [...new Set(errors.map(({ instanceLocation }) => decodeURI(instanceLocation.replace(/^#/, ""))))];
  const deepest = places.filter((place) => !places.some((other) => other.startsWith(`${place}/`)));
  return { ok: false, at: deepest.length > 0 ? deepest.sort() : [""] };
};
