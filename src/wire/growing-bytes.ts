const FIRST_CAPACITY = 1024;
/** What is kept for the next use; a buffer that once held megabytes is given back. */
const KEPT_CAPACITY = 65_536;

/**
 * Collects pieces in one buffer that doubles when full: linear over any chunking, nothing per piece (a peer
 * may send single bytes), and no reference to the chunks the pieces came from.
 */
export class GrowingBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const piece = start === 0 && end === source.length ? source : source.subarray(start, end);
    this.#reserve(piece.length);
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  appendByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /** Valid until the next change. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT_CAPACITY) this.#bytes = new Uint8Array(0);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2, FIRST_CAPACITY));
    larger.set(this.view());
    this.#bytes = larger;
  }
}
