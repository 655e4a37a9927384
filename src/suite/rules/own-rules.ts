import { defined } from "../../base/defined.ts";
import type { RegistryRow, Rule, Ruleset } from "../../judge/core/rule.ts";
import { CorpusError, type CorpusFolder, type EffectiveCorpus, revisionLabel } from "../../judge/corpus/corpus.ts";
import { resolveChain } from "../../judge/corpus/resolve-chain.ts";
import { corpusOf, joinRule } from "../../judge/corpus/ruleset.ts";
import { parseRevision, type Revision } from "../../protocol/revision.ts";
import type { OwnRow } from "./own-rows.ts";
import type { OwnRules } from "./rule-book.ts";

/** A user's own rules as read from files. */
export interface OwnRuleFiles {
  /** Rows for every revision. */
  readonly rows: readonly OwnRow[];
  /** Rows for one revision each, by label. */
  readonly folders: ReadonlyMap<string, CorpusFolder>;
  readonly registry: ReadonlyMap<string, RegistryRow>;
}

/** Throws CorpusError where the files do not fit together. */
export const combineOwnRules = (
  { rows, folders, registry }: OwnRuleFiles,
  shipped: (revision: Revision) => Ruleset,
): OwnRules => {
  const effective = (folder: CorpusFolder): EffectiveCorpus =>
    resolveChain({ ...folder, extends: folder.extends ?? SHIPPED }, (label) => {
      const own = folders.get(label);
      if (own) return own;
      const revision = parseRevision(label === SHIPPED ? folder.label : label);
      if (!revision) return label === SHIPPED ? { label, rows: [], drops: [] } : undefined;
      return { label, rows: [...corpusOf(shipped(revision)).rows.values()], drops: [] };
    });
  const rules: OwnRules = {
    overlay: (ruleset) => {
      const folder = folders.get(revisionLabel(ruleset.revision));
      return addRows(folder ? replaceCorpus(ruleset, effective(folder), registry) : ruleset, rows);
    },
    corpus: (label) => {
      const folder = folders.get(label) ?? folders.get(`v${label}`);
      return folder && effective(folder);
    },
  };
  // Combine once now: a mistake should show before a server is asked anything.
  for (const folder of folders.values()) {
    const revision = parseRevision(folder.label);
    if (revision) rules.overlay(shipped(revision));
    else effective(folder);
  }
  return rules;
};

/** Stands for the shipped corpus of the same revision, which a folder without `extends` builds on. */
const SHIPPED = "(shipped)";

const replaceCorpus = (
  { revision, rules }: Ruleset,
  corpus: EffectiveCorpus,
  registry: ReadonlyMap<string, RegistryRow>,
): Ruleset => {
  const shipped = new Map(rules.map((rule) => [rule.id, rule]));
  const replaced = [...corpus.rows.values()].map((row): Rule => {
    const entry = registry.get(row.rule_id);
    if (entry) return joinRule(entry, row, revision);
    const known = shipped.get(row.rule_id);
    if (known) return defined({ ...known, when: row.when, each: row.each, expect: row.expect });
    throw new CorpusError(
      `${corpus.label} has a row for ${row.rule_id}, which no registry describes; add it to registry/`,
    );
  });
  return { revision, rules: replaced.sort(byId) };
};

const addRows = ({ revision, rules }: Ruleset, rows: readonly OwnRow[]): Ruleset => {
  const found = new Map(rules.map((rule) => [rule.id, rule]));
  for (const { id, head, body, fresh } of rows)
    found.set(id, defined({ ...(found.get(id) ?? fresh), when: undefined, each: undefined, ...head, ...body }));
  return { revision, rules: [...found.values()].sort(byId) };
};

const byId = (left: Rule, right: Rule): number => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
