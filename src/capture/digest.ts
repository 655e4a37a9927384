import { hash } from "node:crypto";
import { canonicalJson, NotCanonicalError } from "../json/canonical.ts";
import type { RawText } from "../model/capture.ts";
import type { Json } from "../model/json.ts";

/** The sha256 of the value's RFC 8785 form, or null when it has none: a capture may hold what no canonical JSON can. */
export const digestOf = (value: Json): string | null => {
  try {
    return hash("sha256", canonicalJson(value), "hex");
  } catch (error) {
    if (error instanceof NotCanonicalError) return null;
    throw error;
  }
};

/** The sha256 of bytes that were kept as they came. */
export const digestOfRaw = ({ encoding, data }: RawText): string => hash("sha256", Buffer.from(data, encoding), "hex");
