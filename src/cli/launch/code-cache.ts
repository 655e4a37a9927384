import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { buildFolder, type CacheFolder, dropOldBuilds, isOwn, isPrivate } from "./cache-folder.ts";

/** What V8 made of the program's files in an earlier run, by file name. */
export interface CodeCache {
  /** Compiled code of exactly this source. */
  read(name: string, source: Buffer): Buffer | undefined;
  /** Keeps what this run compiled, unless enough runs have added to it. Never throws: no run may fail because of a cache. */
  keep(names: readonly string[], compile: (name: string) => Buffer): void;
}

/** A run compiles only the functions it calls, so the first few runs add theirs; after that the file stays as it is. */
const RUNS = 3;

interface Part {
  readonly code: Buffer;
  /**
   * V8 itself compares only the length of the source. The source is a file of this package, so the sum has to tell an edit,
   * not an attack; it costs a twentieth of what loading a cryptographic one does.
   */
  readonly sum: number;
}

interface Head {
  readonly runs: number;
  /** Names, lengths and sums of the sources, in the order of the bytes. */
  readonly parts: readonly (readonly [string, number, number])[];
}

/** Everything of a command is in one file, so that starting opens only that. */
export const openCodeCache = (cache: CacheFolder, build: string, command: string): CodeCache => {
  const { runs, parts } = readParts(cache, build, command);
  const sums = new Map<string, number>();
  return {
    read(name, source) {
      const sum = crc32(source);
      sums.set(name, sum);
      const part = parts.get(name);
      return part?.sum === sum ? part.code : undefined;
    },
    keep(names, compile) {
      const isComplete = names.every((name) => parts.get(name)?.sum === sums.get(name));
      if (isComplete && runs >= RUNS) return;
      try {
        const root = cache.make();
        const folder = root && buildFolder(root, build, true);
        if (!root || !folder) return;
        const added = names.map((name) => [name, { code: compile(name), sum: sums.get(name) ?? 0 }] as const);
        writeParts(join(folder, command), new Map([...parts, ...added]), isComplete ? runs + 1 : 1);
        if (runs === 0) dropOldBuilds(root);
      } catch {
        // The disk is full or the folder is not writable: the next run compiles again.
      }
    },
  };
};

const readParts = (
  cache: CacheFolder,
  build: string,
  command: string,
): { runs: number; parts: ReadonlyMap<string, Part> } => {
  const parts = new Map<string, Part>();
  try {
    const root = cache.find();
    const folder = root && buildFolder(root, build, false);
    const bytes = folder && readOwn(join(folder, command));
    if (!bytes) return { runs: 0, parts };
    let start = bytes.indexOf("\n") + 1;
    const head = JSON.parse(bytes.toString("utf8", 0, start)) as Head;
    const length = head.parts.reduce((sum, [, size]) => sum + size, start);
    if (length !== bytes.length) return { runs: 0, parts };
    for (const [name, size, sum] of head.parts) {
      parts.set(name, { code: bytes.subarray(start, start + size), sum });
      start += size;
    }
    return { runs: head.runs, parts };
  } catch {
    return { runs: 0, parts: new Map() };
  }
};

/** Never runs code that another user compiled or could have changed: what was checked is what is read. */
const readOwn = (file: string): Buffer | undefined => {
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(handle);
    return stats.isFile() && isOwn(stats) && isPrivate(stats) ? readFileSync(handle) : undefined;
  } finally {
    closeSync(handle);
  }
};

const writeParts = (file: string, parts: ReadonlyMap<string, Part>, runs: number): void => {
  const head: Head = { runs, parts: [...parts].map(([name, { code, sum }]) => [name, code.length, sum]) };
  const bytes = [...parts.values()].map(({ code }) => code);
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...bytes]), {
      flag: "wx",
      mode: 0o600,
    });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
};
