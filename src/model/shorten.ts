/** The first `length` characters, with an ellipsis where some were left out. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
