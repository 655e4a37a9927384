import type { JudgedCapture } from "./judge-capture.ts";
import { type JudgeJob, type JudgeSeat, openSeat } from "./judge-seat.ts";

/** Judges captures beside the event loop, which has a hundred servers to listen to. */
export interface JudgePool {
  /** Of a capture as it is stored: packed it takes a twentieth of the memory while it waits, and is unpacked by the thread. */
  judge(packed: Uint8Array): Promise<JudgedCapture>;
  close(): Promise<void>;
}

/** Memory of a thread in megabytes: for what stays, and for new objects. */
interface ThreadMemory {
  readonly old: number;
  readonly young: number;
}

/** Beside a worker, which is to stay small whatever its servers say. Nearly every capture is judged in it. */
const SMALL: ThreadMemory = { old: 96, young: 8 };
/** Where judging is all there is to do: in a heap that is soon full, collecting takes as long as judging. */
const ROOMY: ThreadMemory = { old: 512, young: 96 };
/** What the largest session that may be recorded is judged in. One such at a time, in a thread that ends with it. */
const LARGEST = 700;

/**
 * `isSmall`: little memory counts for more than the last third of speed. From source there is no JavaScript file for a thread (Node 20 reads no TypeScript), so it runs here.
 */
export const openJudgePool = (threads: number, { isSmall = true }: { readonly isSmall?: boolean } = {}): JudgePool =>
  import.meta.url.endsWith(".ts")
    ? { judge: async (packed) => (await import("./judge-capture.ts")).judgePacked(packed), close: async () => {} }
    : pooled(threads, isSmall ? SMALL : ROOMY);

const pooled = (threads: number, { old, young }: ThreadMemory): JudgePool => {
  const waiting: JudgeJob[] = [];
  const large: JudgeJob[] = [];
  const last = openSeat({ megabytes: LARGEST, youngMegabytes: young, isKept: false, take: () => large.shift() });
  const seats: readonly JudgeSeat[] = Array.from({ length: threads }, () =>
    openSeat({
      megabytes: old,
      youngMegabytes: young,
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
