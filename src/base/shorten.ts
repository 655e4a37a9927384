/** The first `length` characters, with an ellipsis where some were left out. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${startOf(text, length)}…` : text;

/** Below that, the whole may as well stay. */
const LONG = 16_384;

/** The first `length` characters. Of a long text they are copied: a slice would keep the whole of it in memory. */
export const startOf = (text: string, length: number): string => {
  const start = text.slice(0, length);
  return text.length > LONG ? (JSON.parse(JSON.stringify(start)) as string) : start;
};
