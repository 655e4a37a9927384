// Written here because the verify-only entry has neither Buffer nor a lenient atob.

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const SIXES = new Map([...ALPHABET].map((character, value) => [character.charCodeAt(0), value]));

/** Standard base64 with padding, or undefined. What would not encode back to the very same text is refused. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const length = text.endsWith("==") ? text.length - 2 : text.endsWith("=") ? text.length - 1 : text.length;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < length; index++) {
    held = ((held << 6) | (SIXES.get(text.charCodeAt(index)) ?? 0)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  // Bits beyond the last byte are a second spelling of it.
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined;
};

export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const left = bytes.length - at;
    const group = (a << 16) | (b << 8) | c;
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    text += left > 1 ? ALPHABET.charAt((group >> 6) & 63) : "=";
    text += left > 2 ? ALPHABET.charAt(group & 63) : "=";
  }
  return text;
};

/** Lower-case hex, or undefined. */
export const decodeHex = (text: string): Uint8Array | undefined => {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
};

export const encodeHex = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
};

export const isSha256 = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
