import type { Rule, Ruleset } from "../../judge/core/rule.ts";
import type { EffectiveCorpus } from "../../judge/corpus/corpus.ts";
import { corpusOf } from "../../judge/corpus/ruleset.ts";
import { parseRevision, REVISIONS, type Revision } from "../../protocol/revision.ts";

/** The rules of every revision: those that ship, with a user's own in front of them. */
export interface RuleBook {
  ruleset(revision: Revision): Ruleset;
  find(revision: Revision, id: string): Rule | undefined;
  /** The revisions that have a rule. */
  revisionsOf(id: string): readonly Revision[];
  /** Every id of every revision. */
  ids(): readonly string[];
  /** Why a rule is no longer one; undefined where it was never withdrawn. */
  withdrawn(id: string): string | undefined;
  /** The rows that are compared when two revisions are; undefined where there is no such corpus. */
  corpus(label: string): EffectiveCorpus | undefined;
}

/** What a user adds to the rules that ship, or replaces them with. */
export interface OwnRules {
  /** The ruleset of a revision with the user's rows applied. */
  overlay(ruleset: Ruleset): Ruleset;
  /** A corpus that does not ship at all. */
  corpus(label: string): EffectiveCorpus | undefined;
}

export const createRuleBook = (
  shipped: (revision: Revision) => Ruleset,
  own?: OwnRules,
  withdrawn: (id: string) => string | undefined = () => undefined,
): RuleBook => {
  const known = new Map<Revision, Ruleset>();
  const ruleset = (revision: Revision): Ruleset => {
    const found = known.get(revision) ?? own?.overlay(shipped(revision)) ?? shipped(revision);
    known.set(revision, found);
    return found;
  };
  const find = (revision: Revision, id: string): Rule | undefined =>
    ruleset(revision).rules.find((rule) => rule.id === id);
  return {
    ruleset,
    find,
    revisionsOf: (id) => REVISIONS.filter((revision) => find(revision, id) !== undefined),
    ids: () => [...new Set(REVISIONS.flatMap((revision) => ruleset(revision).rules.map((rule) => rule.id)))].sort(),
    withdrawn,
    corpus: (label) => {
      const revision = parseRevision(label);
      return revision ? corpusOf(ruleset(revision)) : own?.corpus(label);
    },
  };
};
