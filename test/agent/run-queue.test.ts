import { expect, test } from "vitest";
import { openRunQueue } from "../../src/features/agent/run-queue.ts";

/** A run that ends when it is told to. */
const openRun = () => {
  let end = (): void => {};
  let begun = false;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end: () => end(),
    get begun() {
      return begun;
    },
    run: async () => {
      begun = true;
      await ended;
    },
  };
};

const settle = () => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();

test("Four runs: only so many at once; the next in line goes in when one comes out", async () => {
  const runQueue = openRunQueue(2, 2);
  const runs = ["a", "b", "c", "d"].map((target) => ({ target, ...{ it: openRun() } }));
  const all = runs.map(({ target, it }) => runQueue(target, signal, it.run));
  await settle();
  expect(runs.map(({ it }) => it.begun)).toEqual([true, true, false, false]);
  runs[1]?.it.end();
  await settle();
  expect(runs.map(({ it }) => it.begun)).toEqual([true, true, true, false]);
  for (const { it } of runs) it.end();
  await Promise.all(all);
});

test("one target cannot take every place", async () => {
  const runQueue = openRunQueue(4, 2);
  const hostile = Array.from({ length: 10 }, openRun);
  const held = hostile.map(({ run }) => runQueue("hostile", signal, run));
  const other = openRun();
  const done = runQueue("other", signal, other.run);
  await settle();
  expect(hostile.filter(({ begun }) => begun)).toHaveLength(2);
  expect(other.begun).toBe(true);
  for (const { end } of [...hostile, other]) end();
  await Promise.all([...held, done]);
});

test("whoever gives up leaves the line, and nobody else does", async () => {
  const runQueue = openRunQueue(1, 1);
  const [first, second, third] = [openRun(), openRun(), openRun()];
  const one = runQueue("a", signal, first.run);
  const [leaving, gone] = [new AbortController(), new AbortController()];
  const two = runQueue("a", leaving.signal, second.run);
  const three = runQueue("a", signal, third.run);
  gone.abort();
  // Given up before it came: it must not push another one out of the line.
  await expect(runQueue("a", gone.signal, first.run)).rejects.toThrow("cancelled");
  leaving.abort();
  await expect(two).rejects.toThrow("cancelled while waiting");
  first.end();
  third.end();
  await Promise.all([one, three]);
  expect([second.begun, third.begun]).toEqual([false, true]);
});

test("a run that throws gives its place back", async () => {
  const runQueue = openRunQueue(1, 1);
  await expect(runQueue("a", signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(runQueue("a", signal, async () => 7)).resolves.toBe(7);
});

test("a line that grew too long takes nobody in", async () => {
  const runQueue = openRunQueue(1, 1);
  const inside = openRun();
  const all = Array.from({ length: 101 }, () => runQueue("a", signal, inside.run));
  await expect(runQueue("b", signal, inside.run)).rejects.toThrow("too many runs");
  inside.end();
  await Promise.all(all);
});
