import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { quoted, type ServerJsonPath, warning } from "./place.ts";
import type { EntryFinding } from "./registry-entry.ts";

/** Members that the schema does not name: the API of the registry refuses them, its own tool drops them unseen. */
export const unknownMembers = (entry: JsonObject, schema: JsonObject): readonly EntryFinding[] =>
  walk(entry, [schema], schema, []);

/** `shapes`: the schemas that describe the value, alternatives and parts alike. */
const walk = (value: Json, shapes: readonly Json[], root: JsonObject, at: ServerJsonPath): readonly EntryFinding[] => {
  const flat = shapes.flatMap((shape) => flatten(shape, root));
  if (Array.isArray(value)) {
    const items = flat.flatMap((shape) => member(shape, "items") ?? []);
    return items.length === 0 ? [] : value.flatMap((item, index) => walk(item, items, root, [...at, index]));
  }
  if (!isJsonObject(value)) return [];
  const known = new Map<string, Json[]>();
  for (const shape of flat) {
    const properties = member(shape, "properties");
    if (!isJsonObject(properties)) continue;
    for (const [name, inner] of Object.entries(properties)) known.set(name, [...(known.get(name) ?? []), inner]);
  }
  // Whatever a map holds has one shape; `_meta` has a rule of its own.
  const others = flat.flatMap((shape) => member(shape, "additionalProperties") ?? []);
  if (known.size === 0 && others.length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const shape = known.get(name) ?? (others.length > 0 ? others : undefined);
    if (shape) return walk(inner, shape, root, [...at, name]);
    return at[0] === "_meta" ? [] : [warning("unknown-member", [...at, name], saysOf(name, [...known.keys()]))];
  });
};

/** A schema, what it refers to, and its parts and alternatives. */
const flatten = (shape: Json, root: JsonObject): readonly Json[] => {
  const reference = stringMember(shape, "$ref");
  const target =
    reference?.startsWith("#/definitions/") === true ? valueAt(root, "definitions", reference.slice(14)) : undefined;
  const parts = ["allOf", "anyOf"].flatMap((key) => {
    const list = member(shape, key);
    return Array.isArray(list) ? list : [];
  });
  return [shape, ...(target === undefined ? [] : [target]), ...parts].flatMap((one) =>
    one === shape ? [one] : flatten(one, root),
  );
};

/** The names of the first schemas had underscores. */
const saysOf = (name: string, known: readonly string[]): string => {
  const camel = name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  if (camel !== name && known.includes(camel)) return `is called ${camel} since 2025-09-16; rename it`;
  const [near] = nearestNames(name, known, 1);
  return near === undefined
    ? "is no member that the schema knows, so it is lost or refused; drop it"
    : `is no member that the schema knows, so it is lost or refused; did you mean ${quoted(near)}?`;
};
