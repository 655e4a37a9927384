import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RefreshError } from "./refresh-error.ts";

/** What an interrupted refresh left behind is removed once no other can still be using it. */
const STALE_MS = 3_600_000;

/**
 * Puts a new folder in place of an old one, or changes nothing. The files are written beside it first; then two renames
 * follow, without anything in between that could wait or be interrupted by a signal.
 */
export const replaceFolder = (folder: string, files: ReadonlyMap<string, Uint8Array>, now: number): void => {
  const home = dirname(folder);
  const tag = randomBytes(6).toString("hex");
  const fresh = join(home, `.${basename(folder)}.${tag}.new`);
  const old = join(home, `.${basename(folder)}.${tag}.old`);
  try {
    mkdirSync(home, { recursive: true });
    clearStale(home, basename(folder), now);
    mkdirSync(fresh);
    for (const [path, bytes] of files) {
      const place = join(fresh, ...path.split("/"));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, bytes, { flag: "wx" });
    }
    const had = existsSync(folder);
    if (had) renameSync(folder, old);
    try {
      renameSync(fresh, folder);
    } catch (error) {
      if (had) renameSync(old, folder);
      throw error;
    }
  } catch (error) {
    removeQuietly(fresh);
    const kept = existsSync(old) ? `the corpus that was there is now ${old}` : "what was there is unchanged";
    throw new RefreshError("failed", `cannot write ${folder}: ${why(error)}; ${kept}`);
  }
  removeQuietly(old);
};

/** What cannot be removed now is removed as stale later. */
const removeQuietly = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The refresh itself has already succeeded or failed.
  }
};

/** A crash between the two renames leaves the old corpus under its other name: it is put back. */
const clearStale = (home: string, name: string, now: number): void => {
  for (const item of readdirSync(home)) {
    const match = item.startsWith(`.${name}.`) ? /\.[0-9a-f]{12}\.(new|old)$/.exec(item) : null;
    if (!match || item.length !== name.length + match[0].length + 1) continue;
    const path = join(home, item);
    if (match[1] === "old" && !existsSync(join(home, name))) renameSync(path, join(home, name));
    else if (now - statSync(path).mtimeMs > STALE_MS) rmSync(path, { recursive: true, force: true });
  }
};

const why = (error: unknown): string => {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  if (/^E(?:ACCES|PERM|ROFS)$/.test(code)) return "no permission to write there";
  if (code === "ENOSPC" || code === "EDQUOT") return "the disk is full";
  if (code === "ENOTDIR" || code === "EEXIST") return "something that is not a folder is in the way";
  return code === "ENAMETOOLONG" ? "a name is too long for the file system" : code;
};
