import { expect, test } from "vitest";
import { ActiveWork } from "../../src/probe/concurrency.ts";
import { deferred } from "../../src/wire/deferred.ts";

const NEVER = new Promise<never>(() => {});

/** A grace that ends when told to, and counts how often it was granted. */
const graceByHand = () => {
  const { promise, resolve } = deferred();
  const granted: Promise<unknown>[] = [];
  const grace = (event: Promise<unknown>): Promise<boolean> => {
    granted.push(event);
    return Promise.race([event.then(() => true), promise.then(() => false)]);
  };
  return { grace, granted, end: resolve };
};

/** Long enough for everything that is ready to happen. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("what happens while others are busy was waited for", async () => {
  const work = new ActiveWork();
  const { promise: others, resolve: endOthers } = deferred();
  const { promise: slow, resolve: endSlow } = deferred();
  const { grace, granted } = graceByHand();
  const rest = work.during(() => others);
  const waiting = work.during(() => work.lastsUntil(slow, grace));
  await settled();
  endSlow();
  expect(await waiting).toBe(true);
  expect(granted).toEqual([]);
  endOthers();
  await rest;
});

test("when nobody is busy any more there is a grace, once for the whole run", async () => {
  const work = new ActiveWork();
  const { grace, granted, end } = graceByHand();
  const first = work.during(() => work.lastsUntil(NEVER, grace));
  const second = work.during(() => work.lastsUntil(NEVER, grace));
  await settled();
  expect(granted.length).toBeGreaterThan(0);
  end();
  expect(await Promise.all([first, second])).toEqual([false, false]);
  const before = granted.length;
  expect(await work.during(() => work.lastsUntil(NEVER, grace))).toBe(false);
  expect(granted).toHaveLength(before);
});

test("what happens in the grace was waited for", async () => {
  const work = new ActiveWork();
  const { promise: slow, resolve: endSlow } = deferred();
  const { grace } = graceByHand();
  const waiting = work.during(() => work.lastsUntil(slow, grace));
  await settled();
  endSlow();
  expect(await waiting).toBe(true);
});

test("somebody who goes on ends the grace, and is waited for", async () => {
  const work = new ActiveWork();
  const { promise: slow, resolve: endSlow } = deferred();
  const { promise: answer, resolve: onAnswer } = deferred();
  const { promise: rest, resolve: endRest } = deferred();
  const { grace, end } = graceByHand();
  const waiting = work.during(() => work.lastsUntil(slow, grace));
  const other = work.during(async () => {
    await work.lastsUntil(answer, grace);
    await rest;
  });
  await settled();
  onAnswer();
  await settled();
  // The old grace is over; that it ends now concerns nobody.
  end();
  await settled();
  endSlow();
  expect(await waiting).toBe(true);
  endRest();
  await other;
});

test("without a grace it is over as soon as nobody else is busy", async () => {
  const work = new ActiveWork();
  const { promise: others, resolve: endOthers } = deferred();
  const rest = work.during(() => others);
  const waiting = work.during(() => work.lastsUntil(NEVER));
  await settled();
  endOthers();
  await rest;
  expect(await waiting).toBe(false);
});

test("who waits for what another does is not busy", async () => {
  const work = new ActiveWork();
  const { promise: over, resolve: endFirst } = deferred();
  const first = work.during(async () => {
    expect(await work.lastsUntil(NEVER)).toBe(false);
    endFirst();
  });
  await work.during(() => work.idleUntil(over));
  await first;
});

test("work that fails is not busy any more", async () => {
  const work = new ActiveWork();
  await expect(work.during(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await work.during(() => work.lastsUntil(NEVER))).toBe(false);
});
