// kill -9 at any moment: of mcptest, and of the server.

import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt, mcptest, ROOT, temporaryFolder } from "../e2e/cli.ts";
import { checkNoProcess, checkPrintable, processesWith } from "./oracle.ts";

beforeAll(ensureBuilt);

const SERVER = [process.execPath, join(ROOT, "examples", "notes-server.js")];

/** From before the first request to the writing of the file; on any machine some fall into the run. */
const MOMENTS = [60, 200, 400, 700, 1_100] as const;

test("Children end: mcptest killed at any moment leaves no process, and nothing that keeps the next run from working", {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder();
  const [out, cache] = [join(folder, "out.json"), join(folder, "cache")];
  const mark = `mark-${randomUUID()}`;
  const args = ["record", "--quiet", "-o", out, "--env", `HOSTILE_MARK=${mark}`, "--", ...SERVER];
  const env = { NODE_COMPILE_CACHE: cache };
  for (const moment of MOMENTS) {
    await mcptest(args, { env, onStart: (kill) => void sleep(moment).then(() => kill("SIGKILL")) });
    // Its input has ended, so a server that follows the protocol ends.
    await checkNoProcess(mark);
  }
  const { code, stderr } = await mcptest(args, { env });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(readdirSync(folder).filter((name) => name !== "cache")).toEqual(["out.json"]);
  expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ format: "mcptest-capture/1", outcome: "complete" });
});

test.each([80, 300, 600])(
  "a server killed again and again, every %i ms, is judged or unreachable, and never a bug",
  {
    timeout: 120_000,
  },
  async (pause) => {
    const folder = temporaryFolder();
    const save = join(folder, "session.json");
    const mark = `mark-${randomUUID()}`;
    const ending = new AbortController();
    const killing = (async () => {
      while (!ending.signal.aborted) {
        await sleep(pause);
        for (const pid of processesWith(mark)) tryKill(pid);
      }
    })();
    const { code, stdout, stderr } = await mcptest([
      "check",
      "--run-timeout",
      "20s",
      "--save",
      save,
      "--env",
      `HOSTILE_MARK=${mark}`,
      "--",
      ...SERVER,
    ]);
    ending.abort();
    await killing;
    expect([0, 1, 4, 5], stderr).toContain(code);
    checkPrintable(`${stdout}${stderr}`);
    await checkNoProcess(mark);
    const judged = await Promise.all(
      [1, 2].map(() => mcptest(["judge", save, "--reporter", "json", "--fail-on", "never"])),
    );
    expect(judged[0]?.stdout).toBe(judged[1]?.stdout);
    expect(judged[0]?.code).not.toBe(70);
  },
);

const tryKill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
};
