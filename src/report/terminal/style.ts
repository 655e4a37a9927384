const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** The whole palette of terminal output. Without colour every function returns its text unchanged. */
export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

export const createStyle = (color: boolean): Style => {
  const paint =
    ([open, close]: readonly [number, number]) =>
    (text: string) =>
      color && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return Object.fromEntries(Object.entries(CODES).map(([name, codes]) => [name, paint(codes)])) as Style;
};
