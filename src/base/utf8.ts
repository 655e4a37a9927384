export type Utf8Decoding =
  | { readonly ok: true; readonly text: string; readonly bom: boolean }
  | { readonly ok: false; readonly offset: number };

// ignoreBOM keeps a BOM in the text: a BOM is dropped below, from the bytes, so that it can be reported.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Strict UTF-8: overlong forms, surrogates and values above U+10FFFF are refused instead of repaired.
 * `offset` is the first byte of the first ill-formed sequence. Only a leading BOM is dropped.
 */
export const decodeUtf8 = (bytes: Uint8Array): Utf8Decoding => {
  const bom = hasByteOrderMark(bytes);
  try {
    return { ok: true, text: strict.decode(bom ? bytes.subarray(3) : bytes), bom };
  } catch {
    return { ok: false, offset: illFormedOffset(bytes) };
  }
};

const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** The decoder says that bytes are bad but not where. Equals the length when every sequence is well-formed. */
const illFormedOffset = (bytes: Uint8Array): number => {
  let at = 0;
  while (at < bytes.length) {
    const length = utf8SequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
};

/** The length of the well-formed sequence that starts at `at`, or 0 when there is none (Unicode, table 3-7). */
export const utf8SequenceLength = (bytes: Uint8Array, at: number): number => {
  const lead = bytes[at];
  if (lead === undefined) return 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return continues(bytes[at + 1]) ? 2 : 0;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0xf0) {
    const lowest = lead === 0xe0 ? 0xa0 : 0x80;
    const highest = lead === 0xed ? 0x9f : 0xbf;
    return second >= lowest && second <= highest && continues(bytes[at + 2]) ? 3 : 0;
  }
  if (lead < 0xf5) {
    const lowest = lead === 0xf0 ? 0x90 : 0x80;
    const highest = lead === 0xf4 ? 0x8f : 0xbf;
    return second >= lowest && second <= highest && continues(bytes[at + 2]) && continues(bytes[at + 3]) ? 4 : 0;
  }
  return 0;
};

const continues = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
