import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { isSameJson } from "../../base/same-json.ts";
import { shorten } from "../../base/shorten.ts";
import type { Expectation } from "../core/rule.ts";

const LONGEST = 90;

/** The differences between two lists of expectations, a phrase each. */
export const describeChange = (before: readonly Expectation[], after: readonly Expectation[]): readonly string[] => {
  const pairs = pairUp(before, after);
  const phrases = pairs.flatMap(({ old, now }) => {
    if (!old) return now ? [`now also expects: ${wordsOf(now)}`] : [];
    if (!now) return [`no longer expects: ${wordsOf(old)}`];
    return describePair(old, now);
  });
  return phrases.length > 0 ? phrases : ["the same expectations in another order"];
};

interface Pair {
  readonly old?: Expectation;
  readonly now?: Expectation;
}

/** By target; what is left on both sides is paired in order, since a target may have moved. */
const pairUp = (before: readonly Expectation[], after: readonly Expectation[]): readonly Pair[] => {
  const rest = [...after];
  const take = (isWanted: (one: Expectation) => boolean): Expectation | undefined => {
    const at = rest.findIndex(isWanted);
    return at < 0 ? undefined : rest.splice(at, 1)[0];
  };
  const exact = before.map((old) => ({
    old,
    now: take((now) => isSameJson(old as unknown as Json, now as unknown as Json)),
  }));
  const byTarget = exact.map(({ old, now }) => ({ old, now: now ?? take(({ target }) => target === old.target) }));
  const all = byTarget.map(({ old, now }): Pair => {
    const found = now ?? rest.shift();
    return found ? { old, now: found } : { old };
  });
  return [...all, ...rest.map((now) => ({ now }))];
};

const wordsOf = ({ message, target, matcher }: Expectation): string =>
  message ?? `${target} ${shorten(JSON.stringify(matcher), LONGEST)}`;

const describePair = (old: Expectation, now: Expectation): readonly string[] => {
  if (isSameJson(old as unknown as Json, now as unknown as Json)) return [];
  const looksElsewhere = old.target === now.target ? [] : [`read from ${now.target} instead of ${old.target}`];
  // Without a message the words are the matcher itself, which the details compare better.
  const toldByDetails = old.message === now.message && looksElsewhere.length === 0;
  const words = toldByDetails || wordsOf(old) === wordsOf(now) ? [] : [`was: ${wordsOf(old)}, now: ${wordsOf(now)}`];
  // Where the target or the kind of matcher differs, comparing member by member says nothing.
  const details = looksElsewhere.length > 0 ? [] : differences(old.matcher as Json, now.matcher as Json, []);
  return [...words, ...looksElsewhere, ...shown(details)];
};

const MOST = 6;

const shown = (details: readonly string[]): readonly string[] =>
  details.length > MOST ? [...details.slice(0, MOST), `and ${details.length - MOST} more differences`] : details;

/** Lists whose order means nothing: what was added and what was removed. */
const SETS: Readonly<Record<string, { readonly more: string; readonly less: string }>> = {
  required: { more: "is now required", less: "is no longer required" },
  enum: { more: "is now allowed", less: "is no longer allowed" },
  "one-of": { more: "is now allowed", less: "is no longer allowed" },
  "contains-all": { more: "is now expected", less: "is no longer expected" },
};

const differences = (old: Json, now: Json, path: readonly string[]): readonly string[] => {
  if (isSameJson(old, now)) return [];
  const key = path.at(-1) ?? "";
  const words = Object.hasOwn(SETS, key) ? SETS[key] : undefined;
  if (words && Array.isArray(old) && Array.isArray(now)) return setDifferences(old, now, words, path);
  if (!isJsonObject(old) || !isJsonObject(now)) return [`${placeOf(path)}: ${short(old)} becomes ${short(now)}`];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return keys.flatMap((name) => {
    const [was, is] = [ownMember(old, name), ownMember(now, name)];
    const at = [...path, name];
    if (was !== undefined && is !== undefined) return differences(was, is, at);
    if (is !== undefined) return [`${placeOf(at)} is new: ${short(is)}`];
    return was === undefined ? [] : [`${placeOf(at)} is gone: ${short(was)}`];
  });
};

/** A member may have the name of something that every object inherits. */
const ownMember = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

const setDifferences = (
  old: readonly Json[],
  now: readonly Json[],
  words: { readonly more: string; readonly less: string },
  path: readonly string[],
): readonly string[] => {
  const without = (list: readonly Json[], other: readonly Json[]): readonly Json[] =>
    list.filter((entry) => !other.some((known) => isSameJson(known, entry)));
  const where = placeOf(path.slice(0, -1));
  const prefix = where === "the value" ? "" : `${where}: `;
  const [more, less] = [without(now, old), without(old, now)];
  return [
    ...more.map((entry) => `${prefix}${short(entry)} ${words.more}`),
    ...less.map((entry) => `${prefix}${short(entry)} ${words.less}`),
    ...(more.length + less.length === 0 ? [`${prefix}the order differs`] : []),
  ];
};

/** The path through a matcher as a reader would say it, without the schema keywords in between. */
const placeOf = (path: readonly string[]): string => {
  const kept: string[] = [];
  path.forEach((step, index) => {
    const isName = path[index - 1] === "properties";
    if (isName || !LEADING.includes(step)) kept.push(step);
    else if (step === "items" || step === "additionalProperties") kept.push("*");
  });
  return kept.length === 0 ? "the value" : kept.join(".");
};

const LEADING = ["schema", "properties", "items", "additionalProperties", "exact", "not", "$defs"];

const short = (value: Json): string => {
  if (isJsonObject(value) && typeof value["type"] === "string" && Object.keys(value).length === 1) return value["type"];
  return shorten(JSON.stringify(value), LONGEST);
};
