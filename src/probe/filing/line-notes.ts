import type { ReadingNote } from "../../base/reading.ts";

const CARRIAGE_RETURN = 0x0d;

/** What the framing of a stdio line shows and its JSON does not. */
export const lineNotes = (bytes: Uint8Array, complete: boolean): ReadingNote[] => {
  if (!complete) return [{ kind: "incomplete-line" }];
  if (bytes.length === 0) return [{ kind: "empty-line" }];
  const last = bytes.length - 1;
  return bytes[last] === CARRIAGE_RETURN ? [{ kind: "carriage-return", offset: last }] : [];
};
