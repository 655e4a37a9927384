import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { deferred } from "../../src/wire/deferred.ts";
import { DEFAULT_LIMITS } from "../../src/wire/limits.ts";
import { startChild } from "../../src/wire/stdio/stdio-child.ts";
import { messages, PATIENT } from "./case.ts";
import { STDIO_CASES } from "./cases/stdio.ts";
import { checkNoProcess, isAlive } from "./oracle.ts";
import { runStdioCase, viceTarget } from "./run-stdio-case.ts";

test.each(STDIO_CASES)("$id: $what", async (row) => void (await runStdioCase(row)));

test("E15: a process in a session of its own holds stdout, and the run ends all the same", async () => {
  let escaped: number[] = [];
  const findEscaped = (capture: Capture): number[] => {
    const texts = (capture.conversations ?? []).map(({ process: record }) => record?.stderr?.data ?? "");
    escaped = texts.flatMap((text) => Number(/^escaped (\d+)$/m.exec(text)?.[1] ?? []));
    return escaped;
  };
  try {
    const row = { id: "E15", what: "escapes", vice: "E15 escapes", handshakeOnly: true, expect: {} } as const;
    await runStdioCase({ ...row, limits: { stdinCloseMs: 150, termMs: 150 } }, { survivors: findEscaped });
    expect(escaped.length).toBeGreaterThan(0);
    // Not of our group, so not ours to end.
    for (const pid of escaped) expect(isAlive(pid)).toBe(true);
  } finally {
    for (const pid of escaped) process.kill(pid, "SIGKILL");
  }
});

test("E09: a write into a full pipe has a deadline", async () => {
  const mark = randomUUID();
  const { command, args, env } = viceTarget("E09 deaf, and says when", mark);
  const limits = { ...DEFAULT_LIMITS, ...PATIENT, exchangeMs: 200, stdinCloseMs: 100, termMs: 100 };
  // A process that has not yet come to ignoring SIGTERM ends by it, and a busy machine takes its time to start one.
  const { promise: whenDeaf, resolve: onDeaf } = deferred();
  const child = startChild({ command, args, env, limits }, { onLine: () => onDeaf(), onPartialLine() {}, onEnd() {} });
  await whenDeaf;
  expect(await child.write(Buffer.alloc(4_194_304))).toMatchObject({ kind: "timed-out", limit: "exchangeMs" });
  expect(await child.shutdown()).toMatchObject({ ended_by: "sigkill" });
  await checkNoProcess(mark);
});

test("E17: the child sees the small environment and what was given, and no secret comes back", async () => {
  const row = { id: "E17", what: "environment", vice: "E17 environment", handshakeOnly: true, expect: {} } as const;
  const capture = await runStdioCase(row);
  const [shown] = messages(capture).flatMap(({ message }) => {
    const data = (message as { params?: { data?: object } } | undefined)?.params?.data;
    return data ? [Object.keys(data)] : [];
  });
  // Some platforms add a variable of their own to every process.
  const known = ["HOSTILE_CANARY", "HOSTILE_MARK", "PATH", "__CF_USER_TEXT_ENCODING"];
  expect(shown?.filter((name) => !known.includes(name))).toEqual([]);
  expect(shown).toContain("HOSTILE_CANARY");
});

test("E22: arguments reach the child as they are, and no shell sees them", async () => {
  const odd = ["; touch /tmp/never", "$(id)", "%PATH%", "a b", "`id`", ""];
  const row = { id: "E22", what: "arguments", vice: "E22 arguments", handshakeOnly: true, expect: {} } as const;
  const target = viceTarget("E22 arguments", "unused");
  const capture = await runStdioCase(row, { target: { args: [...target.args, ...odd] } });
  expect(messages(capture).map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ params: { data: odd } }),
  );
});

test("Children end: a run that ends early starts no further process", async () => {
  const ending = new AbortController();
  const row = { id: "E20", what: "aborted", vice: "E13 stubborn", expect: { outcome: "aborted" } } as const;
  const request = { signal: ending.signal, onStep: () => ending.abort() };
  const capture = await runStdioCase({ ...row, limits: { stdinCloseMs: 100, termMs: 100 } }, { request });
  expect(capture.conversations?.filter(({ process: record }) => record).length).toBeLessThanOrEqual(2);
});

test("a run that has ended before it began starts none at all", async () => {
  const row = { id: "E20", what: "aborted", vice: "E13 stubborn", expect: { outcome: "aborted" } } as const;
  const capture = await runStdioCase(row, { request: { signal: AbortSignal.abort() } });
  expect(capture.conversations?.flatMap(({ process: record }) => record ?? [])).toEqual([]);
});

describe("E11: what cannot be started", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mcptest-start-"));
    writeFileSync(join(folder, "plain.txt"), "not a program\n", { mode: 0o644 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["a missing command", () => "mcptest-no-such-command"],
    ["a file that is not executable", () => join(folder, "plain.txt")],
    ["a directory", () => folder],
    ["an empty name", () => ""],
    ["a name with NUL", () => "a\0b"],
  ])("%s", async (_what, command) => {
    const expected = { outcome: "unreachable", trouble: { kind: "refused" } } as const;
    const row = { id: "E11", what: "cannot start", vice: "unused", expect: expected };
    const capture = await runStdioCase(row, { target: { command: command(), args: [] } });
    expect(capture.exchanges[0]?.trouble?.detail).toMatch(/^the command /);
    expect(capture.conversations?.[0]?.process?.ended_by).toBe("not-started");
  });

  test("a working directory that does not exist", async () => {
    const expected = { outcome: "unreachable", trouble: { kind: "refused" } } as const;
    const row = { id: "E11", what: "no such folder", vice: "polite", expect: expected };
    await runStdioCase(row, { target: { cwd: join(folder, "nowhere") } });
  });
});
