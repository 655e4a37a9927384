import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Limits } from "../limits.ts";
import { isOutOfFiles, outOfFiles } from "../open-files.ts";
import type { Trouble } from "../trouble.ts";
import { countGroup, signalGroup } from "./process-group.ts";
import type { ProcessRecord } from "./process-record.ts";

/** How a child is started: in a process group of its own, without a shell. */
export interface ChildStart {
  readonly command: string;
  /** What the child finds as its own name, if not the command. */
  readonly argv0?: string;
  readonly args: readonly string[];
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The record of a child that could not be started. */
export const NOT_STARTED: ProcessRecord = {
  exit_code: null,
  signal: null,
  ended_by: "not-started",
  stdout_bytes: 0,
  stderr_bytes: 0,
};

export const trySpawn = (settings: ChildStart): { process: ChildProcessWithoutNullStreams } | { trouble: Trouble } => {
  try {
    const running = spawn(settings.command, [...settings.args], {
      env: settings.env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      shell: false,
      windowsHide: true,
      cwd: settings.cwd,
      argv0: settings.argv0,
    });
    if (hasStreams(running)) return { process: running };
    // Out of files Node gives a child without streams, and tells the reason a moment later.
    running.once("error", () => {});
    return { trouble: outOfFiles("EMFILE") };
  } catch (error) {
    return { trouble: startFailure(error, settings.command) };
  }
};

/** The type promises them; Node does not where it could make no pipe. */
const hasStreams = ({ stdin, stdout, stderr }: ChildProcessWithoutNullStreams): boolean =>
  [stdin, stdout, stderr].every((stream: unknown) => stream !== undefined && stream !== null);

export const startFailure = (error: unknown, command: string): Trouble => {
  const code = (error as { code?: string }).code ?? "";
  if (isOutOfFiles(code)) return outOfFiles(code);
  const detail =
    code === "ENOENT"
      ? `the command ${JSON.stringify(command)} was not found (or its working directory does not exist)`
      : code === "EACCES"
        ? `the command ${JSON.stringify(command)} is not executable`
        : `the command ${JSON.stringify(command)} could not be started`;
  return { kind: "refused", detail, ...(code ? { code } : {}) };
};

/** A launcher that ends without a word of what it starts has often failed to fetch it. */
export const exitDetail = (
  exit: { code: number | null; signal: string | null } | undefined,
  launcher?: { readonly name: string; readonly starts: string },
): string => {
  const who = launcher?.name ?? "the server";
  const how = exit?.signal ? `was ended by ${exit.signal}` : `exited by itself with code ${exit?.code ?? "unknown"}`;
  return `${who} ${how}${launcher ? ` before ${launcher.starts} said anything` : ""}`;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends the same two signals to what the child forked; returns how many processes outlived the child. */
export const endSurvivors = async (pid: number, limits: Limits): Promise<number> => {
  const left = countGroup(pid);
  if (left === 0) return 0;
  signalGroup(pid, "SIGTERM");
  const deadline = performance.now() + limits.termMs;
  while (countGroup(pid) > 0 && performance.now() < deadline) await pause(10);
  if (countGroup(pid) === 0) return left;
  signalGroup(pid, "SIGKILL");
  while (countGroup(pid) > 0 && performance.now() < deadline + limits.termMs) await pause(10);
  return left;
};
