import { defined } from "../../base/defined.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { LEVELS, type Rule, SECTIONS } from "../../judge/core/rule.ts";
import {
  choiceOf,
  optionalMembers,
  RowError,
  type RowPath,
  readCorpusRow,
  readObject,
  readRuleId,
  readText,
  readTrue,
} from "../../judge/corpus/read-rows.ts";

/** A row of a user's: what it expects, and what it says about the rule. */
export interface OwnRow {
  readonly id: string;
  readonly head: Partial<Rule>;
  readonly body: Pick<Rule, "when" | "each" | "expect">;
  /** The rule before the row is applied, for a rule that does not exist yet. */
  readonly fresh: Rule;
}

const BODY = ["rule_id", "when", "each", "expect"];
const KEYS = [...BODY, "title", "section", "level", "spec", "fix", "transport", "basic"];

/** A list of rows. A rule that ships needs only rule_id and expect; a new one also says what it is. */
export const readOwnRows = (value: Json, isKnown: (id: string) => boolean): readonly OwnRow[] => {
  if (!Array.isArray(value)) throw new RowError([], "expected a list of rows with rule_id and expect");
  return value.map((entry, index) => readOwnRow(entry, [index], isKnown));
};

const readOwnRow = (value: Json, path: RowPath, isKnown: (id: string) => boolean): OwnRow => {
  const row = readObject(value, path, KEYS);
  const id = readRuleId(row["rule_id"], [...path, "rule_id"]);
  if (!isKnown(id)) {
    for (const key of ["title", "section", "level"])
      if (row[key] === undefined) throw new RowError(path, `${id} is a new rule; add ${key}`);
  }
  const head = readHead(row, path);
  const { rule_id: _id, ...body } = readCorpusRow(
    Object.fromEntries(Object.entries(row).filter(([key]) => BODY.includes(key))),
    path,
  );
  const unsaid = { title: id, section: "lifecycle", level: "MUST", advisory: false, spec: "", fix: "" } as const;
  return { id, head, body, fresh: { id, ...unsaid, ...head, expect: [] } };
};

const readHead = (row: JsonObject, path: RowPath): Partial<Rule> => {
  const read = optionalMembers(row, path);
  const level = read("level", choiceOf(...LEVELS));
  return defined({
    title: read("title", readText),
    spec: read("spec", readText),
    fix: read("fix", readText),
    section: read("section", choiceOf(...SECTIONS)),
    level,
    // A level the user states is the user's rule, never advisory.
    advisory: level && (false as const),
    transport: read("transport", choiceOf("http", "stdio")),
    basic: read("basic", readTrue),
  });
};
