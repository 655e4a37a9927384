import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { REVISIONS } from "../../protocol/revision.ts";
import type { RegistryRow } from "../core/rule.ts";
import { type Compliance, CorpusError } from "../corpus/corpus.ts";
import type { ExtensionHead } from "../corpus/extension.ts";
import { extensionsOf, judgedVersions } from "../corpus/extension-ruleset.ts";
import { toRuleText } from "../corpus/read-rule-text.ts";
import { RULE_CLASSES, type RuleClass, type RuleText } from "../corpus/rule-text.ts";
import { rulesetOf } from "../corpus/ruleset.ts";
import { loadCompliance } from "./load-folder.ts";

/** Turns compliance/ into the JSON files that are read at run time; compressed, because they are most of the package. */
export const compileCompliance = (root: string, out: string): void => {
  mkdirSync(out, { recursive: true });
  compileServers(root, out);
  compileClients(join(root, "clients"), out);
};

const compileServers = (root: string, out: string): void => {
  const compliance = loadCompliance(root);
  for (const revision of REVISIONS) {
    writeBuilt(out, `${revision}.json.gz`, gzipped(rulesetOf(compliance, revision)));
    writeBuilt(out, `extensions-${revision}.json.gz`, gzipped(extensionsOf(compliance, revision)));
    writeBuilt(out, `authorization-${revision}.json.gz`, gzipped(rulesetOf(compliance, revision, "authorization")));
  }
  writeBuilt(out, "texts.json.gz", gzipped(textsOf(compliance, root)));
};

/** The rules about clients, which are judged from the other side of a session. */
const compileClients = (root: string, out: string): void => {
  const compliance = loadCompliance(root);
  for (const revision of REVISIONS)
    writeBuilt(out, `clients-${revision}.json.gz`, gzipped(rulesetOf(compliance, revision)));
  const texts = textsOf(compliance, root);
  for (const { id, class: kind, why, fix } of texts)
    if (kind === "implemented" && (why === "" || fix === ""))
      throw new CorpusError(`${id} has corpus rows; say in clients/registry why it matters and how to fix it`);
  writeBuilt(out, "clients-texts.json.gz", gzipped(texts));
};

const textsOf = (compliance: Compliance, root: string): readonly RuleText[] =>
  ruleTexts(compliance, classify(compliance, readFileSync(join(root, "ids.txt"), "utf8")));

/** Every rule for readers: those of the core, then those of each extension. */
export const ruleTexts = (
  { registry, extensions }: Compliance,
  classes: ReadonlyMap<string, RuleClassEntry>,
): readonly RuleText[] => {
  const textOf = (row: RegistryRow, head?: ExtensionHead): RuleText => {
    const { class: kind, reason } = classes.get(row.rule_id) ?? IMPLEMENTED;
    return toRuleText(row, kind, reason, head);
  };
  return [
    ...[...registry.values()].map((row) => textOf(row)),
    ...judgedVersions(extensions).flatMap(({ head, registry: own }) =>
      [...own.values()].map((row) => textOf(row, head)),
    ),
  ];
};

const gzipped = (value: unknown): Uint8Array => gzipSync(JSON.stringify(value), { level: 9 });

/** The class of every requirement: a rule with corpus rows is implemented, ids.txt says why each of the others is not. */
export const classify = (
  { registry: core, corpora, extensions }: Compliance,
  ids: string,
): ReadonlyMap<string, RuleClassEntry> => {
  const listed = readClasses(ids);
  const withRows = new Set([...corpora.values(), ...extensions].flatMap(({ rows }) => [...rows.keys()]));
  const registry = new Map([...core, ...extensions.flatMap((one) => [...one.registry])]);
  for (const id of listed.keys()) {
    if (!registry.has(id)) throw new CorpusError(`compliance/ids.txt lists ${id}, which the registry does not have`);
    if (withRows.has(id))
      throw new CorpusError(`compliance/ids.txt lists ${id}, which has corpus rows; remove the line`);
  }
  return new Map(
    [...registry.keys()].map((id) => {
      const known = listed.get(id) ?? (withRows.has(id) ? IMPLEMENTED : undefined);
      if (known) return [id, known];
      throw new CorpusError(`${id} has no corpus row; write one, or say in compliance/ids.txt why there is none`);
    }),
  );
};

interface RuleClassEntry {
  readonly class: RuleClass;
  readonly reason: string;
}

const IMPLEMENTED: RuleClassEntry = { class: "implemented", reason: "" };

const readClasses = (text: string): ReadonlyMap<string, RuleClassEntry> => {
  const found = new Map<string, RuleClassEntry>();
  text.split("\n").forEach((line, index) => {
    if (line === "" || line.startsWith("#")) return;
    const [id = "", name, ...reason] = line.split(" ");
    const kind = RULE_CLASSES.find((known) => known === name && known !== "implemented");
    if (!kind || found.has(id))
      throw new CorpusError(`compliance/ids.txt:${index + 1}: ${kind ? "listed twice" : "no such class"}`);
    found.set(id, { class: kind, reason: reason.join(" ") });
  });
  return found;
};

/** Replaced in one step: another process may be reading. */
export const writeBuilt = (folder: string, name: string, content: string | Uint8Array): void => {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
};
