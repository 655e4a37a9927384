/** A picture that was read to its end: a PNG of moderate size, with nothing in it but the picture. */
export interface Png {
  readonly width: number;
  readonly height: number;
  /** The same picture without whatever else the file held. */
  readonly bytes: Uint8Array;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const MAX_BYTES = 2_097_152;
const MAX_SIDE = 4_096;
/** What a picture is made of. Texts, profiles and times are left out, and so is whatever follows the end. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** Reads a file as a PNG, chunk by chunk; undefined where it is anything else. */
export const readPng = (file: Uint8Array): Png | undefined => {
  if (file.length > MAX_BYTES || SIGNATURE.some((byte, index) => file[index] !== byte)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const kept: Uint8Array[] = [file.subarray(0, SIGNATURE.length)];
  let size: { readonly width: number; readonly height: number } | undefined;
  let hasData = false;
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > file.length) return undefined;
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (view.getUint32(end - 4) !== crc32(file.subarray(at + 4, end - 4))) return undefined;
    if ((type === "IHDR") !== (size === undefined)) return undefined;
    if (type === "IHDR") size = sizeIn(view, at + 8, length);
    if (size === undefined) return undefined;
    if (type === "IDAT") hasData = true;
    if (KEPT.has(type)) kept.push(file.subarray(at, end));
    if (type === "IEND") return hasData && length === 0 ? { ...size, bytes: join(kept) } : undefined;
    at = end;
  }
  return undefined;
};

const sizeIn = (view: DataView, at: number, length: number): { width: number; height: number } | undefined => {
  if (length !== 13) return undefined;
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)];
  return [width, height].every((side) => side > 0 && side <= MAX_SIDE) ? { width, height } : undefined;
};

const join = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

const crc32 = (bytes: Uint8Array): number => {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};
