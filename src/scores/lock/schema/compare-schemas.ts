import { type Json, type JsonObject, member } from "../../../base/json.ts";
import { isSameJson } from "../../../base/same-json.ts";
import { isOnlySpacing } from "../spacing.ts";
import { compareElements, compareMembers } from "./compare-members.ts";
import { compareNot, compareUnions } from "./compare-unions.ts";
import { compareBounds, compareOpaque, compareTypes } from "./compare-values.ts";
import { type ComparedSchemas, type ComparePart, type Comparison, note } from "./comparison.ts";
import type { SchemaDifference } from "./difference.ts";
import { COSMETIC, isAnnotation, READ_BY_MODELS, TYPES_OF_KEYWORD } from "./keywords.ts";
import { normalize } from "./normalize.ts";

/** More than any schema that people write; a server must not keep us busy. */
const MOST_STEPS = 20_000;
const MOST_DIFFERENCES = 500;
const MOST_DEPTH = 128;

/**
 * How two JSON Schemas differ in the values they accept and in what they say to a reader; by meaning and not by text, as far as
 * it can be decided. Each keyword only takes values away, so a keyword more narrows and one fewer widens.
 */
export const compareSchemas = (before: Json | undefined, after: Json | undefined): readonly SchemaDifference[] => {
  const comparison: Comparison = {
    rootBefore: before ?? true,
    rootAfter: after ?? true,
    found: [],
    open: new Map(),
    steps: 0,
    compare: compareHere,
  };
  comparison.compare(before, after, { path: [], member: "" });
  return comparison.found;
};

const PARTS: readonly ComparePart[] = [
  compareTypes,
  compareBounds,
  compareMembers,
  compareElements,
  compareUnions,
  compareNot,
  compareOpaque,
];

function compareHere(
  this: Comparison,
  before: Json | undefined,
  after: Json | undefined,
  place: ComparedSchemas,
): void {
  if (before === after || this.steps > MOST_STEPS || this.found.length > MOST_DIFFERENCES) return;
  this.steps += 1;
  if (this.steps > MOST_STEPS || place.path.length > MOST_DEPTH) {
    note(this, "undecided", place, "is too large to compare further");
    return;
  }
  if (isObject(before) && isObject(after)) {
    const known = this.open.get(before) ?? new Set();
    if (known.has(after)) return;
    this.open.set(before, known.add(after));
  }
  const [was, is] = [normalize(before, this.rootBefore), normalize(after, this.rootAfter)];
  if (was === false || is === false) {
    if (was !== is)
      note(this, is === false ? "narrowed" : "widened", place, `accepts ${is === false ? "nothing" : "something"} now`);
    return;
  }
  if (was === true || is === true) return;
  for (const part of PARTS) part(this, was, is, place);
  compareWords(this, was, is, place);
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null;

/** What a reader is told beside what is accepted. */
const compareWords: ComparePart = (comparison, before, after, place) => {
  const unknown = (schema: JsonObject): readonly string[] =>
    Object.keys(schema).filter((keyword) => !isAnnotation(keyword) && !isKnown(keyword));
  const keywords = [...READ_BY_MODELS, ...COSMETIC, ...new Set([...unknown(before), ...unknown(after)])];
  for (const keyword of keywords) {
    const values = { before: member(before, keyword), after: member(after, keyword) };
    if (isSameJson(values.before, values.after)) continue;
    const isCosmetic = (COSMETIC as readonly string[]).includes(keyword) || isOnlySpacing(values.before, values.after);
    const words = values.after === undefined ? "is gone" : values.before === undefined ? "is new" : "has changed";
    const at = { ...place, path: [...place.path, keyword] };
    note(comparison, isCosmetic ? "cosmetic" : "reworded", at, `the ${keyword} ${words}`, values);
  }
};

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(TYPES_OF_KEYWORD),
  ...["type", "enum", "const", "format", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["$ref", "$dynamicRef", "$recursiveRef"],
]);

const isKnown = (keyword: string): boolean => KNOWN.has(keyword);
