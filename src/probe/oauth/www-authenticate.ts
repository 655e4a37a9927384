/** More than any honest server sends. */
const MAX_LENGTH = 8_192;

/**
 * The value of one parameter in a WWW-Authenticate header, quoted or not. A linear scan: the header is a server's
 * text, and a pattern with nested repeats could be made to run for ever.
 */
export const challengeParameter = (header: string, name: string): string | undefined => {
  const text = header.slice(0, MAX_LENGTH);
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(`${name}=`); at >= 0; at = lower.indexOf(`${name}=`, at + 1)) {
    const before = at === 0 ? " " : (text[at - 1] ?? " ");
    if (before === " " || before === "," || before === "\t") return readValue(text, at + name.length + 1);
  }
  return undefined;
};

const readValue = (text: string, start: number): string => {
  if (text[start] !== '"') {
    const end = [...",  \t"].map((stop) => text.indexOf(stop, start)).filter((at) => at >= 0);
    return text.slice(start, end.length > 0 ? Math.min(...end) : text.length);
  }
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') return value;
    if (character === "\\") {
      at += 1;
      value += text[at] ?? "";
    } else value += character;
  }
  return value;
};
