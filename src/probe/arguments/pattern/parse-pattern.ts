import { type CharSet, charSet, DIGIT, DOT, negate, oneChar, SPACE, WORD } from "./char-set.ts";

export type PatternNode =
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "edge"; readonly edge: "start" | "end" | "word" | "inside" }
  | { readonly kind: "sequence"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly node: PatternNode; readonly min: number; readonly max: number };

export type ParsedPattern =
  | { readonly ok: true; readonly node: PatternNode }
  | { readonly ok: false; readonly reason: string };

const MAX_PATTERN = 1_000;
const MAX_GROUPS_DEEP = 50;
/** No string of ours is longer, so nothing has to be repeated more often. */
const MAX_REPEAT = 1_000;

/** Reads the part of ECMAScript's regular expressions that describes a plain set of strings. */
export const parsePattern = (pattern: string): ParsedPattern => {
  if (pattern.length > MAX_PATTERN) return { ok: false, reason: "is too long" };
  const reader = new PatternReader(pattern);
  try {
    const node = readChoice(reader, 0);
    if (!reader.atEnd) return { ok: false, reason: "has an unmatched parenthesis" };
    return { ok: true, node };
  } catch (error) {
    if (error instanceof PatternRefused) return { ok: false, reason: error.message };
    throw error;
  }
};

const readChoice = (reader: PatternReader, depth: number): PatternNode => {
  if (depth > MAX_GROUPS_DEEP) throw new PatternRefused("nests too deeply");
  const nodes = [readSequence(reader, depth)];
  while (reader.skip("|")) nodes.push(readSequence(reader, depth));
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: "choice", nodes };
};

const readSequence = (reader: PatternReader, depth: number): PatternNode => {
  const nodes: PatternNode[] = [];
  while (!reader.atEnd && reader.peek() !== "|" && reader.peek() !== ")") {
    const atom = readAtom(reader, depth);
    const count = readCount(reader);
    if (!count) nodes.push(atom);
    else if (atom.kind === "edge") throw new PatternRefused("repeats an assertion");
    else nodes.push({ kind: "repeat", node: atom, ...count });
  }
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: "sequence", nodes };
};

const readAtom = (reader: PatternReader, depth: number): PatternNode => {
  const char = reader.next();
  switch (char) {
    case "^":
      return { kind: "edge", edge: "start" };
    case "$":
      return { kind: "edge", edge: "end" };
    case ".":
      return { kind: "chars", set: DOT };
    case "[":
      return { kind: "chars", set: readClass(reader) };
    case "(":
      return readGroup(reader, depth);
    case "\\":
      if (reader.skip("b")) return { kind: "edge", edge: "word" };
      if (reader.skip("B")) return { kind: "edge", edge: "inside" };
      return { kind: "chars", set: readEscape(reader) };
    case "*":
    case "+":
    case "?":
      throw new PatternRefused("repeats nothing");
    default:
      return { kind: "chars", set: oneChar(char.codePointAt(0) ?? 0) };
  }
};

const readGroup = (reader: PatternReader, depth: number): PatternNode => {
  if (reader.skip("?")) {
    if (reader.skip("<")) {
      if (reader.peek() === "=" || reader.peek() === "!") throw new PatternRefused("uses lookaround");
      while (!reader.skip(">")) reader.next();
    } else if (!reader.skip(":")) {
      const looks = reader.peek() === "=" || reader.peek() === "!";
      throw new PatternRefused(looks ? "uses lookaround" : "uses a group that is not plain");
    }
  }
  const node = readChoice(reader, depth + 1);
  if (!reader.skip(")")) throw new PatternRefused("has an unmatched parenthesis");
  // A group may be repeated whatever it holds; an assertion by itself may not.
  return node.kind === "edge" ? { kind: "sequence", nodes: [node] } : node;
};

const readCount = (reader: PatternReader): { min: number; max: number } | undefined => {
  const count = readBareCount(reader);
  // Lazy or greedy makes no difference to which strings match.
  if (count) reader.skip("?");
  return count;
};

const readBareCount = (reader: PatternReader): { min: number; max: number } | undefined => {
  if (reader.skip("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (reader.skip("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (reader.skip("?")) return { min: 0, max: 1 };
  if (reader.peek() !== "{") return undefined;
  const braces = reader.readBraces();
  // A brace that counts nothing stands for itself.
  if (!braces) return undefined;
  const min = Number(braces.min);
  const max = braces.max === undefined ? min : braces.max === "" ? Number.POSITIVE_INFINITY : Number(braces.max);
  if (min > max) throw new PatternRefused("counts backwards");
  if (min > MAX_REPEAT) throw new PatternRefused("repeats too often");
  return { min, max: max > MAX_REPEAT ? Number.POSITIVE_INFINITY : max };
};

const CONTROLS = new Map(Object.entries({ t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d, 0: 0x00 }));

const SHORTHANDS = new Map(
  Object.entries({ d: DIGIT, D: negate(DIGIT), w: WORD, W: negate(WORD), s: SPACE, S: negate(SPACE) }),
);

/** What follows a backslash. */
export const readEscape = (reader: PatternReader): CharSet => {
  const char = reader.next();
  const shorthand = SHORTHANDS.get(char);
  if (shorthand) return shorthand;
  const control = CONTROLS.get(char);
  if (control !== undefined) return oneChar(control);
  if (/[1-9]/.test(char) || char === "k") throw new PatternRefused("refers back to a group");
  if (char === "p" || char === "P") return readProperty(reader, char === "P");
  if (char === "x") return oneChar(known(reader.readHex(2)));
  if (char === "u") return oneChar(readUnicode(reader));
  if (char === "c") return oneChar((reader.next().codePointAt(0) ?? 0) % 32);
  // Strict engines refuse a needless backslash before punctuation; schemas in the wild are full of them.
  if (/[A-Za-z]/.test(char)) throw new PatternRefused(`uses \\${char}`);
  return oneChar(char.codePointAt(0) ?? 0);
};

const known = (point: number | undefined): number => {
  if (point === undefined || point > 0x10ffff) throw new PatternRefused("has a broken escape");
  return point;
};

const readUnicode = (reader: PatternReader): number => {
  const braced = reader.readBraced(8);
  if (braced !== undefined) {
    return known(/^[0-9A-Fa-f]+$/.test(braced) ? Number.parseInt(braced, 16) : undefined);
  }
  const high = known(reader.readHex(4));
  const isHigh = high >= 0xd800 && high <= 0xdbff;
  if (!isHigh || reader.peek() !== "\\" || reader.peek(1) !== "u") return high;
  reader.skip("\\");
  reader.skip("u");
  const low = known(reader.readHex(4));
  if (low < 0xdc00 || low > 0xdfff) throw new PatternRefused("has a broken escape");
  return 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
};

const readProperty = (reader: PatternReader, negated: boolean): CharSet => {
  const name = reader.readBraced(60);
  if (name === undefined || !/^[A-Za-z0-9_=]+$/.test(name)) throw new PatternRefused("has a broken escape");
  try {
    // The engine sees one property and one character: there is nothing to backtrack over.
    return { negated, ranges: [], subsets: [], property: new RegExp(`^\\p{${name}}$`, "u") };
  } catch {
    throw new PatternRefused("names a character property that does not exist");
  }
};

/** A character class, after its opening bracket. */
export const readClass = (reader: PatternReader): CharSet => {
  const negated = reader.skip("^");
  const ranges: [number, number][] = [];
  const subsets: CharSet[] = [];
  while (!reader.skip("]")) {
    const first = readClassAtom(reader);
    const isRange = reader.peek() === "-" && reader.peek(1) !== "]" && reader.peek(1) !== undefined;
    const low = singlePoint(first);
    if (!isRange || low === undefined) {
      if (low === undefined) subsets.push(first);
      else ranges.push([low, low]);
      continue;
    }
    reader.skip("-");
    const last = readClassAtom(reader);
    const high = singlePoint(last);
    if (high === undefined) {
      // "[a-\d]": the hyphen is a hyphen.
      ranges.push([low, low], [0x2d, 0x2d]);
      subsets.push(last);
    } else if (low > high) {
      throw new PatternRefused("has a range out of order");
    } else {
      ranges.push([low, high]);
    }
  }
  return { ...charSet(ranges, negated), subsets };
};

const readClassAtom = (reader: PatternReader): CharSet => {
  const char = reader.next();
  if (char !== "\\") return oneChar(char.codePointAt(0) ?? 0);
  if (reader.skip("b")) return oneChar(0x08);
  return readEscape(reader);
};

const singlePoint = (set: CharSet): number | undefined => {
  const [range, ...others] = set.ranges;
  const single = range && others.length === 0 && range[0] === range[1];
  return single && !set.negated && set.subsets.length === 0 && !set.property ? range[0] : undefined;
};

/** Why a pattern is not read; never leaves the parser. */
export class PatternRefused extends Error {}

/** A pattern's characters, one code point at a time. */
export class PatternReader {
  readonly #chars: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#chars = Array.from(pattern);
  }

  get atEnd(): boolean {
    return this.#at >= this.#chars.length;
  }

  peek(ahead = 0): string | undefined {
    return this.#chars[this.#at + ahead];
  }

  next(): string {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new PatternRefused("ends too early");
    this.#at += 1;
    return char;
  }

  skip(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  /** Reads exactly so many hexadecimal digits, or nothing. */
  readHex(digits: number): number | undefined {
    const text = this.#chars.slice(this.#at, this.#at + digits).join("");
    if (text.length !== digits || !/^[0-9A-Fa-f]+$/.test(text)) return undefined;
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  /** Reads what stands in braces, up to a length; nothing when the braces do not close. */
  readBraced(maxLength: number): string | undefined {
    if (this.#chars[this.#at] !== "{") return undefined;
    const close = this.#chars.indexOf("}", this.#at);
    if (close === -1 || close - this.#at - 1 > maxLength) return undefined;
    const text = this.#chars.slice(this.#at + 1, close).join("");
    this.#at = close + 1;
    return text;
  }

  /** Reads `{n}`, `{n,}` or `{n,m}`; a brace that is no count is left alone. */
  readBraces(): { min: string; max: string | undefined } | undefined {
    const before = this.#at;
    const found = /^([0-9]+)(?:,([0-9]*))?$/.exec(this.readBraced(40) ?? "");
    if (found?.[1] !== undefined) return { min: found[1], max: found[2] };
    this.#at = before;
    return undefined;
  }
}
