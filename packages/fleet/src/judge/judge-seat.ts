import type { DerivedResult } from "./judge-capture.ts";
import { JudgeError } from "./judge-error.ts";
import type { JudgePlace, PlaceEnd, StartPlace } from "./judge-place.ts";

export interface CaptureToJudge {
  readonly packed: Uint8Array;
  /** Its place ended under it, for no reason that was its own: it is judged once more. */
  readonly wasLeft?: true;
  resolve(judged: DerivedResult): void;
  reject(error: Error): void;
}

export interface JudgeSeat {
  /** Takes what waits, as far as there is room. */
  next(): void;
  close(): Promise<void>;
}

export interface SeatOptions {
  readonly start: StartPlace;
  /** Whether the place stays when nothing is left to judge. */
  readonly isKept: boolean;
  take(): CaptureToJudge | undefined;
  /** For a capture whose place ended: one that had not been begun, or one that had, the first time. */
  giveBack?(job: CaptureToJudge): void;
  /** For a capture that took too much memory; without it that one fails. */
  onTooLarge?(job: CaptureToJudge): void;
}

/** The largest session that is recorded is judged in seconds. */
const MAX_MS = 120_000;
/** One is judged and one waits in the place, so that it does not idle while this thread is busy. */
const DEPTH = 2;

/**
 * One place at a time; one that ends, hangs or takes too much memory is replaced. What it judged is not judged there again, unless somebody
 * killed it, which says nothing of the capture: a second time it does.
 */
export const openSeat = ({ start, isKept, take, giveBack, onTooLarge }: SeatOptions): JudgeSeat => {
  let place: JudgePlace | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;
  /** The first is being judged. */
  let jobs: (CaptureToJudge & { readonly id: number })[] = [];

  const watch = (): void => {
    clearTimeout(timer);
    if (jobs.length > 0)
      timer = setTimeout(() => drop({ message: `judging took more than ${MAX_MS / 1_000} s`, cause: "time" }), MAX_MS);
  };
  const drop = ({ message, cause }: PlaceEnd): void => {
    const [first, ...others] = jobs;
    const old = place;
    jobs = [];
    place = undefined;
    clearTimeout(timer);
    void old?.end();
    if (first) {
      if (cause === "memory" && onTooLarge) onTooLarge(first);
      else if (cause === "unknown" && giveBack && !first.wasLeft) giveBack({ ...first, wasLeft: true });
      else first.reject(new JudgeError(message));
    }
    for (const job of others) {
      if (giveBack) giveBack(job);
      else job.reject(new JudgeError(message));
    }
    next();
  };
  const open = (): JudgePlace => {
    const made: JudgePlace = start({
      onAnswer: (answer) => {
        if (place !== made) return;
        const done = jobs.find(({ id }) => id === answer.id);
        jobs = jobs.filter((job) => job !== done);
        watch();
        if ("judged" in answer) done?.resolve(answer.judged);
        else done?.reject(new JudgeError(answer.error));
        next();
      },
      onEnd: (why) => {
        if (place === made) drop(why);
      },
    });
    return made;
  };
  const next = (): void => {
    while (jobs.length < DEPTH) {
      const job = take();
      if (!job) break;
      place ??= open();
      const id = asked++;
      jobs.push({ ...job, id });
      if (jobs.length === 1) watch();
      place.judge({ id, packed: job.packed });
    }
    if (!isKept && jobs.length === 0) void close();
  };
  const close = async (): Promise<void> => {
    const old = place;
    place = undefined;
    clearTimeout(timer);
    await old?.end();
  };
  return { next, close };
};
