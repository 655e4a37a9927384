// What compliance/ says about each rule: the files that name it and the facts that its rows name.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "../house/code-files.ts";

export interface RuleRows {
  readonly id: string;
  /** Files that name the rule, also beside another one. */
  readonly files: readonly string[];
  /** The facts that its rows name, in `when` and in `expect`. */
  readonly facts: readonly string[];
}

export const RULE_ID = /^(?:C-)?[A-Z]+-\d{3}$/;

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every `target` below a row: its first name is that of a fact. */
const factsBelow = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(factsBelow);
  if (!isObject(value)) return [];
  const own = typeof value["target"] === "string" ? [/^[A-Za-z0-9_$-]+/.exec(value["target"])?.[0] ?? ""] : [];
  return [...own, ...Object.values(value).flatMap(factsBelow)];
};

/** Every rule that some revision or extension expects something for. A requirement without such a row is not checked. */
export const readRuleRows = (): ReadonlyMap<string, RuleRows> => {
  const facts = new Map<string, Set<string>>();
  const files = new Map<string, Set<string>>();
  for (const path of filesBelow("compliance")) {
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const [id] of text.matchAll(/\b(?:C-)?[A-Z]+-\d{3}\b/g)) files.set(id, (files.get(id) ?? new Set()).add(path));
    const rows: unknown = path.endsWith(".yaml") ? parse(text) : [];
    for (const row of Array.isArray(rows) ? rows : []) {
      if (!isObject(row) || typeof row["rule_id"] !== "string" || !Array.isArray(row["expect"])) continue;
      const known = facts.get(row["rule_id"]) ?? new Set();
      for (const fact of factsBelow([row["when"], row["expect"]])) known.add(fact);
      facts.set(row["rule_id"], known);
    }
  }
  return new Map(
    [...facts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, names]) => [id, { id, files: [...(files.get(id) ?? [])].sort(), facts: [...names].sort() }]),
  );
};
