// The built command line against servers that do not let go, cannot be started, or are not there.

import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { CANARY } from "./canaries.ts";
import { checkNoProcess, checkPrintable, processesWith } from "./oracle.ts";
import { ensureBuilt, runCli, startCli } from "./run-cli.ts";
import { STDIO_VICES } from "./run-stdio-case.ts";
import { onRequest, startViceServer } from "./servers/http.ts";

let folder = "";
beforeAll(() => {
  ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "mcptest-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const newFile = (): string => join(folder, `${randomUUID()}.json`);
const readCapture = (file: string): Capture | undefined => readCaptures(readFileSync(file, "utf8"), file).sessions[0];

const BRIEF = ["--limit", "stdin-close-ms=300", "--limit", "term-ms=300"];

/** `record` on a stdio vice, with a mark by which its processes are found. */
const recordVice = (vice: string, out: string, mark: string, flags: readonly string[] = BRIEF): string[] => [
  ...["record", "-o", out, ...flags, "--env", `HOSTILE_MARK=${mark}`, "--env", `HOSTILE_CANARY=${CANARY.env}`],
  ...["--", process.execPath, STDIO_VICES, vice],
];

/** Waits until the children are there: from then on there is something to interrupt. */
const untilStarted = async (mark: string): Promise<void> => {
  for (let attempt = 0; attempt < 1_000 && processesWith(mark).length < 2; attempt += 1) await sleep(10);
  expect(processesWith(mark).length).toBeGreaterThan(1);
};

describe("Children end: interrupted", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143],
  ] as const)("%s in the middle: the capture is written, no process stays", async (signal, code) => {
    const [out, mark] = [newFile(), `mark-${randomUUID()}`];
    const running = startCli(recordVice("E13 stubborn", out, mark));
    await untilStarted(mark);
    running.process.kill(signal);
    const end = await running.end;
    expect(end).toMatchObject({ code, signal: null });
    expect(readCapture(out)?.outcome).toBe("aborted");
    expect(readFileSync(out, "utf8")).not.toContain(CANARY.env);
    checkPrintable(end.stdout);
    checkPrintable(end.stderr);
    await checkNoProcess(mark);
  });

  test("E20: a second SIGINT does not wait", async () => {
    const [out, mark] = [newFile(), `mark-${randomUUID()}`];
    const patient = ["--limit", "stdin-close-ms=1m", "--limit", "term-ms=1m"];
    const running = startCli(recordVice("E13 stubborn", out, mark, patient));
    await untilStarted(mark);
    running.process.kill("SIGINT");
    // Two signals at once may be merged into one by the kernel.
    await sleep(200);
    running.process.kill("SIGINT");
    expect(await running.end).toMatchObject({ code: 130, signal: null });
    await checkNoProcess(mark);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("E19: a server that signals its parent interrupts the run and no more", async () => {
    const [out, mark] = [newFile(), `mark-${randomUUID()}`];
    const end = await runCli(recordVice("E19 signals its parent", out, mark));
    expect(end.code).toBe(143);
    await checkNoProcess(mark);
  });

  test("SIGINT while an HTTP server hangs", async () => {
    const out = newFile();
    let onAsked = (): void => {};
    const asked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    const server = await startViceServer(onRequest(() => onAsked()));
    try {
      const running = startCli(["record", server.url, "-o", out, "--header", `Authorization: Bearer ${CANARY.bearer}`]);
      await asked;
      running.process.kill("SIGINT");
      expect(await running.end).toMatchObject({ code: 130 });
      expect(readCapture(out)?.outcome).toBe("aborted");
      expect(readFileSync(out, "utf8")).not.toContain(CANARY.bearer);
      await server.drained(3_000);
    } finally {
      await server.close();
    }
  });
});

describe("nothing to talk to", () => {
  const oneLine = (stderr: string): string => {
    const lines = stderr.split("\n").filter((line) => line.startsWith("mcptest: "));
    expect(lines).toHaveLength(1);
    return lines[0] ?? "";
  };

  test.each([
    ["a missing command", () => "mcptest-no-such-command", /was not found/],
    ["a file that is not executable", () => plainFile(), /not executable/],
    ["a directory", () => folder, /not executable/],
  ])("E11: %s", async (_what, command, words) => {
    const end = await runCli(["record", "--", command()]);
    expect(end.code).toBe(4);
    expect(oneLine(end.stderr)).toMatch(words);
  });

  const plainFile = (): string => {
    const path = join(folder, "plain.txt");
    writeFileSync(path, "no program\n");
    chmodSync(path, 0o644);
    return path;
  };

  test("a dead port", async () => {
    const end = await runCli(["record", `http://127.0.0.1:${await deadPort()}/mcp`]);
    expect(end.code).toBe(4);
    expect(oneLine(end.stderr)).toContain("ECONNREFUSED");
  });

  test.each([
    ["a folder that does not exist", () => join(folder, "nowhere", "out.json")],
    ["a folder in place of a file", () => folder],
    ["a file in place of a folder", () => join(plainFile(), "out.json")],
  ])("an output that cannot be written is refused before anything is sent: %s", async (_what, path) => {
    const server = await startViceServer(() => {});
    try {
      const end = await runCli(["record", server.url, "-o", path()]);
      expect(end.code).toBe(1);
      expect(oneLine(end.stderr)).toMatch(/cannot write/);
      expect(server.connections).toBe(0);
    } finally {
      await server.close();
    }
  });

  test("a hostile server makes no half-written capture", async () => {
    const [out, mark] = [newFile(), `mark-${randomUUID()}`];
    const end = await runCli(recordVice("E10 exits", out, mark));
    expect(end.code).toBe(4);
    expect(existsSync(out)).toBe(true);
    expect(readCapture(out)?.outcome).toBe("unreachable");
    await checkNoProcess(mark);
  });
});

/** A port that was free a moment ago. */
const deadPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
};
