import type { CorpusRefresh } from "./corpus-refresh.ts";

type FileChanges = Pick<CorpusRefresh, "added" | "removed" | "changed" | "unchanged">;

type Files = ReadonlyMap<string, Uint8Array>;

/** What a refresh changes, file by file. */
export const compareFiles = (before: Files, after: Files): FileChanges => {
  const names = (files: Files): string[] => [...files.keys()].sort();
  const isSame = (name: string): boolean => Buffer.compare(before.get(name) ?? EMPTY, after.get(name) ?? EMPTY) === 0;
  const kept = names(after).filter((name) => before.has(name));
  return {
    added: names(after).filter((name) => !before.has(name)),
    removed: names(before).filter((name) => !after.has(name)),
    changed: kept.filter((name) => !isSame(name)),
    unchanged: kept.filter(isSame),
  };
};

const EMPTY = new Uint8Array();
