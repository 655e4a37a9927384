import { isJsonObject, type Json, type JsonObject, listMember, member, valueAt } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { below, type ComparedSchemas, type ComparePart, type Comparison, note } from "./comparison.ts";
import type { SchemaEffect } from "./difference.ts";
import { normalize } from "./normalize.ts";
import { typesOf, valuesOf } from "./types.ts";

const UNIONS = ["anyOf", "oneOf"] as const;
type UnionKeyword = (typeof UNIONS)[number];

/** Alternatives, of which a value must meet one. */
export const compareUnions: ComparePart = (comparison, before, after, place) => {
  const [was, is] = [unionOf(before), unionOf(after)];
  if (was === undefined && is === undefined) return;
  if (was === "both" || is === "both") {
    const isSame = UNIONS.every((keyword) => isSameJson(member(before, keyword), member(after, keyword)));
    if (!isSame) note(comparison, "undecided", place, "has other alternatives");
    return;
  }
  if (was === undefined || is === undefined) {
    const words = is === undefined ? "without its alternatives" : "must be one of several alternatives now";
    return note(comparison, is === undefined ? "widened" : "narrowed", place, words);
  }
  const branches = [listMember(before, was), listMember(after, is)] as const;
  const apart = areApart(branches[0], comparison.rootBefore) && areApart(branches[1], comparison.rootAfter);
  // Where two alternatives can hold at once, oneOf refuses the value: one more of them may accept less.
  if ((was === "oneOf" || is === "oneOf") && !apart) {
    if (was !== is || !isSameJson([...branches[0]], [...branches[1]]))
      note(comparison, "undecided", place, "has other alternatives, which may hold at once");
    return;
  }
  compareBranches(comparison, branches[0], branches[1], below(place, [is]));
};

const unionOf = (schema: JsonObject): UnionKeyword | "both" | undefined => {
  const present = UNIONS.filter((keyword) => Array.isArray(member(schema, keyword)));
  return present.length > 1 ? "both" : present[0];
};

/** Pairs what is the same, then what says of itself that it is the same kind, then the rest in their order. */
const compareBranches = (
  comparison: Comparison,
  was: readonly Json[],
  is: readonly Json[],
  place: ComparedSchemas,
): void => {
  const left = [...was];
  const right = is.map((branch, index) => ({ branch, index }));
  const pair = (matches: (old: Json, now: Json) => boolean): void => {
    for (let index = left.length - 1; index >= 0; index--) {
      const old = left[index];
      if (old === undefined) continue;
      const at = right.findIndex(({ branch }) => matches(old, branch));
      const [found] = at < 0 ? [] : right.splice(at, 1);
      if (!found) continue;
      left.splice(index, 1);
      comparison.compare(old, found.branch, below(place, [found.index]));
    }
  };
  pair((old, now) => isSameJson(old, now));
  pair((old, now) => {
    const kind = kindOf(normalize(old, comparison.rootBefore));
    return kind !== undefined && kind === kindOf(normalize(now, comparison.rootAfter));
  });
  for (const old of left.splice(0, Math.min(left.length, right.length))) {
    const found = right.shift();
    if (found) comparison.compare(old, found.branch, below(place, [found.index]));
  }
  for (const old of left) note(comparison, "narrowed", place, "has one alternative fewer", { before: old });
  for (const { branch, index } of right)
    note(comparison, "widened", below(place, [index]), "has one alternative more", { after: branch });
};

/** The constants by which a reader tells alternatives apart, such as `type: "circle"`. */
const kindOf = (schema: JsonObject | boolean): string | undefined => {
  const properties = member(schema, "properties");
  if (!isJsonObject(properties)) return undefined;
  const constants = Object.entries(properties).flatMap(([name, property]) => {
    const values = isJsonObject(property) ? valuesOf(property) : undefined;
    return values?.length === 1 ? [[name, values[0]]] : [];
  });
  return constants.length === 0 ? undefined : JSON.stringify(constants.sort());
};

/** Whether no value can meet two of them, as far as their types and constants tell. */
const areApart = (branches: readonly Json[], root: Json): boolean => {
  const schemas = branches.map((branch) => normalize(branch, root));
  return schemas.every((one, index) => schemas.slice(index + 1).every((other) => isApart(one, other)));
};

const isApart = (one: JsonObject | boolean, other: JsonObject | boolean): boolean => {
  if (one === false || other === false) return true;
  if (one === true || other === true) return false;
  const [values, others] = [valuesOf(one), valuesOf(other)];
  if (values && others) return !values.some((value) => others.some((known) => isSameJson(known, value)));
  const types = typesOf(other);
  if (![...typesOf(one)].some((type) => types.has(type))) return true;
  return isApartByConstant(one, other);
};

const isApartByConstant = (one: JsonObject, other: JsonObject): boolean => {
  const onlyObjects = [one, other].every((schema) => [...typesOf(schema)].join() === "object");
  if (!onlyObjects) return false;
  const needed = new Set(listMember(other, "required"));
  return listMember(one, "required").some((name) => {
    if (typeof name !== "string" || !needed.has(name)) return false;
    const [left, right] = [one, other].map((schema) => valueAt(schema, "properties", name));
    const [values, others] = [left, right].map((schema) => (isJsonObject(schema) ? valuesOf(schema) : undefined));
    return values && others && !values.some((value) => others.some((known) => isSameJson(known, value)));
  });
};

/** What the inner schema of `not` accepts more, the outer one accepts less. */
const TURNED = {
  narrowed: "widened",
  widened: "narrowed",
  undecided: "undecided",
  added: "undecided",
  removed: "undecided",
  reworded: "reworded",
  cosmetic: "cosmetic",
} as const satisfies Record<SchemaEffect, SchemaEffect>;

export const compareNot: ComparePart = (comparison, before, after, place) => {
  const [was, is] = [member(before, "not"), member(after, "not")];
  if (was === undefined || is === undefined) {
    if (was !== is)
      note(
        comparison,
        is === undefined ? "widened" : "narrowed",
        place,
        is === undefined ? "refuses less" : "refuses some values now",
      );
    return;
  }
  // What was compared outside is told the other way round in here.
  const inner: Comparison = { ...comparison, found: [], open: new Map() };
  inner.compare(was, is, below(place, ["not"]));
  comparison.steps = inner.steps;
  for (const one of inner.found) comparison.found.push({ ...one, effect: TURNED[one.effect] });
};
