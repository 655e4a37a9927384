import { defined } from "../../base/defined.ts";
import { type Revision, wireVersion } from "../../protocol/revision.ts";
import type { CorpusRow, RegistryRow, Rule, RuleLane, Ruleset } from "../core/rule.ts";
import { atRevision } from "./by-revision.ts";
import { type Compliance, CorpusError, type EffectiveCorpus, revisionLabel } from "./corpus.ts";
import { specLink } from "./spec-link.ts";

/** Registry and corpus rows of one revision together, those of one lane, in the order of the ids. */
export const rulesetOf = (
  { registry, corpora }: Compliance,
  revision: Revision,
  lane: RuleLane = "compliance",
): Ruleset => {
  const rows = corpora.get(revision)?.rows ?? new Map<string, CorpusRow>();
  const rules = [...rows.values()].flatMap((row) => {
    const entry = registry.get(row.rule_id);
    if (!entry)
      throw new CorpusError(`corpus v${revision} has a row for ${row.rule_id}, which the registry does not know`);
    return isJudgedIn(entry, lane) ? [joinRule(entry, row, revision)] : [];
  });
  return { revision, rules: rules.sort((left, right) => (left.id < right.id ? -1 : 1)) };
};

/** Where nothing is said, a rule is about MCP servers alone. */
export const isJudgedIn = ({ lanes = ["compliance"] }: Pick<RegistryRow, "lanes">, lane: RuleLane): boolean =>
  lanes.includes(lane);

export const joinRule = (
  entry: RegistryRow,
  written: CorpusRow,
  revision: Revision,
  link: (page: string) => string = (page) => specLink(revision, page),
): Rule => {
  const row = nameRevision(written, revision);
  const level = atRevision(entry.level, revision);
  const spec = atRevision(entry.spec, revision);
  if (level === undefined || spec === undefined)
    throw new CorpusError(`${entry.rule_id} has no level or no spec page in ${revision}`);
  const advisory = isAdvisory(entry, revision);
  return defined({
    id: entry.rule_id,
    title: entry.title,
    section: entry.section,
    level: advisory && level === "MUST" ? "SHOULD" : level,
    advisory,
    spec: link(spec),
    fix: entry.fix,
    transport: entry.transport,
    basic: entry.basic,
    implied_by: entry.implied_by,
    when: row.when,
    each: row.each,
    expect: row.expect,
  });
};

const REVISION = JSON.stringify("$" + "{revision}");

/** A row may say `${revision}` for the version that its revision goes by on the wire, so that a later one inherits it. */
const nameRevision = (row: CorpusRow, revision: Revision): CorpusRow => {
  const text = JSON.stringify(row);
  return text.includes(REVISION)
    ? (JSON.parse(text.replaceAll(REVISION, JSON.stringify(wireVersion(revision)))) as CorpusRow)
    : row;
};

/** The corpus rows within a ruleset. */
export const corpusOf = ({ revision, rules }: Ruleset): EffectiveCorpus => ({
  label: revisionLabel(revision),
  rows: new Map(rules.map(({ id, when, each, expect }) => [id, defined({ rule_id: id, when, each, expect })])),
});

/** A rule that rests on prose or on our own conclusion only warns. */
export const isAdvisory = (entry: RegistryRow, revision: Revision): boolean => {
  const basis = atRevision(entry.basis ?? "spec", revision);
  return basis === "prose" || basis === "derived";
};
