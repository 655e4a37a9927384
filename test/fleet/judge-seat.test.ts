// What becomes of captures when the place that judges them ends.

import { expect, it } from "vitest";
import type { JudgedCapture } from "../../src/fleet/judge/judge-capture.ts";
import type { PlaceEnd, PlaceEvents } from "../../src/fleet/judge/judge-place.ts";
import { type JudgeJob, openSeat } from "../../src/fleet/judge/judge-seat.ts";

const KILLED: PlaceEnd = { message: "the process ended with SIGKILL", cause: "unknown" };
const OUT_OF_MEMORY: PlaceEnd = { message: "judging took too much memory", cause: "memory" };
const JUDGED = { result: {}, lock: null } as unknown as JudgedCapture;

/** A seat whose places do what the test says; `events` are those of each place, `seen` what each was handed. */
const seatWith = (names: readonly string[]) => {
  const events: PlaceEvents[] = [];
  const seen: string[][] = [];
  const outcomes: Record<string, string> = {};
  const tooLarge: JudgeJob[] = [];
  const waiting: JudgeJob[] = names.map((name) => ({
    packed: Buffer.from(name),
    resolve: () => {
      outcomes[name] = "judged";
    },
    reject: ({ message }) => {
      outcomes[name] = message;
    },
  }));
  const seat = openSeat({
    start: (of) => {
      const handed: string[] = [];
      events.push(of);
      seen.push(handed);
      return { judge: (packed) => void handed.push(Buffer.from(packed).toString()), end: async () => {} };
    },
    isKept: true,
    take: () => waiting.shift(),
    giveBack: (job) => void waiting.unshift(job),
    onTooLarge: (job) => void tooLarge.push(job),
  });
  seat.next();
  return { events, seen, outcomes, tooLarge, seat };
};

it("judges a capture once more whose place was killed, and those behind it as if nothing had been", async () => {
  const { events, seen, outcomes, seat } = seatWith(["a", "b", "c"]);
  events[0]!.onEnd(KILLED);
  expect(seen.map((handed) => handed.toSorted())).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  for (let count = 0; count < 3; count++) events[1]!.onAnswer({ judged: JUDGED });
  expect(outcomes).toEqual({ a: "judged", b: "judged", c: "judged" });
  await seat.close();
});

it("gives a capture up that ended two places, and judges the others", async () => {
  const { events, outcomes, seat } = seatWith(["a"]);
  events[0]!.onEnd(KILLED);
  events[1]!.onEnd(KILLED);
  expect(outcomes).toEqual({ a: "the process ended with SIGKILL" });
  expect(events).toHaveLength(2);
  await seat.close();
});

it("hands a capture on that took too much memory, and does not try it again here", async () => {
  const { events, seen, outcomes, tooLarge, seat } = seatWith(["a", "b"]);
  events[0]!.onEnd(OUT_OF_MEMORY);
  expect(tooLarge.map(({ packed }) => Buffer.from(packed).toString())).toEqual(["a"]);
  expect(seen[1]).toEqual(["b"]);
  events[1]!.onAnswer({ error: "no such revision" });
  expect(outcomes).toEqual({ b: "no such revision" });
  await seat.close();
});

it("hears nothing of a place that it has given up", async () => {
  const { events, outcomes, seat } = seatWith(["a"]);
  events[0]!.onEnd(KILLED);
  events[0]!.onAnswer({ judged: JUDGED });
  expect(outcomes).toEqual({});
  events[1]!.onAnswer({ judged: JUDGED });
  expect(outcomes).toEqual({ a: "judged" });
  await seat.close();
});
