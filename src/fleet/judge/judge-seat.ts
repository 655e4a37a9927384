import { Worker } from "node:worker_threads";
import type { JudgedCapture } from "./judge-capture.ts";
import { JudgeError } from "./judge-error.ts";

export interface JudgeJob {
  readonly packed: Uint8Array;
  resolve(judged: JudgedCapture): void;
  reject(error: Error): void;
}

export interface JudgeSeat {
  /** Takes what waits, as far as there is room. */
  next(): void;
  close(): Promise<void>;
}

export interface SeatOptions {
  /** Memory of the thread for what stays, and for new objects, which are garbage soon: the more, the less time goes into collecting them. */
  readonly megabytes: number;
  readonly youngMegabytes: number;
  /** Whether the thread stays when nothing is left to judge. */
  readonly isKept: boolean;
  take(): JudgeJob | undefined;
  /** For a capture that had not been begun when the thread ended. */
  giveBack?(job: JudgeJob): void;
  /** For a capture that took too much memory; without it that one fails. */
  onTooLarge?(job: JudgeJob): void;
}

type Answer = { readonly judged: JudgedCapture } | { readonly error: string };

/** The largest session that is recorded is judged in seconds. */
const MAX_MS = 120_000;
/** One is judged and one waits in the thread, so that it does not idle while this thread is busy. */
const DEPTH = 2;

/** One thread at a time. One that ends, hangs or takes too much memory costs the capture it had, and is replaced. */
export const openSeat = (options: SeatOptions): JudgeSeat => {
  const { megabytes, youngMegabytes, isKept, take, giveBack, onTooLarge } = options;
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** The first is being judged. */
  let jobs: JudgeJob[] = [];

  const watch = (): void => {
    clearTimeout(timer);
    if (jobs.length > 0)
      timer = setTimeout(() => drop(new JudgeError(`judging took more than ${MAX_MS / 1_000} s`)), MAX_MS);
  };
  const drop = (error: Error): void => {
    const [first, ...others] = jobs;
    const old = thread;
    jobs = [];
    thread = undefined;
    clearTimeout(timer);
    void old?.terminate();
    if (first) {
      if (isOutOfMemory(error) && onTooLarge) onTooLarge(first);
      else first.reject(error instanceof JudgeError ? error : new JudgeError(`judging ended: ${error.message}`));
    }
    for (const job of others) {
      if (giveBack) giveBack(job);
      else job.reject(error);
    }
    next();
  };
  const start = (): Worker => {
    const made = new Worker(new URL("./fleet-judge-thread.cjs", import.meta.url), {
      env: {},
      execArgv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
    });
    made.unref();
    const isOurs = (): boolean => thread === made;
    made.on("message", (answer: Answer) => {
      if (!isOurs()) return;
      const done = jobs.shift();
      watch();
      if ("judged" in answer) done?.resolve(answer.judged);
      else done?.reject(new JudgeError(answer.error));
      next();
    });
    made.on("error", (error) => isOurs() && drop(error));
    made.on("exit", () => isOurs() && drop(new JudgeError("the judging thread ended")));
    return made;
  };
  const next = (): void => {
    while (jobs.length < DEPTH) {
      const job = take();
      if (!job) break;
      thread ??= start();
      jobs.push(job);
      if (jobs.length === 1) watch();
      thread.postMessage(job.packed);
    }
    if (!isKept && jobs.length === 0) void close();
  };
  const close = async (): Promise<void> => {
    const old = thread;
    thread = undefined;
    clearTimeout(timer);
    await old?.terminate();
  };
  return { next, close };
};

const isOutOfMemory = (error: Error): boolean => (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
