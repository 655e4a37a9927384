import { existsSync, readFileSync } from "node:fs";
import { CaptureError } from "../../capture/capture-error.ts";
import { UsageError } from "../usage-error.ts";
import { noteInput } from "./input-files.ts";
import { describeReadFailure } from "./read-failure.ts";

/** Runs `read` on a file the user named, and turns whatever is wrong with the file into one line. */
export const readingFile = <T>(path: string, read: () => T): T => {
  try {
    noteInput(path);
    return read();
  } catch (error) {
    if (error instanceof CaptureError) throw new UsageError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && /^E[A-Z0-9]+$/.test(code))
      throw new UsageError(`cannot read ${path}: ${describeReadFailure(error)}`);
    throw error;
  }
};

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

export const readUserFile = (path: string): string => {
  const bytes = readingFile(path, () => readFileSync(path));
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new UsageError(`cannot read ${path}: it is not UTF-8 text; save it as UTF-8`);
  }
};

export const readUserFileIfAny = (path: string): string | undefined =>
  existsSync(path) ? readUserFile(path) : undefined;
