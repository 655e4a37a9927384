import { type CharSet, charSet, DIGIT, negate, oneChar, SPACE, WORD } from "./char-set.ts";
import { type PatternReader, PatternRefused } from "./pattern-reader.ts";

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
