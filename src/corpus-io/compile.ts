import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CorpusError } from "../corpus/corpus.ts";
import { ruleText } from "../corpus/rule-text.ts";
import { rulesetOf } from "../corpus/ruleset.ts";
import { REVISIONS } from "../model/revision.ts";
import { RULE_CLASSES, type RuleClass } from "../model/rule-text.ts";
import { loadCompliance } from "./load-folder.ts";

/** Turns compliance/ into the JSON files that are read at run time; packed, because they are most of the package. */
export const compileCompliance = (root: string, out: string): void => {
  const compliance = loadCompliance(root);
  const classes = readClasses(readFileSync(join(root, "ids.txt"), "utf8"));
  mkdirSync(out, { recursive: true });
  for (const revision of REVISIONS) write(out, `${revision}.json.gz`, rulesetOf(compliance, revision));
  const texts = [...compliance.registry.values()].map((row) => {
    const known = classes.get(row.rule_id);
    if (!known) throw new CorpusError(`compliance/ids.txt does not list ${row.rule_id}`);
    return ruleText(row, known.class, known.reason);
  });
  write(out, "texts.json.gz", texts);
};

export const readClasses = (
  text: string,
): ReadonlyMap<string, { readonly class: RuleClass; readonly reason: string }> => {
  const found = new Map<string, { class: RuleClass; reason: string }>();
  text.split("\n").forEach((line, index) => {
    if (line === "" || line.startsWith("#")) return;
    const [id = "", name, ...reason] = line.split(" ");
    const kind = RULE_CLASSES.find((known) => known === name);
    if (!kind || found.has(id))
      throw new CorpusError(`compliance/ids.txt:${index + 1}: ${kind ? "listed twice" : "no such class"}`);
    found.set(id, { class: kind, reason: reason.join(" ") });
  });
  return found;
};

/** In place at once: another process may be reading. */
const write = (folder: string, name: string, value: unknown): void => {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, gzipSync(JSON.stringify(value), { level: 9 }));
  renameSync(`${path}.new`, path);
};
