import type { DerivedResult } from "./judge-capture.ts";
import { inProcess, inThread, type PlaceMemory } from "./judge-place.ts";
import { type CaptureToJudge, type JudgeSeat, openSeat } from "./judge-seat.ts";

/** Judges captures beside the event loop, which has a hundred servers to listen to. */
export interface JudgePool {
  /** Of a capture as it is stored: packed it takes a twentieth of the memory while it waits, and is unpacked where it is judged. */
  judge(packed: Uint8Array): Promise<DerivedResult>;
  close(): Promise<void>;
}

/** Beside a worker, which is to stay small whatever its servers say. Nearly every capture is judged in it. */
const SMALL: PlaceMemory = { old: 96, young: 8 };
/** Where judging is all there is to do: in a heap that is soon full, collecting takes as long as judging. */
const ROOMY: PlaceMemory = { old: 640, young: 16 };
/** What the largest session that may be recorded is judged in. One such at a time, in a place that ends with it. */
const LARGEST = 700;

const PLACES = {
  /** In threads: little memory counts for more than the last third of speed. */
  worker: { start: inThread, memory: SMALL },
  /** In processes: nothing else is to be done. */
  rejudge: { start: inProcess, memory: ROOMY },
} as const;

/** `count` are judged side by side. From source there is no JavaScript file to start (Node 20 reads no TypeScript), so it runs here. */
export const openJudgePool = (count: number, kind: keyof typeof PLACES): JudgePool =>
  import.meta.url.endsWith(".ts")
    ? { judge: async (packed) => (await import("./judge-capture.ts")).judgePacked(packed), close: async () => {} }
    : pooled(count, PLACES[kind]);

const pooled = (count: number, { start, memory }: (typeof PLACES)[keyof typeof PLACES]): JudgePool => {
  const waiting: CaptureToJudge[] = [];
  const large: CaptureToJudge[] = [];
  const last = openSeat({ start: start({ ...memory, old: LARGEST }), isKept: false, take: () => large.shift() });
  const seats: readonly JudgeSeat[] = Array.from({ length: count }, () =>
    openSeat({
      start: start(memory),
      isKept: true,
      take: () => waiting.shift(),
      giveBack: (job) => {
        waiting.unshift(job);
        wake();
      },
      onTooLarge: (job) => {
        large.push(job);
        last.next();
      },
    }),
  );
  const wake = (): void => {
    for (const seat of seats) seat.next();
  };
  return {
    judge: (packed) =>
      new Promise((resolve, reject) => {
        waiting.push({ packed, resolve, reject });
        wake();
      }),
    close: async () => {
      await Promise.all([...seats, last].map(({ close }) => close()));
    },
  };
};
