/**
 * A mistake of the user's. The message is one line: what is wrong, where, and what to do next. It never contains a
 * secret: no header value, no environment value, no URL user info.
 */
export class UsageError extends Error {
  readonly exitCode = 1;
  override readonly name = "UsageError";

  /** Further mistakes of the same kind, a line each. */
  readonly further: readonly string[];

  constructor(message: string, further: readonly string[] = []) {
    super(oneLine(message));
    this.further = further.map(oneLine);
  }
}

/** The user's text inside a message: quoted, shortened, and unable to break the line or control the terminal. */
export const quoted = (text: string): string => {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return `"${oneLine(shown)}"`;
};

const LONGEST_SHOWN = 80;

/** Without characters that could break the line or control the terminal. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, " ");
