import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isSepFile } from "../../judge/corpus/sep-file.ts";
import { UPSTREAM_FILE } from "./pick-files.ts";
import { RefreshError } from "./refresh-error.ts";

/** More files than any corpus has: it must be some other folder. */
const MANY = 10_000;

/**
 * Our own corpus is changed by hand and reviewed, so a refresh never writes into the package or a clone of it. Both are
 * known by their package.json, at the folder or anywhere above it.
 */
export const refuseOwnPackage = (folder: string): void => {
  for (let place = realPlace(folder); ; place = dirname(place)) {
    if (isOurs(place)) {
      throw new RefreshError(
        "failed",
        `${folder} is inside mcptest itself, which a refresh never changes; choose another --corpus-dir`,
      );
    }
    if (dirname(place) === place) return;
  }
};

/** Where the folder really is, or would be: the nearest part of the path that exists may be a link. */
const realPlace = (folder: string): string => {
  const full = resolve(folder);
  try {
    return realpathSync(full);
  } catch {
    return dirname(full) === full ? full : join(realPlace(dirname(full)), full.slice(dirname(full).length));
  }
};

const isOurs = (folder: string): boolean => {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof manifest === "object" && manifest !== null && "name" in manifest && manifest.name === "mcptest";
  } catch {
    return false;
  }
};

/** Whether a refresh wrote this folder: any project may have a file of that name, but not with these members. */
const isNoted = (folder: string): boolean => {
  try {
    const place = join(folder, UPSTREAM_FILE);
    if (!lstatSync(place).isFile()) return false;
    const note: unknown = JSON.parse(readFileSync(place, "utf8"));
    const says = (name: string): string => String((note as Record<string, unknown> | null)?.[name] ?? "");
    return /^[0-9a-f]{64}$/.test(says("archive_sha256")) && says("version") !== "" && says("fetched_at") !== "";
  } catch {
    return false;
  }
};

/**
 * The existing corpus, without our own note. It is about to be replaced as a whole, so the folder has to be one that a refresh
 * wrote, known by its note, or hold nothing but files named as those of a corpus; and in either case nothing of another kind.
 */
export const readExisting = (folder: string): ReadonlyMap<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>();
  const refuse = (what: string): never => {
    throw new RefreshError("failed", `${folder} ${what}; move it away or choose another --corpus-dir`);
  };
  const walk = (place: string, below: string): void => {
    for (const item of readdirSync(place, { withFileTypes: true })) {
      const path = below === "" ? item.name : `${below}/${item.name}`;
      const full = join(place, item.name);
      if (item.isDirectory()) walk(full, path);
      else if (item.isFile() && /\.(?:ya?ml|json)$/.test(item.name)) {
        if (files.size >= MANY) refuse("has too many files to be a corpus");
        if (path !== UPSTREAM_FILE) files.set(path, readFileSync(full));
      } else refuse(`has ${path}, which is not a corpus file and would be deleted`);
    }
  };
  try {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) refuse("is a link");
    if (found && !found.isDirectory()) refuse("is not a folder");
    if (!found) return files;
    walk(folder, "");
    const foreign = isNoted(folder) ? undefined : [...files.keys()].find((path) => !isSepFile(basename(path)));
    if (foreign !== undefined) refuse(`has ${foreign}, which is not named as a corpus file and would be deleted`);
  } catch (error) {
    if (error instanceof RefreshError) throw error;
    // The parent is a file; writing will report that.
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") refuse("cannot be read");
  }
  return files;
};
