import type { RawText } from "../base/reading.ts";
import { decodeUtf8, utf8SequenceLength } from "../base/utf8.ts";

/** Text when the kept bytes are valid UTF-8, so that a person can read the capture; base64 otherwise. */
export const toRawText = (bytes: Uint8Array, maxBytes: number): RawText => {
  const kept = bytes.subarray(0, cutAt(bytes, maxBytes));
  const cut = kept.length < bytes.length ? { cut_from: bytes.length } : {};
  const decoded = decodeUtf8(kept);
  if (!decoded.ok) return { encoding: "base64", data: asBuffer(kept).toString("base64"), ...cut };
  return { encoding: "utf8", data: decoded.bom ? `\u{feff}${decoded.text}` : decoded.text, ...cut };
};

/** The bytes again. Throws when `data` does not stand for exactly one sequence of bytes. */
export const fromRawText = (raw: RawText): Buffer => {
  const bytes = Buffer.from(raw.data, raw.encoding);
  // Node decodes both encodings leniently (stray characters, lone surrogates); only a round trip tells.
  if (bytes.toString(raw.encoding) !== raw.data) {
    throw new Error(
      raw.encoding === "base64"
        ? "raw text is not canonical base64 (RFC 4648 section 4, with padding)"
        : "raw text has a lone surrogate, which UTF-8 cannot express",
    );
  }
  return bytes;
};

/** Moves the cut in front of a character it would split, but never in front of bytes that are broken anyway. */
const cutAt = (bytes: Uint8Array, maxBytes: number): number => {
  if (bytes.length <= maxBytes) return bytes.length;
  for (let back = 1; back <= 3 && back <= maxBytes; back++) {
    const start = maxBytes - back;
    const continuation = ((bytes[start] ?? 0) & 0xc0) === 0x80;
    if (continuation) continue;
    return utf8SequenceLength(bytes, start) > back ? start : maxBytes;
  }
  return maxBytes;
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
