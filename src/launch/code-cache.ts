import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What V8 made of the program's files in an earlier run, by file name. */
export interface CodeCache {
  read(name: string): Buffer | undefined;
  /** Keeps what this run compiled, unless enough runs have added to it. Never throws: no run may fail because of a cache. */
  keep(names: readonly string[], compile: (name: string) => Buffer): void;
}

/** A run compiles only the functions it calls, so the first few runs add theirs; after that the file stays as it is. */
const RUNS = 3;

interface Head {
  readonly runs: number;
  /** Names and lengths, in the order of the bytes. */
  readonly parts: readonly (readonly [string, number])[];
}

/** Everything is in one file, so that starting opens only that. */
export const openCodeCache = (file: string): CodeCache => {
  const { runs, parts } = readParts(file);
  return {
    read: (name) => parts.get(name),
    keep(names, compile) {
      const isComplete = names.every((name) => parts.has(name));
      if (isComplete && runs >= RUNS) return;
      try {
        const added = names.map((name) => [name, compile(name)] as const);
        writeParts(file, new Map([...parts, ...added]), isComplete ? runs + 1 : 1);
        if (runs === 0) dropOldBuilds(dirname(dirname(file)));
      } catch {
        // The disk is full or the folder is not writable: the next run compiles again.
      }
    },
  };
};

const readParts = (file: string): { runs: number; parts: ReadonlyMap<string, Buffer> } => {
  const parts = new Map<string, Buffer>();
  try {
    // Never run code that another user compiled.
    const { uid } = statSync(file);
    if (process.getuid && uid !== process.getuid()) return { runs: 0, parts };
    const bytes = readFileSync(file);
    let start = bytes.indexOf("\n") + 1;
    const head = JSON.parse(bytes.toString("utf8", 0, start)) as Head;
    const length = head.parts.reduce((sum, [, size]) => sum + size, start);
    if (length !== bytes.length) return { runs: 0, parts };
    for (const [name, size] of head.parts) {
      parts.set(name, bytes.subarray(start, start + size));
      start += size;
    }
    return { runs: head.runs, parts };
  } catch {
    return { runs: 0, parts: new Map() };
  }
};

const writeParts = (file: string, parts: ReadonlyMap<string, Buffer>, runs: number): void => {
  const head: Head = { runs, parts: [...parts].map(([name, { length }]) => [name, length]) };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts.values()]), { mode: 0o600 });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
};

/** Each build and each version of Node leaves a folder of a few megabytes. */
const BUILDS = 5;

const dropOldBuilds = (root: string): void => {
  const age = (name: string): number => statSync(join(root, name)).mtimeMs;
  const newest = readdirSync(root).sort((left, right) => age(right) - age(left));
  for (const name of newest.slice(BUILDS)) rmSync(join(root, name), { recursive: true, force: true });
};
