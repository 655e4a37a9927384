/** Keeps the first and the last bytes of a stream of any length, and counts the rest. */
export class HeadAndTail {
  readonly #limit: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    const room = this.#limit - this.#headBytes;
    if (room > 0) {
      const part = Buffer.from(chunk.subarray(0, room));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    const rest = chunk.subarray(Math.max(room, 0));
    if (rest.length === 0) return;
    const part = Buffer.from(rest.subarray(-this.#limit));
    this.#tail.push(part);
    this.#tailBytes += part.length;
    // Compacted only at twice the limit, so that a flood of small chunks stays linear.
    if (this.#tailBytes > this.#limit * 2) this.#compact();
  }

  get head(): Buffer {
    return Buffer.concat(this.#head);
  }

  get tail(): Buffer {
    this.#compact();
    return Buffer.concat(this.#tail);
  }

  #compact(): void {
    const kept = Buffer.from(Buffer.concat(this.#tail).subarray(-this.#limit));
    this.#tail = kept.length > 0 ? [kept] : [];
    this.#tailBytes = kept.length;
  }
}
