import { decodeUtf8 } from "../base/utf8.ts";
import { decodeLine, lineBlocks, MAX_HELD } from "./byte-lines.ts";
import { type ByteSource, openByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import { type CaptureFile, readCaptures, startsWithHeader } from "./read.ts";
import type { SessionSink } from "./session-sink.ts";
import { streamJsonLines } from "./stream-json-lines.ts";

/** JSON has to be held whole; a recording in JSON Lines is handed on piece by piece. */
export type OpenedCapture =
  | { readonly form: "whole"; readonly read: () => CaptureFile }
  | { readonly form: "lines"; readonly stream: (sink: SessionSink) => readonly string[] };

/** Throws CaptureError for what is wrong with the text, and what the file system says for the rest. */
export const openCaptureFile = (path: string): OpenedCapture => openCapture(openByteSource(path), path);

/** The whole file at once, in any form: for callers that need random access. */
export const holdCaptureFile = (path: string): CaptureFile => readCaptures(readWhole(openByteSource(path), path), path);

export const openCapture = (source: ByteSource, file: string): OpenedCapture =>
  isJsonLines(source, file)
    ? { form: "lines", stream: (sink) => streamJsonLines(source, file, sink) }
    : { form: "whole", read: () => readCaptures(readWhole(source, file), file) };

/** A header is a short line; a first line longer than this is a document. */
const LONGEST_HEADER = 16_777_216;

const isJsonLines = (source: ByteSource, file: string): boolean => {
  const start = { size: Math.min(source.size, LONGEST_HEADER), read: limited(source, LONGEST_HEADER) };
  for (const block of lineBlocks(start, file)) {
    const first = decodeLine(firstLineOf(block.bytes), file, 1);
    return startsWithHeader(first.replace(/^\u{feff}/u, ""));
  }
  return false;
};

const limited =
  (source: ByteSource, limit: number): ByteSource["read"] =>
  (target, offset, position) =>
    position >= limit ? 0 : Math.min(source.read(target, offset, position), limit - position);

const firstLineOf = (bytes: Buffer): Buffer => {
  const end = bytes.indexOf("\n");
  return end < 0 ? bytes : bytes.subarray(0, end);
};

const readWhole = (source: ByteSource, file: string): string => {
  if (source.size > MAX_HELD)
    throw new CaptureError(
      `${file}: more than ${MAX_HELD / 2 ** 20} MB, which is more than can be held at once; mcptest compliance invariants reads JSON Lines (.jsonl) of any size`,
    );
  const bytes = Buffer.allocUnsafe(source.size);
  let held = 0;
  for (let read = source.read(bytes, 0, 0); read > 0; read = source.read(bytes, held, held)) held += read;
  const decoding = decodeUtf8(bytes.subarray(0, held));
  if (!decoding.ok) throw new CaptureError(`${file}: not UTF-8 (byte ${decoding.offset + 1})`);
  return decoding.text;
};
