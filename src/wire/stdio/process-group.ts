import { readdirSync, readFileSync } from "node:fs";

/**
 * Every child leads a process group of its own, so that what it forks ends with it. Groups alive are remembered
 * here: whatever way we leave, `killAllGroups` is the last word.
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
  return process.platform === "linux" ? countInProc(pid) : 1;
};

const countInProc = (group: number): number => {
  let count = 0;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // The command name may hold spaces and brackets; the fields follow its last closing bracket.
      const stat = readFileSync(`/proc/${entry}/stat`, "latin1");
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(processGroup) === group && state !== "Z" && state !== "X") count += 1;
    } catch {
      // ended while we looked
    }
  }
  return count;
};
