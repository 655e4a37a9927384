import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
} from "yaml";
import type { Json } from "../model/json.ts";
import { type Problem, SuiteError, type SuitePath } from "./problem.ts";

/** A YAML file of a user's: its value, and where in the text each part of it stands. */
export interface YamlSource {
  readonly file: string;
  readonly value: Json;
  readonly document: Document;
  /** `file:line:column` of what a path leads to, or of the deepest part of it that exists. */
  spot(path: SuitePath, atKey?: boolean): string;
  /** All problems as one error. */
  fail(problems: readonly Problem[]): never;
}

/** A suite is written by hand: whatever is larger is another file, given by mistake. */
const LARGEST_TEXT = 4_000_000;
const DEEPEST = 100;

/** Reads one document of plain JSON values. Throws SuiteError and nothing else. */
export const readYamlSource = (text: string, file: string): YamlSource => {
  if (text.length > LARGEST_TEXT)
    throw new SuiteError([`${file}: too large for a file written by hand; is it the right one?`]);
  if (nesting(text) > DEEPEST)
    throw new SuiteError([`${file}: nested deeper than ${DEEPEST} levels; is it the right file?`]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  if (document.errors.length > 0)
    throw new SuiteError(
      document.errors.map(({ pos, code, message }) => `${at(pos[0])}: ${inWords(code, message, text, pos)}`),
    );
  let value: Json;
  try {
    value = (document.toJS({ maxAliasCount: 100 }) ?? null) as Json;
  } catch (error) {
    throw new SuiteError([`${file}: ${firstLine((error as Error).message)}`]);
  }
  const spot = (path: SuitePath, atKey = false): string => at(offsetOf(document, path, atKey));
  const source: YamlSource = {
    file,
    value,
    document,
    spot,
    fail: (problems) => {
      throw new SuiteError(problems.map(({ path, message, atKey }) => `${spot(path, atKey)}: ${message}`));
    },
  };
  const odd = findOddValue(value, []);
  if (odd) source.fail([odd]);
  return source;
};

/** Brackets and indentation bound how deep the parser can be led. */
const nesting = (text: string): number => {
  let open = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "[" || char === "{") deepest = Math.max(deepest, ++open);
    else if (char === "]" || char === "}") open = Math.max(0, open - 1);
  }
  const dashes = /^(?:[ \t]*-[ \t]){101}/m.test(text) ? DEEPEST + 1 : 0;
  const indents = /^ {1000}/m.test(text) ? DEEPEST + 1 : 0;
  return Math.max(deepest, dashes, indents);
};

const inWords = (code: string, message: string, text: string, pos: readonly [number, number]): string => {
  switch (code) {
    case "DUPLICATE_KEY":
      return `duplicate key ${shownKey(text, pos[0])}; keep one of them`;
    case "MULTIPLE_DOCS":
      return "the file holds several documents; keep one, and put the others into files of their own";
    default:
      return firstLine(message);
  }
};

const shownKey = (text: string, offset: number): string =>
  JSON.stringify(/^["']?([^\s:"']{1,80})/.exec(text.slice(offset))?.[1] ?? "");

const firstLine = (message: string): string =>
  message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "";

/** What JSON cannot hold: .inf, .nan. */
const findOddValue = (value: unknown, path: SuitePath): Problem | undefined => {
  if (typeof value === "number" && !Number.isFinite(value)) return { path, message: "expected a finite number" };
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const found = findOddValue(entry, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
};

const offsetOf = (document: Document, path: SuitePath, atKey: boolean): number => {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    if (!isCollection(node)) return offset;
    const last = index === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!pair) return offset;
      const value = pair.value as Node | null;
      const keyOffset = (pair.key as Node).range?.[0] ?? offset;
      // A value on lines of its own is shown at its key; a scalar where it stands.
      offset = last && !atKey && isScalar(value) && value.range && value.source !== "" ? value.range[0] : keyOffset;
      node = value;
    } else {
      const item = node.items[Number(step)];
      node = isPair(item) ? (item.value as Node | null) : ((item as Node | undefined) ?? null);
      offset = node?.range?.[0] ?? offset;
    }
  }
  return offset;
};
