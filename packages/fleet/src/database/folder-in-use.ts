import { randomUUID } from "node:crypto";
import { link, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "./database-error.ts";
import { describeHolder, type Holder, readHolder, showSigns } from "./folder-holder.ts";

/**
 * Two processes on one embedded database would destroy it. `in-use-by.<turn>` names the process that has it, `in-use-by.<turn>.free` says that
 * it was given back; the highest turn counts. What a dead process left is not replaced but outdone by the next turn, which only one can get:
 * whoever takes away a file takes away, once in a while, that of somebody who came in between.
 */
const NAME = /^in-use-by(?:\.(\d+)(\.free)?)?$/;

interface Turn {
  readonly number: number;
  readonly name: string;
  readonly isFree: boolean;
}

/** Returns how to give the folder back. */
export const takeFolder = async (folder: string): Promise<() => Promise<void>> => {
  const own = join(folder, `in-use-by.${randomUUID()}`);
  try {
    await writeFile(own, describeHolder());
    const { mtimeMs: now } = await stat(own);
    const before = (await turnsIn(folder))[0];
    const holder = before && !before.isFree ? await readHolder(join(folder, before.name), now) : undefined;
    if (holder) throw inUse(folder, holder);
    const number = (before?.number ?? 0) + 1;
    const file = join(folder, `in-use-by.${number}`);
    // It gets its name when it is whole: of one that is made and then filled nobody knows for a moment whose it is.
    if (!(await nameAs(own, file))) throw inUse(folder);
    await leaveToLater(folder, number, file);
    const stopSigns = await showSigns(file);
    return async () => {
      await stopSigns();
      await rename(file, `${file}.free`).catch(() => {}); // a process that has ended has nothing
    };
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw notWritable(folder, (error as NodeJS.ErrnoException).code);
  } finally {
    await rm(own, { force: true }).catch(() => {});
  }
};

/** The highest first. */
const turnsIn = async (folder: string): Promise<readonly Turn[]> =>
  (await readdir(folder))
    .flatMap((name) => {
      const found = NAME.exec(name);
      return found ? [{ number: Number(found[1] ?? 0), name, isFree: found[2] !== undefined }] : [];
    })
    .sort((left, right) => right.number - left.number);

/**
 * Who was slow may have got a turn that others had long ago, and had cleared away: theirs, which are later, are still there, and have the
 * folder. Otherwise it clears away what is older than its own.
 */
const leaveToLater = async (folder: string, number: number, file: string): Promise<void> => {
  const others = (await turnsIn(folder)).filter((turn) => join(folder, turn.name) !== file);
  const isLate = others.some((turn) => turn.number >= number);
  const old = isLate ? [file] : others.map(({ name }) => join(folder, name));
  for (const one of old) await rm(one, { force: true });
  if (isLate) throw inUse(folder);
};

/** False where the name is taken. */
const nameAs = async (own: string, file: string): Promise<boolean> => {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    // A file system without second names for a file.
    return writeFile(file, describeHolder(), { flag: "wx" }).then(
      () => true,
      (problem: NodeJS.ErrnoException) => {
        if (problem.code === "EEXIST") return false;
        throw problem;
      },
    );
  }
};

const inUse = (folder: string, holder?: Holder): DatabaseError => {
  const by =
    holder === undefined
      ? ""
      : holder.where === "here"
        ? ` by process ${holder.pid}`
        : " on another machine or in another container";
  const wait = holder?.where === "elsewhere" ? "wait for it (a minute, if it was killed)" : "wait for it";
  return new DatabaseError(
    "in-use",
    `the fleet in ${folder} is in use${by}; ${wait}, or share a PostgreSQL server with --database postgres://…`,
  );
};

const notWritable = (folder: string, code: string | undefined): DatabaseError =>
  code === "ENOSPC"
    ? new DatabaseError("full", `the disk of ${folder} is full; free some space`)
    : new DatabaseError(
        "read-only",
        `the folder ${folder} cannot be written to (${code}); name another with --data <folder>`,
      );
