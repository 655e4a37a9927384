import { isJsonObject, type Json, type JsonObject, listMember, member } from "../../../base/json.ts";
import { readPointer } from "../../../base/pointer.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { isAnnotation, TYPES_OF_KEYWORD } from "./keywords.ts";
import { fewValuesOf, typeNames, typesOf, type ValueType, valuesOf } from "./types.ts";

/** A chain of references longer than this leads nowhere a reader could follow. */
const MOST_HOPS = 32;

/**
 * The same schema in one spelling, one level deep: references into the document followed, `allOf` joined, and a union of
 * plain types written as a list of types. What cannot be joined without changing its meaning stays as it is.
 */
export const normalize = (schema: Json | undefined, root: Json): JsonObject | boolean => {
  if (schema === undefined || schema === true) return {};
  if (schema === false) return false;
  if (!isJsonObject(schema)) return {};
  const whole = followed(schema, root);
  return isJsonObject(whole) ? withPlainUnion(joined(whole, root), root) : whole;
};

/** The schema a local reference names, with what stands beside the reference. */
const followed = (schema: JsonObject, root: Json): JsonObject | boolean => {
  let current = schema;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const reference = member(current, "$ref");
    if (typeof reference !== "string" || !reference.startsWith("#")) return current;
    const target = readPointer(root, decoded(reference.slice(1)));
    if (typeof target === "boolean") return target;
    if (!isJsonObject(target)) return current;
    const { $ref: _, ...beside } = current;
    const isOnlyWords = Object.keys(beside).every(isAnnotation);
    current = isOnlyWords ? { ...target, ...beside } : { ...beside, allOf: [target, ...listMember(beside, "allOf")] };
    if (!isOnlyWords) return current;
  }
  return current;
};

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** The branches of `allOf` written into the schema itself, where none of them speaks of the members the others name. */
const joined = (schema: JsonObject, root: Json, depth = 0): JsonObject => {
  const branches = member(schema, "allOf");
  if (!Array.isArray(branches) || depth > MOST_HOPS) return schema;
  const { allOf: _, ...own } = schema;
  let whole: JsonObject = own;
  for (const branch of branches) {
    const followedBranch = isJsonObject(branch) ? followed(branch, root) : branch;
    if (followedBranch === true) continue;
    if (!isJsonObject(followedBranch)) return schema;
    const merged = merge(whole, joined(followedBranch, root, depth + 1));
    if (!merged) return schema;
    whole = merged;
  }
  return whole;
};

/** These look at what other keywords beside them say, so they may not be moved to others. */
const LOOKS_BESIDE = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "items", "additionalItems"];

const merge = (left: JsonObject, right: JsonObject): JsonObject | undefined => {
  const whole: JsonObject = { ...left };
  for (const keyword of LOOKS_BESIDE)
    if ((keyword in left || keyword in right) && !isSameJson(left[keyword], right[keyword])) return undefined;
  for (const [keyword, value] of Object.entries(right)) {
    const mine = member(left, keyword);
    const both =
      mine === undefined || isSameJson(mine, value)
        ? value
        : isAnnotation(keyword)
          ? mine
          : joinValue(keyword, mine, value);
    if (both === undefined) return undefined;
    whole[keyword] = both;
  }
  return whole;
};

const joinValue = (keyword: string, left: Json, right: Json): Json | undefined => {
  if (keyword === "required" && Array.isArray(left) && Array.isArray(right)) return [...new Set([...left, ...right])];
  if (keyword !== "properties" || !isJsonObject(left) || !isJsonObject(right)) return undefined;
  const isApart = Object.keys(right).every((name) => !Object.hasOwn(left, name) || isSameJson(left[name], right[name]));
  return isApart ? { ...left, ...right } : undefined;
};

/** `anyOf: [{type: string}, {type: null}]` says what `type: [string, null]` says; generators of schemas write either. */
const withPlainUnion = (schema: JsonObject, root: Json): JsonObject => {
  const keyword = "anyOf" in schema ? "anyOf" : "oneOf" in schema ? "oneOf" : undefined;
  if (!keyword || ("anyOf" in schema && "oneOf" in schema)) return schema;
  const { [keyword]: _, ...beside } = schema;
  if (!Object.keys(beside).every(isAnnotation)) return schema;
  const branches = listMember(schema, keyword).map((branch) =>
    isJsonObject(branch) ? followed(branch, root) : branch,
  );
  const plain = branches.filter(isJsonObject);
  if (plain.length !== branches.length || plain.length === 0) return schema;
  return unionOfValues(plain, beside) ?? unionOfTypes(plain, beside) ?? schema;
};

const unionOfValues = (branches: readonly JsonObject[], beside: JsonObject): JsonObject | undefined => {
  const values: Json[] = [];
  for (const branch of branches) {
    const isPlain = Object.keys(branch).every(
      (key) => key === "type" || key === "enum" || key === "const" || isAnnotation(key),
    );
    const own = isPlain ? (valuesOf(branch) ?? fewValuesOf(typesOf(branch))) : undefined;
    // The words beside a constant explain it to a model; a list of values would lose them.
    if (
      own === undefined ||
      "description" in branch ||
      own.some((value) => values.some((known) => isSameJson(known, value)))
    )
      return undefined;
    values.push(...own);
  }
  return { ...beside, enum: values };
};

const unionOfTypes = (branches: readonly JsonObject[], beside: JsonObject): JsonObject | undefined => {
  const all = new Set<ValueType>();
  let whole: JsonObject = { ...beside };
  for (const { type, ...keywords } of branches) {
    if (type === undefined) return undefined;
    const types = typesOf({ type });
    if ([...types].some((one) => all.has(one))) return undefined;
    for (const one of types) all.add(one);
    // A keyword about one type may stand beside other types, because it does not concern them.
    const isOwn = Object.keys(keywords).every((keyword) => TYPES_OF_KEYWORD[keyword]?.every((one) => types.has(one)));
    if (!isOwn) return undefined;
    whole = { ...whole, ...keywords };
  }
  return { ...whole, type: [...typeNames(all)] };
};
