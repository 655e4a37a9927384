const encoder = new TextEncoder();

export const bytesOf = (text: string): number => encoder.encode(text).length;

/** As many pieces, from the first on, as fit into so many bytes; `left` is how many do not. */
export const fitting = (
  pieces: readonly string[],
  most: number,
): { readonly shown: readonly string[]; readonly left: number } => {
  let bytes = 0;
  const end = pieces.findIndex((piece) => {
    bytes += bytesOf(piece) + 1;
    return bytes > most;
  });
  return end < 0 ? { shown: pieces, left: 0 } : { shown: pieces.slice(0, end), left: pieces.length - end };
};
