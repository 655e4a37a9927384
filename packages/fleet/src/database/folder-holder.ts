import { readFileSync, readlinkSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";

/**
 * Who has a folder, as its file says: a process id, where that id means something, and when the process began. An id alone is not enough: the
 * next container that starts has the ids of the last one, so a killed process would seem to be its own successor.
 */
export type Holder = { readonly where: "here"; readonly pid: number } | { readonly where: "elsewhere" };

/** A holder elsewhere, whose process cannot be looked for, writes to its file this often; silent for so long, it has ended. */
const SIGN_EVERY_MS = 10_000;
const SILENT_MS = 60_000;

export const describeHolder = (): string => `${process.pid} ${begunAt(process.pid)} ${place()}`;

/** Writes to the file again and again; ends with what it returns. */
export const showSigns = async (file: string): Promise<() => Promise<void>> => {
  const handle = await open(file, "r+");
  const text = describeHolder();
  // The same bytes in the same place: nobody ever reads half of them, and the file system sets the time by its own clock.
  const timer = setInterval(() => handle.write(text, 0).catch(() => {}), SIGN_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await handle.close().catch(() => {});
  };
};

/** Undefined for one that has ended. `now` is the file system's time. */
export const readHolder = async (file: string, now: number): Promise<Holder | undefined> => {
  const [pid, begun, ...where] = (await readFile(file, "utf8").catch(() => "")).split(" ");
  // Older versions wrote the process id alone.
  const isHere = begun === undefined || where.join(" ") === place();
  if (Number(pid) > 0 && isHere) return isAlive(Number(pid), begun) ? { where: "here", pid: Number(pid) } : undefined;
  const signed = (await stat(file).catch(() => undefined))?.mtimeMs;
  // Gone since it was listed: somebody has given it back, or taken the next turn, which decides. Empty: somebody is filling it.
  return signed !== undefined && Math.abs(now - signed) < SILENT_MS ? { where: "elsewhere" } : undefined;
};

const isAlive = (pid: number, begun: string | undefined): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return begun === undefined || begun === begunAt(pid);
};

/** In ticks since the machine started; "?" where the system does not say. */
const begunAt = (pid: number): string => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the name, which may hold anything; the 22nd is when it began.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "?";
  } catch {
    return "?";
  }
};

/** Where a process id means one process: a namespace of a machine that runs. */
const place = (): string => {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
};
