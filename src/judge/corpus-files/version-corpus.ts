import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { defined } from "../../base/defined.ts";
import { parseRevision, type Revision } from "../../protocol/revision.ts";
import { atRevision } from "../corpus/by-revision.ts";
import { CorpusError } from "../corpus/corpus.ts";
import type { ComparableCorpus } from "../corpus/diff-versions.ts";
import { corpusOf } from "../corpus/ruleset.ts";
import type { RuleHead } from "../corpus/version-diff.ts";
import { embeddedAuthorizationRuleset, embeddedRuleset, embeddedTexts } from "./embedded.ts";
import { loadRegistry, loadVersionCorpus } from "./load-folder.ts";

/** The rows of one version, with those it inherits. */
export type VersionCorpus = ComparableCorpus;

export const VersionCorpus = {
  /**
   * Loads any directory of YAML rows, also one of your own. What it extends must be a directory next to it; titles and
   * levels come from a directory `registry` next to it. Throws an Error of one line that names file and line.
   */
  loadDir(label: string, dir: string): VersionCorpus {
    if (!existsSync(dir) || !statSync(dir).isDirectory())
      throw new CorpusError(`${dir} is not a directory; a corpus is a directory of YAML files`);
    const corpus = loadVersionCorpus(label, dir);
    if (corpus.rows.size === 0) throw new CorpusError(`${dir} has no rows; a corpus is a directory of YAML files`);
    return { ...corpus, heads: headsFor(label, join(dir, "..", "registry")) };
  },

  /** The corpus of a revision as it ships. */
  embedded(revision: Revision): VersionCorpus {
    const { rules } = embeddedRuleset(revision);
    const known = new Set(rules.map(({ id }) => id));
    // A folder holds the rows about authorization servers beside the others.
    const apart = embeddedAuthorizationRuleset(revision).rules.filter(({ id }) => !known.has(id));
    return { ...corpusOf({ revision, rules: [...rules, ...apart] }), heads: new Map(embeddedHeads(revision)) };
  },
};

const headsFor = (label: string, registry: string): ReadonlyMap<string, RuleHead> => {
  const revision = parseRevision(label);
  const shipped = embeddedHeads(revision);
  if (!existsSync(registry) || !statSync(registry).isDirectory()) return new Map(shipped);
  const own = [...loadRegistry(registry).values()].map(({ rule_id, title, level }): [string, RuleHead] => [
    rule_id,
    defined({ title, level: revision && atRevision(level, revision) }),
  ]);
  return new Map([...shipped, ...own]);
};

const embeddedHeads = (revision: Revision | undefined): readonly [string, RuleHead][] =>
  embeddedTexts().map(({ id, title, revisions }) => {
    const level = revisions.find((one) => one.revision === revision)?.level;
    return [id, defined({ title, level })];
  });
