import { canonicalOrNull } from "../../base/canonical.ts";
import { encodeHex } from "../verify/encodings.ts";
import { sha256 } from "./sha256.ts";

export const sha256Hex = (text: string): string => encodeHex(sha256(new TextEncoder().encode(text)));

/** Of a value's canonical form; null when it has none. */
export const digestOf = (value: unknown): string | null => {
  const text = canonicalOrNull(value);
  return text === null ? null : sha256Hex(text);
};
