// Which verdict a capture gets, and what becomes of it when the place that judges it ends.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { answerInTurn } from "../../packages/fleet/src/judge/answer-in-turn.ts";
import type { DerivedResult } from "../../packages/fleet/src/judge/judge-capture.ts";
import type { JudgeAnswer, PlaceEnd, PlaceEvents } from "../../packages/fleet/src/judge/judge-place.ts";
import { type CaptureToJudge, openSeat } from "../../packages/fleet/src/judge/judge-seat.ts";
import { pack } from "../../packages/fleet/src/pack.ts";

const KILLED: PlaceEnd = { message: "the process ended with SIGKILL", cause: "unknown" };
const OUT_OF_MEMORY: PlaceEnd = { message: "judging took too much memory", cause: "memory" };
/** What is found in the capture of this name. */
const found = (name: string): DerivedResult => ({ lock: name }) as DerivedResult;

/** A seat whose places do what the test says; `events` are those of each place, `seen` what each was handed, `ids` what that was asked under. */
const seatWith = (names: readonly string[]) => {
  const events: PlaceEvents[] = [];
  const seen: string[][] = [];
  const ids: number[] = [];
  const outcomes: Record<string, string> = {};
  const tooLarge: CaptureToJudge[] = [];
  const waiting: CaptureToJudge[] = names.map((name) => ({
    packed: Buffer.from(name),
    resolve: ({ lock }) => {
      outcomes[name] = `judged as ${lock}`;
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
      return {
        judge: ({ id, packed }) => {
          handed.push(Buffer.from(packed).toString());
          ids.push(id);
        },
        end: async () => {},
      };
    },
    isKept: true,
    take: () => waiting.shift(),
    giveBack: (job) => void waiting.unshift(job),
    onTooLarge: (job) => void tooLarge.push(job),
  });
  seat.next();
  return { events, seen, ids, outcomes, tooLarge, seat };
};

it("gives every capture its own verdict, in whatever order they come", async () => {
  const { events, ids, outcomes, seat } = seatWith(["a", "b"]);
  events[0]!.onAnswer({ id: ids[1]!, judged: found("b") });
  events[0]!.onAnswer({ id: ids[0]!, judged: found("a") });
  expect(outcomes).toEqual({ a: "judged as a", b: "judged as b" });
  await seat.close();
});

it("judges a capture once more whose place was killed, and those behind it as if nothing had been", async () => {
  const { events, seen, ids, outcomes, seat } = seatWith(["a", "b", "c"]);
  events[0]!.onEnd(KILLED);
  expect(seen.map((handed) => handed.toSorted())).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  for (let place = 0; place < 3; place++) events[1]!.onAnswer({ id: ids[place + 2]!, judged: found(seen[1]![place]!) });
  expect(outcomes).toEqual({ a: "judged as a", b: "judged as b", c: "judged as c" });
  await seat.close();
});

it("gives a capture up that ended two places, and judges the others", async () => {
  const { events, ids, seen, outcomes, seat } = seatWith(["a", "b"]);
  events[0]!.onEnd(KILLED);
  // The one behind it comes first now, and is judged.
  expect(seen[1]).toEqual(["b", "a"]);
  events[1]!.onAnswer({ id: ids[2]!, judged: found("b") });
  events[1]!.onEnd(KILLED);
  expect(outcomes).toEqual({ a: "the process ended with SIGKILL", b: "judged as b" });
  expect(events).toHaveLength(2);
  await seat.close();
});

it("hands a capture on that took too much memory, and does not try it again here", async () => {
  const { events, seen, ids, outcomes, tooLarge, seat } = seatWith(["a", "b"]);
  events[0]!.onEnd(OUT_OF_MEMORY);
  expect(tooLarge.map(({ packed }) => Buffer.from(packed).toString())).toEqual(["a"]);
  expect(seen[1]).toEqual(["b"]);
  events[1]!.onAnswer({ id: ids[2]!, error: "no such revision" });
  expect(outcomes).toEqual({ b: "no such revision" });
  await seat.close();
});

it("hears nothing of a place that it has given up", async () => {
  const { events, ids, outcomes, seat } = seatWith(["a"]);
  events[0]!.onEnd(KILLED);
  events[0]!.onAnswer({ id: ids[0]!, judged: found("a") });
  expect(outcomes).toEqual({});
  events[1]!.onAnswer({ id: ids[1]!, judged: found("a") });
  expect(outcomes).toEqual({ a: "judged as a" });
  await seat.close();
});

it("answers one question after the other, each with the verdict of its own capture", async () => {
  const file = new URL("../certificates/capture-supplied/capture.json", import.meta.url);
  const packed = [await pack(readFileSync(file, "utf8")), await pack("{}")];
  const answers = await new Promise<JudgeAnswer[]>((resolve) => {
    const sent: JudgeAnswer[] = [];
    const ask = answerInTurn((answer) => {
      if (sent.push(answer) === 4) resolve(sent);
    });
    for (let id = 0; id < 4; id++) ask({ id, packed: packed[id % 2]! });
  });
  expect(answers.map((answer) => [answer.id, "judged" in answer])).toEqual([
    [0, true],
    [1, false],
    [2, true],
    [3, false],
  ]);
});
