import type { Untrusted } from "../../base/untrusted.ts";
import { defuseLines } from "./runner-commands.ts";

/**
 * Text from a server for a terminal: an allow-list, not a filter. Letters, marks, numbers, punctuation, symbols and
 * the plain space stay; everything else (controls, both ranges of escape codes, line breaks, bidi and zero-width
 * characters, private use, lone surrogates) is shown as an escape. One line in, one line out.
 */
export const escapeTerminal = (text: Untrusted, maxLength = Number.POSITIVE_INFINITY): string => {
  // Most text is short and plain, and a report may hold a great deal of it.
  if (text.length <= maxLength && PLAIN_ASCII.test(text)) return tamed(text);
  let result = "";
  let shown = 0;
  let marks = 0;
  for (const character of text) {
    if (shown >= maxLength) return `${tamed(result)}…`;
    shown += 1;
    marks = MARK.test(character) ? marks + 1 : 0;
    // A stack of combining marks would cover the lines above.
    result += isPlain(character) && marks <= MAX_MARKS ? character : escaped(character);
  }
  return tamed(result);
};

const PLAIN_ASCII = /^[ -~]*$/;

/** Some runners obey `##[command]`, `##vso[…]` and `##teamcity[…]` anywhere in a line of a log. */
const tamed = (text: string): string => (text.includes("##") ? defuseLines(text, "terminal") : text);

const MAX_MARKS = 3;
const MARK = /\p{M}/u;
const PRINTABLE = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
// Invisible letters, marks and fillers that would pass as printable: everything Unicode lets a font ignore, and two that
// it does not list, the empty Braille cell and the null notehead.
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}]$/u;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escaped = (character: string): string => {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
};

const isPlain = (character: string): boolean => PRINTABLE.test(character) && !INVISIBLE.test(character);
