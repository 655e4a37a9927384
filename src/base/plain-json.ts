import type { Json } from "./json.ts";
import type { JsonLimits } from "./strict-json.ts";

/** Longer texts would take up memory three times over. */
const LONGEST = 65_536;

/**
 * The value of a text that is spelled as `JSON.stringify` would spell it, which is how most messages come. Such a text
 * hides nothing from a parser: no member twice, no number or id spelled otherwise, nothing between the tokens. Undefined
 * means "not so plain", not "wrong": the strict reader decides then, which is several times slower.
 */
export const readPlainJson = (text: string, limits: JsonLimits): Json | undefined => {
  // Every value takes a character and a separator, so the length bounds their number.
  if (text.length > LONGEST || text.length >= limits.values * 2) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    // Half a surrogate pair comes as an escape and is written back as one.
    if (JSON.stringify(value) !== text || text.includes("\\ud")) return undefined;
    return isWithin(value, limits.depth) ? value : undefined;
  } catch {
    return undefined;
  }
};

const isWithin = (value: Json, depthLeft: number): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (depthLeft === 0) return false;
  for (const entry of Array.isArray(value) ? value : Object.values(value))
    if (typeof entry === "object" && entry !== null && !isWithin(entry, depthLeft - 1)) return false;
  return true;
};
