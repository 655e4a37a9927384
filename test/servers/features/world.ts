// The part of the server that changes: editions of the lists, one counter, and who wants to hear about it.

export type Change = { list: "tools" | "prompts" | "resources" } | { uri: string };

export const COUNTER_URI = "memo://counter";

export class World {
  // A list changes by the edition named in its descriptions. The set of names stays the same on purpose: from
  // 2026-07-28 on a request must not make tools, prompts or resources appear or vanish.
  readonly editions = { tools: 1, prompts: 1, resources: 1 };
  counter = 0;
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #limit: number;
  #publishing = false;
  #window = 0;
  #used = 0;

  constructor(rateLimit: number) {
    this.#limit = rateLimit;
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // A new edition of every list, whoever asks first.
  publishOnce(): void {
    if (this.#publishing) return;
    this.#publishing = true;
    for (const list of ["tools", "prompts", "resources"] as const) this.changeList(list);
  }

  changeList(list: "tools" | "prompts" | "resources"): void {
    this.editions[list] += 1;
    this.#announce({ list });
  }

  setCounter(value: number): void {
    this.counter = value;
    this.#announce({ uri: COUNTER_URI });
  }

  // Something about a resource is new that its text does not show: watchers should read it again all the same.
  touch(uri: string): void {
    this.#announce({ uri });
  }

  // A fixed window of one second is coarse, but all a test server needs to be rate limited.
  withinRateLimit(): boolean {
    const window = Math.floor(performance.now() / 1_000);
    if (window !== this.#window) {
      this.#window = window;
      this.#used = 0;
    }
    this.#used += 1;
    return this.#used <= this.#limit;
  }

  #announce(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
