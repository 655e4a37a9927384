import type { Level } from "../core/rule.ts";

const KEYWORDS: readonly (readonly [Level, RegExp])[] = [
  ["MUST", /\b(?:MUST|SHALL|REQUIRED)\b/],
  ["SHOULD", /\b(?:SHOULD|RECOMMENDED)\b/],
  ["MAY", /\b(?:MAY|OPTIONAL)\b/],
];

/** The strongest RFC 2119 keyword of a text. Only upper case counts, as RFC 8174 has it. */
export const levelOfText = (text: string): Level | null =>
  KEYWORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
