import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defined } from "../../base/defined.ts";
import { type Json, stringMember } from "../../base/json.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import type { RegistryRow } from "../core/rule.ts";
import {
  type Compliance,
  CorpusError,
  type CorpusFolder,
  type EffectiveCorpus,
  revisionLabel,
} from "../corpus/corpus.ts";
import { readRegistryFile } from "../corpus/read-registry.ts";
import { RowError, readCorpusFile } from "../corpus/read-rows.ts";
import { resolveChain } from "../corpus/resolve-chain.ts";
import { loadExtensions } from "./load-extensions.ts";
import { readYamlFile } from "./read-yaml-file.ts";

/** Names the folder it extends; every other file of a corpus folder holds rows. */
const HEAD = "corpus.yaml";

/** A folder of expectations, not yet combined with what it extends. */
export const loadCorpusFolder = (label: string, folder: string): CorpusFolder => {
  const parts = rowFiles(folder).map((path) => readYamlFile(path, readCorpusFile));
  return defined({
    label,
    extends: yamlFiles(folder).includes(HEAD) ? readYamlFile(join(folder, HEAD), readHead) : undefined,
    rows: parts.flatMap(({ rows }) => rows),
    drops: parts.flatMap(({ drops }) => drops),
  });
};

/** The paths of the files of a corpus folder that hold rows. */
export const rowFiles = (folder: string): readonly string[] =>
  yamlFiles(folder)
    .filter((name) => name !== HEAD)
    .map((name) => join(folder, name));

/** The effective corpus of a directory; what it extends must be a folder next to it. */
export const loadVersionCorpus = (label: string, folder: string): EffectiveCorpus => {
  const beside = (other: string): CorpusFolder => loadCorpusFolder(other, join(folder, "..", other));
  return resolveChain(loadCorpusFolder(label, folder), beside);
};

/** The registry and the corpora of a compliance/ folder. */
export const loadCompliance = (root: string): Compliance => {
  const folders = REVISIONS.map((revision) => {
    const label = revisionLabel(revision);
    return { revision, folder: loadCorpusFolder(label, join(root, label)) };
  });
  const find = (label: string): CorpusFolder | undefined =>
    folders.find(({ folder }) => folder.label === label)?.folder;
  const corpora = new Map(folders.map(({ revision, folder }) => [revision, resolveChain(folder, find)]));
  const registry = loadRegistry(join(root, "registry"));
  return { registry, corpora, ...loadExtensions(join(root, "extensions"), registry) };
};

export const loadRegistry = (folder: string): ReadonlyMap<string, RegistryRow> => {
  const registry = new Map<string, RegistryRow>();
  for (const row of yamlFiles(folder).flatMap((name) => readYamlFile(join(folder, name), readRegistryFile))) {
    if (registry.has(row.rule_id)) throw new CorpusError(`the registry has two rows for ${row.rule_id}; keep one`);
    registry.set(row.rule_id, row);
  }
  return registry;
};

/** Names, not paths. */
export const yamlFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.ya?ml$/.test(entry.name))
    .map(({ name }) => name)
    .sort();

const readHead = (value: Json): string => {
  const found = stringMember(value, "extends");
  if (found === undefined) throw new RowError([], "expected extends: and the name of the folder to inherit from");
  return found;
};
