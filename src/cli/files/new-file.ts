import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { quoted, UsageError } from "../usage-error.ts";
import { writeFailure } from "./output-file.ts";

const alreadyExists = (path: string): UsageError =>
  new UsageError(`${quoted(path)} already exists; choose another name with -o`);

/** For what must not be lost by a second run: a private key, a signed statement. */
export const refuseExisting = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })) throw alreadyExists(path);
};

/** Never overwrites: the file may have appeared since we looked. */
export const writeNewFile = (path: string, text: string, mode = 0o666): void => {
  try {
    writeFileSync(path, text, { flag: "wx", mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw alreadyExists(path);
    // What a full disk left of it is worth nothing.
    rmSync(path, { force: true });
    throw new UsageError(`cannot write ${quoted(path)}: ${writeFailure(error)}`);
  }
};
