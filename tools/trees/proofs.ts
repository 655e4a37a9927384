// What proves a rule: the mutants and near-misses that name it, and the tables of small captures of its facts.

import ts from "typescript";
import { type CodeFile, codeBelow, walk } from "../house/code-files.ts";
import { type Side, sideOf } from "./definitions.ts";
import { homesOf, isObject, type LoadModules } from "./modules.ts";
import { RULE_ID } from "./rows.ts";

/** A mutant or near-miss: the rules that it names. */
export interface ProofRow {
  readonly file: string;
  readonly rules: readonly string[];
}

export interface FactTable {
  readonly file: string;
  readonly fact: string;
  readonly side: Side;
}

export interface Proofs {
  readonly rows: readonly ProofRow[];
  readonly tables: readonly FactTable[];
  /** The tests that name a rule without any row. */
  readonly named: ReadonlyMap<string, readonly string[]>;
}

/** The members in which such a row names rules: as a list, or as an object with a stricter version of each. */
const NAMING = ["fails", "closestTo", "near", "spared"];

const rulesOf = (row: object): readonly string[] =>
  Object.entries(row).flatMap(([member, value]) => {
    if (!NAMING.includes(member) || typeof value !== "object" || value === null) return [];
    const named: readonly unknown[] = Array.isArray(value) ? value : Object.keys(value);
    return named.flatMap((one) => (typeof one === "string" && RULE_ID.test(one) ? [one] : []));
  });

const isRow = (value: unknown): value is object => isObject(value) && rulesOf(value).length > 0;

/** Where tables of mutants and near-misses are. A file that starts a server or a test would do so when it is loaded. */
const HAS_ROWS =
  /^test\/(?:areas|servers\/(?:mutants|innocents)|clients\/(?:mutants|innocents)|authorization-server)\//;
const isLoaded = ({ path, text }: CodeFile): boolean =>
  HAS_ROWS.test(path) &&
  !/(?:\.test|-main)\.ts$/.test(path) &&
  /"(?:C-)?[A-Z]+-\d{3}"/.test(text) &&
  !text.includes('from "vitest"');

export const tablesIn = (files: readonly CodeFile[]): readonly FactTable[] => {
  const tables: FactTable[] = [];
  for (const { path, tree } of files)
    walk(tree, (node) => {
      if (!ts.isCallExpression(node) || !/^(?:reading|client)Table$/.test(node.expression.getText())) return;
      const [fact] = node.arguments;
      const isClient = node.expression.getText() === "clientTable";
      if (fact && ts.isStringLiteralLike(fact))
        tables.push({ file: path, fact: fact.text, side: isClient ? "client" : sideOf(path) });
    });
  return tables;
};

const rulesNamedIn = (files: readonly CodeFile[]): ReadonlyMap<string, readonly string[]> => {
  const named = new Map<string, Set<string>>();
  for (const { path, tree } of files.filter((file) => HAS_ROWS.test(file.path)))
    walk(tree, (node) => {
      if (ts.isStringLiteralLike(node) && RULE_ID.test(node.text))
        named.set(node.text, (named.get(node.text) ?? new Set()).add(path));
    });
  return new Map([...named].map(([rule, paths]) => [rule, [...paths].sort()]));
};

export const readProofs = async (load: LoadModules): Promise<Proofs> => {
  const files = codeBelow("test").filter(({ path }) => path.endsWith(".ts"));
  const modules = await load(files.filter(isLoaded).map(({ path }) => path));
  const rows = [...homesOf<object>(modules, isRow)].map(([row, { file }]) => ({
    file,
    rules: [...new Set(rulesOf(row))],
  }));
  return { rows, tables: tablesIn(files), named: rulesNamedIn(files) };
};
