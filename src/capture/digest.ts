import { hash } from "node:crypto";
import { canonicalOrNull } from "../base/canonical.ts";
import type { Json } from "../base/json.ts";
import type { RawText } from "../base/reading.ts";

/** The sha256 of the value's RFC 8785 form; null when it has none. */
export const digestOf = (value: Json): string | null => {
  const text = canonicalOrNull(value);
  return text === null ? null : hash("sha256", text, "hex");
};

/** The sha256 of bytes that were kept as they came. */
export const digestOfRaw = ({ encoding, data }: RawText): string => hash("sha256", Buffer.from(data, encoding), "hex");
