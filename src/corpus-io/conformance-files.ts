import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isSepFile } from "../corpus/sep-file.ts";

/** Files of a corpus, in the order of their names; none when the folder cannot be read. */
export const sepFilesIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter((name) => isSepFile(name) && isFile(join(folder, name)))
    .sort();

export const entriesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Not a pipe, which would keep us waiting. */
const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
