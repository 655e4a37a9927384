/** A set of code points. */
export interface CharSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
  readonly subsets: readonly CharSet[];
  /** A Unicode property; only ever asked about a single character. */
  readonly property?: RegExp;
}

export const charSet = (ranges: CharSet["ranges"], negated = false): CharSet => ({ negated, ranges, subsets: [] });

export const oneChar = (point: number): CharSet => charSet([[point, point]]);

export const negate = (set: CharSet): CharSet => ({ ...set, negated: !set.negated });

export const hasChar = (set: CharSet, point: number): boolean => {
  const inside =
    set.ranges.some(([low, high]) => low <= point && point <= high) ||
    set.subsets.some((subset) => hasChar(subset, point)) ||
    set.property?.test(String.fromCodePoint(point)) === true;
  return inside !== set.negated;
};

/** Each two characters are the ends of a range. */
const ranges = (ends: string): CharSet["ranges"] =>
  (ends.match(/../gsu) ?? []).map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);

export const DIGIT = charSet(ranges("09"));
export const WORD = charSet(ranges("09AZ__az"));
export const SPACE = charSet(
  ranges("\t\r  \u00a0\u00a0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff"),
);
/** What a dot matches: everything but line ends. */
export const DOT = charSet(ranges("\n\n\r\r\u2028\u2029"), true);

const LAST_POINT = 0x10ffff;
/** Enough different characters to make many different strings. */
const MAX_SAMPLES = 10;
const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

const span = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Most readable first; ASCII controls come late, and only if nothing else fits. */
const NICE = [
  ...span(0x61, 0x7a),
  ...span(0x41, 0x5a),
  ...span(0x30, 0x39),
  ...span(0x20, 0x2f),
  ...span(0x3a, 0x40),
  ...span(0x5b, 0x60),
  ...span(0x7b, 0x7e),
  ...span(0xa1, 0x24f),
];

/** Some members of the set, most readable first; empty when none was found. */
export const sampleChars = (set: CharSet): readonly number[] => {
  const found: number[] = [];
  for (const point of [...NICE, ...edges(set)]) {
    if (found.length >= MAX_SAMPLES) break;
    if (!isSurrogate(point) && !found.includes(point) && hasChar(set, point)) found.push(point);
  }
  return found;
};

/** The ends of the ranges and their neighbours: where a set far away from the readable characters has its members. */
const edges = (set: CharSet): number[] => [
  ...set.ranges
    .flatMap(([low, high]) => [low, low + 1, high, high + 1, low - 1])
    .filter((point) => point >= 0 && point <= LAST_POINT),
  ...set.subsets.flatMap(edges),
  ...(set.property ? [0x370, 0x3b1, 0x410, 0x430, 0x5d0, 0x627, 0x905, 0x3042, 0x30a2, 0x4e00, 0xac00, 0x1f600] : []),
];
