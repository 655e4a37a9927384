/** File names, member names and values come from outside: none may break a line, steer a terminal or reorder the text of a message. */
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A message as one line of visible text. */
export const plainLine = (message: string): string => message.replace(NOT_PRINTABLE, escaped);
