/** Breaks at spaces; a word that is longer than the line stays whole, so that links can be clicked, unless `hard`. */
export const wrapText = (text: string, width: number, { hard = false }: { readonly hard?: boolean } = {}): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((one) => (hard ? pieces(one, width) : [one]))) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
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
