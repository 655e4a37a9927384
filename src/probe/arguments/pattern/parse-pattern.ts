import { type CharSet, DOT, oneChar } from "./char-set.ts";
import { readClass, readEscape } from "./parse-class.ts";
import { PatternReader, PatternRefused } from "./pattern-reader.ts";

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
