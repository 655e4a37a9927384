// Runs the built command line as a user does: another process, its exit code, its two streams.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Another build can be tried with MCPTEST_BIN. */
export const BIN = process.env["MCPTEST_BIN"] ?? join(ROOT, "bin", "mcptest.js");

export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Handed the means to end it, once it runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Nothing of the machine's own environment but the path: no colour wish, no CI, no proxy. */
const CLEAN = { PATH: process.env["PATH"] ?? "", HOME: "/", NODE_COMPILE_CACHE: join(ROOT, ".cache", "code") };

export const mcptest = (args: readonly string[], options: CliOptions = {}): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { ...CLEAN, ...options.env },
      cwd: options.cwd ?? ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    options.onStart?.((signal) => void child.kill(signal));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString("utf8");
      resolve({ code, signal, stdout: text(stdout), stderr: text(stderr) });
    });
  });

/** A folder that is gone after the test. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const LOCK = join(ROOT, ".cache", "build.lock");

/** `npm test` builds first; a bare `vitest run` on a fresh clone does it here, one test file at a time. */
export const ensureBuilt = async (): Promise<void> => {
  while (!existsSync(join(ROOT, "dist", "build-id"))) {
    mkdirSync(join(ROOT, ".cache"), { recursive: true });
    try {
      mkdirSync(LOCK);
    } catch {
      // Another test file is building; there is no event to wait for across processes.
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    try {
      const { status, stderr } = spawnSync("npm", ["run", "--silent", "build"], { cwd: ROOT, encoding: "utf8" });
      if (status !== 0) throw new Error(`the build failed: ${stderr}`);
    } finally {
      rmSync(LOCK, { recursive: true });
    }
  }
};
