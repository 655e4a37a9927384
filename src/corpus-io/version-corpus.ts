import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { atRevision } from "../corpus/by-revision.ts";
import { CorpusError } from "../corpus/corpus.ts";
import type { ComparableCorpus } from "../corpus/diff-versions.ts";
import { readRegistryFile } from "../corpus/read-registry.ts";
import { parseRevision, type Revision } from "../model/revision.ts";
import type { CorpusRow, RegistryRow } from "../model/rule.ts";
import type { RuleHead } from "../model/version-diff.ts";
import { embeddedRuleset, embeddedTexts } from "./embedded.ts";
import { labelOf, loadVersionCorpus } from "./load-folder.ts";
import { readYaml } from "./read-yaml.ts";

/** The rows that hold in one version, what it extends included. */
export type VersionCorpus = ComparableCorpus;

export const VersionCorpus = {
  /**
   * Loads any directory of YAML rows, also one of your own. What it extends is looked for beside it; so is a folder
   * `registry` with titles and levels. Throws an Error of one line that names file and line.
   */
  loadDir(label: string, dir: string): VersionCorpus {
    if (!existsSync(dir) || !statSync(dir).isDirectory())
      throw new CorpusError(`${dir} is no directory; a corpus is a directory of YAML files`);
    const corpus = loadVersionCorpus(label, dir);
    if (corpus.rows.size === 0) throw new CorpusError(`${dir} holds no rows; a corpus is a directory of YAML files`);
    return { ...corpus, heads: headsFor(label, join(dir, "..", "registry")) };
  },

  /** The corpus of a revision as it ships. */
  embedded(revision: Revision): VersionCorpus {
    const { rules } = embeddedRuleset(revision);
    return {
      label: labelOf(revision),
      rows: new Map(
        rules.map(({ id, when, each, expect }): [string, CorpusRow] => [
          id,
          {
            rule_id: id,
            ...(when ? { when } : {}),
            ...(each === undefined ? {} : { each }),
            expect,
          },
        ]),
      ),
      heads: new Map(embeddedHeads(revision)),
    };
  },
};

const headsFor = (label: string, registry: string): ReadonlyMap<string, RuleHead> => {
  const revision = parseRevision(label);
  const shipped = embeddedHeads(revision);
  if (!existsSync(registry) || !statSync(registry).isDirectory()) return new Map(shipped);
  const rows = readdirSync(registry)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .flatMap((name) => {
      const path = join(registry, name);
      return readYaml(readFileSync(path, "utf8"), path, readRegistryFile);
    });
  return new Map([...shipped, ...rows.map((row): [string, RuleHead] => [row.rule_id, headOf(row, revision)])]);
};

const headOf = ({ title, level }: RegistryRow, revision: Revision | undefined): RuleHead => {
  const found = revision === undefined ? undefined : atRevision(level, revision);
  return { title, ...(found === undefined ? {} : { level: found }) };
};

const embeddedHeads = (revision: Revision | undefined): readonly [string, RuleHead][] =>
  embeddedTexts().map(({ id, title, revisions }) => {
    const entry = revisions.find((one) => one.revision === revision);
    return [id, { title, ...(entry ? { level: entry.level } : {}) }];
  });
