import { createHash } from "node:crypto";
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { StdioTarget } from "../../capture/target.ts";

export interface SourceWatch {
  /** Everything below it is watched. */
  readonly folder: string;
  readonly folders: number;
  /** Files of the command that are elsewhere. */
  readonly files: readonly string[];
  /** Folders that could not be watched, or were too many. */
  readonly missed: number;
  close(): void;
}

/** With more folders than this, somebody started a server in a home folder or at the root of a disk. */
const MAX_FOLDERS = 2_000;

/**
 * Calls `onChange` when the content of a source of this server has changed: the files its command names, and the
 * sources below the folder it is started in. There is one watcher per folder, because a recursive one would also
 * watch every folder of node_modules.
 */
export const watchSources = (target: StdioTarget, cwd: string, onChange: (file: string) => void): SourceWatch => {
  const folder = resolve(cwd, target.cwd ?? ".");
  const named = filesOf(target, folder);
  const watchers = new Map<string, FSWatcher>();
  const isChanged = rememberContents();
  let missed = 0;

  const report = (path: string): void => {
    if (isChanged(path)) onChange(relative(folder, path));
  };
  const open = (place: string, onName: (name: string) => void): void => {
    if (watchers.has(place)) return;
    if (watchers.size >= MAX_FOLDERS) {
      missed += 1;
      return;
    }
    try {
      const watcher = watch(place, (_event, name) => {
        if (name !== null) onName(name);
      });
      const forget = (): void => {
        watcher.close();
        watchers.delete(place);
      };
      watcher.on("error", forget);
      watchers.set(place, watcher);
    } catch {
      missed += 1;
    }
  };
  /** A folder with everything below it. `fresh`: it appeared later, so its files may be older than their watcher. */
  const enter = (place: string, fresh: boolean): void => {
    open(place, (name) => {
      const path = join(place, name);
      if (isFolder(path)) {
        if (!isIgnoredFolder(name) && !watchers.has(path)) enter(path, true);
      } else if (isSourceFile(name) || named.has(path)) report(path);
    });
    for (const entry of entriesOf(place)) {
      const path = join(place, entry.name);
      if (entry.isDirectory() && !isIgnoredFolder(entry.name)) enter(path, fresh);
      else if (fresh && entry.isFile() && isSourceFile(entry.name)) report(path);
    }
  };

  enter(folder, false);
  const outside = [...named].filter((path) => !watchers.has(dirname(path)));
  for (const place of new Set(outside.map((path) => dirname(path))))
    open(place, (name) => {
      if (named.has(join(place, name))) report(join(place, name));
    });
  return {
    folder,
    folders: watchers.size,
    files: outside,
    missed,
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
};

/** The files that the command names. A program found by PATH, or outside this folder, is not a source. */
const filesOf = ({ command, args }: StdioTarget, folder: string): ReadonlySet<string> => {
  const paths = [command, ...args].map((word) => resolve(folder, word));
  const [program = "", ...others] = paths;
  const own = program.startsWith(folder + sep) || isSourceFile(basename(program)) ? [program] : [];
  return new Set([...own, ...others].filter(isFile));
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
const isFolder = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
};

const entriesOf = (place: string) => {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return [];
  }
};

/** Saving a file causes several events, and some editors touch files they do not change. Only new content counts. */
const rememberContents = (): ((path: string) => boolean) => {
  const known = new Map<string, string>();
  return (path) => {
    const content = digestOfFile(path);
    if (known.get(path) === content) return false;
    known.set(path, content);
    return true;
  };
};

const digestOfFile = (path: string): string => {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "gone";
  }
};

/**
 * Extensions of source files. Data files are left out on purpose: a server that writes a log, a database or a JSON file
 * while it runs would trigger its own next check, forever.
 */
const ENDINGS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|rb|php|java|kts?|cs|fs|swift|exs?|erl|lua|pl|scala|clj|dart|zig|c|h|cc|cpp|hpp|sh|bash|wasm|toml|ya?ml|gradle|mod|graphql|proto|sql)$/i;

/** Files that a build or start reads although their extension is that of data. */
const NAMES = new Set(["package.json", "tsconfig.json", "deno.json", "composer.json"]);

const IGNORED_FOLDERS = new Set(["node_modules", "__pycache__", "coverage", "venv", "vendor", "target"]);

const isSourceFile = (name: string): boolean => !name.startsWith(".") && (ENDINGS.test(name) || NAMES.has(name));

/** Everything hidden is ignored too: .git, .venv, caches. `dist` is watched: servers are often started from it. */
const isIgnoredFolder = (name: string): boolean => name.startsWith(".") || IGNORED_FOLDERS.has(name);
