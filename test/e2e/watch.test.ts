// check --watch: the report once, then only what a change of the sources changed.

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BIN, mcptest, ROOT, temporaryFolder } from "./cli.ts";

const startWatch = (cwd: string, ...flags: string[]) => {
  const command = ["check", "--watch", "--quiet", ...flags, "--", process.execPath, "server.mjs"];
  const child = spawn(process.execPath, [BIN, ...command], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (chunk: Buffer) => {
      said[stream] += chunk.toString("utf8");
      for (const look of waiting) look();
    });
  /** The text since the last call, once it holds what is waited for. */
  let seen = 0;
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const fresh = said.stdout.slice(seen);
        if (!pattern.test(fresh)) return;
        waiting.delete(look);
        seen = said.stdout.length;
        resolve(fresh);
      };
      waiting.add(look);
      look();
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { until, said, ended, interrupt: () => child.kill("SIGINT") };
};

test("tells what fails and passes anew, and ends with 130", { timeout: 180_000 }, async () => {
  const folder = temporaryFolder();
  const file = join(folder, "server.mjs");
  copyFileSync(join(ROOT, "examples", "notes-server.js"), file);
  mkdirSync(join(folder, "node_modules"));
  const good = readFileSync(file, "utf8");
  const bad = good.replace("new RpcError(-32601,", "new RpcError(-32603,");
  expect(bad).not.toBe(good);

  const watch = startWatch(folder);
  expect(await watch.until(/passed/)).toMatch(/grade A/);
  expect(watch.said.stderr).toContain("watching the sources in ");
  expect(watch.said.stderr).toContain("(1 folder, not node_modules or hidden ones); press Ctrl-C to stop");

  writeFileSync(file, bad);
  const worse = await watch.until(/\d passed/);
  expect(worse).toMatch(/^grade A\+? → [B-F]$/m);
  expect(worse).toMatch(/^✗ newly failing PROTO-021 MUST /m);
  expect(worse).not.toContain("newly passing");

  // What the server itself might write sets nothing off; what does not start is one line.
  writeFileSync(join(folder, "notes.json"), "{}");
  writeFileSync(file, "this is no program(");
  expect(await watch.until(/\n/)).toMatch(/is unreachable: /);

  writeFileSync(file, good);
  const better = await watch.until(/\d passed/);
  expect(better).toMatch(/^grade [B-F] → A\+?$/m);
  expect(better).toMatch(/^✓ newly passing PROTO-021 /m);
  expect(better).not.toContain("newly failing");
  expect(watch.said.stderr).not.toContain("notes.json");

  watch.interrupt();
  expect(await watch.ended).toBe(130);
});

test.each([
  [["check", "--watch", "http://127.0.0.1:9/mcp"], "this server is a URL"],
  [["check", "--watch", "--save", "x.json", "--", "node", "x.js"], "drop --save"],
  [["check", "--watch", "--reporter", "json", "--", "node", "x.js"], "is not a choice; use one of pretty"],
])("%j is refused in one line", async (args, message) => {
  const { code, stdout, stderr } = await mcptest(args);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("--quick watches too, its lines say that they are a part, and a lock is compared every time", {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const file = join(folder, "server.mjs");
  copyFileSync(join(ROOT, "examples", "notes-server.js"), file);
  const good = readFileSync(file, "utf8");
  const bad = good.replace(/\binputSchema: \{/, "inputSchemas: {");
  expect(bad).not.toBe(good);
  const lock = join(folder, "mcp-lock.json");
  expect((await mcptest(["lock", "--lock", lock, "--", process.execPath, file])).code).toBe(0);
  const watch = startWatch(folder, "--quick", "--lock", lock);
  expect(await watch.until(/rules left out .* passed/)).toMatch(/✓ partial: \d+ rules left out/);
  writeFileSync(file, bad);
  expect(await watch.until(/MUST failed/)).toMatch(
    /✗ newly failing TOOL-\d+[\s\S]*[✗!] tool \S+[\s\S]*✗ partial: \d+ rules left out · not as locked · \d+ MUST failed/,
  );
  watch.interrupt();
  expect(await watch.ended).toBe(130);
});
