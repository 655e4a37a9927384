import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "./usage-error.ts";

/** A file that appears whole or not at all. */
export interface OutputFile {
  commit(text: string): void;
  discard(): void;
}

/** Opened before the probe, so that an impossible path costs no session. */
export const openOutputFile = (path: string): OutputFile => {
  if (path === "") throw new UsageError("-o is empty; name a file, or - for stdout");
  const attempt = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw new UsageError(`cannot write ${path}: ${writeFailure(error)}`);
    }
  };
  const existing = attempt(() => statSync(path, { throwIfNoEntry: false }));
  if (existing?.isDirectory()) throw new UsageError(`cannot write ${path}: it is a folder; name a file in it`);
  // A device or a pipe is written to; a file put in its place would destroy it (think of root and /dev/null).
  if (existing && !existing.isFile()) {
    return { commit: (text) => attempt(() => writeFileSync(path, text)), discard: () => {} };
  }
  // What a link points to is replaced, not the link.
  const full = existing ? attempt(() => realpathSync(path)) : resolve(path);
  const part = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
  closeSync(attempt(() => openSync(part, "wx", 0o600)));
  const discard = (): void => {
    process.off("exit", discard);
    rmSync(part, { force: true });
  };
  // A second Ctrl-C does not wait; the half file must not stay behind.
  process.once("exit", discard);
  return {
    commit: (text) => {
      try {
        attempt(() => {
          writeFileSync(part, text);
          renameSync(part, full);
        });
      } finally {
        discard();
      }
    },
    discard,
  };
};

/** What a failed write means for the person who named the file. */
export const writeFailure = (error: unknown): string => {
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
