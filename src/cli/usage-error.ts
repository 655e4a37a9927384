/**
 * The user asked for something that cannot be done as written. The message is one line: what is wrong, where,
 * and what to do next. It never holds a secret: header values, environment values and URL user info stay out.
 */
export class UsageError extends Error {
  readonly exitCode = 1;
  override readonly name = "UsageError";

  constructor(message: string) {
    super(oneLine(message));
  }
}

/** Text of the user's inside a message: quoted, cut, and unable to break the line or steer a terminal. */
export const quoted = (text: string): string => {
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return `"${oneLine(shown)}"`;
};

const LONGEST_SHOWN = 80;

/** Without anything that could break the line or steer a terminal. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, " ");
