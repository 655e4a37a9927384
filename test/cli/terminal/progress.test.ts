import { expect, onTestFinished, test, vi } from "vitest";
import { openProgress } from "../../../src/cli/terminal/progress.ts";

const written = (live: boolean, quiet = false, ci = false) => {
  const lines: string[] = [];
  const console = {
    out: () => {},
    err: (text: string) => void lines.push(text),
    color: false,
    errColor: false,
    width: 60,
    live,
    ci,
  };
  const progress = openProgress(console, quiet);
  onTestFinished(progress.clear);
  return { progress, lines };
};

const launcher = { name: "npx", starts: "@scope/server", programArgs: [] };

test.each([
  ["launching", "npx is installing @scope/server … 14 s"],
  ["started", "waiting for @scope/server to answer … 14 s"],
  ["unknown", "waiting for npx to start @scope/server … 14 s"],
] as const)("a launcher that is %s is waited for in these words", (state, words) => {
  const { progress, lines } = written(true);
  progress.onWait({ launcher, state, ms: 14_900 });
  expect(lines).toEqual([`\r\x1b[2K${words}`]);
});

test("what a launcher starts cannot reach the terminal raw, nor fill more than a line", () => {
  const { progress, lines } = written(true);
  progress.onWait({ launcher: { ...launcher, starts: `\x1b[31m${"x".repeat(200)}` }, state: "launching", ms: 2_000 });
  const text = lines.join("").replace("\r\x1b[2K", "");
  expect(text).not.toContain("\x1b");
  expect(text.length).toBeLessThan(60);
});

test("a long name is cut, and the time is not", () => {
  const { progress, lines } = written(true);
  progress.onWait({ launcher: { ...launcher, starts: "s".repeat(200) }, state: "launching", ms: 14_000 });
  expect(lines.join("")).toMatch(/npx is installing s+… … 14 s$/);
});

test("a terminal sees what is asked, how far, and for how long", () => {
  const { progress, lines } = written(true);
  progress.onStep({ conversation: "main", step: "tools/list", done: 3, all: 24, ms: 1_000 });
  expect(lines.join("")).toMatch(/3 of 24 conversations, \d+ s: asking tools\/list$/);
});

test("a build gets a line every ten seconds, and none before", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { progress, lines } = written(false, false, true);
  progress.onStep({ conversation: "main", step: "ping", done: 1, all: 9, ms: 1_000 });
  vi.advanceTimersByTime(9_000);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(12_000);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^mcptest: 1 of 9 conversations, 10 s: asking ping\n$/);
});

test("nothing is written where nobody watches", () => {
  for (const { progress, lines } of [written(false), written(true, true)]) {
    progress.onStep({ conversation: "main", step: "ping", done: 1, all: 9, ms: 1_000 });
    progress.onWait({ launcher, state: "launching", ms: 2_000 });
    expect(lines).toEqual([]);
  }
});
