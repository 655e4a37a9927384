/** A word for a POSIX shell, quoted only where it has to be. */
export const shellWord = (text: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A command as a person would type it. */
export const shellLine = (words: readonly string[]): string => words.map(shellWord).join(" ");
