/** Waits that all end when the scenario does, so that nothing outlives it. */
export class Pauses {
  readonly #running = new Map<NodeJS.Timeout, () => void>();
  #stopped = false;

  wait(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#running.delete(timer);
        // What came in while we were not awake to read it is read first.
        setImmediate(() => setImmediate(resolve));
      }, ms);
      timer.unref();
      this.#running.set(timer, resolve);
    });
  }

  stop(): void {
    this.#stopped = true;
    for (const [timer, resolve] of this.#running) {
      clearTimeout(timer);
      resolve();
    }
    this.#running.clear();
  }
}
