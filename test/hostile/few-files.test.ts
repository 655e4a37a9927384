// A process that may open few files: whatever is missing then is ours, and is said in one line.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { BIN, ensureBuilt, ROOT } from "../e2e/cli.ts";
import { checkPrintable } from "./oracle.ts";
import { startViceServer } from "./servers/http.ts";
import { offering } from "./servers/offering.ts";

beforeAll(ensureBuilt);

interface End {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const withFiles = (files: number, args: readonly string[]): Promise<End> =>
  new Promise((resolve) => {
    const child = spawn("sh", ["-c", `ulimit -n ${files}; exec "$@"`, "sh", process.execPath, BIN, ...args], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"] ?? "", HOME: "/", NODE_DISABLE_COMPILE_CACHE: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].on("data", (chunk: Buffer) => {
        said[stream] += chunk.toString("utf8");
      });
    child.once("close", (code) => resolve({ code, ...said }));
  });

const NOTES = ["--", process.execPath, join(ROOT, "examples", "notes-server.js")];

test("ulimit -n 32: a server that cannot be asked everything for want of files gets one clear line and no grade", async () => {
  const { code, stdout, stderr } = await withFiles(32, ["check", "--quiet", ...NOTES]);
  expect(`${stdout}${stderr}`).toMatch(
    /no more files, pipes or sockets \(EMFILE\); raise the limit, such as ulimit -n 1024/,
  );
  expect(`${stdout}${stderr}`).not.toMatch(/internal error|grade [A-F]/);
  expect([4, 5]).toContain(code);
  checkPrintable(`${stdout}${stderr}`);
});

test.each([24, 28, 30, 36])("over HTTP with %i files no bug of ours shows", async (files) => {
  const server = await startViceServer(offering({}));
  try {
    const { code, stdout, stderr } = await withFiles(files, ["check", "--quiet", "--fail-on", "never", server.url]);
    expect([0, 1, 4, 5], `${stdout}${stderr}`).toContain(code);
    expect(`${stdout}${stderr}`).not.toMatch(/internal error/);
    checkPrintable(`${stdout}${stderr}`);
  } finally {
    await server.close();
  }
});
