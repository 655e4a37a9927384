import { canonicalJson } from "../../json/canonical.ts";
import type { Json } from "../../model/json.ts";
import type { Revision } from "../../model/revision.ts";
import { LEVELS, type Level, type Rule } from "../../model/rule.ts";
import type { RuleText } from "../../model/rule-text.ts";
import type { LevelMove, RuleChange } from "../../model/upgrade.ts";

/** How a rule of the target stands to the one of the same id today. */
export const changeOf = (before: Rule | undefined, after: Rule, move: LevelMove | undefined): RuleChange => {
  if (!before) return "added";
  if (!isSame(before, after)) return "changed";
  return move === undefined ? "same" : "level";
};

/** Most rules are written once and hold for every revision, so their rows are the same letter for letter. */
const isSame = (before: Rule, after: Rule): boolean =>
  JSON.stringify(rowOf(before)) === JSON.stringify(rowOf(after)) || essence(before) === essence(after);

/**
 * How strongly the two revisions say it, where that differs. The registry is asked: a rule that only warns is judged as
 * a SHOULD in both, whatever they say.
 */
export const levelMoves = (texts: readonly RuleText[], from: Revision, to: Revision): ReadonlyMap<string, LevelMove> =>
  new Map(
    texts.flatMap(({ id, revisions }): readonly [string, LevelMove][] => {
      const [before, after] = [from, to].map((one) => revisions.find(({ revision }) => revision === one)?.level);
      return before === undefined || after === undefined || before === after ? [] : [[id, { from: before, to: after }]];
    }),
  );

const rowOf = ({ when, each, expect }: Rule) => ({ when: when ?? null, each: each ?? false, expect });

const essence = (rule: Rule): string => canonicalJson(rowOf(rule) as unknown as Json);

/** A MUST is stricter than a SHOULD. */
export const isStricter = ({ from, to }: LevelMove): boolean => rank(to) < rank(from);

const rank = (level: Level): number => LEVELS.indexOf(level);
