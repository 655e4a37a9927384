const BYTE_ORDER_MARK = "\ufeff";

/**
 * One message as an event in everything the format allows: a byte order mark, comments, unknown fields, lines that end in three
 * ways, a field without a space after the colon, data over several lines; in pieces that divide a character. Only the first
 * event of a stream may have the mark; every stream of a scenario has one event.
 */
export const oddEvents = (text: string): readonly Buffer[] => {
  // Between two members of an object a line may end: to a parser of JSON it is a space.
  const [first = "", ...rest] = text.split(/(?<=[,{])(?=")/u);
  const lines = [first, rest.join("")].filter((line) => line !== "");
  const event = [
    `${BYTE_ORDER_MARK}: a comment\r\n`,
    ":\r",
    "x-unknown: field\n",
    "nothing\r\n",
    "id: with spaces\r\n",
    ...lines.map((line, index) => (index === 0 ? `data:${line}\r` : `data: ${line}\r\n`)),
    "\r\n",
  ].join("");
  return inPieces(Buffer.from(`${event}: the end \u{1f375}\n\n`));
};

/** Divided inside the first character of more than one byte after the mark, where there is one, and in the middle. */
const inPieces = (bytes: Buffer): readonly Buffer[] => {
  const wide = bytes.findIndex((byte, index) => index > 3 && byte >= 0xc0);
  const at = wide < 0 ? Math.floor(bytes.length / 2) : wide + 1;
  return [bytes.subarray(0, at), bytes.subarray(at)];
};
