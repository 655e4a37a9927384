import type { CorpusRow } from "../core/rule.ts";
import { CorpusError, type CorpusFolder, type EffectiveCorpus } from "./corpus.ts";

/** The effective corpus of a folder: what it extends, without what it drops, with what it adds or replaces. */
export const resolveChain = (
  folder: CorpusFolder,
  find: (label: string) => CorpusFolder | undefined,
): EffectiveCorpus => ({
  label: folder.label,
  rows: effectiveRows(folder, find, []),
});

const effectiveRows = (
  folder: CorpusFolder,
  find: (label: string) => CorpusFolder | undefined,
  path: readonly string[],
): Map<string, CorpusRow> => {
  if (path.includes(folder.label))
    throw new CorpusError(`corpus ${folder.label} extends itself (${[...path, folder.label].join(" → ")})`);
  const rows = new Map(inherited(folder, find, path));
  for (const id of folder.drops) {
    if (!rows.delete(id)) throw new CorpusError(`corpus ${folder.label} drops ${id}, which it does not inherit`);
  }
  const own = new Set<string>();
  for (const row of folder.rows) {
    if (own.has(row.rule_id)) throw new CorpusError(`corpus ${folder.label} has two rows for ${row.rule_id}`);
    own.add(row.rule_id);
    rows.set(row.rule_id, row);
  }
  return rows;
};

const inherited = (
  folder: CorpusFolder,
  find: (label: string) => CorpusFolder | undefined,
  path: readonly string[],
): Iterable<[string, CorpusRow]> => {
  if (folder.extends === undefined) return [];
  const base = find(folder.extends);
  if (!base) throw new CorpusError(`corpus ${folder.label} extends ${folder.extends}, which does not exist`);
  return effectiveRows(base, find, [...path, folder.label]);
};
