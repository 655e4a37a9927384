import type { Json } from "./json.ts";

/**
 * The value, when it is certain that a strict reading would accept the text as it stands: valid JSON, no member twice,
 * not too deep. Undefined means "not certain", not "wrong": the caller then asks the strict reader, which is several
 * times slower.
 *
 * Why it is certain: `JSON.parse` keeps one of two members of the same name, so the value then has fewer members than
 * the text. `names` is how many the text has, counted from its bytes.
 */
export const readGuardedJson = (text: string, names: number, maxDepth: number): Json | undefined => {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  return countMembers(value, maxDepth) === names ? value : undefined;
};

const TOO_DEEP = -1;

const countMembers = (value: Json, depthLeft: number): number => {
  if (typeof value !== "object" || value === null) return 0;
  if (depthLeft === 0) return TOO_DEEP;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) {
      if (typeof entry !== "object") continue;
      const inner = countMembers(entry, depthLeft - 1);
      if (inner === TOO_DEEP) return TOO_DEEP;
      count += inner;
    }
    return count;
  }
  // Fresh from JSON.parse an object has own members only, and for-in reads their names from the cache of its shape.
  for (const name in value) {
    count++;
    const entry = value[name] as Json;
    if (typeof entry !== "object") continue;
    const inner = countMembers(entry, depthLeft - 1);
    if (inner === TOO_DEEP) return TOO_DEEP;
    count += inner;
  }
  return count;
};

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Up to this length a loop is faster than a search. */
const SHORT_STRING = 32;

/** How many member names the JSON text in UTF-8 from `start` to `end` has: the colons outside of its strings. */
export const countNames = (bytes: Uint8Array, start: number, end: number): number => {
  let count = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === COLON) count++;
    else if (byte === QUOTE) at = closingQuote(bytes, at + 1, end);
  }
  return count;
};

/** The same for a text that is in memory. */
export const countNamesIn = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === COLON) count++;
    else if (unit === QUOTE) at = closingQuoteIn(text, at + 1);
  }
  return count;
};

const closingQuoteIn = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) break;
    if (unit === BACKSLASH) at++;
  }
  return at;
};

const closingQuote = (bytes: Uint8Array, from: number, end: number): number => {
  const soon = Math.min(end, from + SHORT_STRING);
  let at = from;
  while (at < soon) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
  for (at = bytes.indexOf(QUOTE, at); at >= 0 && at < end; at = bytes.indexOf(QUOTE, at + 1)) {
    // Escaped only after an odd number of backslashes.
    let before = at - 1;
    while (bytes[before] === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
  return end;
};
