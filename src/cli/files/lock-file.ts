import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { TOOL } from "../../base/version.ts";
import { LOCK_FORMAT, type LockedServer, type LockFile } from "../../scores/lock/lock.ts";
import { readLock } from "../../scores/result/lock.ts";
import { UsageError } from "../usage-error.ts";
import { readingFile, readUserFile } from "./read-file.ts";

export const DEFAULT_LOCK = "mcp-lock.json";

/** Throws one line for a file that is missing or is not a lock. */
export const readLockFile = (path: string): LockFile => {
  if (!existsSync(path))
    throw new UsageError(`no lock at ${path}; write one with mcptest lock <target>, or name it with --lock <file>`);
  const text = readUserFile(path);
  return readingFile(path, () => readLock(text, path));
};

export const readLockFileIfAny = (path: string): LockFile | undefined =>
  existsSync(path) ? readLockFile(path) : undefined;

/** Two spaces and a line each, so that a difference of two versions can be read in a review. Servers that were not looked at stay. */
export const lockText = (before: LockFile | undefined, servers: ReadonlyMap<string, LockedServer>): string => {
  const all = { ...before?.servers, ...Object.fromEntries(servers) };
  const sorted = Object.fromEntries(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));
  const file: LockFile = { format: LOCK_FORMAT, tool: TOOL, servers: sorted };
  return `${JSON.stringify(file, null, 2)}\n`;
};

/** By its first lines: a capture may be too large to be read twice. */
export const isLockFile = (path: string): boolean =>
  readingFile(path, () => {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(200);
      const length = readSync(file, head, 0, head.length, 0);
      return head.toString("utf8", 0, length).includes('"mcptest-lock/');
    } finally {
      closeSync(file);
    }
  });
