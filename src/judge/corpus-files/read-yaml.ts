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
import type { Json } from "../../base/json.ts";
import { plainLine } from "../../base/plain-line.ts";
import { RowError } from "../corpus/read-rows.ts";
import { type QuickYaml, readQuickly } from "./quick-yaml.ts";
import type { YamlPath } from "./yaml-path.ts";

/** What is wrong with a YAML file, with file, line and column. */
export class YamlError extends Error {
  constructor(message?: string) {
    super(message === undefined ? undefined : plainLine(message));
  }
}

/** Something a file must not say, and where. */
export interface YamlProblem {
  readonly path: YamlPath;
  readonly message: string;
  /** Point at the last key of the path instead of its value. */
  readonly atKey?: true;
}

/** A YAML file written by hand: its value, and where in the text each part of it is. */
export interface YamlSource {
  readonly value: Json;
  /** `file:line:column` of what a path leads to, or of the deepest part of it that exists. */
  spot(path: YamlPath, atKey?: boolean): string;
  /** Throws all problems as one error. */
  fail(problems: readonly YamlProblem[]): never;
}

/** Anything larger or deeper is not written by hand: it is the wrong file. */
const LARGEST_TEXT = 4_000_000;
const DEEPEST = 100;

/** Reads one YAML document and passes its value to `read`; every mistake is reported with its line. */
export const readYaml = <T>(text: string, file: string, read: (value: Json) => T): T => {
  const source = openYaml(text, file, ([line]) => new YamlError(line));
  try {
    return read(source.value);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return source.fail([{ path: error.path, message: error.message, atKey: true }]);
  }
};

/** Reads one document of plain JSON values. Throws what `toError` makes of the mistakes, one line each, and nothing else. */
export const openYaml = (text: string, file: string, toError: (lines: readonly string[]) => Error): YamlSource => {
  if (text.length > LARGEST_TEXT)
    throw toError([`${file}: larger than ${LARGEST_TEXT} characters; check that it is the right file`]);
  if (nesting(text) > DEEPEST)
    throw toError([`${file}: nested deeper than ${DEEPEST} levels; check that it is the right file`]);
  const quick = readQuickly(text);
  return quick ? fromQuick(quick, text, file, toError) : openWhole(text, file, toError);
};

/** Everything that YAML knows, and every mistake with its line. */
export const openWhole = (text: string, file: string, toError: (lines: readonly string[]) => Error): YamlSource => {
  const lines = new LineCounter();
  // We say the place ourselves; the parser's own words for it would take time quadratic in the number of mistakes.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  if (document.errors.length > 0)
    throw toError(
      document.errors.map(({ pos, code, message }) => `${at(pos[0])}: ${inWords(code, message, text, pos)}`),
    );
  let value: Json;
  try {
    // Aliases multiply: ten levels of ten are more than any file written by hand needs.
    value = (document.toJS({ maxAliasCount: 100 }) ?? null) as Json;
  } catch (error) {
    throw toError([`${file}: ${firstLine((error as Error).message)}`]);
  }
  const spot = (path: YamlPath, atKey = false): string => at(offsetOf(document, path, atKey));
  const fail = (problems: readonly YamlProblem[]): never => {
    throw toError(problems.map(({ path, message, atKey }) => `${spot(path, atKey)}: ${message}`));
  };
  const odd = findOddValue(value, []);
  return odd ? fail([odd]) : { value, spot, fail };
};

const fromQuick = (
  { value, offsetOf }: QuickYaml,
  text: string,
  file: string,
  toError: (lines: readonly string[]) => Error,
): YamlSource => {
  let lines: LineCounter | undefined;
  const spot = (path: YamlPath, atKey = false): string => {
    lines ??= countLines(text);
    const { line, col } = lines.linePos(offsetOf(path, atKey));
    return `${file}:${line}:${col}`;
  };
  const fail = (problems: readonly YamlProblem[]): never => {
    throw toError(problems.map(({ path, message, atKey }) => `${spot(path, atKey)}: ${message}`));
  };
  const odd = findOddValue(value, []);
  return odd ? fail([odd]) : { value, spot, fail };
};

const countLines = (text: string): LineCounter => {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  return lines;
};

/** The parser recurses; brackets and indentation bound how deep a text can make it go. */
const nesting = (text: string): number => {
  let open = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "[" || char === "{") deepest = Math.max(deepest, ++open);
    else if (char === "]" || char === "}") open = Math.max(0, open - 1);
  }
  return /^(?:[ \t]*[-?:][ \t]){101}|^ {1000}/m.test(text) ? DEEPEST + 1 : deepest;
};

const inWords = (code: string, message: string, text: string, pos: readonly [number, number]): string => {
  switch (code) {
    case "DUPLICATE_KEY":
      return `duplicate key ${shownKey(text, pos[0])}; keep one of them`;
    case "MULTIPLE_DOCS":
      return "the file has several documents; keep one, and put the others in files of their own";
    default:
      return firstLine(message);
  }
};

const shownKey = (text: string, offset: number): string =>
  JSON.stringify(/^["']?([^\s:"']{1,80})/.exec(text.slice(offset))?.[1] ?? "");

/** The parser tells its own mistakes in its own words, and where it recursed too far those of the runtime. */
const firstLine = (message: string): string =>
  message.includes("call stack")
    ? `nested deeper than ${DEEPEST} levels; check that it is the right file`
    : lineOf(message);

const lineOf = (message: string): string => message.split("\n", 1)[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "";

/** What JSON cannot hold: .inf, .nan. */
const findOddValue = (value: unknown, path: YamlPath): YamlProblem | undefined => {
  if (typeof value === "number" && !Number.isFinite(value)) return { path, message: "expected a finite number" };
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const found = findOddValue(entry, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
};

const offsetOf = (document: Document, path: YamlPath, atKey: boolean): number => {
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
      // A scalar is shown where it is; a value on lines of its own is shown at its key.
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
