// check --watch over servers that misbehave, one after the other.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { BIN, ensureBuilt, temporaryFolder } from "../e2e/cli.ts";
import { checkNoProcess, checkPrintable } from "./oracle.ts";
import { STDIO_VICES } from "./run-stdio-case.ts";

beforeAll(ensureBuilt);

const LIMITS = ["start-ms=600", "exchange-ms=600", "stdin-close-ms=150", "term-ms=150", "run-ms=4000"];
const VICES = ["E08 stderr escapes", "E03 endless line", "E10 exits", "E13 polite but stubborn"];

test("Nothing reaches the terminal raw: with --watch each change is judged, and the end leaves no process", {
  timeout: 180_000,
}, async () => {
  const folder = temporaryFolder();
  const file = join(folder, "server.mjs");
  const mark = `mark-${randomUUID()}`;
  const become = (vice: string): void =>
    writeFileSync(file, `process.argv[2] = ${JSON.stringify(vice)};\nawait import(${JSON.stringify(STDIO_VICES)});\n`);
  become(VICES[0] ?? "");
  const flags = LIMITS.flatMap((limit) => ["--limit", limit]);
  const child = spawn(
    process.execPath,
    [
      BIN,
      "check",
      "--watch",
      "--quiet",
      ...flags,
      "--env",
      `HOSTILE_MARK=${mark}`,
      "--",
      process.execPath,
      "server.mjs",
    ],
    { cwd: folder, env: { PATH: process.env["PATH"] ?? "", HOME: folder }, stdio: ["ignore", "pipe", "pipe"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let [stdout, stderr] = ["", ""];
  let onText = (): void => {};
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
    onText();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const more = (than: number): Promise<void> =>
    new Promise((resolve) => {
      onText = () => {
        if (stdout.length > than) resolve();
      };
      onText();
    });
  await more(0);
  for (const vice of VICES.slice(1)) {
    const before = stdout.length;
    become(vice);
    await more(before);
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  checkPrintable(`${stdout}${stderr}`);
  expect(`${stdout}${stderr}`).not.toMatch(/internal error/);
  await checkNoProcess(mark);
});
