import { randomBytes } from "node:crypto";
import { closeSync, constants, fchmodSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";

/** A recording that grows while the session goes on. */
export interface RecordingFile {
  /** Where it is; another name than the one asked for when that was taken. */
  readonly path: string;
  /**
   * Has the whole line in the hands of the operating system when it returns, so that no way this process can end
   * loses it (a power failure can). Throws when the disk does not take it; the line may then be there in part.
   */
  append(line: string): void;
  close(): void;
}

/** More numbered recordings than anybody keeps. */
const LAST_NUMBER = 9_999;

/**
 * Starts a recording with its header. A recording that is already there is never touched: clients start their servers
 * again and again with the same command line, so the next free name is taken (session.jsonl, session-2.jsonl, …).
 * The file appears with its header in it, so that two that start at once cannot take the same name.
 */
export const createRecordingFile = (path: string, header: string): RecordingFile => {
  const full = resolve(path);
  const there = statSync(full, { throwIfNoEntry: false });
  if (there && !there.isFile())
    return recordTo(openSync(full, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK), full, header);
  const part = join(dirname(full), `.${basename(full)}.${randomBytes(6).toString("hex")}.part`);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;
  const descriptor = openSync(part, flags, 0o600);
  try {
    // The mode of openSync is narrowed by the umask, never widened; say it again for an odd umask.
    fchmodSync(descriptor, 0o600);
    writeAll(descriptor, header);
    return fileAt(descriptor, takeName(part, full));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
};

const takeName = (part: string, wanted: string): string => {
  for (let number = 1; number <= LAST_NUMBER; number += 1) {
    const name = number === 1 ? wanted : numbered(wanted, number);
    try {
      linkSync(part, name);
      return name;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST" && !isEmpty(name)) continue;
      // An empty file was put there for us; and not every file system has links.
      if (code !== "EEXIST" && !NO_LINKS.has(code ?? "")) throw error;
      if (code !== "EEXIST" && statSync(name, { throwIfNoEntry: false }) && !isEmpty(name)) continue;
      renameSync(part, name);
      return name;
    }
  }
  throw Object.assign(new Error("every name is taken"), { code: "EEXIST" });
};

const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

const numbered = (path: string, number: number): string => {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}-${number}${ending}`;
};

const isEmpty = (path: string): boolean => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there?.isFile() === true && there.size === 0;
};

const recordTo = (descriptor: number, path: string, header: string): RecordingFile => {
  const file = fileAt(descriptor, path);
  file.append(header);
  return file;
};

const fileAt = (descriptor: number, path: string): RecordingFile => ({
  path,
  append: (line) => writeAll(descriptor, line),
  close: () => closeSync(descriptor),
});

const writeAll = (descriptor: number, text: string): void => {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
};
