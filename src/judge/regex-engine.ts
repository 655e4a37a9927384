import type { Condition, Matcher, Ruleset } from "./core/rule.ts";
import { noRegex, type RegexEngine } from "./rules/match.ts";

/** The engine if one of the rows needs it. The rules that ship use no regex; a user's own rows may. */
export const regexFor = async (rows: readonly Condition[]): Promise<RegexEngine> =>
  rows.some(({ matcher }) => usesRegex(matcher)) ? loadRegex() : noRegex;

/** The engine if one of the rules needs it. */
export const regexForRules = async (rulesets: readonly Pick<Ruleset, "rules">[]): Promise<RegexEngine> =>
  rulesets.some(({ rules }) => haveRegex(rules)) ? loadRegex() : noRegex;

/** Rules never change, and the same ones judge session after session. */
const KNOWN = new WeakMap<Ruleset["rules"], boolean>();

const haveRegex = (rules: Ruleset["rules"]): boolean => {
  const found =
    KNOWN.get(rules) ??
    rules.some(({ when = [], expect }) => [...when, ...expect].some(({ matcher }) => usesRegex(matcher)));
  KNOWN.set(rules, found);
  return found;
};

const usesRegex = (matcher: Matcher): boolean => "regex" in matcher || ("not" in matcher && usesRegex(matcher.not));

let engine: Promise<RegexEngine> | undefined;

/** Matches in linear time, whatever the pattern. Loaded only when a row needs it, and once, so that patterns stay compiled. */
export const loadRegex = (): Promise<RegexEngine> => {
  engine ??= import("re2js").then(({ RE2JS }) => (pattern) => {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  });
  return engine;
};

/** Replaces every match of the patterns in a text, in linear time, too. */
export const loadReplacer = async (
  patterns: readonly string[],
): Promise<(pattern: string, text: string, by: string) => string> => {
  if (patterns.length === 0) return (_pattern, text) => text;
  const { RE2JS } = await import("re2js");
  const compiled = new Map(patterns.map((pattern) => [pattern, RE2JS.compile(pattern)]));
  return (pattern, text, by) => compiled.get(pattern)?.matcher(text).replaceAll(by) ?? text;
};

/** What a pattern finds in a text: its first group, else the whole match. */
export type Extract = (pattern: string, text: string) => string | undefined;

/** The engine for that if there is a pattern at all. */
export const loadExtract = async (patterns: readonly string[]): Promise<Extract> => {
  if (patterns.length === 0) return () => undefined;
  const { RE2JS } = await import("re2js");
  const compiled = new Map(patterns.map((pattern) => [pattern, RE2JS.compile(pattern)]));
  return (pattern, text) => {
    const matcher = compiled.get(pattern)?.matcher(text);
    if (!matcher?.find()) return undefined;
    return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group(0)) ?? undefined;
  };
};
