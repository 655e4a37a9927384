import type { RegexEngine } from "../judge/rules/match.ts";
import type { Matcher, Ruleset } from "../model/rule.ts";

/** The rules that ship use no such matcher; rows of your own may. */
export const needsRegex = ({ rules }: Ruleset): boolean =>
  rules.some(({ when = [], expect }) => [...when, ...expect].some(({ matcher }) => usesRegex(matcher)));

const usesRegex = (matcher: Matcher): boolean => "regex" in matcher || ("not" in matcher && usesRegex(matcher.not));

let engine: Promise<RegexEngine> | undefined;

/** Matches in linear time, whatever the pattern; loaded only when a row uses it, and once, so that patterns stay compiled. */
export const loadRegex = (): Promise<RegexEngine> => {
  engine ??= import("re2js").then(({ RE2JS }) => (pattern) => {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  });
  return engine;
};
