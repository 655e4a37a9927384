import { isAscii } from "node:buffer";
import { decodeUtf8 } from "../base/utf8.ts";
import type { ByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";

const BLOCK = 1_048_576;
/** A line is parsed as a whole, so it has to fit. */
export const MAX_HELD = 268_435_456;

/** Whole lines, as many as are there, without the last line end. `complete` is false for what the file ends with. */
export interface LineBlock {
  readonly bytes: Buffer;
  readonly firstLine: number;
  readonly complete: boolean;
}

/** Reads in blocks, so that files of any size fit. A block is valid only until the next one is read. */
export function* lineBlocks(source: ByteSource, file: string): Generator<LineBlock> {
  let buffer = Buffer.allocUnsafe(BLOCK);
  let held = 0;
  let position = 0;
  let line = 1;
  for (;;) {
    if (held === buffer.length) {
      if (held >= MAX_HELD) throw new CaptureError(`${file}:${line}: a line of more than ${MAX_HELD} bytes`);
      const larger = Buffer.allocUnsafe(held * 2);
      buffer.copy(larger);
      buffer = larger;
    }
    const read = source.read(buffer, held, position);
    if (read === 0) {
      if (held > 0) yield { bytes: buffer.subarray(0, held), firstLine: line, complete: false };
      return;
    }
    position += read;
    const end = held + read;
    const last = buffer.subarray(held, end).lastIndexOf(NEWLINE);
    if (last < 0) {
      held = end;
      continue;
    }
    const bytes = buffer.subarray(0, held + last);
    yield { bytes, firstLine: line, complete: true };
    line += countLines(bytes);
    buffer.copyWithin(0, held + last + 1, end);
    held = end - (held + last + 1);
  }
}

const NEWLINE = 0x0a;

const countLines = (bytes: Buffer): number => {
  let count = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
};

/** Calls back with the bounds of every line of a block. */
export const eachLine = (
  { bytes, firstLine }: LineBlock,
  take: (start: number, end: number, number: number) => void,
): void => {
  let number = firstLine;
  for (let start = 0; start <= bytes.length; number++) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    take(start, end, number);
    start = end + 1;
  }
};

/** Gives lines of a block as text. */
export const lineDecoder = (
  { bytes }: LineBlock,
  file: string,
): ((start: number, end: number, number: number) => string) => {
  // One decoding for the whole block, one byte a character, and every line a slice of it.
  if (isAscii(bytes)) {
    const text = bytes.toString("latin1");
    return (start, end) => text.slice(start, end);
  }
  return (start, end, number) => decodeLine(bytes.subarray(start, end), file, number);
};

export const decodeLine = (bytes: Buffer, file: string, number: number): string => {
  if (isAscii(bytes)) return bytes.toString("latin1");
  const decoding = decodeUtf8(bytes);
  if (!decoding.ok) throw new CaptureError(`${file}:${number}: not UTF-8 (byte ${decoding.offset + 1} of the line)`);
  return decoding.bom ? `\u{feff}${decoding.text}` : decoding.text;
};
