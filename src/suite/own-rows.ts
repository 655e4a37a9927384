import { describe, RowError, readCorpusRow, readObject, readRuleId } from "../corpus/read-rows.ts";
import { type Json, type JsonObject, stringMember } from "../model/json.ts";
import { LEVELS, type Rule, SECTIONS } from "../model/rule.ts";

/** A row of a user's: what it expects, and what it says about the rule. */
export interface OwnRow {
  readonly id: string;
  readonly head: Partial<Rule>;
  readonly body: Pick<Rule, "when" | "each" | "expect">;
  /** What the rule is where it does not exist yet. */
  readonly fresh: Rule;
}

const BODY = ["rule_id", "when", "each", "expect"];
const KEYS = [...BODY, "title", "section", "level", "spec", "fix", "transport", "basic"];

type Path = readonly (string | number)[];

/** A list of rows. A rule that ships needs only rule_id and expect; a new one also says what it is. */
export const readOwnRows = (value: Json, isKnown: (id: string) => boolean): readonly OwnRow[] => {
  if (!Array.isArray(value)) throw new RowError([], "expected a list of rows with rule_id and expect");
  return value.map((entry, index) => readOwnRow(entry, [index], isKnown));
};

const readOwnRow = (value: Json, path: Path, isKnown: (id: string) => boolean): OwnRow => {
  const row = readObject(value, path, KEYS);
  const id = readRuleId(row["rule_id"], [...path, "rule_id"]);
  if (!isKnown(id)) {
    for (const key of ["title", "section", "level"]) {
      if (row[key] === undefined) throw new RowError(path, `${id} is a new rule, so ${key} is needed`);
    }
  }
  const head = readHead(row, path);
  const { rule_id: _id, ...body } = readCorpusRow(
    Object.fromEntries(Object.entries(row).filter(([key]) => BODY.includes(key))),
    path,
  );
  const fresh: Rule = {
    id,
    title: head.title ?? id,
    section: head.section ?? "lifecycle",
    level: head.level ?? "MUST",
    advisory: false,
    spec: "",
    fix: "",
    expect: [],
  };
  return { id, head, body, fresh };
};

const readHead = (row: JsonObject, path: Path): Partial<Rule> => {
  for (const key of ["title", "spec", "fix"]) {
    if (row[key] !== undefined && typeof row[key] !== "string")
      throw new RowError([...path, key], `expected a text, found ${describe(row[key])}`);
  }
  if (row["basic"] !== undefined && row["basic"] !== true)
    throw new RowError([...path, "basic"], "basic is true, or left out");
  const choice = <T extends string>(key: string, options: readonly T[]): T | undefined => {
    if (row[key] === undefined) return undefined;
    const found = options.find((option) => option === row[key]);
    if (found) return found;
    throw new RowError([...path, key], `expected one of ${options.join(", ")}, found ${describe(row[key])}`);
  };
  const [title, spec, fix] = ["title", "spec", "fix"].map((key) => stringMember(row, key));
  const section = choice("section", SECTIONS);
  const level = choice("level", LEVELS);
  const transport = choice("transport", ["http", "stdio"] as const);
  return {
    ...(title === undefined ? {} : { title }),
    ...(spec === undefined ? {} : { spec }),
    ...(fix === undefined ? {} : { fix }),
    ...(section ? { section } : {}),
    // What the user states is the user's rule, and no warning.
    ...(level ? { level, advisory: false } : {}),
    ...(transport ? { transport } : {}),
    ...(row["basic"] === true ? { basic: true } : {}),
  };
};
