import type { Json } from "../../base/json.ts";
import type { Matcher } from "../core/rule.ts";
import { type Match, match, meets, OK, type RegexEngine } from "./match.ts";
import { meetsQuickly } from "./quick-schema.ts";

/** One matcher for many values. Most are alike, so each distinct value is matched once. */
export const matchOnce = (matcher: Matcher, regex: RegexEngine): ((value: Json | undefined) => Match) => {
  const decide = (value: Json | undefined): Match => match(value, matcher, regex);
  if (isQuick(matcher)) return decide;
  const find = once(decide);
  if (!("schema" in matcher)) return find;
  const { schema } = matcher;
  // To see that a value is right takes less than writing its text, and most are right.
  return (value) => (value !== undefined && meetsQuickly(value, schema) === true ? OK : find(value));
};

/** The same, for whoever need not know where a value fails. */
export const meetsOnce = (matcher: Matcher, regex: RegexEngine): ((value: Json | undefined) => boolean) => {
  const decide = (value: Json | undefined): boolean => meets(value, matcher, regex);
  if (isQuick(matcher)) return decide;
  const find = once(decide);
  if (!("schema" in matcher)) return find;
  const { schema } = matcher;
  return (value) => (value === undefined ? undefined : meetsQuickly(value, schema)) ?? find(value);
};

/** Takes no longer than to tell whether two values are alike. */
const isQuick = (matcher: Matcher): boolean => {
  if ("not" in matcher) return isQuick(matcher.not);
  if ("exact" in matcher) return isScalar(matcher.exact);
  if ("one-of" in matcher) return matcher["one-of"].every(isScalar);
  return "type" in matcher || "range" in matcher || ("schema" in matcher && typeof matcher.schema === "boolean");
};

const isScalar = (value: Json): boolean => typeof value !== "object" || value === null;

const once = <T>(decide: (value: Json | undefined) => T): ((value: Json | undefined) => T) => {
  const known = new Map<string, T>();
  let asked = 0;
  return (value) => {
    asked += 1;
    const key = asked > FEW ? keyOf(value) : undefined;
    if (key === undefined) return decide(value);
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = decide(value);
    known.set(key, found);
    return found;
  };
};

/** To match so few takes no longer than to tell whether they are alike. */
const FEW = 8;
const LONGEST = 300;
const MOST = 12;

/** The JSON text of a small value. Larger ones are rarely alike, and their text costs more than it saves. */
const keyOf = (value: Json | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === "string") return value.length > LONGEST ? undefined : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.values(value);
  return entries.length <= MOST && entries.every(isShort) ? JSON.stringify(value) : undefined;
};

const isShort = (value: unknown): boolean =>
  typeof value === "string" ? value.length <= LONGEST : typeof value !== "object" || value === null;
