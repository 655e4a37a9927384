import { GrowingBytes } from "./growing-bytes.ts";

export type FramedLine =
  /** Without the LF; a CR before it is part of the bytes. */
  | { readonly kind: "line"; readonly bytes: Uint8Array }
  /** The beginning of a line that is longer than the limit. */
  | { readonly kind: "overflow"; readonly bytes: Uint8Array };

const OVERFLOW_KEPT = 65_536;
const LF = 0x0a;

/** Cuts a byte stream at LF and nowhere else. */
export class LineFramer {
  readonly #maxLineBytes: number;
  readonly #pending = new GrowingBytes();
  #dropping = false;
  #droppedBytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Bytes of overlong lines that were not even kept as their beginning. */
  get droppedBytes(): number {
    return this.#droppedBytes;
  }

  push(chunk: Uint8Array): FramedLine[] {
    const lines: FramedLine[] = [];
    let start = 0;
    while (start < chunk.length) {
      const lf = chunk.indexOf(LF, start);
      const end = lf < 0 ? chunk.length : lf;
      if (this.#dropping) this.#droppedBytes += end - start;
      else if (this.#pending.length + end - start > this.#maxLineBytes) lines.push(this.#overflow(chunk, start, end));
      else if (lf < 0) this.#pending.append(chunk, start, end);
      else lines.push({ kind: "line", bytes: this.#complete(chunk, start, end) });
      if (lf < 0) break;
      this.#dropping = false;
      start = lf + 1;
    }
    return lines;
  }

  /** The bytes behind the last LF, when there are any. */
  end(): Uint8Array | undefined {
    const rest = this.#pending.length > 0 ? this.#pending.copy() : undefined;
    this.#pending.clear();
    return rest;
  }

  #complete(chunk: Uint8Array, start: number, end: number): Uint8Array {
    // A copy even when the line lies within the chunk: a short line must not keep the whole chunk alive.
    if (this.#pending.length === 0) return copyOf(chunk, start, end);
    this.#pending.append(chunk, start, end);
    const bytes = this.#pending.copy();
    this.#pending.clear();
    return bytes;
  }

  #overflow(chunk: Uint8Array, start: number, end: number): FramedLine {
    const kept = Math.min(this.#maxLineBytes, OVERFLOW_KEPT);
    const total = this.#pending.length + end - start;
    const fromChunk = Math.max(0, kept - this.#pending.length);
    this.#pending.append(chunk, start, start + fromChunk);
    const bytes = copyOf(this.#pending.view(), 0, kept);
    this.#pending.clear();
    this.#dropping = true;
    this.#droppedBytes += total - kept;
    return { kind: "overflow", bytes };
  }
}

/** Not `slice`: a Buffer's slice shares memory. */
const copyOf = (bytes: Uint8Array, start: number, end: number): Uint8Array => {
  const copy = new Uint8Array(end - start);
  copy.set(bytes.subarray(start, end));
  return copy;
};
