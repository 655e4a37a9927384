import type { Json } from "../base/json.ts";
import { readPlainJson } from "../base/plain-json.ts";
import type { RawText, ReadingNote } from "../base/reading.ts";
import { readStrictJson } from "../base/strict-json.ts";
import { decodeUtf8 } from "../base/utf8.ts";
import type { Limits } from "./limits.ts";
import { toRawText } from "./raw-text.ts";

/** `message` is absent when the bytes are no JSON we read; `raw` is there whenever the message alone would lose something. */
export interface ReadMessage {
  readonly message?: Json;
  readonly raw?: RawText;
  readonly notes?: ReadingNote[];
}

export const parseMessage = (bytes: Uint8Array, limits: Limits): ReadMessage => {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    return { raw: toRawText(bytes, limits.rawBytes), notes: [{ kind: "invalid-utf8", offset: decoded.offset }] };
  }
  const notes: ReadingNote[] = decoded.bom ? [{ kind: "byte-order-mark", offset: 0 }] : [];
  const bounds = { depth: limits.jsonDepth, values: limits.jsonValues };
  const plain = readPlainJson(decoded.text, bounds);
  if (plain !== undefined)
    return { message: plain, ...(notes.length > 0 ? { raw: toRawText(bytes, limits.rawBytes), notes } : {}) };
  const reading = readStrictJson(decoded.text, bounds);
  if (!reading.ok) return { raw: toRawText(bytes, limits.rawBytes), notes: [...notes, reading.problem] };
  notes.push(...reading.notes);
  return {
    message: reading.value,
    ...(notes.some(isLoss) || reading.ids.some(isRespelled) ? { raw: toRawText(bytes, limits.rawBytes) } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
};

/** A lone surrogate can only arrive as an escape here, and JSON.stringify writes the escape back. */
const isLoss = (note: ReadingNote): boolean => note.kind !== "lone-surrogate";

/**
 * Number spellings elsewhere are left alone, they would keep the bytes of every second schema. An id is
 * different: a peer that answers 1.0 to 1 is worth seeing, and the parsed form hides it.
 */
const isRespelled = (literal: string): boolean => JSON.stringify(JSON.parse(literal)) !== literal;
