import type { Result } from "../../scores/result/result.ts";

/** After a change this long is waited for the next one. */
const SETTLE_MS = 300;
/** Judging takes at most this share of the time, however much a client says. */
const SHARE = 0.2;

/** Judges a session as it goes: soon after every change, and never twice at the same time. */
export class LiveResult {
  readonly #judge: () => Promise<Result>;
  readonly #onResult: (result: Result) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #pauseMs = SETTLE_MS;
  #isDirty = false;
  #isOver = false;

  constructor(judge: () => Promise<Result>, onResult: (result: Result) => void) {
    this.#judge = judge;
    this.#onResult = onResult;
  }

  touch(): void {
    if (this.#isOver) return;
    if (this.#running) {
      this.#isDirty = true;
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#run();
    }, this.#pauseMs).unref();
  }

  async #run(): Promise<void> {
    const began = performance.now();
    try {
      const result = await this.#judge();
      if (!this.#isOver) this.#onResult(result);
    } finally {
      this.#pauseMs = Math.max(SETTLE_MS, (performance.now() - began) / SHARE);
      this.#running = undefined;
      if (this.#isDirty) {
        this.#isDirty = false;
        this.touch();
      }
    }
  }

  /** Nothing is judged after this resolves. */
  async stop(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
