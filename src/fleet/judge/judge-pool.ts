import { Worker } from "node:worker_threads";
import { type JudgedCapture, judgeCaptureText } from "./judge-capture.ts";

/** Judges captures beside the event loop, which has a hundred servers to listen to. */
export interface JudgePool {
  judge(text: string): Promise<JudgedCapture>;
  close(): Promise<void>;
}

/** A capture that cannot be judged: too large, too slow, or a bug of ours. */
export class JudgeError extends Error {
  override readonly name = "JudgeError";
}

/** The largest session that is recorded is judged in seconds. */
const MAX_MS = 120_000;
const MAX_MEGABYTES = 700;

interface Job {
  readonly text: string;
  resolve(judged: JudgedCapture): void;
  reject(error: Error): void;
}

type Answer = { readonly judged: JudgedCapture } | { readonly error: string };

/** From source there is no JavaScript file for a thread (Node 20 reads no TypeScript), so it runs here. */
export const openJudgePool = (threads: number): JudgePool =>
  import.meta.url.endsWith(".ts") ? { judge: judgeCaptureText, close: async () => {} } : pooled(threads);

const pooled = (threads: number): JudgePool => {
  const waiting: Job[] = [];
  const seats = Array.from({ length: threads }, () => openSeat(() => waiting.shift()));
  return {
    judge: (text) =>
      new Promise((resolve, reject) => {
        waiting.push({ text, resolve, reject });
        seats.find(({ isFree }) => isFree())?.next();
      }),
    close: async () => {
      await Promise.all(seats.map(({ close }) => close()));
    },
  };
};

/** One thread at a time. One that ends, hangs or takes too much memory costs the capture it had, and is replaced. */
const openSeat = (take: () => Job | undefined) => {
  let thread: Worker | undefined;
  let job: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  const settle = (end: (job: Job) => void): void => {
    clearTimeout(timer);
    const done = job;
    job = undefined;
    if (done) end(done);
    next();
  };
  const drop = (message: string): void => {
    const old = thread;
    thread = undefined;
    void old?.terminate();
    settle(({ reject }) => reject(new JudgeError(message)));
  };
  const start = (): Worker => {
    const made = new Worker(new URL("./fleet-judge-thread.cjs", import.meta.url), {
      env: {},
      execArgv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    made.unref();
    const isOurs = (): boolean => thread === made;
    made.on("message", (answer: Answer) => {
      if (!isOurs()) return;
      settle(({ resolve, reject }) => {
        if ("judged" in answer) resolve(answer.judged);
        else reject(new JudgeError(answer.error));
      });
    });
    made.on("error", (error) => isOurs() && drop(`judging ended: ${error.message}`));
    made.on("exit", () => isOurs() && drop("the judging thread ended"));
    return made;
  };
  const next = (): void => {
    if (job) return;
    job = take();
    if (!job) return;
    thread ??= start();
    timer = setTimeout(() => drop(`judging took more than ${MAX_MS / 1_000} s`), MAX_MS);
    thread.postMessage(job.text);
  };
  return {
    isFree: () => job === undefined,
    next,
    close: async () => {
      const old = thread;
      thread = undefined;
      await old?.terminate();
    },
  };
};
