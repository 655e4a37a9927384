import type { VersionCorpus } from "../corpus/corpus.ts";
import { embeddedRuleset } from "../corpus-io/embedded.ts";
import { labelOf } from "../corpus-io/load-folder.ts";
import { parseRevision, REVISIONS, type Revision } from "../model/revision.ts";
import type { CorpusRow, Rule, Ruleset } from "../model/rule.ts";

/** The rules of every revision: those that ship, with a user's own in front of them. */
export interface RuleBook {
  ruleset(revision: Revision): Ruleset;
  find(revision: Revision, id: string): Rule | undefined;
  /** The revisions that carry a rule. */
  revisionsOf(id: string): readonly Revision[];
  /** Every id of every revision. */
  ids(): readonly string[];
  /** What is compared when two revisions are; undefined where there is no such corpus. */
  corpus(label: string): VersionCorpus | undefined;
}

/** What a user adds to, or puts in the place of, the rules that ship. */
export interface OwnRules {
  /** The ruleset of a revision with the user's rows in it. */
  overlay(ruleset: Ruleset): Ruleset;
  /** A corpus that does not ship at all. */
  corpus(label: string): VersionCorpus | undefined;
}

export const openRuleBook = (own?: OwnRules): RuleBook => {
  const known = new Map<Revision, Ruleset>();
  const ruleset = (revision: Revision): Ruleset => {
    const found = known.get(revision) ?? own?.overlay(embeddedRuleset(revision)) ?? embeddedRuleset(revision);
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
    corpus: (label) => {
      const revision = parseRevision(label);
      return revision ? corpusOf(ruleset(revision)) : own?.corpus(label);
    },
  };
};

export const corpusOf = ({ revision, rules }: Ruleset): VersionCorpus => ({
  label: labelOf(revision),
  rows: new Map(rules.map((rule) => [rule.id, rowOf(rule)])),
});

export const rowOf = ({ id, when, each, expect }: Rule): CorpusRow => ({
  rule_id: id,
  ...(when ? { when } : {}),
  ...(each === undefined ? {} : { each }),
  expect,
});
