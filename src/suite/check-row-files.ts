import { readFileSync } from "node:fs";
import { loadRegex } from "../check/regex-engine.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Condition } from "../model/rule.ts";
import { checkRows, usesRegex } from "./check-rows.ts";
import type { SuitePath } from "./problem.ts";
import { readYamlSource, type YamlSource } from "./yaml-source.ts";

interface Rows {
  readonly source: YamlSource;
  readonly path: SuitePath;
  readonly rows: readonly Condition[];
}

/** Targets and matchers of files of rows whose shape has been checked. Throws SuiteError with the place of each mistake. */
export const checkRowFiles = async (files: readonly string[]): Promise<void> => {
  const lists = files.flatMap(readLists);
  const regex = lists.some(({ rows }) => rows.some(({ matcher }) => usesRegex(matcher)))
    ? await loadRegex()
    : undefined;
  for (const { source, path, rows } of lists) {
    const problems = checkRows(rows, path, { names: [], facts: true }, regex);
    if (problems.length > 0) source.fail(problems);
  }
};

const readLists = (file: string): readonly Rows[] => {
  const source = readYamlSource(readFileSync(file, "utf8"), file);
  const entries: readonly Json[] = Array.isArray(source.value) ? source.value : [];
  return entries.flatMap((entry, index) =>
    ["when", "expect"].flatMap((key) => {
      const rows = isJsonObject(entry) ? entry[key] : undefined;
      return Array.isArray(rows) ? [{ source, path: [index, key], rows: rows as unknown as Condition[] }] : [];
    }),
  );
};
