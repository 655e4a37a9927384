import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Compliance, CorpusError, type CorpusFolder, type VersionCorpus } from "../corpus/corpus.ts";
import { readRegistryFile } from "../corpus/read-registry.ts";
import { type FileRows, RowError, readCorpusFile } from "../corpus/read-rows.ts";
import { resolveChain } from "../corpus/resolve-chain.ts";
import { type Json, stringMember } from "../model/json.ts";
import { REVISIONS, type Revision } from "../model/revision.ts";
import type { RegistryRow } from "../model/rule.ts";
import { readYaml } from "./read-yaml.ts";

/** Names the folder it extends; every other file of a corpus folder holds rows. */
const HEAD = "corpus.yaml";

/** A folder of expectations, not yet put together with what it extends. */
export const loadCorpusFolder = (label: string, folder: string): CorpusFolder => {
  const files = yamlFiles(folder);
  const extended = files.includes(HEAD) ? readFile(folder, HEAD, readHead) : undefined;
  const parts: readonly FileRows[] = files
    .filter((name) => name !== HEAD)
    .map((name) => readFile(folder, name, readCorpusFile));
  return {
    label,
    ...(extended === undefined ? {} : { extends: extended }),
    rows: parts.flatMap(({ rows }) => rows),
    drops: parts.flatMap(({ drops }) => drops),
  };
};

/** The effective corpus of a directory; what it extends is looked for beside it. */
export const loadVersionCorpus = (label: string, folder: string): VersionCorpus => {
  const beside = (other: string): CorpusFolder => loadCorpusFolder(other, join(folder, "..", other));
  return resolveChain(loadCorpusFolder(label, folder), beside);
};

/** Registry and corpora as they stand in a compliance/ folder. */
export const loadCompliance = (root: string): Compliance => {
  const registry = new Map<string, RegistryRow>();
  const home = join(root, "registry");
  for (const row of yamlFiles(home).flatMap((name) => readFile(home, name, readRegistryFile))) {
    if (registry.has(row.rule_id)) throw new CorpusError(`the registry has two rows for ${row.rule_id}`);
    registry.set(row.rule_id, row);
  }
  const folders = new Map(
    REVISIONS.map((revision) => [
      labelOf(revision),
      loadCorpusFolder(labelOf(revision), join(root, labelOf(revision))),
    ]),
  );
  const corpora = new Map<Revision, VersionCorpus>();
  for (const revision of REVISIONS) {
    const folder = folders.get(labelOf(revision));
    if (folder)
      corpora.set(
        revision,
        resolveChain(folder, (label) => folders.get(label)),
      );
  }
  return { registry, corpora };
};

/** Folders are named as people write revisions: `v2025-06-18`, `draft`. */
export const labelOf = (revision: Revision): string => (revision === "draft" ? revision : `v${revision}`);

const yamlFiles = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort();

const readFile = <T>(folder: string, name: string, read: (value: Json) => T): T => {
  const path = join(folder, name);
  return readYaml(readFileSync(path, "utf8"), path, read);
};

const readHead = (value: Json): string => {
  const found = stringMember(value, "extends");
  if (found === undefined) throw new RowError([], "expected extends: and the folder whose rows hold here too");
  return found;
};
