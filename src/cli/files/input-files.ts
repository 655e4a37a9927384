import { statSync } from "node:fs";
import { UsageError } from "../usage-error.ts";

/** The files that this run has read, by device and number: a name can be spelled in many ways. */
const read = new Map<string, string>();

const identityOf = (path: string): string | undefined => {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
};

export const noteInput = (path: string): void => {
  const identity = identityOf(path);
  if (identity !== undefined) read.set(identity, path);
};

/** For a file that the command is there to bring up to date, such as a lock. */
export const allowReplacing = (path: string): void => {
  const identity = identityOf(path);
  if (identity !== undefined) read.delete(identity);
};

/** What a run reads it must not replace: a capture that becomes its own report is lost. */
export const refuseInput = (path: string): void => {
  const identity = identityOf(path);
  if (identity !== undefined && read.has(identity))
    throw new UsageError(`cannot write ${path}: it is what this run reads; choose another path`);
};
