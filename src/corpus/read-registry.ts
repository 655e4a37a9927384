import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { isRevision } from "../model/revision.ts";
import { BASES, LEVELS, type RegistryRow, SECTIONS } from "../model/rule.ts";
import { describe, RowError, readObject, readRuleId } from "./read-rows.ts";

type Path = readonly (string | number)[];

const KEYS = [
  "rule_id",
  "title",
  "section",
  "since",
  "until",
  "level",
  "basis",
  "transport",
  "spec",
  "basic",
  "implied_by",
  "means",
  "probe",
  "why",
  "example",
  "fix",
];

/** A registry file is a list of rows. */
export const readRegistryFile = (value: Json): readonly RegistryRow[] => {
  if (!Array.isArray(value)) throw new RowError([], "expected a list of rules");
  return value.map((entry, index) => readRegistryRow(entry, [index]));
};

const readRegistryRow = (value: Json, path: Path): RegistryRow => {
  const row = readObject(value, path, KEYS);
  readRuleId(row["rule_id"], [...path, "rule_id"]);
  for (const key of ["title", "why", "example", "fix"]) expectText(row, key, path);
  for (const key of ["spec", "means", "probe"]) expectByRevision(row, key, path, (found) => typeof found === "string");
  expectByRevision(row, "level", path, oneOf(LEVELS));
  if (row["basis"] !== undefined) expectByRevision(row, "basis", path, oneOf(BASES));
  expectChoice(row, "section", path, SECTIONS);
  if (row["transport"] !== undefined) expectChoice(row, "transport", path, ["http", "stdio"]);
  for (const key of ["since", "until"]) {
    if (row[key] !== undefined && !isRevision(row[key]))
      throw new RowError([...path, key], `expected a revision, found ${describe(row[key])}`);
  }
  if (row["basic"] !== undefined && row["basic"] !== true)
    throw new RowError([...path, "basic"], "basic is true, or left out");
  if (row["implied_by"] !== undefined) readRuleId(row["implied_by"], [...path, "implied_by"]);
  // Every member was looked at above.
  return row as unknown as RegistryRow;
};

const expectText = (row: JsonObject, key: string, path: Path): void => {
  if (typeof row[key] !== "string" || row[key] === "")
    throw new RowError([...path, key], `expected a text, found ${describe(row[key])}`);
};

const oneOf =
  (choices: readonly string[]) =>
  (value: Json): boolean =>
    choices.some((choice) => choice === value);

const expectChoice = (row: JsonObject, key: string, path: Path, choices: readonly string[]): void => {
  if (!oneOf(choices)(row[key] ?? null))
    throw new RowError([...path, key], `expected one of ${choices.join(", ")}, found ${describe(row[key])}`);
};

const expectByRevision = (row: JsonObject, key: string, path: Path, fits: (value: Json) => boolean): void => {
  const value = row[key];
  if (value === undefined) throw new RowError([...path, key], "is missing");
  if (fits(value)) return;
  if (!isJsonObject(value)) throw new RowError([...path, key], `cannot be ${describe(value)}`);
  for (const [revision, entry] of Object.entries(value)) {
    if (!isRevision(revision)) throw new RowError([...path, key, revision], "is not a revision");
    if (!fits(entry)) throw new RowError([...path, key, revision], `cannot be ${describe(entry)}`);
  }
};
