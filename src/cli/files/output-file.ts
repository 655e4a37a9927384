import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../usage-error.ts";

/** A file that is written whole or not at all: until it is committed nothing is there, and nothing stays there. */
export interface OutputFile {
  /** Several pieces are one text, which need not be in memory as a whole. */
  commit(text: string | Iterable<string>): void;
}

const writePieces = (path: string, text: string | Iterable<string>): void => {
  if (typeof text === "string") {
    writeFileSync(path, text);
    return;
  }
  const file = openSync(path, "w");
  try {
    for (const piece of text) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
};

/** Opened before the probe: an impossible path must not cost a session. */
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
  // Write into a device or pipe; renaming a file over it would destroy it (think of root and /dev/null).
  if (existing && !existing.isFile()) {
    return { commit: (text) => attempt(() => writePieces(path, text)) };
  }
  // Replace what a link points to, not the link.
  const full = existing ? attempt(() => realpathSync(path)) : resolve(path);
  const part = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
  closeSync(attempt(() => openSync(part, "wx", 0o600)));
  const discard = (): void => {
    process.off("exit", discard);
    rmSync(part, { force: true });
  };
  // However the run ends, even by a second Ctrl-C, it leaves no partial file behind.
  process.once("exit", discard);
  return {
    commit: (text) => {
      try {
        attempt(() => {
          writePieces(part, text);
          renameSync(part, full);
        });
      } finally {
        discard();
      }
    },
  };
};

/** The same for a path that may be `-` or absent, both of which are stdout. */
export const openOutput = (path: string | undefined, { out }: { out(text: string): void }): OutputFile =>
  path === undefined || path === "-"
    ? { commit: (text) => out(typeof text === "string" ? text : [...text].join("")) }
    : openOutputFile(path);

/** Why a write failed, and what to do about it. */
export const writeFailure = (error: unknown): string => {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "its folder does not exist; create it first";
  if (/^E(?:ACCES|PERM|ROFS)$/.test(code)) return "no permission to write there; choose another path";
  return code === "ENOSPC" ? "the disk is full; free some space" : code;
};
