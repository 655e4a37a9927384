// biome-ignore lint/suspicious/noControlCharactersInRegex: these are our own, put in by the style.
const CODES = /\x1b\[\d+m/g;

/** How many columns a text takes: colour codes take none. */
export const visibleLength = (text: string): number =>
  text.includes("\x1b") ? text.replace(CODES, "").length : text.length;

/** Breaks at spaces; a word that is longer than the line stays whole, so that links can be clicked, unless `hard`. */
export const wrapText = (text: string, width: number, { hard = false }: { readonly hard?: boolean } = {}): string[] =>
  fill(
    text.split(" ").flatMap((one) => (hard ? pieces(one, width) : [one])),
    " ",
    width,
  );

/** Breaks between parts, and inside one only if it is longer than the line. The separator stays at the end of a line. */
export const wrapParts = (parts: readonly string[], separator: string, width: number): string[] =>
  fill(parts, separator, width).flatMap((line, index, lines) =>
    wrapText(index < lines.length - 1 ? `${line}${separator.trimEnd()}` : line, width),
  );

const fill = (words: readonly string[], separator: string, width: number): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line}${separator}${word}`;
    if (line !== "" && visibleLength(longer) + separator.trimEnd().length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
};

/** Never through a surrogate pair. */
const pieces = (word: string, width: number): string[] => {
  if (word.length <= width) return [word];
  const characters = [...word];
  return Array.from({ length: Math.ceil(characters.length / width) }, (_, index) =>
    characters.slice(index * width, (index + 1) * width).join(""),
  );
};
