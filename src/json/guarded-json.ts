import type { Json } from "../model/json.ts";

/**
 * The value, when it is certain that a strict reading would accept the text as it stands: valid JSON, no member twice,
 * not too deep. Undefined means "not certain", not "wrong": the caller then lets the strict reader decide, which is
 * several times slower.
 *
 * Why it is certain: `JSON.parse` drops a member that occurs twice, so the value then has fewer members than the text.
 * The members of the text are counted as quotes that are not escaped and have a colon behind them. Every member name
 * ends with one. A text value that begins with a colon is counted too, so the count may be too high, never too low; and
 * a quote after a backslash is surely escaped once texts with two backslashes before a quote have been turned away.
 * Equal counts therefore leave no room for a duplicate.
 */
export const readGuardedJson = (text: string, maxDepth: number): Json | undefined => {
  if (text.includes('\\\\"')) return undefined;
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const members = countMembers(value, maxDepth);
  return members >= 0 && members === countNames(text) ? value : undefined;
};

const countNames = (text: string): number => {
  // A regular expression of its own: a shared one would keep its place if anything threw.
  const name = /(?<!\\)"[ \t\r\n]*:/g;
  let count = 0;
  while (name.test(text)) count++;
  return count;
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
  // Fresh from JSON.parse an object has own members only, and for-in reads them from the cache of its shape.
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
