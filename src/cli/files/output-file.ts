import {
  closeSync,
  fchmodSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../usage-error.ts";
import { inChunks } from "./in-chunks.ts";
import { refuseInput } from "./input-files.ts";
import { isAlive } from "./process-alive.ts";

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
    for (const chunk of inChunks(text)) writeFileSync(file, chunk);
  } finally {
    closeSync(file);
  }
};

/**
 * Who may read a new file. A report is for colleagues and web servers, so the user's umask decides; a capture may hold what a
 * server keeps for its owner.
 */
export type Readers = "everybody" | "owner";

const MODES = { everybody: 0o666, owner: 0o600 } as const satisfies Record<Readers, number>;

/** Opened before the probe: an impossible path must not cost a session. A file that is replaced keeps its mode. */
export const openOutputFile = (path: string, readers: Readers = "everybody"): OutputFile => {
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
  refuseInput(path);
  // Replace what a link points to, not the link.
  const full = existing ? attempt(() => realpathSync(path)) : resolve(path);
  const part = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
  dropDead(dirname(full), basename(full));
  const draft = attempt(() => openSync(part, "wx", MODES[readers]));
  if (existing) fchmodSync(draft, existing.mode & 0o777);
  closeSync(draft);
  const discard = (): void => {
    unfinished.delete(part);
    rmSync(part, { force: true });
  };
  discardAtExit(part);
  return {
    commit: (text) => {
      try {
        // What is read may have been named after this was opened.
        refuseInput(full);
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

/** However the run ends, even by a second Ctrl-C, it leaves no partial file behind. One listener serves any number of files. */
const unfinished = new Set<string>();

const discardAll = (): void => {
  for (const path of unfinished) rmSync(path, { force: true });
};

const discardAtExit = (part: string): void => {
  // Removed and added again, so that it is there once, whenever the set was empty in between.
  process.off("exit", discardAll).once("exit", discardAll);
  unfinished.add(part);
};

/** Only a run that was killed outright leaves its partial file; the next one for the same file removes it. */
const dropDead = (folder: string, name: string): void => {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const pid =
        entry.isFile() &&
        entry.name.startsWith(`.${name}.`) &&
        /^\.(\d{1,9})\.part$/.exec(entry.name.slice(name.length + 1));
      if (pid && !isAlive(Number(pid[1]))) rmSync(join(folder, entry.name), { force: true });
    }
  } catch {
    // It is somebody else's, or the folder cannot be listed: nothing depends on it.
  }
};

/** The same for a path that may be `-` or absent, both of which are stdout. */
export const openOutput = (path: string | undefined, { out }: { out(text: string): void }): OutputFile =>
  path === undefined || path === "-" ? { commit: (text) => writeOut(text, out) } : openOutputFile(path);

const writeOut = (text: string | Iterable<string>, out: (text: string) => void): void => {
  for (const chunk of typeof text === "string" ? [text] : inChunks(text)) out(chunk);
};

/** Why a write failed, and what to do about it. */
export const writeFailure = (error: unknown): string => {
  const { code = "unknown error" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return "its folder does not exist; create it first";
  if (/^E(?:ACCES|PERM|ROFS)$/.test(code)) return "no permission to write there; choose another path";
  return code === "ENOSPC" ? "the disk is full; free some space" : code;
};
