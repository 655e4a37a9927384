import type { Json, JsonObject } from "../../base/json.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import { BASES, LEVELS, type RegistryRow, RULE_LANES, SECTIONS } from "../core/rule.ts";
import {
  choiceOf,
  RowError,
  type RowPath,
  readByRevision,
  readObject,
  readRuleId,
  readText,
  readTrue,
} from "./read-rows.ts";
import { isClientRule } from "./rule-id.ts";

type Check = (value: Json | undefined, path: RowPath) => unknown;

const byRevision =
  (check: Check): Check =>
  (value, path) =>
    readByRevision(value, path, check);

const listOf =
  (check: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length === 0) throw new RowError(path, "expected a list");
    return value.map((entry, index) => check(entry, [...path, index]));
  };

const REQUIRED: Readonly<Record<string, Check>> = {
  rule_id: readRuleId,
  title: readText,
  section: choiceOf(...SECTIONS),
  level: byRevision(choiceOf(...LEVELS)),
  spec: byRevision(readText),
  means: byRevision(readText),
  why: readText,
  example: readText,
  fix: readText,
};

const OPTIONAL: Readonly<Record<string, Check>> = {
  since: choiceOf(...REVISIONS),
  until: choiceOf(...REVISIONS),
  basis: byRevision(choiceOf(...BASES)),
  transport: choiceOf("http", "stdio"),
  lanes: listOf(choiceOf(...RULE_LANES)),
  basic: readTrue,
  implied_by: readRuleId,
  probe: byRevision(readText),
};

const KEYS = [...Object.keys(REQUIRED), ...Object.keys(OPTIONAL)];

/** A registry file is a list of rows. */
export const readRegistryFile = (value: Json): readonly RegistryRow[] => {
  if (!Array.isArray(value)) throw new RowError([], "expected a list of rules");
  return value.map((entry, index) => {
    const row = readObject(entry, [index], KEYS);
    for (const [key, check] of Object.entries(REQUIRED))
      if (row[key] !== undefined || !isLeftForLater(row, key)) check(row[key], [index, key]);
    for (const [key, check] of Object.entries(OPTIONAL)) if (row[key] !== undefined) check(row[key], [index, key]);
    // Every member was checked above.
    return { why: "", fix: "", ...row } as unknown as RegistryRow;
  });
};

/** A requirement on clients may be listed before it is judged; whoever compiles asks for these texts once it has rows. */
const isLeftForLater = (row: JsonObject, key: string): boolean =>
  (key === "why" || key === "fix") && isClientRule(String(row["rule_id"]));
