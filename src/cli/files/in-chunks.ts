/** As many characters as are worth a call of the system. */
const CHUNK = 65_536;

/** The same text in fewer pieces, none of which waits for the whole. Each ends with a line, so that it can be escaped by itself. */
export function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK || !piece.includes("\n")) continue;
    const end = chunk.lastIndexOf("\n") + 1;
    yield chunk.slice(0, end);
    chunk = chunk.slice(end);
  }
  if (chunk !== "") yield chunk;
}
