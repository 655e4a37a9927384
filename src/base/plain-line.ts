import { shorten } from "./shorten.ts";

/** File names, member names and values come from outside: none may break a line, steer a terminal or reorder the text of a message. */
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Long enough for any path and every name that is known; what a stranger's file says is repeated no further. */
const LONGEST = 2_000;

/** A message as one line of visible text, of a length that can be read. */
export const plainLine = (message: string): string =>
  shorten(message.slice(0, 2 * LONGEST).replace(NOT_PRINTABLE, escaped), LONGEST);
