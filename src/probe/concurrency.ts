import { deferred } from "../wire/deferred.ts";

/** Runs tasks side by side, at most `limit` at once, results in the order of the tasks. */
export const inParallel = async <T>(tasks: readonly (() => Promise<T>)[], limit: number): Promise<T[]> => {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (task) results[index] = await task();
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, worker));
  return results;
};

/** Whether it happens in the little time that is left when nothing else is under way. */
export type Grace = (event: Promise<unknown>) => Promise<boolean>;

/**
 * What goes on side by side in one run. Something slow is waited for while others have something to do, and a little
 * longer: it then costs the run no more than that, however many slow things there are.
 */
export class ActiveWork {
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

  /** Waits for what others do. The caller is busy, and does not count as busy while it waits. */
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

  /** Nothing that waits now or later is waited for. */
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

/**
 * Does one thing after the other, and waits for each as long as `patience` does; what is not over then goes on during the
 * next. The caller is busy with nothing else, so each of the things counts as work of its own.
 */
export const doInTurn = <R>(
  work: ActiveWork,
  works: readonly (() => Promise<R>)[],
  patience: (one: Promise<unknown>) => Promise<unknown>,
): Promise<R[]> => {
  const all = async (): Promise<R[]> => {
    const begun: Promise<R>[] = [];
    for (const one of works) {
      const doing = work.during(one);
      begun.push(doing);
      // That it failed is told by the end of all.
      await patience(doing.catch(() => undefined));
    }
    return Promise.all(begun);
  };
  return work.idleUntil(all());
};

/**
 * Conversations that have said everything and only have to end. A process may take seconds to leave, which is no reason
 * to keep the next one from starting; but so many at once is enough.
 */
export class ClosingConversations {
  readonly #most: number;
  readonly #leaving = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when the next conversation may be opened. */
  async begin(close: () => Promise<void>): Promise<void> {
    const leaving = close()
      .catch((failure: unknown) => void this.#failures.push(failure))
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
    while (this.#leaving.size > this.#most) await Promise.race(this.#leaving);
  }

  /** Resolves when all have left; rejects on a bug of ours. */
  async end(): Promise<void> {
    await Promise.all(this.#leaving);
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}

/** Over HTTP leaving is a request like any other, and counts in the polite limit. */
export const closingFor = (context: {
  readonly target: { readonly kind: "http" | "stdio" };
  readonly concurrency: number;
}): ClosingConversations => new ClosingConversations(context.target.kind === "stdio" ? context.concurrency : 0);

/** How many clients a server takes: several at once, one after the other, or none after the first. */
export type ClientCount = "several" | "one-at-a-time" | "one-only";

/** What a second client met while the first was connected. Everything that opens more conversations waits for it. */
export class Clients {
  readonly #found = deferred<ClientCount>();

  get known(): Promise<ClientCount> {
    return this.#found.promise;
  }

  /** The first finding stands. */
  found(count: ClientCount): void {
    this.#found.resolve(count);
  }
}
