import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = `${ROOT}bin/mcptest.js`;

/** Long after any limit of these tests; a run that is still there then is hanging. */
const DEADLINE_MS = 80_000;

/** The command line runs what was built. */
export const ensureBuilt = (): void => {
  if (!existsSync(`${ROOT}dist/build-id`)) execFileSync("npm", ["run", "build"], { cwd: ROOT, stdio: "ignore" });
};

export interface CliEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCli {
  readonly process: ChildProcess;
  readonly end: Promise<CliEnd>;
}

export const startCli = (args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCli => {
  const running = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  running.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
  });
  running.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const end = new Promise<CliEnd>((resolve, reject) => {
    const timer = setTimeout(() => {
      running.kill("SIGKILL");
      reject(new Error(`mcptest did not end within ${DEADLINE_MS} ms: ${stderr}`));
    }, DEADLINE_MS);
    running.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { process: running, end };
};

export const runCli = (args: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliEnd> =>
  startCli(args, env).end;
