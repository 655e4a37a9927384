import type { ReadingNote } from "../../base/reading.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import { GrowingBytes } from "../../wire/growing-bytes.ts";
import type { Limits } from "../../wire/limits.ts";
import { parseMessage, type ReadMessage } from "../../wire/parse-message.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { Trouble } from "../../wire/trouble.ts";

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

/** Reads a message that was watched going by. Of one that was too long the start is kept, and never parsed. */
export const readKept = (kept: KeptBytes, limits: Limits, lineNotes: readonly ReadingNote[] = []): ReadMessage => {
  const read: ReadMessage = kept.cut
    ? { raw: { ...toRawText(kept.bytes, limits.rawBytes), cut_from: kept.total }, notes: [CUT_NOTE] }
    : parseMessage(kept.bytes, limits);
  return lineNotes.length === 0 ? read : { ...read, notes: [...(read.notes ?? []), ...lineNotes] };
};

const CUT_NOTE: ReadingNote = {
  kind: "incomplete-line",
  detail: "longer than is recorded; it was passed on whole",
};

export const cutTrouble = (limit: "lineBytes" | "bodyBytes" | "sseEventBytes", limits: Limits): Trouble => ({
  kind: "limit-exceeded",
  detail: `the message is longer than the ${limits[limit]} bytes that are recorded; it was passed on whole`,
  limit,
});

export const received = (seq: number, at_ms: number, read: ReadMessage): ReceivedMessage => ({ seq, at_ms, ...read });
