import { countNames, readGuardedJson } from "../../base/guarded-json.ts";
import type { Json } from "../../base/json.ts";

/** A certificate is flat; this leaves room for what others may add. */
const MOST_DEPTH = 32;
const ANY_DEPTH = 1_000;

export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: "not-json" | "too-deep" | "duplicate-key" };

const refuse = (problem: Extract<JsonReading, { ok: false }>["problem"]): JsonReading => ({ ok: false, problem });

/**
 * JSON with one meaning: no member twice. The strict reader of src/json would also say where, and is larger than
 * everything else a page needs to verify.
 */
export const readJson = (text: string, bytes: Uint8Array): JsonReading => {
  const names = countNames(bytes, 0, bytes.length);
  const value = readGuardedJson(text, names, MOST_DEPTH);
  if (value !== undefined) return { ok: true, value };
  try {
    JSON.parse(text);
  } catch {
    return refuse("not-json");
  }
  return refuse(readGuardedJson(text, names, ANY_DEPTH) === undefined ? "duplicate-key" : "too-deep");
};
