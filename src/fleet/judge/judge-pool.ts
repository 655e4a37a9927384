import type { JudgedCapture } from "./judge-capture.ts";
import { type JudgeJob, type JudgeSeat, openSeat } from "./judge-seat.ts";

/** Judges captures beside the event loop, which has a hundred servers to listen to. */
export interface JudgePool {
  /** Of a capture as it is stored: packed it takes a twentieth of the memory while it waits, and is unpacked by the thread. */
  judge(packed: Uint8Array): Promise<JudgedCapture>;
  close(): Promise<void>;
}

/** What nearly every capture is judged in, so that a worker stays small whatever its servers say. */
const USUAL_MEGABYTES = 96;
/** What the largest session that may be recorded is judged in. One such at a time, in a thread that ends with it. */
const LARGE_MEGABYTES = 700;
/** Beside a worker, which is to stay small, and where judging is all there is to do. */
const SMALL_YOUNG_MEGABYTES = 8;
const LARGE_YOUNG_MEGABYTES = 64;

/**
 * `isSmall`: little memory counts for more than the last tenth of speed. From source there is no JavaScript file for a thread (Node 20 reads no TypeScript), so it runs here.
 */
export const openJudgePool = (threads: number, { isSmall = true }: { readonly isSmall?: boolean } = {}): JudgePool =>
  import.meta.url.endsWith(".ts")
    ? { judge: async (packed) => (await import("./judge-capture.ts")).judgePacked(packed), close: async () => {} }
    : pooled(threads, isSmall ? SMALL_YOUNG_MEGABYTES : LARGE_YOUNG_MEGABYTES);

const pooled = (threads: number, youngMegabytes: number): JudgePool => {
  const waiting: JudgeJob[] = [];
  const large: JudgeJob[] = [];
  const last = openSeat({ megabytes: LARGE_MEGABYTES, youngMegabytes, isKept: false, take: () => large.shift() });
  const seats: readonly JudgeSeat[] = Array.from({ length: threads }, () =>
    openSeat({
      megabytes: USUAL_MEGABYTES,
      youngMegabytes,
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
