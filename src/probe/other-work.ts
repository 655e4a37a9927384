import { deferred } from "../wire/deferred.ts";

/** Whether it happens in the little time that is left when nobody has anything to do any more. */
export type Grace = (event: Promise<unknown>) => Promise<boolean>;

/**
 * What goes on side by side in one run. Something slow is waited for while others have something to do, and a little
 * longer: it then costs the run no more than that, however many slow things there are.
 */
export class OtherWork {
  #busy = 0;
  #isOver = false;
  #change = deferred();

  /** Counts as busy until the work is done. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count(1);
    try {
      return await work();
    } finally {
      this.#count(-1);
    }
  }

  /** Waits for what others do. Called by someone who is busy, and is not meanwhile. */
  async idleUntil<T>(event: Promise<T>): Promise<T> {
    this.#count(-1);
    try {
      return await event;
    } finally {
      this.#count(1);
    }
  }

  /** Whether it happens while others are busy; with a grace, which the run grants once, or in that. */
  async lastsUntil(event: Promise<unknown>, grace?: Grace): Promise<boolean> {
    let hasHappened = false;
    const happened = event.then(() => {
      hasHappened = true;
    });
    const isEnough = async (): Promise<boolean> => {
      while (!hasHappened && !this.#isOver) {
        const changed = this.#change.promise;
        if (this.#busy > 0) await Promise.race([happened, changed]);
        else if (!grace) return false;
        else if (!(await grace(Promise.race([happened, changed])))) this.#end();
      }
      return hasHappened;
    };
    return this.idleUntil(isEnough());
  }

  /** Who waits now or later is not waited for. */
  #end(): void {
    this.#isOver = true;
    this.#tell();
  }

  #count(by: 1 | -1): void {
    this.#busy += by;
    this.#tell();
  }

  #tell(): void {
    const { resolve } = this.#change;
    this.#change = deferred();
    resolve();
  }
}
