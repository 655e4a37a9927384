/** Writes what is said in its order, each no earlier than its time. Without latency everything is written at once. */
export class PacedQueue {
  readonly #write: (bytes: Uint8Array) => void;
  #last: Promise<void> = Promise.resolve();
  #isIdle = true;
  #isClosed = false;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  push(bytes: Uint8Array, afterMs: number): void {
    this.#then(() => this.#write(bytes), afterMs);
  }

  /** Runs something when everything before it has been written. */
  finish(action: () => void, afterMs = 0): void {
    this.#then(action, afterMs);
  }

  /** Nobody listens any more. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #then(action: () => void, afterMs: number): void {
    if (this.#isClosed) return;
    if (this.#isIdle && afterMs <= 0) {
      action();
      return;
    }
    this.#isIdle = false;
    const due = performance.now() + Math.min(afterMs, LONGEST_WAIT_MS);
    const step = this.#last
      .then(() => this.#until(due))
      .then(() => {
        if (!this.#isClosed) action();
        if (this.#last === step) this.#isIdle = true;
      });
    this.#last = step;
  }

  #until(due: number): Promise<void> {
    const left = due - performance.now();
    if (left <= 0 || this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, left);
      this.#timers.add(timer);
    });
  }
}

/** A capture may claim any time; nobody waits longer than this for one message. */
const LONGEST_WAIT_MS = 600_000;
