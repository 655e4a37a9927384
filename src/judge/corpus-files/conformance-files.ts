import { lstatSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isSepFile } from "../corpus/sep-file.ts";
import { readVersion } from "../corpus/sep-versions.ts";

/** More names than any corpus has: it must be some other folder. */
const MANY = 10_000;

/**
 * The files of a corpus, in the order of their paths below the folder; none when it cannot be read. Files in folders
 * below it count too, as upstream may sort its own. In a folder that is not a version itself, folders named after one
 * are corpora of their own.
 */
export const sepFilesIn = (folder: string): readonly string[] => {
  const isVersion = readVersion(basename(resolve(folder))) !== undefined;
  const found: string[] = [];
  const waiting = [...namesIn(folder)];
  for (let seen = 0; waiting.length > 0 && seen < MANY; seen += 1) {
    const path = waiting.pop() ?? "";
    const name = basename(path);
    const full = join(folder, path);
    if (isSepFile(name)) found.push(...(isFile(full) ? [path] : []));
    else if ((isVersion || readVersion(name) === undefined) && isOwnFolder(full))
      waiting.push(...namesIn(full).map((inner) => `${path}/${inner}`));
  }
  return found.sort();
};

export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** A pipe would block the read. */
const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Links are not followed: they may lead in circles. */
const isOwnFolder = (path: string): boolean => {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};
