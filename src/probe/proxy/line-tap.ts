import type { Limits } from "../../wire/limits.ts";
import { BoundedBytes, type KeptBytes } from "./bounded-bytes.ts";

const LF = 0x0a;

/** Finds the lines in a stream of chunks that it only watches. Unlike a framer it goes on behind an overlong line. */
export class LineTap {
  readonly #line: BoundedBytes;
  readonly #onLine: (line: KeptBytes, complete: boolean) => void;

  constructor(limits: Limits, onLine: (line: KeptBytes, complete: boolean) => void) {
    this.#line = new BoundedBytes(limits.lineBytes, limits.rawBytes);
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let lf = chunk.indexOf(LF); lf >= 0; lf = chunk.indexOf(LF, start)) {
      this.#line.append(chunk, start, lf);
      this.#onLine(this.#line.take(), true);
      start = lf + 1;
    }
    this.#line.append(chunk, start);
  }

  /** What stands behind the last newline is half a line. */
  end(): void {
    if (this.#line.total > 0) this.#onLine(this.#line.take(), false);
  }
}
