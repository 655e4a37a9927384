/** One challenge of a WWW-Authenticate header; names in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** More than any honest server sends. */
const MAX_LENGTH = 8_192;

/**
 * The challenges of a WWW-Authenticate header (RFC 9110, 11.6.1). One scan from left to right: a word before a space is
 * a scheme, a word before an equals sign a parameter of the last scheme. What fits nowhere is passed over.
 */
export const readChallenges = (header: string): readonly Challenge[] => {
  const text = header.slice(0, MAX_LENGTH);
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  while (at < text.length) {
    const word = wordAt(text, at);
    if (word === "") {
      at += 1;
      continue;
    }
    at += word.length;
    const after = skipBlanks(text, at);
    if (text[after] === "=" && found.length > 0) {
      const { value, end } = valueAt(text, skipBlanks(text, after + 1));
      const parameters = found.at(-1)?.parameters;
      const name = word.toLowerCase();
      if (parameters && !parameters.has(name)) parameters.set(name, value);
      at = end;
    } else {
      found.push({ scheme: word.toLowerCase(), parameters: new Map() });
    }
  }
  return found.map(({ scheme, parameters }) => ({ scheme, parameters: Object.fromEntries(parameters) }));
};

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && character !== "" && !' \t,="'.includes(character);

const wordAt = (text: string, start: number): string => {
  let end = start;
  while (isWordCharacter(text[end])) end += 1;
  return text.slice(start, end);
};

const skipBlanks = (text: string, start: number): number => {
  let at = start;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
};

const valueAt = (text: string, start: number): { value: string; end: number } => {
  if (text[start] !== '"') {
    const value = wordAt(text, start);
    return { value, end: start + Math.max(1, value.length) };
  }
  let value = "";
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at += 1) {
    if (text[at] === "\\") at += 1;
    value += text[at] ?? "";
  }
  return { value, end: at + 1 };
};
