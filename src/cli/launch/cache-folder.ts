import {
  type Dirent,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Whoever can write to this folder, or to one above it, decides what we run. So it is used only if that is us alone. */
export interface CacheFolder {
  /** Where it is, links resolved, if it is there, was made by us, and nobody else can change it. */
  find(): string | undefined;
  /** The same, made first if it is not there; undefined if what is there is not ours. */
  make(): string | undefined;
}

/** Lies in every folder that we made: only in such a one is anything ever deleted. */
const MARK = ".mcptest-compiled-code";
const MARK_TEXT = "Compiled code of mcptest, made again when it is missing. Delete this folder whenever you like.\n";

/** `base` is the user's word and may be a link; `names` lead from there to the folder, and may not. */
export const cacheFolder = (base: string, names: readonly string[]): CacheFolder => ({
  find() {
    const top = safeExisting(base);
    const folder = top && join(top, ...names);
    return folder && isBase(top, base) && belowIsOurs(top, names) && isMarked(folder) ? folder : undefined;
  },
  make() {
    const existing = safeExisting(base);
    if (existing === undefined) return undefined;
    mkdirSync(base, { recursive: true, mode: 0o700 });
    const top = safeExisting(base);
    const last = names.at(-1);
    if (top === undefined || !isBase(top, base) || last === undefined) return undefined;
    let parent = top;
    for (const name of names.slice(0, -1)) {
      parent = join(parent, name);
      mkdirSync(parent, { recursive: true, mode: 0o700 });
      if (!isOurFolder(parent)) return undefined;
    }
    const folder = join(parent, last);
    if (statsOf(folder) === undefined) makeMarked(folder);
    return isOurFolder(folder) && isMarked(folder) ? folder : undefined;
  },
});

/** Appears with its mark in it: a run that is killed half-way leaves no folder that later runs would not touch. */
const makeMarked = (folder: string): void => {
  const draft = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    writeFileSync(join(draft, MARK), MARK_TEXT, { flag: "wx", mode: 0o600 });
    renameSync(draft, folder);
  } catch {
    // Another run was faster.
    rmSync(draft, { recursive: true, force: true });
  }
};

/** A folder in the cache for one build; made if asked for. */
export const buildFolder = (cache: string, build: string, make: boolean): string | undefined => {
  const folder = join(cache, build);
  if (make) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isOurFolder(folder) ? folder : undefined;
};

/** Names of ours alone: anything else in a folder keeps it from being deleted. */
const BUILD = /^[0-9a-f]{16}-v\d+\.\d+\.\d+[0-9A-Za-z.-]*$/;
const COMPILED = /^[a-z]{1,20}(?:\.\d+)?$/;

/** Each build and each version of Node leaves a folder of a few megabytes. */
const BUILDS = 5;

/** Deletes all but the newest builds, by name and one file at a time: never through a link, never what we did not make. */
export const dropOldBuilds = (cache: string): void => {
  if (!isOurFolder(cache) || !isMarked(cache)) return;
  const age = (name: string): number => statsOf(join(cache, name))?.mtimeMs ?? 0;
  const builds = entries(cache).filter((entry) => entry.isDirectory() && BUILD.test(entry.name));
  const newest = builds.map(({ name }) => name).sort((left, right) => age(right) - age(left));
  for (const name of newest.slice(BUILDS)) dropBuild(join(cache, name));
};

const dropBuild = (folder: string): void => {
  if (!isOurFolder(folder)) return;
  for (const entry of entries(folder))
    if (entry.isFile() && COMPILED.test(entry.name)) unlinkSync(join(folder, entry.name));
  // Fails if anything is left, as it should.
  rmdirSync(folder);
};

const entries = (folder: string): Dirent[] => readdirSync(folder, { withFileTypes: true });

/** The deepest folder on the way to `path` that exists, if it and all above it can be changed by nobody else. */
const safeExisting = (path: string): string | undefined => {
  let known = resolve(path);
  for (;;) {
    try {
      const real = realpathSync(known);
      return isSafeWay(real) ? real : undefined;
    } catch {
      // A link to nowhere is not followed to where it would lead.
      if (statsOf(known) !== undefined || dirname(known) === known) return undefined;
      known = dirname(known);
    }
  }
};

const isBase = (top: string, base: string): boolean => {
  try {
    return realpathSync(base) === top;
  } catch {
    return false;
  }
};

const belowIsOurs = (top: string, names: readonly string[]): boolean =>
  names.every((_, index) => isOurFolder(join(top, ...names.slice(0, index + 1))));

const OTHERS_WRITE = 0o022;
/** In a folder like /tmp anyone may add, but nobody may replace what is another's. */
const STICKY = 0o1000;

const isSafeWay = (path: string): boolean => {
  for (let folder = path; ; folder = dirname(folder)) {
    const stats = statsOf(folder);
    if (!stats?.isDirectory() || !(isOwn(stats) || stats.uid === 0)) return false;
    if (process.getuid && stats.mode & OTHERS_WRITE && !(stats.mode & STICKY)) return false;
    if (dirname(folder) === folder) return true;
  }
};

const isOurFolder = (path: string): boolean => {
  const stats = statsOf(path);
  return stats?.isDirectory() === true && isOwn(stats) && isPrivate(stats);
};

const isMarked = (folder: string): boolean => {
  const stats = statsOf(join(folder, MARK));
  return stats?.isFile() === true && isOwn(stats) && isPrivate(stats);
};

const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Windows has no user numbers; there the cache lies in the user's own profile. */
export const isOwn = ({ uid }: Stats): boolean => !process.getuid || uid === process.getuid();

export const isPrivate = ({ mode }: Stats): boolean => !process.getuid || (mode & OTHERS_WRITE) === 0;
