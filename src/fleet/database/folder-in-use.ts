import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "./database-error.ts";

/** Two processes on one embedded database would destroy it. The file names the process that has it; a dead one has nothing. */
const FILE = "in-use-by";

/** Returns how to give the folder back. */
export const takeFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = join(folder, FILE);
  const own = `${file}.${randomUUID()}`;
  try {
    // It gets its name when it is whole: a file that is made and then filled belongs to nobody for a moment, and a second process would take it.
    await writeFile(own, String(process.pid));
    for (const isLast of [false, true]) {
      if (await nameAs(own, file)) return () => rm(file, { force: true });
      const holder = await holderOf(file);
      if (isLast || (holder !== undefined && isAlive(holder))) throw inUse(folder, holder);
      await putAside(file, folder);
    }
    throw inUse(folder, undefined);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw notWritable(folder, (error as NodeJS.ErrnoException).code);
  } finally {
    await rm(own, { force: true }).catch(() => {});
  }
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
    return writeFile(file, String(process.pid), { flag: "wx" }).then(
      () => true,
      (problem: NodeJS.ErrnoException) => {
        if (problem.code === "EEXIST") return false;
        throw problem;
      },
    );
  }
};

const holderOf = async (file: string): Promise<number | undefined> => {
  const pid = Number(await readFile(file, "utf8").catch(() => ""));
  return pid > 0 ? pid : undefined;
};

/** Takes away what a dead process left. Another one may have done so since it was read, and have the folder now: then that one gets its file back. */
const putAside = async (file: string, folder: string): Promise<void> => {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const holder = await holderOf(aside);
  const isTaken = holder !== undefined && isAlive(holder);
  if (isTaken) await nameAs(aside, file);
  await rm(aside, { force: true });
  if (isTaken) throw inUse(folder, holder);
};

const inUse = (folder: string, pid: number | undefined): DatabaseError =>
  new DatabaseError(
    "in-use",
    `the fleet in ${folder} is in use${pid === undefined ? "" : ` by process ${pid}`}; wait for it, or share a PostgreSQL server with --database postgres://…`,
  );

const notWritable = (folder: string, code: string | undefined): DatabaseError =>
  code === "ENOSPC"
    ? new DatabaseError("full", `the disk of ${folder} is full; free some space`)
    : new DatabaseError(
        "read-only",
        `the folder ${folder} cannot be written to (${code}); name another with --data <folder>`,
      );

const isAlive = (pid: number): boolean => {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
};
