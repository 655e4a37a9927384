import { Worker } from "node:worker_threads";
import type { MeteredEvaluation } from "./evaluate.ts";
import type { WorkerJob, WorkerMessage } from "./worker-protocol.ts";

/** How long a thread may take to start before it is given up: generous, for machines under load. */
const START_MS = 30_000;

/** Run from source there is no JavaScript next to this file, and Node 20 cannot run TypeScript: use the built worker. */
const workerAddress = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "../../../../dist/schema-worker.cjs" : "./schema-worker.cjs",
    import.meta.url,
  );

type Stopped = "time limit" | "too large";

/** One thread for many jobs, one at a time. It starts with the first job, and again after a kill. */
export class KillableWorker {
  #thread: Promise<Worker> | undefined;
  readonly #megabytes: number;

  constructor(megabytes: number) {
    this.#megabytes = megabytes;
  }

  /** `tookMs` does not count starting the thread. */
  async run(job: WorkerJob, ms: number): Promise<{ answer: MeteredEvaluation | Stopped; tookMs: number }> {
    this.#thread ??= this.#start();
    const thread = await this.#thread;
    const begun = performance.now();
    const answer = await new Promise<MeteredEvaluation | Stopped | Error>((resolve) => {
      const timer = setTimeout(() => finish("time limit"), ms);
      const onMessage = (message: WorkerMessage): void => {
        if (message.kind === "done") finish({ evaluation: message.evaluation, steps: message.steps });
      };
      const onError = (error: NodeJS.ErrnoException): void =>
        finish(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too large" : error);
      const onExit = (): void => finish(new Error("the thread that evaluates schemas ended by itself"));
      const finish = (result: MeteredEvaluation | Stopped | Error): void => {
        clearTimeout(timer);
        thread.off("message", onMessage).off("error", onError).off("exit", onExit);
        resolve(result);
      };
      thread.on("message", onMessage).on("error", onError).on("exit", onExit);
      thread.postMessage(job);
    });
    if (typeof answer === "string" || answer instanceof Error) await this.close();
    if (answer instanceof Error) throw answer;
    return { answer, tookMs: performance.now() - begun };
  }

  /** Ends the thread whatever it is doing; resolves when it is gone. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread === undefined) return;
    const started = await thread.catch(() => undefined);
    // A thread that is killed may still report why it died, but nothing is waiting for that any more.
    started?.on("error", () => undefined);
    await started?.terminate();
  }

  async #start(): Promise<Worker> {
    const thread = new Worker(workerAddress(), {
      env: {},
      execArgv: [],
      stdin: false,
      resourceLimits: { maxOldGenerationSizeMb: this.#megabytes, stackSizeMb: 4 },
    });
    const failure = await new Promise<Error | undefined>((resolve) => {
      const timer = setTimeout(() => finish(new Error("the thread that evaluates schemas does not start")), START_MS);
      const finish = (error?: Error): void => {
        clearTimeout(timer);
        // Not removeAllListeners: Node keeps listeners of its own there, and messages would no longer arrive.
        thread.off("message", onReady).off("error", finish);
        resolve(error);
      };
      const onReady = (): void => finish();
      thread.on("message", onReady).on("error", finish);
    });
    if (failure === undefined) return thread;
    await thread.terminate();
    throw failure;
  }
}
