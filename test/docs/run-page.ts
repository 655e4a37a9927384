// Runs the commands of one page, in their order, in a folder of their own.

import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { BIN, ROOT } from "../e2e/cli.ts";
import type { CommandBlock, Page } from "./command-blocks.ts";

export interface Ran {
  readonly block: CommandBlock;
  readonly exits: readonly (number | null)[];
  readonly output: string;
}

const MOST_MS = 60_000;

/** What a reader has in a clone of the project, beside what the page itself tells to write. */
const LINKED = ["compliance", "examples", "node_modules", "schemas", "test"] as const;

export interface RunPageOptions {
  readonly isRun: (block: CommandBlock) => boolean;
  /** Command (without its comment) → what is run in its place. */
  readonly instead: Readonly<Record<string, string>>;
}

export const runPage = async (page: Page, { isRun, instead }: RunPageOptions): Promise<readonly Ran[]> => {
  const outside = mkdtempSync(join(tmpdir(), "mcptest-docs-"));
  const [folder, bin] = [join(outside, "here"), join(outside, "bin")];
  mkdirSync(folder);
  mkdirSync(bin);
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  writeFileSync(join(bin, "mcptest"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(bin, "mcptest"), 0o755);
  const ran: Ran[] = [];
  try {
    for (const step of page.steps) {
      if ("name" in step) {
        mkdirSync(dirname(join(folder, step.name)), { recursive: true });
        writeFileSync(join(folder, step.name), step.text);
      } else if (isRun(step)) ran.push(await runBlock(step, (line) => runLine(instead[line] ?? line, folder, bin)));
    }
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
  return ran;
};

type RunLine = (line: string) => Promise<{ readonly code: number | null; readonly text: string }>;

const runBlock = async (block: CommandBlock, run: RunLine): Promise<Ran> => {
  const exits: (number | null)[] = [];
  let output = "";
  for (const { line } of block.commands) {
    const { code, text } = await run(line.replace(/\s*# exit \d+\s*$/, ""));
    exits.push(code);
    output += text;
  }
  return { block, exits, output };
};

const runLine = (line: string, folder: string, bin: string): ReturnType<RunLine> =>
  new Promise((resolve, reject) => {
    // One pipe for both streams keeps their order.
    const child = spawn("sh", ["-c", `exec 2>&1\n${line}`], {
      cwd: folder,
      env: {
        PATH: [bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
        HOME: folder,
        // npx must find what is installed, and ask nobody.
        npm_config_offline: "true",
        npm_config_update_notifier: "false",
      },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    const patience = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), MOST_MS);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(patience);
      resolve({ code, text: Buffer.concat(chunks).toString("utf8").replaceAll(folder, "/home/me") });
    });
  });
