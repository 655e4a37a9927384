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
