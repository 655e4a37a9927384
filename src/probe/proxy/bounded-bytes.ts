import { GrowingBytes } from "../../wire/growing-bytes.ts";

/** A whole message, or the start of one that is too long to be kept. */
export interface KeptBytes {
  readonly bytes: Uint8Array;
  /** Its full length. */
  readonly total: number;
  readonly cut: boolean;
}

/** Collects one message up to a limit; of a longer one only the start is kept, and the rest is counted. */
export class BoundedBytes {
  readonly #limit: number;
  readonly #keptOfLonger: number;
  readonly #bytes = new GrowingBytes();
  #total = 0;

  constructor(limit: number, keptOfLonger: number) {
    this.#limit = limit;
    this.#keptOfLonger = Math.min(limit, keptOfLonger);
  }

  get total(): number {
    return this.#total;
  }

  append(chunk: Uint8Array, start = 0, end = chunk.length): void {
    const wasCut = this.#total > this.#limit;
    this.#total += end - start;
    if (wasCut) return;
    if (this.#total <= this.#limit) {
      this.#bytes.append(chunk, start, end);
      return;
    }
    const room = Math.max(0, this.#keptOfLonger - this.#bytes.length);
    this.#bytes.append(chunk, start, Math.min(end, start + room));
    const kept = this.#bytes.copy().subarray(0, this.#keptOfLonger);
    this.#bytes.clear();
    this.#bytes.append(kept);
  }

  /** What was collected; the next message begins. */
  take(): KeptBytes {
    const kept = { bytes: this.#bytes.copy(), total: this.#total, cut: this.#total > this.#limit };
    this.#bytes.clear();
    this.#total = 0;
    return kept;
  }
}
