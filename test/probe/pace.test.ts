import { describe, expect, test } from "vitest";
import type { StartUp } from "../../src/probe/conversation/conversation.ts";
import type { ExchangeDraft } from "../../src/probe/exchange-draft.ts";
import { Pace } from "../../src/probe/pace.ts";

const draft = (method: string, startMs: number, responseMs?: number): ExchangeDraft => ({
  id: "main/step",
  conversation: "main",
  step: "step",
  deliberate: false,
  slot: 0,
  seq: 1,
  meanwhile: [],
  request: { jsonrpc: "2.0", id: 1, method },
  startMs,
  ...(responseMs === undefined ? {} : { responseMs }),
});

const startUp = (openedMs: number, heardMs?: number): StartUp => ({ openedMs, heardMs, over: Promise.resolve() });

describe("how long silence must last", () => {
  test("is the usual time as long as nothing is known", () => {
    expect(new Pace().stretchQuiet(150)).toBe(150);
  });

  test("grows with the slowest harmless request of late, and shrinks again", () => {
    const pace = new Pace();
    pace.observe(draft("ping", 100, 500));
    for (let count = 0; count < 3; count += 1) pace.observe(draft("ping", 100, 101));
    expect(pace.stretchQuiet(150)).toBeGreaterThan(150 + 2 * 400);
    for (let count = 0; count < 10; count += 1) pace.observe(draft("server/discover", 100, 101));
    expect(pace.stretchQuiet(150)).toBeLessThan(160);
  });

  test("does not grow with what may take its time, or was not answered", () => {
    const pace = new Pace();
    pace.observe(draft("tools/call", 0, 9_000));
    pace.observe(draft("ping", 0));
    expect(pace.stretchQuiet(150)).toBe(150);
  });

  test("leaves out the start of the process that was asked", () => {
    const pace = new Pace();
    pace.observe(draft("server/discover", 0, 2_000), startUp(0, 2_000));
    expect(pace.stretchQuiet(150)).toBe(150);
    pace.observe(draft("server/discover", 0, 2_100), startUp(0, 2_000));
    expect(pace.stretchQuiet(150)).toBeGreaterThan(250);
  });
});

test("no wait grows without end", () => {
  const pace = new Pace();
  pace.observe(draft("ping", 0, 3_600_000));
  expect(pace.stretchQuiet(150)).toBeLessThan(2_000);
  expect(pace.stretchLimit(15_000)).toBeLessThan(100_000);
});

describe("how long a limit is", () => {
  test("goes by the slowest answer of the run, but for tools", () => {
    const pace = new Pace();
    expect(pace.stretchLimit(15_000)).toBe(15_000);
    pace.observe(draft("tools/list", 0, 12_000));
    pace.observe(draft("tools/call", 0, 90_000));
    for (let count = 0; count < 20; count += 1) pace.observe(draft("tools/list", 0, 1));
    expect(pace.stretchLimit(15_000)).toBeGreaterThan(15_000 + 12_000);
    expect(pace.stretchLimit(15_000)).toBeLessThan(15_000 + 90_000);
  });
});

describe("how long a process may take to start", () => {
  test("goes by the slowest that started, and is over when it speaks", () => {
    const pace = new Pace();
    pace.observeStart(6_000);
    pace.observeStart(10);
    expect(pace.startLeft(startUp(1_000), 1_100)).toBeGreaterThan(6_000);
    expect(pace.startLeft(startUp(1_000), 60_000)).toBe(0);
    expect(pace.startLeft(startUp(1_000, 1_050), 1_100)).toBe(0);
  });
});

test("a process that is given no processor may take longer to start, within bounds", () => {
  const pace = new Pace();
  expect(pace.stretchStart(30_000, 1)).toBe(30_000);
  expect(pace.stretchStart(30_000, 0.5)).toBe(60_000);
  expect(pace.stretchStart(30_000, 0.001)).toBe(150_000);
});
