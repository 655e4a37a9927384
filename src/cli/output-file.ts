import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

/** A file that appears whole or not at all. */
export interface OutputFile {
  commit(text: string): void;
  discard(): void;
}

/** Opened before the probe, so that an impossible path costs no session. */
export const openOutputFile = (path: string): OutputFile => {
  const full = resolve(path);
  if (isDirectory(full)) throw new UsageError(`cannot write ${path}: it is a folder; name a file in it`);
  const part = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
  let open: number | undefined;
  try {
    open = openSync(part, "wx", 0o600);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${reason(error)}`);
  }
  closeSync(open);
  return {
    commit: (text) => {
      try {
        writeFileSync(part, text);
        renameSync(part, full);
      } catch (error) {
        rmSync(part, { force: true });
        throw new UsageError(`cannot write ${path}: ${reason(error)}`);
      }
    },
    discard: () => rmSync(part, { force: true }),
  };
};

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const reason = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "its folder does not exist; create it first";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "no permission to write there";
    case "ENOSPC":
      return "the disk is full";
    default:
      return code ?? "unknown error";
  }
};
