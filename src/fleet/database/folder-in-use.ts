import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "./database-error.ts";

/** Two processes on one embedded database would destroy it. The file names the process that has it; a dead one has nothing. */
const FILE = "in-use-by";

/** Returns how to give the folder back. */
export const takeFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = join(folder, FILE);
  for (const isLast of [false, true]) {
    try {
      const handle = await open(file, "wx");
      const release = () => rm(file, { force: true });
      try {
        await handle.writeFile(String(process.pid));
      } catch (error) {
        // A disk that is full still takes the name of a file.
        await release();
        throw error;
      } finally {
        await handle.close();
      }
      return release;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw notWritable(folder, code);
      const pid = Number(await readFile(file, "utf8").catch(() => ""));
      if (isLast || (pid > 0 && isAlive(pid)))
        throw new DatabaseError(
          "in-use",
          `the fleet in ${folder} is in use${pid > 0 ? ` by process ${pid}` : ""}; wait for it, or share a PostgreSQL server with --database postgres://…`,
        );
      await rm(file, { force: true });
    }
  }
  throw new DatabaseError("in-use", `the fleet in ${folder} is in use`);
};

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
