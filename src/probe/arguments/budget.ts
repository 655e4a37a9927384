/** A limit on work. A server's schema decides how much work there is, so something else must decide when to stop. */
export class Budget {
  #left: number;
  #floor = 0;

  constructor(amount: number) {
    this.#left = amount;
  }

  get spent(): boolean {
    return this.#left <= this.#floor;
  }

  /** False when there is not enough left; what was left is then gone, so that every caller above stops as well. */
  take(amount = 1): boolean {
    if (this.#left - amount < this.#floor) {
      this.#left = this.#floor;
      return false;
    }
    this.#left -= amount;
    return true;
  }

  /** Runs something with a part of what is left, so that one hopeless attempt leaves enough for the next. */
  share<T>(part: number, work: () => T): T {
    const outerFloor = this.#floor;
    this.#floor += Math.floor((this.#left - this.#floor) * (1 - part));
    try {
      return work();
    } finally {
      this.#floor = outerFloor;
    }
  }
}
