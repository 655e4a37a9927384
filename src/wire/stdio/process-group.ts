import { readdirSync, readFileSync } from "node:fs";

/**
 * Every child leads a process group of its own, so that what it forks ends with it. Groups alive are remembered
 * here: however we exit, `killAllGroups` ends them.
 */
const alive = new Set<number>();

export const rememberGroup = (pid: number): void => void alive.add(pid);
export const forgetGroup = (pid: number): void => void alive.delete(pid);

/** Immediate and synchronous: for a second Ctrl-C, an uncaught error, or the process's exit. */
export const killAllGroups = (): void => {
  for (const pid of alive) signalGroup(pid, "SIGKILL");
  alive.clear();
};

export const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    // Windows has no groups; there the child alone is signalled.
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // already gone
  }
};

/** How many processes of the group still run. Zombies are dead: in a container nobody may ever reap them. */
export const countGroup = (pid: number): number => {
  if (process.platform === "win32") return 0;
  try {
    process.kill(-pid, 0);
  } catch {
    return 0;
  }
  return process.platform === "linux" ? runningInProc(pid).length : 1;
};

/**
 * Of the time in which the processes of the group had something to do, the share in which they were given a processor:
 * 1 on an idle machine, a fraction on a busy one. Where the system does not tell, 1.
 */
export const processorShare = (pid: number): number => {
  const { ranMs, queuedMs } = processorTimes(pid);
  return ranMs > 0 ? ranMs / (ranMs + queuedMs) : 1;
};

/** How long the processes of the group have had a processor, and how long they waited for one; 0 where the system does not tell. */
export const processorTimes = (pid: number): { readonly ranMs: number; readonly queuedMs: number } => {
  let [ranMs, queuedMs] = [0, 0];
  for (const member of process.platform === "linux" ? runningInProc(pid) : []) {
    try {
      // Nanoseconds on a processor, nanoseconds in the queue for one, slices.
      const [ran = 0, queued = 0] = readFileSync(`/proc/${member}/schedstat`, "latin1").split(" ").map(Number);
      ranMs += ran / 1e6;
      queuedMs += queued / 1e6;
    } catch {
      // ended while we looked, or a kernel that does not count
    }
  }
  return { ranMs, queuedMs };
};

/** Bytes of memory that everything we started holds now; 0 where the system does not tell. */
export const memoryOfGroups = (): number => memoryOf([...alive]);

/** Bytes of memory that these process groups hold now; 0 where the system does not tell. */
export const memoryOf = (groups: readonly number[]): number => {
  if (process.platform !== "linux") return 0;
  let pages = 0;
  for (const member of groups.flatMap(runningInProc)) {
    try {
      // Size, resident, shared and more, in pages.
      pages += Number(readFileSync(`/proc/${member}/statm`, "latin1").split(" ")[1] ?? 0);
    } catch {
      // ended while we looked
    }
  }
  return pages * PAGE_BYTES;
};

const PAGE_BYTES = 4_096;

const runningInProc = (group: number): string[] =>
  readdirSync("/proc").filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      // The command name may hold spaces and brackets; the fields follow its last closing bracket.
      const stat = readFileSync(`/proc/${entry}/stat`, "latin1");
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(processGroup) === group && state !== "Z" && state !== "X";
    } catch {
      return false; // ended while we looked
    }
  });
