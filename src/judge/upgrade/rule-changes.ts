import { canonicalJson } from "../../json/canonical.ts";
import type { Json } from "../../model/json.ts";
import { LEVELS, type Level, type Rule } from "../../model/rule.ts";
import type { RuleChange } from "../../model/upgrade.ts";

/** How a rule of the target stands to the one of the same id today. */
export const changeOf = (before: Rule | undefined, after: Rule): RuleChange => {
  if (!before) return "added";
  if (essence(before) !== essence(after)) return "changed";
  return before.level === after.level ? "same" : "level";
};

const essence = ({ when, each, expect }: Rule): string =>
  canonicalJson({ when: when ?? null, each: each ?? false, expect } as unknown as Json);

/** A MUST is stricter than a SHOULD. */
export const isStricter = (after: Level, before: Level): boolean => LEVELS.indexOf(after) < LEVELS.indexOf(before);
