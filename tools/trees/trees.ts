// The trees in which a rule is written: rows -> facts -> questions -> steps -> proofs, and the folders that hold them.

import { type Definitions, readDefinitions, type Side } from "./definitions.ts";
import type { LoadModules } from "./modules.ts";
import { type Proofs, readProofs } from "./proofs.ts";
import { type RuleRows, readRuleRows } from "./rows.ts";
import { readSteps } from "./steps.ts";

export const PARTS = ["rows", "facts", "questions", "steps", "proofs"] as const;

/** One file, and what of the rule it holds. */
export interface Piece {
  readonly part: (typeof PARTS)[number];
  readonly file: string;
  /** The rule, fact, question or scenario. */
  readonly what: string;
  /** What the rules of the file's own area must use too, so that it is not there for this rule alone. */
  readonly use: string;
}

export interface RuleTrees {
  readonly rule: string;
  /** The folder of test/areas whose mutants and near-misses are about the rule. */
  readonly area: string | undefined;
  /** By tree: `compliance`, an area of src, a folder of test/areas. */
  readonly trees: ReadonlyMap<string, readonly Piece[]>;
  /** What lies in another area and serves the rules of that area too. It needs no change for this rule. */
  readonly shared: readonly Piece[];
  /** Of a core, which serves every area. */
  readonly core: readonly Piece[];
}

/** What the repository says, before anything is concluded from it. */
export interface Written {
  readonly rows: ReadonlyMap<string, RuleRows>;
  readonly definitions: Definitions;
  readonly steps: ReadonlyMap<string, readonly string[]>;
  readonly proofs: Proofs;
}

export const readWritten = async (load: LoadModules): Promise<Written> => {
  const definitions = await readDefinitions(load);
  return {
    rows: readRuleRows(),
    definitions,
    steps: readSteps(definitions.questions.keys()),
    proofs: await readProofs(load),
  };
};

/** The tree that a file is part of; undefined for a core. */
const treeOf = (file: string): string | undefined =>
  /^compliance(?=\/)|^(?:src|test)\/areas\/[^/]+(?=\/)/.exec(file)?.[0];

const areaOf = (file: string): string | undefined => /^(?:src|test)\/areas\/([^/]+)\//.exec(file)?.[1];

const sideOfRule = (rule: string): Side => (rule.startsWith("C-") ? "client" : "server");

/** What is written in src for a rule, and its rows. */
const sourcesOf = ({ id, files, facts }: RuleRows, { definitions, steps }: Written): readonly Piece[] => {
  const side = sideOfRule(id);
  const known = facts.map((name) => ({ name, definition: definitions.facts[side].get(name) }));
  const questions = new Set(known.flatMap(({ definition }) => definition?.questions ?? []));
  const scenarios = new Set(known.flatMap(({ definition }) => definition?.scenarios ?? []));
  const pieces = (part: Piece["part"], what: string, kind: string, at: readonly (string | undefined)[]): Piece[] =>
    at.map((file = "") => ({ part, file, what, use: `${kind} ${what}` }));
  return [
    ...files.flatMap((file) => pieces("rows", id, "rule", [file])),
    ...known.flatMap(({ name, definition }) => pieces("facts", name, `${side} fact`, [definition?.file])),
    ...[...questions].flatMap((name) => pieces("questions", name, "question", [definitions.questions.get(name)])),
    ...[...scenarios].flatMap((name) => pieces("questions", name, "scenario", [definitions.scenarioNames.get(name)])),
    ...[...questions].flatMap((name) => pieces("steps", name, "question", steps.get(name) ?? [])),
    ...[...scenarios].flatMap((name) => pieces("steps", name, "scenario", definitions.scenarios.get(name) ?? [])),
  ];
};

/** The mutants, near-misses and tables of small captures of a rule. A row is used by every rule that it names. */
const proofsOf = ({ id, facts }: RuleRows, { proofs }: Written): readonly Piece[] => {
  const rows = proofs.rows.filter(({ rules }) => rules.includes(id));
  // Without a row of its own a rule is proven where a test names it.
  const files = rows.length > 0 ? [] : (proofs.named.get(id) ?? []);
  return [
    ...rows.map(({ file, rules }): Piece => ({ part: "proofs", file, what: id, use: `proof ${file} ${rules}` })),
    ...files.map((file): Piece => ({ part: "proofs", file, what: id, use: `proof ${file} ${id}` })),
    ...proofs.tables
      .filter(({ side, fact }) => side === sideOfRule(id) && facts.includes(fact))
      .map(({ file, fact, side }): Piece => ({ part: "proofs", file, what: fact, use: `${side} fact ${fact}` })),
  ];
};

/** A folder that merely defines a fact of the rule counts less than one that has a row about nothing else. */
const FACT_WEIGHT = 0.75;

/** The area of each rule: the folder whose rows are most about it. A row about two rules is half about each. */
const areasOfRules = (written: Written): ReadonlyMap<string, string> => {
  const weights = new Map<string, Map<string, number>>();
  const weigh = (rule: string, area: string | undefined, weight: number): void => {
    if (area === undefined) return;
    const of = weights.get(rule) ?? new Map<string, number>();
    weights.set(rule, of.set(area, (of.get(area) ?? 0) + weight));
  };
  for (const { file, rules } of written.proofs.rows)
    for (const rule of rules) weigh(rule, areaOf(file), 1 / rules.length);
  for (const [rule, files] of written.proofs.named)
    if (!weights.has(rule)) for (const file of files) weigh(rule, areaOf(file), 1);
  for (const { id, facts } of written.rows.values()) {
    const places = facts.map((fact) => written.definitions.facts[sideOfRule(id)].get(fact)?.file ?? "");
    const proven = weights.get(id);
    for (const area of new Set(places.map(areaOf)))
      if (area !== undefined && proven?.has(area)) weigh(id, area, FACT_WEIGHT);
  }
  return new Map(
    [...weights].map(([rule, of]) => [rule, [...of].sort(([, a], [, b]) => b - a).map(([area]) => area)[0] ?? ""]),
  );
};

export interface Trees {
  readonly rules: readonly string[];
  readonly of: (rule: string) => RuleTrees;
}

export const growTrees = (written: Written): Trees => {
  const areas = areasOfRules(written);
  const pieces = new Map(
    [...written.rows].map(([rule, row]) => [rule, [...sourcesOf(row, written), ...proofsOf(row, written)]]),
  );
  const used = new Map<string, Set<string>>();
  for (const [rule, own] of pieces) {
    const area = areas.get(rule) ?? "";
    const uses = used.get(area) ?? new Set();
    for (const { use } of own) uses.add(use);
    used.set(area, uses);
  }
  const of = (rule: string): RuleTrees => {
    const area = areas.get(rule);
    const trees = new Map<string, Piece[]>();
    const [shared, core]: [Piece[], Piece[]] = [[], []];
    for (const piece of pieces.get(rule) ?? []) {
      const [tree, other] = [treeOf(piece.file), areaOf(piece.file)];
      if (tree === undefined) core.push(piece);
      else if (other !== undefined && other !== area && used.get(other)?.has(piece.use)) shared.push(piece);
      else trees.set(tree, [...(trees.get(tree) ?? []), piece]);
    }
    return { rule, area, trees, shared, core };
  };
  return { rules: [...pieces.keys()], of };
};

/**
 * Why a rule is not in compliance, one area of src and the folder of test/areas of the same name. A rule whose facts are all
 * those of other areas has nothing to write in src.
 */
export const faultOf = ({ area, trees, shared }: RuleTrees): string | undefined => {
  if (area === undefined) return "no folder of test/areas proves it";
  const own = new Set(["compliance", `src/areas/${area}`, `test/areas/${area}`]);
  const elsewhere = [...trees].filter(([tree]) => !own.has(tree));
  if (elsewhere.length > 0) {
    const places = elsewhere.map(
      ([tree, pieces]) => `${[...new Set(pieces.map(({ part, what }) => `${part} ${what}`))].join(", ")} in ${tree}`,
    );
    return `it belongs to ${area}, and no rule of those areas uses ${places.join("; ")}`;
  }
  const isInAreas = trees.has(`src/areas/${area}`) || shared.some(({ file }) => file.startsWith("src/areas/"));
  return isInAreas ? undefined : `it belongs to ${area}, and nothing of it is in src/areas`;
};

/** Every rule that is not in three trees, with the reason. */
export const scatteredRules = (written: Written): readonly string[] => {
  const trees = growTrees(written);
  return trees.rules.flatMap((rule) => {
    const fault = faultOf(trees.of(rule));
    return fault === undefined ? [] : [`${rule}: ${fault}`];
  });
};
