const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * How the scalar member `name` is spelled in the top-level object, or in each object of a top-level array.
 * Parsing loses the spelling (1.0 becomes 1), and a JSON-RPC id has to come back as it was sent. The text must
 * be valid JSON; of duplicate members the first is taken. Stops as soon as the answer is complete.
 */
export const memberLiterals = (text: string, name: string): string[] => {
  const found: string[] = [];
  const first = text.search(/[^ \t\r\n]/);
  const opening = text[first];
  if (opening !== "{" && opening !== "[") return found;
  // The depth at which members count: 1 for an object, 2 for the elements of an array.
  const level = opening === "{" ? 1 : 2;
  let depth = 0;
  let inObject = false;
  let done = false;
  let at = first;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth === level) {
        inObject = code === 0x7b;
        done = false;
      }
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === QUOTE) {
      const end = stringEnd(text, at);
      const value = depth === level && inObject && !done ? valueStart(text, end) : -1;
      if (value >= 0 && spells(text, at, end, name)) {
        done = true;
        const literal = scalarAt(text, value);
        if (literal !== undefined) found.push(literal);
        if (level === 1) return found;
      }
      at = end;
      continue;
    }
    at++;
  }
  return found;
};

/** The offset after the closing quote. */
const stringEnd = (text: string, start: number): number => {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
};

/** Where the value begins when the string before `end` is a member name, else -1. */
const valueStart = (text: string, end: number): number => {
  const colon = skipSpace(text, end);
  return text.charCodeAt(colon) === 0x3a ? skipSpace(text, colon + 1) : -1;
};

const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
};

const spells = (text: string, start: number, end: number, name: string): boolean => {
  // An escape takes up to six characters for one; anything longer cannot be the name.
  if (end - start - 2 > name.length * 6) return false;
  const literal = text.slice(start, end);
  return literal.includes("\\") ? JSON.parse(literal) === name : literal.slice(1, -1) === name;
};

const scalarAt = (text: string, at: number): string | undefined => {
  const code = text.charCodeAt(at);
  if (code === 0x7b || code === 0x5b) return undefined;
  if (code === QUOTE) return text.slice(at, stringEnd(text, at));
  let end = at;
  while (end < text.length && !endsScalar(text.charCodeAt(end))) end++;
  return text.slice(at, end);
};

const endsScalar = (code: number): boolean => code <= 0x20 || code === 0x2c || code === 0x5d || code === 0x7d;
