import { type Json, type JsonObject, member } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { countChange, lowerChange, multipleChange, upperChange } from "./bounds.ts";
import { type ComparedSchemas, type ComparePart, type Comparison, note } from "./comparison.ts";
import { TYPES_OF_KEYWORD } from "./keywords.ts";
import { typeNames, typeOfValue, typesOf, type ValueType, valuesOf } from "./types.ts";

/** `type`, `enum` and `const`: which values are meant at all. */
export const compareTypes: ComparePart = (comparison, before, after, place) => {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (was && is) return compareLists(comparison, was, is, place);
  const [typesBefore, typesAfter] = [typesOf(before), typesOf(after)];
  if (is) {
    note(comparison, "narrowed", place, "accepts only some values now", { after: [...is] });
    if (is.some((value) => !typesBefore.has(typeOfValue(value))))
      note(comparison, "widened", place, "accepts values of another type", { after: [...is] });
  } else if (was) {
    note(comparison, "widened", place, "accepts any value now", { before: [...was] });
    if (was.some((value) => !typesAfter.has(typeOfValue(value))))
      note(comparison, "narrowed", place, "refuses values that it named", { before: [...was] });
  } else compareTypeSets(comparison, typesBefore, typesAfter, place);
};

const compareTypeSets = (
  comparison: Comparison,
  was: ReadonlySet<ValueType>,
  is: ReadonlySet<ValueType>,
  place: ComparedSchemas,
): void => {
  const [gone, added] = [[...was].filter((type) => !is.has(type)), [...is].filter((type) => !was.has(type))];
  const [before, after] = [[...typeNames(was)], [...typeNames(is)]];
  if (gone.length > 0)
    note(comparison, "narrowed", place, `no longer accepts ${typeNames(gone).join(", ")}`, { before, after });
  if (added.length > 0)
    note(comparison, "widened", place, `also accepts ${typeNames(added).join(", ")}`, { before, after });
};

const compareLists = (
  comparison: Comparison,
  was: readonly Json[],
  is: readonly Json[],
  place: ComparedSchemas,
): void => {
  const lacks = (list: readonly Json[], value: Json): boolean => !list.some((one) => isSameJson(one, value));
  const [gone, added] = [was.filter((value) => lacks(is, value)), is.filter((value) => lacks(was, value))];
  if (gone.length > 0) note(comparison, "narrowed", place, "no longer accepts these values", { before: gone });
  if (added.length > 0) note(comparison, "widened", place, "accepts these values, too", { after: added });
  if (gone.length + added.length === 0 && !isSameJson([...was], [...is]))
    note(comparison, "cosmetic", place, "lists the values in another order");
};

/** Types that both schemas let through: a keyword about any other type changes nothing. */
export const sharedTypes = (before: JsonObject, after: JsonObject): ReadonlySet<ValueType> => {
  const is = typesOf(after);
  return new Set([...typesOf(before)].filter((type) => is.has(type)));
};

const concerns = (keyword: string, shared: ReadonlySet<ValueType>): boolean =>
  TYPES_OF_KEYWORD[keyword]?.some((type) => shared.has(type)) ?? true;

const COUNTS = [
  ["minLength", "least", "length"],
  ["maxLength", "most", "length"],
  ["minItems", "least", "number of elements"],
  ["maxItems", "most", "number of elements"],
  ["minProperties", "least", "number of members"],
  ["maxProperties", "most", "number of members"],
] as const;

/** Numbers, lengths, patterns and formats. */
export const compareBounds: ComparePart = (comparison, before, after, place) => {
  const shared = sharedTypes(before, after);
  const values = (keyword: string) => ({ before: member(before, keyword), after: member(after, keyword) });
  if (concerns("minimum", shared)) {
    const ends = [lowerChange(before, after), upperChange(before, after)] as const;
    ends.forEach((change, index) => {
      const [plain, exclusive] = index === 0 ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"];
      const pick = (schema: JsonObject) => member(schema, plain) ?? member(schema, exclusive);
      if (change)
        note(comparison, change, place, `${change === "narrowed" ? "stricter" : "looser"} ${plain}`, {
          before: pick(before),
          after: pick(after),
        });
    });
    const multiple = multipleChange(before, after);
    if (multiple) note(comparison, multiple, place, "must be a multiple of another number", values("multipleOf"));
  }
  for (const [keyword, end, words] of COUNTS) {
    const change = concerns(keyword, shared) ? countChange(before, after, keyword, end) : undefined;
    if (change)
      note(comparison, change, place, `${change === "narrowed" ? "stricter" : "looser"} ${words}`, values(keyword));
  }
  const isUnique = [before, after].map((schema) => member(schema, "uniqueItems") === true);
  if (concerns("uniqueItems", shared) && isUnique[0] !== isUnique[1])
    note(
      comparison,
      isUnique[1] ? "narrowed" : "widened",
      place,
      `elements ${isUnique[1] ? "must" : "need not"} differ`,
    );
};

/** Keywords whose values cannot be held against each other: a new one narrows, a lost one widens, another one is undecided. */
const OPAQUE = [
  "pattern",
  "format",
  "contains",
  "minContains",
  "maxContains",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "if",
  "then",
  "else",
  "allOf",
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

/** These depend on what stands beside them, so that even adding one can widen. */
const DEPENDENT: ReadonlySet<string> = new Set(["minContains", "maxContains", "then", "else", "if"]);

export const compareOpaque: ComparePart = (comparison, before, after, place) => {
  const shared = sharedTypes(before, after);
  for (const keyword of OPAQUE) {
    const [was, is] = [member(before, keyword), member(after, keyword)];
    if (!concerns(keyword, shared) || isSame(comparison, keyword, was, is)) continue;
    const effect =
      DEPENDENT.has(keyword) || (was !== undefined && is !== undefined)
        ? "undecided"
        : is === undefined
          ? "widened"
          : "narrowed";
    const words = is === undefined ? "without" : was === undefined ? "with a new" : "with another";
    note(comparison, effect, place, `${words} ${keyword}`, { before: was, after: is });
  }
};

/** The same text says the same only where the references in it lead to the same. */
const isSame = (
  { rootBefore, rootAfter }: Comparison,
  keyword: string,
  was: Json | undefined,
  is: Json | undefined,
): boolean => {
  if (!isSameJson(was, is)) return false;
  if (was === undefined || keyword === "pattern" || keyword === "format") return true;
  if (!JSON.stringify(was).includes('"#') && !keyword.startsWith("$")) return true;
  return ["$defs", "definitions", "properties"].every((place) =>
    isSameJson(member(rootBefore, place), member(rootAfter, place)),
  );
};
