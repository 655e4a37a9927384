import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { compareRevisions } from "../../protocol/revision.ts";
import type { CorpusRow, RegistryRow } from "../core/rule.ts";
import { type Compliance, CorpusError, type Extension } from "../corpus/corpus.ts";
import { readExtensionHead, readKnownExtensions, type WrittenHead } from "../corpus/read-extension.ts";
import { readRegistryFile } from "../corpus/read-registry.ts";
import { readCorpusFile } from "../corpus/read-rows.ts";
import { readYamlFile } from "./read-yaml-file.ts";

const HEAD = "extension.yaml";
const REGISTRY = "registry.yaml";
const ROWS = "rows.yaml";
const KNOWN = "known.yaml";

/** The folder compliance/extensions: a folder for each extension, in it one for each version of its text. */
export const loadExtensions = (
  root: string,
  core: ReadonlyMap<string, RegistryRow>,
): Pick<Compliance, "extensions" | "known"> => {
  if (!existsSync(root)) return { extensions: [], known: [] };
  const extensions = folders(root).flatMap((id) => {
    const versions = folders(join(root, id)).sort(draftLast);
    return versions.map((version) => loadExtension(join(root, id), id, version));
  });
  const owners = new Map([...core.keys()].map((rule) => [rule, "the core registry"]));
  for (const { head, registry } of extensions) {
    const owner = `extension ${head.id}`;
    for (const rule of registry.keys()) {
      const other = owners.get(rule) ?? owner;
      if (other !== owner) throw new CorpusError(`${rule} is a rule of ${owner} and of ${other}; rename one`);
      owners.set(rule, owner);
    }
  }
  const known = existsSync(join(root, KNOWN)) ? readYamlFile(join(root, KNOWN), readKnownExtensions) : [];
  return { extensions, known };
};

const loadExtension = (folder: string, id: string, version: string, path: readonly string[] = []): Extension => {
  if (path.includes(version))
    throw new CorpusError(`extension ${id} ${version} extends itself (${[...path, version].join(" → ")})`);
  const file = (name: string): string => join(folder, version, name);
  if (!existsSync(file(HEAD))) throw new CorpusError(`extension ${id} ${version} has no ${HEAD}; write one`);
  const { extends: base, ...head }: WrittenHead = readYamlFile(file(HEAD), readExtensionHead);
  const inherited = base === undefined ? undefined : loadExtension(folder, id, base, [...path, version]);
  const registry = new Map(inherited?.registry);
  const written = existsSync(file(REGISTRY)) ? readYamlFile(file(REGISTRY), readRegistryFile) : [];
  for (const row of unique(written, id))
    registry.set(row.rule_id, {
      ...row,
      since: row.since && compareRevisions(row.since, head.since) > 0 ? row.since : head.since,
    });
  const rows = new Map<string, CorpusRow>(inherited?.rows);
  const own = existsSync(file(ROWS)) ? readYamlFile(file(ROWS), readCorpusFile) : { rows: [], drops: [] };
  for (const drop of own.drops)
    if (!rows.delete(drop))
      throw new CorpusError(`extension ${id} ${version} drops ${drop}, which it does not inherit`);
  for (const row of unique(own.rows, id)) rows.set(row.rule_id, row);
  return { head: { id, version, ...head }, registry, rows };
};

const unique = <T extends { readonly rule_id: string }>(rows: readonly T[], id: string): readonly T[] => {
  const seen = new Set<string>();
  for (const { rule_id } of rows) {
    if (seen.has(rule_id)) throw new CorpusError(`extension ${id} has two rows for ${rule_id}; keep one`);
    seen.add(rule_id);
  }
  return rows;
};

const folders = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const draftLast = (left: string, right: string): number =>
  left === "draft" ? 1 : right === "draft" ? -1 : left < right ? -1 : left > right ? 1 : 0;
