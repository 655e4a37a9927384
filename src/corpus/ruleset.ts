import type { Revision } from "../model/revision.ts";
import type { CorpusRow, Level, RegistryRow, Rule, Ruleset } from "../model/rule.ts";
import { atRevision } from "./by-revision.ts";
import { type Compliance, CorpusError } from "./corpus.ts";
import { specLink } from "./spec-link.ts";

/** Registry and corpus rows of one revision together, in the order of the ids. */
export const rulesetOf = ({ registry, corpora }: Compliance, revision: Revision): Ruleset => {
  const rows = corpora.get(revision)?.rows ?? new Map<string, CorpusRow>();
  const rules = [...rows.values()].map((row) => {
    const entry = registry.get(row.rule_id);
    if (!entry)
      throw new CorpusError(`corpus v${revision} has a row for ${row.rule_id}, which the registry does not know`);
    return joinRule(entry, row, revision);
  });
  return { revision, rules: rules.sort((left, right) => (left.id < right.id ? -1 : 1)) };
};

const joinRule = (entry: RegistryRow, row: CorpusRow, revision: Revision): Rule => {
  const level = atRevision(entry.level, revision);
  const spec = atRevision(entry.spec, revision);
  if (level === undefined || spec === undefined)
    throw new CorpusError(`${entry.rule_id} has no level or no spec page in ${revision}`);
  const advisory = isAdvisory(entry, revision);
  return {
    id: entry.rule_id,
    title: entry.title,
    section: entry.section,
    level: advisory ? atMostShould(level) : level,
    advisory,
    spec: specLink(revision, spec),
    fix: entry.fix,
    ...(entry.transport ? { transport: entry.transport } : {}),
    ...(entry.basic ? { basic: entry.basic } : {}),
    ...(entry.implied_by === undefined ? {} : { implied_by: entry.implied_by }),
    ...(row.when ? { when: row.when } : {}),
    ...(row.each === undefined ? {} : { each: row.each }),
    expect: row.expect,
  };
};

/** What rests on prose or on a conclusion of ours warns, and never more. */
export const isAdvisory = (entry: RegistryRow, revision: Revision): boolean => {
  const basis = atRevision(entry.basis ?? "spec", revision);
  return basis === "prose" || basis === "derived";
};

const atMostShould = (level: Level): Level => (level === "MUST" ? "SHOULD" : level);
