import { isJsonObject, type Json, type JsonObject, member } from "../model/json.ts";
import type { Condition, CorpusRow, Expectation, Matcher } from "../model/rule.ts";
import { MATCHERS } from "../model/rule.ts";

/** Something a row should not say, and where. The reader of the file turns the path into a line. */
export class RowError extends Error {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

type Path = readonly (string | number)[];

export interface FileRows {
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

const RULE_ID = /^[A-Z][A-Z0-9]*-[0-9]{3,}$/;

export const readRuleId = (value: Json | undefined, path: Path): string => {
  if (typeof value === "string" && RULE_ID.test(value)) return value;
  throw new RowError(path, `expected a rule id such as PROTO-002, found ${describe(value)}`);
};

const ROW_KEYS = ["rule_id", "when", "each", "expect"];

export const readCorpusRow = (value: Json, path: Path): CorpusRow => {
  const row = readObject(value, path, ROW_KEYS);
  const ruleId = readRuleId(row["rule_id"], [...path, "rule_id"]);
  const each = row["each"];
  if (each !== undefined && typeof each !== "boolean")
    throw new RowError([...path, "each"], `each is true or false, found ${describe(each)}`);
  return {
    rule_id: ruleId,
    ...(row["when"] === undefined ? {} : { when: readList(row["when"], [...path, "when"], readCondition) }),
    ...(each === undefined ? {} : { each }),
    expect: readExpectations(row["expect"], [...path, "expect"]),
  };
};

export const readExpectations = (value: Json | undefined, path: Path): readonly Expectation[] => {
  const list = readList(value, path, readExpectation);
  if (list.length === 0) throw new RowError(path, "a row that expects nothing proves nothing");
  return list;
};

const readList = <T>(value: Json | undefined, path: Path, read: (entry: Json, path: Path) => T): readonly T[] => {
  if (!Array.isArray(value)) throw new RowError(path, `expected a list, found ${describe(value)}`);
  return value.map((entry, index) => read(entry, [...path, index]));
};

const readCondition = (value: Json, path: Path): Condition => {
  const row = readObject(value, path, ["target", "matcher"]);
  return { target: readTarget(row["target"], path), matcher: readMatcher(row["matcher"], [...path, "matcher"]) };
};

const readExpectation = (value: Json, path: Path): Expectation => {
  const row = readObject(value, path, ["target", "matcher", "message"]);
  const message = row["message"];
  if (message !== undefined && typeof message !== "string")
    throw new RowError([...path, "message"], `expected a text, found ${describe(message)}`);
  return {
    target: readTarget(row["target"], path),
    matcher: readMatcher(row["matcher"], [...path, "matcher"]),
    ...(message === undefined ? {} : { message }),
  };
};

const readTarget = (value: Json | undefined, path: Path): string => {
  if (typeof value === "string" && value !== "") return value;
  throw new RowError(
    [...path, "target"],
    `expected a target such as unknown_method.error.code, found ${describe(value)}`,
  );
};

export const readMatcher = (value: Json | undefined, path: Path): Matcher => {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [name, argument] = entries[0] ?? [];
  if (name === undefined || argument === undefined || entries.length !== 1)
    throw new RowError(path, `expected one matcher of ${MATCHERS.join(", ")}, found ${describe(value)}`);
  const at = [...path, name];
  switch (name) {
    case "exact":
      return { exact: argument };
    case "contains":
      return { contains: argument };
    case "icontains":
      return { icontains: readText(argument, at) };
    case "regex":
      return { regex: readText(argument, at) };
    case "contains-all":
      return { "contains-all": readOptions(argument, at) };
    case "one-of":
      return { "one-of": readOptions(argument, at) };
    case "schema":
      if (isJsonObject(argument) || typeof argument === "boolean") return { schema: argument };
      throw new RowError(at, `expected a JSON Schema, found ${describe(argument)}`);
    case "not":
      return { not: readMatcher(argument, at) };
    default:
      throw new RowError(path, `${JSON.stringify(name)} is no matcher; use one of ${MATCHERS.join(", ")}`);
  }
};

const readText = (value: Json, path: Path): string => {
  if (typeof value === "string") return value;
  throw new RowError(path, `expected a text, found ${describe(value)}`);
};

const readOptions = (value: Json, path: Path): readonly Json[] => {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new RowError(path, `expected a list with at least one value, found ${describe(value)}`);
};

export const readObject = (value: Json | undefined, path: Path, keys: readonly string[]): JsonObject => {
  if (!isJsonObject(value)) throw new RowError(path, `expected an object, found ${describe(value)}`);
  for (const key of Object.keys(value)) {
    if (!keys.includes(key))
      throw new RowError([...path, key], `${JSON.stringify(key)} is not known here; use ${keys.join(", ")}`);
  }
  return value;
};

export const describe = (value: Json | undefined): string => {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
