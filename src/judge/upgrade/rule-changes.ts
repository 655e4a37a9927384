import type { Json } from "../../base/json.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { Revision } from "../../protocol/revision.ts";
import { LEVELS, type Rule } from "../core/rule.ts";
import type { RuleText } from "../corpus/rule-text.ts";
import type { LevelMove, RuleChange } from "../corpus/upgrade.ts";

/** How a rule of the target differs from today's rule of the same id. */
export const changeOf = (before: Rule | undefined, after: Rule, move: LevelMove | undefined): RuleChange => {
  if (!before) return "added";
  if (!isSameJson(rowOf(before), rowOf(after))) return "changed";
  return move === undefined ? "same" : "level";
};

/**
 * The levels of a rule in the two revisions, where they differ. They come from the registry: an advisory rule is judged as
 * a SHOULD in both, whatever the text says.
 */
export const levelMoves = (texts: readonly RuleText[], from: Revision, to: Revision): ReadonlyMap<string, LevelMove> =>
  new Map(
    texts.flatMap(({ id, revisions }): readonly [string, LevelMove][] => {
      const [before, after] = [from, to].map((one) => revisions.find(({ revision }) => revision === one)?.level);
      return before === undefined || after === undefined || before === after ? [] : [[id, { from: before, to: after }]];
    }),
  );

const rowOf = ({ when, each, expect }: Rule): Json =>
  ({ when: when ?? null, each: each ?? false, expect }) as unknown as Json;

/** A MUST is stricter than a SHOULD. */
export const isStricter = ({ from, to }: LevelMove): boolean => LEVELS.indexOf(to) < LEVELS.indexOf(from);
