import type { Json } from "../../base/json.ts";

/** How deep a value is looked at, and how many parts of each list or object: most that differ differ there. */
const DEEPEST = 3;
const MOST_PARTS = 6;

/**
 * A number that is the same for values written alike, and nearly always another one for others. It takes a fraction of
 * the time that writing the value takes, and leaves nothing behind.
 */
export const fingerprintOf = (value: Json): number => mixValue(0, value, DEEPEST);

const mixValue = (before: number, value: Json | undefined, depth: number): number => {
  switch (typeof value) {
    case "string":
      return mixText(before, value);
    case "number":
      return mix(before, value);
    case "boolean":
      return mix(before, value ? 2 : 3);
    case "undefined":
      return before;
    case "object":
      return value === null ? mix(before, 1) : mixParts(mix(before, 4), value, depth);
  }
};

const mixParts = (before: number, value: Json[] | { [key: string]: Json }, depth: number): number => {
  let found = before;
  if (depth === 0) return found;
  if (Array.isArray(value)) {
    found = mix(found, value.length);
    const end = Math.min(value.length, MOST_PARTS);
    for (let index = 0; index < end; index += 1) found = mixValue(found, value[index], depth - 1);
    return found;
  }
  let left = MOST_PARTS;
  for (const name in value) {
    if (left === 0) break;
    left -= 1;
    found = mixValue(mixText(found, name), value[name], depth - 1);
  }
  return found;
};

/** The length, both ends and the middle tell most texts apart. */
export const mixText = (before: number, text: string): number => {
  const { length } = text;
  if (length === 0) return mix(before, 5);
  const ends = (text.charCodeAt(0) << 16) ^ (text.charCodeAt(length >> 1) << 8) ^ text.charCodeAt(length - 1);
  return mix(mix(before, length), ends);
};

const mix = (before: number, part: number): number => Math.imul(before ^ part, 0x5bd1e995) ^ (before >>> 13);
