import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CorpusError, type CorpusFolder, type VersionCorpus } from "../corpus/corpus.ts";
import { readRegistryFile } from "../corpus/read-registry.ts";
import { RowError } from "../corpus/read-rows.ts";
import { resolveChain } from "../corpus/resolve-chain.ts";
import { rulesetOf } from "../corpus/ruleset.ts";
import { embeddedRuleset } from "../corpus-io/embedded.ts";
import { labelOf, loadCorpusFolder } from "../corpus-io/load-folder.ts";
import { YamlError } from "../corpus-io/read-yaml.ts";
import { parseRevision, type Revision } from "../model/revision.ts";
import type { RegistryRow, Rule, Ruleset } from "../model/rule.ts";
import { checkRowFiles } from "./check-row-files.ts";
import { type OwnRow, readOwnRows } from "./own-rows.ts";
import { SuiteError } from "./problem.ts";
import { corpusOf, type OwnRules } from "./rule-book.ts";
import { readYamlSource } from "./yaml-source.ts";

/**
 * A user's own rules: a file of rows, or a folder. In a folder, YAML files hold rows for every revision, `v2025-06-18/`
 * and its kin rows for one, and `registry/` what is said about rules, as in the compliance/ folder of this project.
 */
export const loadOwnRules = async (path: string): Promise<OwnRules> => {
  const { files, rules } = reading(path, () => load(path));
  // What can never be judged shows here, as a mistake in the file, and not in the run, as one of ours.
  await checkRowFiles(files);
  return rules;
};

interface Loaded {
  /** Every file that holds rows. */
  readonly files: readonly string[];
  readonly rules: OwnRules;
}

const load = (path: string): Loaded => {
  if (!statSync(path).isDirectory()) return { files: [path], rules: ownRules(undefined, [path]) };
  // The registry itself is named as often as the folder it is in.
  const beside = basename(path) === "registry" && labelsIn(dirname(path)).length > 0;
  const root = beside ? dirname(path) : path;
  const own = pathsIn(root);
  const dated = labelsIn(root).flatMap((label) => pathsIn(join(root, label)).filter(isRowFile));
  return { rules: ownRules(root, own), files: [...own, ...dated] };
};

const ownRules = (root: string | undefined, files: readonly string[]): OwnRules => {
  const rows = files.flatMap((file) => readFileRows(file));
  const labels = root === undefined ? [] : labelsIn(root);
  const registry = root === undefined ? new Map<string, RegistryRow>() : readRegistry(join(root, "registry"));
  if (rows.length === 0 && labels.length === 0 && registry.size === 0)
    throw new SuiteError([`${root ?? files[0]} holds no rules; expected a list of rows with rule_id and expect`]);
  const folders = new Map<string, CorpusFolder>();
  if (root !== undefined) for (const label of labels) folders.set(label, loadCorpusFolder(label, join(root, label)));
  const effective = (folder: CorpusFolder): VersionCorpus =>
    resolveChain({ ...folder, extends: folder.extends ?? SHIPPED }, (label) => baseOf(label, folder.label, folders));
  const rules: OwnRules = {
    overlay: (ruleset) => {
      const folder = folders.get(labelOf(ruleset.revision));
      return addRows(folder ? replaceCorpus(ruleset, effective(folder), registry) : ruleset, rows);
    },
    corpus: (label) => {
      const folder = folders.get(label) ?? folders.get(`v${label}`);
      return folder && effective(folder);
    },
  };
  // Put together once now, so that what does not fit shows before a server is troubled.
  for (const folder of folders.values()) {
    const revision = parseRevision(folder.label);
    if (revision) rules.overlay(embeddedRuleset(revision));
    else effective(folder);
  }
  return rules;
};

/** The shipped corpus of the same revision: what a folder without `extends` stands on. */
const SHIPPED = "(shipped)";

const baseOf = (label: string, from: string, folders: ReadonlyMap<string, CorpusFolder>): CorpusFolder | undefined => {
  const own = label === SHIPPED ? undefined : folders.get(label);
  if (own) return own;
  const revision = parseRevision(label === SHIPPED ? from : label);
  if (!revision) return label === SHIPPED ? { label, rows: [], drops: [] } : undefined;
  return { label, rows: [...corpusOf(embeddedRuleset(revision)).rows.values()], drops: [] };
};

const replaceCorpus = (
  ruleset: Ruleset,
  corpus: VersionCorpus,
  registry: ReadonlyMap<string, RegistryRow>,
): Ruleset => {
  const shipped = new Map(ruleset.rules.map((rule) => [rule.id, rule]));
  const rules = [...corpus.rows.values()].map((row): Rule => {
    const entry = registry.get(row.rule_id);
    const {
      when: _when,
      each: _each,
      ...head
    } = (entry && ruleOf(entry, corpus, ruleset.revision)) ??
      shipped.get(row.rule_id) ?? { when: undefined, each: undefined, id: undefined };
    if (head.id === undefined)
      throw new CorpusError(
        `${corpus.label} has a row for ${row.rule_id}, which no registry describes; add it to registry/`,
      );
    return {
      ...(head as Rule),
      ...(row.when ? { when: row.when } : {}),
      ...(row.each === undefined ? {} : { each: row.each }),
      expect: row.expect,
    };
  });
  return { revision: ruleset.revision, rules: rules.sort(byId) };
};

const ruleOf = (entry: RegistryRow, corpus: VersionCorpus, revision: Revision): Rule | undefined => {
  const row = corpus.rows.get(entry.rule_id);
  if (!row) return undefined;
  const one = { label: corpus.label, rows: new Map([[entry.rule_id, row]]) };
  const registry = new Map([[entry.rule_id, entry]]);
  return rulesetOf({ registry, corpora: new Map([[revision, one]]) }, revision).rules[0];
};

const addRows = (ruleset: Ruleset, rows: readonly OwnRow[]): Ruleset => {
  const rules = new Map(ruleset.rules.map((rule) => [rule.id, rule]));
  for (const row of rows) {
    const { when: _when, each: _each, ...before } = rules.get(row.id) ?? row.fresh;
    rules.set(row.id, { ...before, ...row.head, ...row.body });
  }
  return { revision: ruleset.revision, rules: [...rules.values()].sort(byId) };
};

const byId = (left: Rule, right: Rule): number => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

const isKnown = (): ((id: string) => boolean) => {
  let ids: Set<string> | undefined;
  return (id) => {
    ids ??= new Set(
      (["2024-11-05", "2025-11-25", "2026-07-28", "draft"] as const).flatMap((revision) =>
        embeddedRuleset(revision).rules.map((rule) => rule.id),
      ),
    );
    return ids.has(id);
  };
};

const readFileRows = (file: string): readonly OwnRow[] => {
  const source = readYamlSource(readFileSync(file, "utf8"), file);
  try {
    return readOwnRows(source.value, isKnown());
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return source.fail([{ path: error.path, message: error.message }]);
  }
};

const readRegistry = (folder: string): Map<string, RegistryRow> => {
  const found = new Map<string, RegistryRow>();
  if (!existsSync(folder)) return found;
  for (const name of yamlFiles(folder)) {
    const source = readYamlSource(readFileSync(join(folder, name), "utf8"), join(folder, name));
    try {
      for (const row of readRegistryFile(source.value)) found.set(row.rule_id, row);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      source.fail([{ path: error.path, message: nameMissing(error) }]);
    }
  }
  return found;
};

/** What is not there has no place to point to, so it is named. */
const nameMissing = ({ path, message }: RowError): string =>
  message.endsWith("found nothing") && typeof path.at(-1) === "string"
    ? `${path.at(-1)} is missing; ${message.replace(/, found nothing$/, "")}`
    : message;

const yamlFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name))
    .map(({ name }) => name)
    .sort();

const pathsIn = (folder: string): readonly string[] => yamlFiles(folder).map((name) => join(folder, name));

/** The head of a folder names what it extends. */
const isRowFile = (path: string): boolean => basename(path) !== "corpus.yaml";

const labelsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(?:v\d{4}-\d{2}-\d{2}(?:-[\w.]+)?|draft)$/.test(entry.name))
    .map(({ name }) => name)
    .sort();

/** Whatever is wrong with the files becomes one line. */
const reading = <T>(path: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof YamlError || error instanceof CorpusError) throw new SuiteError([error.message]);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new SuiteError([`--registry ${JSON.stringify(path)}: there is no such file or folder`]);
    if (code !== undefined && /^E[A-Z]+$/.test(code))
      throw new SuiteError([`--registry ${JSON.stringify(path)}: ${code}`]);
    throw error;
  }
};
