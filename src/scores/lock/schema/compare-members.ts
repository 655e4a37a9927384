import { isJsonObject, type Json, type JsonObject, listMember, member } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { sharedTypes } from "./compare-values.ts";
import { below, type ComparedSchemas, type ComparePart, type Comparison, memberOf, note } from "./comparison.ts";

/** The members of an object: which there are, which must be there, and what each may be. */
export const compareMembers: ComparePart = (comparison, before, after, place) => {
  if (!sharedTypes(before, after).has("object")) return;
  const [was, is] = [objectMember(before, "properties"), objectMember(after, "properties")];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const here = below(place, ["properties", name], memberOf(place, name));
    const [old, now] = [member(was, name), member(is, name)];
    if (old !== undefined && now !== undefined) comparison.compare(old, now, here);
    else if (now !== undefined) noteAdded(comparison, { name, now, after }, here);
    else note(comparison, "removed", here, "is gone", { before: old });
  }
  compareRequired(comparison, before, after, place);
  compareOthers(comparison, before, after, place);
};

const objectMember = (schema: JsonObject, keyword: string): JsonObject => {
  const found = member(schema, keyword);
  return isJsonObject(found) ? found : {};
};

const namesIn = (schema: JsonObject): ReadonlySet<Json> => new Set(listMember(schema, "required"));

const noteAdded = (
  comparison: Comparison,
  { name, now, after }: { readonly name: string; readonly now: Json; readonly after: JsonObject },
  here: ComparedSchemas,
): void => {
  if (namesIn(after).has(name)) note(comparison, "narrowed", here, "is new, and required", { after: now });
  else note(comparison, "added", here, "is new, and optional", { after: now });
};

const compareRequired: ComparePart = (comparison, before, after, place) => {
  const [was, is] = [namesIn(before), namesIn(after)];
  const known = objectMember(before, "properties");
  for (const name of is) {
    if (typeof name !== "string" || was.has(name)) continue;
    // A new member that is required has been told.
    if (!Object.hasOwn(known, name) && Object.hasOwn(objectMember(after, "properties"), name)) continue;
    note(comparison, "narrowed", below(place, ["required"], memberOf(place, name)), "is required now");
  }
  for (const name of was) {
    if (typeof name !== "string" || is.has(name)) continue;
    note(comparison, "widened", below(place, ["required"], memberOf(place, name)), "is no longer required");
  }
  const [before_, after_] = [listMember(before, "required"), listMember(after, "required")];
  if (was.size === is.size && [...was].every((name) => is.has(name)) && !isSameJson([...before_], [...after_]))
    note(comparison, "cosmetic", place, "lists the required members in another order");
};

/** Members that no name is given for. */
const compareOthers: ComparePart = (comparison, before, after, place) => {
  const [was, is] = [objectMember(before, "patternProperties"), objectMember(after, "patternProperties")];
  const here = below(place, ["additionalProperties"], memberOf(place, "*"));
  const isOpen = [before, after].every((schema) => (member(schema, "additionalProperties") ?? true) === true);
  comparison.compare(member(before, "additionalProperties"), member(after, "additionalProperties"), here);
  for (const pattern of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old, now] = [member(was, pattern), member(is, pattern)];
    const named = below(place, ["patternProperties", pattern], memberOf(place, `/${pattern}/`));
    if (old !== undefined && now !== undefined) comparison.compare(old, now, named);
    else {
      const effect = !isOpen ? "undecided" : now === undefined ? "widened" : "narrowed";
      note(comparison, effect, named, "other names are meant by a pattern", { before: old, after: now });
    }
  }
  const [names, namesNow] = [member(before, "propertyNames"), member(after, "propertyNames")];
  if (names !== undefined || namesNow !== undefined)
    comparison.compare(names, namesNow, below(place, ["propertyNames"], memberOf(place, "*")));
};

/** The elements of an array: those with a place of their own, then all others. Older dialects write both as `items`. */
export const compareElements: ComparePart = (comparison, before, after, place) => {
  if (!sharedTypes(before, after).has("array")) return;
  const [was, is] = [elementsOf(before), elementsOf(after)];
  for (let index = 0; index < Math.max(was.first.length, is.first.length); index++)
    comparison.compare(
      was.first[index] ?? was.rest,
      is.first[index] ?? is.rest,
      below(place, ["prefixItems", index], `${place.member}[${index}]`),
    );
  comparison.compare(was.rest, is.rest, below(place, ["items"], `${place.member}[]`));
};

interface Elements {
  readonly first: readonly Json[];
  readonly rest: Json | undefined;
}

const elementsOf = (schema: JsonObject): Elements => {
  const items = member(schema, "items");
  if (Array.isArray(items)) return { first: items, rest: member(schema, "additionalItems") };
  return { first: listMember(schema, "prefixItems"), rest: items };
};
