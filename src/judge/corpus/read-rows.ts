import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { shorten } from "../../base/shorten.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import {
  type Bounds,
  type ByRevision,
  type Condition,
  type CorpusRow,
  type Expectation,
  JSON_TYPES,
  MATCHERS,
  type Matcher,
} from "../core/rule.ts";

/** Keys and indexes from the root of a file to a value. */
export type RowPath = readonly (string | number)[];

/** Something a row must not say, and where. Whoever read the file turns the path into a line. */
export class RowError extends Error {
  readonly path: RowPath;

  constructor(path: RowPath, message: string) {
    super(message);
    this.path = path;
  }
}

interface FileRows {
  readonly rows: readonly CorpusRow[];
  readonly drops: readonly string[];
}

/** A corpus file is a list of rows, and of `drop: <id>` where an inherited row no longer holds. */
export const readCorpusFile = (value: Json): FileRows => {
  if (value === null) return { rows: [], drops: [] };
  if (!Array.isArray(value)) throw new RowError([], "expected a list of rows");
  const rows: CorpusRow[] = [];
  const drops: string[] = [];
  value.forEach((entry, index) => {
    const drop = member(entry, "drop");
    if (drop === undefined) rows.push(readCorpusRow(entry, [index]));
    else drops.push(readRuleId(drop, [index, "drop"]));
  });
  return { rows, drops };
};

/** Those about clients begin with `C-`. */
export const isRuleId = (text: string): boolean => /^(?:C-)?[A-Z][A-Z0-9]*-[0-9]{3,}$/.test(text);

/** For messages. */
export const EXAMPLE_RULE_ID = "PROTO-002";

export const readRuleId = (value: Json | undefined, path: RowPath): string => {
  if (typeof value === "string" && isRuleId(value)) return value;
  throw new RowError(path, `expected a rule id such as ${EXAMPLE_RULE_ID}, found ${describeValue(value)}`);
};

/** Reads the members of a row that may be left out. */
export const optionalMembers =
  (row: JsonObject, path: RowPath) =>
  <T>(key: string, read: (value: Json | undefined, at: RowPath) => T): T | undefined =>
    row[key] === undefined ? undefined : read(row[key], [...path, key]);

/** A reader for one of several words. */
export const choiceOf =
  <T extends string>(...choices: readonly T[]) =>
  (value: Json | undefined, path: RowPath): T =>
    readChoice(value, path, choices);

const ROW_KEYS = ["rule_id", "when", "each", "expect"];

export const readCorpusRow = (value: Json, path: RowPath): CorpusRow => {
  const row = readObject(value, path, ROW_KEYS);
  const ruleId = readRuleId(row["rule_id"], [...path, "rule_id"]);
  const each = row["each"];
  if (each !== undefined && typeof each !== "boolean")
    throw new RowError([...path, "each"], `each is true or false, found ${describeValue(each)}`);
  return defined({
    rule_id: ruleId,
    when: optionalMembers(row, path)("when", readConditions),
    each,
    expect: readExpectations(row["expect"], [...path, "expect"]),
  });
};

export const readExpectations = (value: Json | undefined, path: RowPath): readonly Expectation[] => {
  const list = readList(value, path, readExpectation);
  if (list.length === 0) throw new RowError(path, "a row needs at least one expectation");
  return list;
};

export const readList = <T>(
  value: Json | undefined,
  path: RowPath,
  read: (entry: Json, path: RowPath) => T,
): readonly T[] => {
  if (!Array.isArray(value)) throw new RowError(path, `expected a list, found ${describeValue(value)}`);
  return value.map((entry, index) => read(entry, [...path, index]));
};

/** Preconditions, or anything else that is a list of them. */
export const readConditions = (value: Json | undefined, path: RowPath): readonly Condition[] =>
  readList(value, path, readCondition);

const readCondition = (value: Json, path: RowPath): Condition => {
  const row = readObject(value, path, ["target", "matcher"]);
  return { target: readTarget(row["target"], path), matcher: readMatcher(row["matcher"], [...path, "matcher"]) };
};

const readExpectation = (value: Json, path: RowPath): Expectation => {
  const { message, ...condition } = readObject(value, path, ["target", "matcher", "message"]);
  return defined({
    ...readCondition(condition, path),
    message: message === undefined ? undefined : readString(message, [...path, "message"]),
  });
};

const readTarget = (value: Json | undefined, path: RowPath): string => {
  if (typeof value === "string" && value !== "") return value;
  throw new RowError(
    [...path, "target"],
    `expected a target such as unknown_method.error.code, found ${describeValue(value)}`,
  );
};

export const readMatcher = (value: Json | undefined, path: RowPath): Matcher => {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [name, argument] = entries[0] ?? [];
  if (name === undefined || argument === undefined || entries.length !== 1)
    throw new RowError(path, `expected one matcher of ${MATCHERS.join(", ")}, found ${describeValue(value)}`);
  const at = [...path, name];
  switch (name) {
    case "exact":
    case "contains":
      return { [name]: argument } as Matcher;
    case "icontains":
    case "regex":
      return { [name]: readString(argument, at) } as Matcher;
    case "contains-all":
    case "one-of":
      return { [name]: readOptions(argument, at) } as Matcher;
    case "type":
      return { type: readChoice(argument, at, JSON_TYPES) };
    case "length":
      return { length: typeof argument === "number" ? argument : readBounds(argument, at) };
    case "range":
      return { range: readBounds(argument, at) };
    case "schema":
      if (isJsonObject(argument) || typeof argument === "boolean") return { schema: argument };
      throw new RowError(at, `expected a JSON Schema, found ${describeValue(argument)}`);
    case "not":
      return { not: readMatcher(argument, at) };
    default:
      throw new RowError(path, `${JSON.stringify(name)} is not a matcher; use one of ${MATCHERS.join(", ")}`);
  }
};

const readBounds = (value: Json, path: RowPath): Bounds => {
  const { min, max } = readObject(value, path, ["min", "max"]);
  const number = (bound: Json | undefined): number | undefined => {
    if (bound === undefined || typeof bound === "number") return bound;
    throw new RowError(path, `expected a number, found ${describeValue(bound)}`);
  };
  const bounds = defined({ min: number(min), max: number(max) });
  if (Object.keys(bounds).length > 0) return bounds;
  throw new RowError(path, "expected min, max or both");
};

const readString = (value: Json | undefined, path: RowPath): string => {
  if (typeof value === "string") return value;
  throw new RowError(path, missing(value, path) ?? `expected text, found ${describeValue(value)}`);
};

export const readText = (value: Json | undefined, path: RowPath): string => {
  if (typeof value !== "string" || value.trim() !== "") return readString(value, path);
  throw new RowError(path, "expected text, found an empty one");
};

export const readChoice = <T extends string>(value: Json | undefined, path: RowPath, choices: readonly T[]): T => {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new RowError(
    path,
    missing(value, path) ?? `expected one of ${choices.join(", ")}, found ${describeValue(value)}`,
  );
};

/** For a flag that is either true or left out. */
export const readTrue = (value: Json | undefined, path: RowPath): true => {
  if (value === true) return value;
  throw new RowError(path, `${path.at(-1)} is true, or left out`);
};

/** A missing member has no place of its own to point to, so the message names it. */
const missing = (value: Json | undefined, path: RowPath): string | undefined =>
  value === undefined ? `${path.at(-1)} is missing; add it` : undefined;

const readOptions = (value: Json, path: RowPath): readonly Json[] => {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new RowError(path, `expected a list with at least one value, found ${describeValue(value)}`);
};

/** One value for all revisions, or one per revision. */
export const readByRevision = <T>(
  value: Json | undefined,
  path: RowPath,
  read: (value: Json | undefined, path: RowPath) => T,
): T | ByRevision<T> => {
  if (!isJsonObject(value)) return read(value, path);
  const entries = Object.entries(value).map(([key, entry]) => {
    const at = [...path, key];
    return [readChoice(key, at, REVISIONS), read(entry, at)] as const;
  });
  // The keys are known: they are revisions.
  return Object.fromEntries(entries) as ByRevision<T>;
};

export const readObject = (value: Json | undefined, path: RowPath, keys: readonly string[]): JsonObject => {
  if (!isJsonObject(value)) throw new RowError(path, `expected an object, found ${describeValue(value)}`);
  for (const key of Object.keys(value)) {
    if (!keys.includes(key))
      throw new RowError([...path, key], `${JSON.stringify(key)} is not known here; use ${keys.join(", ")}`);
  }
  return value;
};

/** A value of the user's in a message: on one line, shortened. YAML reads a key without a value as null. */
export const describeValue = (value: Json | undefined): string =>
  value === undefined || value === null
    ? "nothing"
    : shorten(JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, " "), 60);
