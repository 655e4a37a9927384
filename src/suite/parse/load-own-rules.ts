import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject } from "../../base/json.ts";
import type { Condition } from "../../judge/core/rule.ts";
import { CorpusError } from "../../judge/corpus/corpus.ts";
import { RowError } from "../../judge/corpus/read-rows.ts";
import { embeddedRuleset, withdrawnReason } from "../../judge/corpus-files/embedded.ts";
import { loadCorpusFolder, loadRegistry, rowFiles, yamlFiles } from "../../judge/corpus-files/load-folder.ts";
import { YamlError } from "../../judge/corpus-files/read-yaml.ts";
import { regexFor } from "../../judge/regex-engine.ts";
import { REVISIONS } from "../../protocol/revision.ts";
import { SuiteError } from "../problem.ts";
import { type OwnRow, readOwnRows } from "../rules/own-rows.ts";
import { combineOwnRules } from "../rules/own-rules.ts";
import { rowProblems } from "../rules/row-problems.ts";
import { createRuleBook, type OwnRules, type RuleBook } from "../rules/rule-book.ts";
import { readYamlSource } from "./yaml-source.ts";

export const openRuleBook = (own?: OwnRules): RuleBook => createRuleBook(embeddedRuleset, own, withdrawnReason);

/**
 * A user's own rules: a file of rows, or a folder. In a folder, YAML files hold rows for every revision, folders such as
 * `v2025-06-18/` rows for one, and `registry/` describes rules, as in the compliance/ folder of this project.
 */
export const loadOwnRules = async (path: string): Promise<OwnRules> => {
  try {
    const root = statSync(path).isDirectory() ? rootOf(path) : undefined;
    const everywhere = root === undefined ? [path] : yamlFiles(root).map((name) => join(root, name));
    const labels = root === undefined ? [] : labelsIn(root);
    const home = join(root ?? "", "registry");
    const files = {
      rows: everywhere.flatMap(readRows),
      folders: new Map(labels.map((label) => [label, loadCorpusFolder(label, join(root ?? "", label))])),
      registry: root !== undefined && existsSync(home) ? loadRegistry(home) : new Map(),
    };
    if (files.rows.length + files.folders.size + files.registry.size === 0)
      throw new SuiteError([`${root ?? path} has no rules; write a list of rows with rule_id and expect`]);
    const rules = combineOwnRules(files, embeddedRuleset);
    await checkRows([...everywhere, ...labels.flatMap((label) => rowFiles(join(root ?? "", label)))]);
    return rules;
  } catch (error) {
    throw asSuiteError(error, path);
  }
};

/** People also name the registry/ inside a folder of rules when they mean the folder. */
const rootOf = (path: string): string =>
  basename(path) === "registry" && labelsIn(dirname(path)).length > 0 ? dirname(path) : path;

const labelsIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^(?:v\d{4}-\d{2}-\d{2}(?:-[\w.]+)?|draft)$/.test(entry.name))
    .map(({ name }) => name)
    .sort();

const readRows = (file: string): readonly OwnRow[] => {
  const source = readYamlSource(readFileSync(file, "utf8"), file);
  try {
    return readOwnRows(source.value, isShipped);
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    return source.fail([{ path: error.path, message: error.message }]);
  }
};

const isShipped = (id: string): boolean =>
  REVISIONS.some((revision) => embeddedRuleset(revision).rules.some((rule) => rule.id === id));

/** A target or matcher that can never be judged is a mistake in the file; found in the run, it would look like a bug. */
const checkRows = async (files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const source = readYamlSource(readFileSync(file, "utf8"), file);
    const lists = (Array.isArray(source.value) ? source.value : []).flatMap((entry, index) =>
      ["when", "expect"].flatMap((key) => {
        const rows = isJsonObject(entry) ? entry[key] : undefined;
        return Array.isArray(rows) ? [{ path: [index, key], rows: rows as unknown as Condition[] }] : [];
      }),
    );
    const regex = await regexFor(lists.flatMap(({ rows }) => rows));
    for (const { path, rows } of lists) {
      const problems = rowProblems(rows, path, { names: [], facts: true }, regex);
      if (problems.length > 0) source.fail(problems);
    }
  }
};

/** Every mistake in the files becomes one line. */
const asSuiteError = (error: unknown, path: string): unknown => {
  if (error instanceof YamlError || error instanceof CorpusError) return new SuiteError([error.message]);
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return error;
  const why = code === "ENOENT" || code === "ENOTDIR" ? "no such file or folder" : `cannot be read (${code})`;
  return new SuiteError([`--registry ${JSON.stringify(path)}: ${why}`]);
};
