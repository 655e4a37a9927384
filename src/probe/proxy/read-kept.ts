import type { ReadingNote } from "../../base/reading.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { Limits } from "../../wire/limits.ts";
import { parseMessage, type ReadMessage } from "../../wire/parse-message.ts";
import { toRawText } from "../../wire/raw-text.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { KeptBytes } from "./bounded-bytes.ts";

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
