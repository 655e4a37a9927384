// The oracle must be awake: each of its checks fails on what it is there to find.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { CANARY } from "./canaries.ts";
import { checkCapture, checkNoProcess, checkPrintable, checkResources, resources, underWatch } from "./oracle.ts";

const capture = (label: string): Capture => ({ server_label: label, server_capabilities: null, exchanges: [] });

test("a clean capture passes", () => checkCapture(capture("clean")));

test("a secret in a capture", () => expect(() => checkCapture(capture(`x ${CANARY.bearer} y`))).toThrow(/secret/));

test("a capture that cannot be read again", () => {
  const broken = { ...capture("broken"), exchanges: [{ seq: -1 }] };
  expect(() => checkCapture(broken)).toThrow();
});

test.each(["\x1b[31m", "a\rb", "\u{9b}2J", "\u{202e}", "\u{2028}", "\t", "\0"])("unprintable text: %j", (text) => {
  expect(() => checkPrintable(text)).toThrow();
});

test("a socket left behind", async () => {
  const before = resources();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await expect(checkResources(before)).rejects.toThrow(/left behind/);
  server.close();
});

test("a process left behind", async () => {
  const mark = `mark-${randomUUID()}`;
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { env: { HOSTILE_MARK: mark } });
  await expect(checkNoProcess(mark)).rejects.toThrow(/left behind/);
  child.kill("SIGKILL");
  await checkNoProcess(mark);
});

test("memory that grows", async () => {
  const held: Buffer[] = [];
  const grow = async (): Promise<void> => void held.push(Buffer.alloc(300 * 1024 * 1024, 1));
  await expect(underWatch(grow)).rejects.toThrow(/memory/);
});
