/** A capture that cannot be read. The message is one line: file, place, what was expected. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";

  constructor(message: string) {
    super(message.replace(NOT_PRINTABLE, escaped));
  }
}

/** File names and member names come from outside: none may break the line, steer a terminal or reorder the text. */
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
