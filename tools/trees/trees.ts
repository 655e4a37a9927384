// The trees in which a rule is written: rows -> facts -> questions -> steps -> proofs, and the folders that hold them.

import { type Definitions, type LoadModules, readDefinitions, type Side } from "./definitions.ts";
import { type Proofs, readProofs } from "./proofs.ts";
import { type RuleRows, readRuleRows } from "./rows.ts";
import { readSteps } from "./steps.ts";

export const PARTS = ["rows", "facts", "questions", "steps", "proofs"] as const;

/** One file, and what of the rule it holds. */
export interface Piece {
  readonly part: (typeof PARTS)[number];
  readonly file: string;
  readonly what: string;
}

export interface RuleTrees {
  readonly rule: string;
  /** By tree: `compliance`, an area of src, a folder of test/areas. */
  readonly trees: ReadonlyMap<string, readonly Piece[]>;
  /** Of a core, which serves every area and needs no change for a rule. */
  readonly core: readonly Piece[];
  /** Mutants and near-misses of another area that name this rule beside one of their own. */
  readonly beside: readonly Piece[];
}

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
    proofs: readProofs(),
  };
};

/** The tree that a file is part of; undefined for a core. */
const treeOf = (file: string): string | undefined =>
  /^compliance(?=\/)|^(?:src|test)\/areas\/[^/]+(?=\/)/.exec(file)?.[0];

const sideOfRule = (rule: string): Side => (rule.startsWith("C-") ? "client" : "server");

const writtenPieces = ({ id, files, facts }: RuleRows, { definitions, steps }: Written): readonly Piece[] => {
  const known = facts.map((name) => ({ name, definition: definitions.facts[sideOfRule(id)].get(name) }));
  const questions = new Set(known.flatMap(({ definition }) => definition?.questions ?? []));
  const scenarios = new Set(known.flatMap(({ definition }) => definition?.scenarios ?? []));
  return [
    ...files.map((file): Piece => ({ part: "rows", file, what: id })),
    ...known.map(({ name, definition }): Piece => ({ part: "facts", file: definition?.file ?? "", what: name })),
    ...[...questions].map(
      (name): Piece => ({ part: "questions", file: definitions.questions.get(name) ?? "", what: name }),
    ),
    ...[...scenarios].map(
      (name): Piece => ({ part: "questions", file: definitions.scenarioNames.get(name) ?? "", what: name }),
    ),
    ...[...questions].flatMap((name) =>
      (steps.get(name) ?? []).map((file): Piece => ({ part: "steps", file, what: name })),
    ),
    ...[...scenarios].flatMap((name) =>
      (definitions.scenarios.get(name) ?? []).map((file): Piece => ({ part: "steps", file, what: name })),
    ),
  ];
};

/** The areas of a rule that another one could name it beside: those of its facts. */
const areasOf = (rule: string, written: Written): ReadonlySet<string> => {
  const row = written.rows.get(rule);
  const trees = row
    ? writtenPieces(row, written).flatMap(({ part, file }) => (part === "facts" ? [treeOf(file)] : []))
    : [];
  return new Set(trees.flatMap((tree) => tree?.replace(/^src\/areas\//, "") ?? []));
};

export const treesOf = (rule: string, written: Written): RuleTrees => {
  const row = written.rows.get(rule);
  if (!row) throw new Error(`no row of compliance/ expects anything for ${rule}`);
  const pieces = [...writtenPieces(row, written)];
  const beside: Piece[] = [];
  const own = areasOf(rule, written);
  for (const { file, rules } of written.proofs.rows) {
    if (!rules.includes(rule)) continue;
    const piece: Piece = { part: "proofs", file, what: rule };
    const area = treeOf(file)?.replace(/^test\/areas\//, "");
    const isOfAnother =
      area !== undefined && !own.has(area) && rules.some((other) => areasOf(other, written).has(area));
    (isOfAnother ? beside : pieces).push(piece);
  }
  for (const { file, fact, side } of written.proofs.tables)
    if (side === sideOfRule(rule) && row.facts.includes(fact)) pieces.push({ part: "proofs", file, what: fact });
  const trees = new Map<string, Piece[]>();
  const core: Piece[] = [];
  for (const piece of pieces) {
    const tree = treeOf(piece.file);
    if (tree === undefined) core.push(piece);
    else trees.set(tree, [...(trees.get(tree) ?? []), piece]);
  }
  return { rule, trees, core, beside };
};

/** Why the trees of a rule are not compliance, one area of src and the folder of test/areas of the same name. */
export const faultOf = ({ trees }: RuleTrees): string | undefined => {
  const named = (place: string): readonly string[] =>
    [...trees.keys()].flatMap((tree) => (tree.startsWith(place) ? [tree.slice(place.length)] : [])).sort();
  const [areas, proofs] = [named("src/areas/"), named("test/areas/")];
  if (areas.length !== 1)
    return areas.length === 0 ? "in no area of src" : `in ${areas.length} areas: ${areas.join(", ")}`;
  if (proofs.length !== 1 || proofs[0] !== areas[0])
    return `in ${areas[0]}, and proven in ${proofs.length === 0 ? "no folder of test/areas" : proofs.join(", ")}`;
  return undefined;
};

/** Every rule that is not in three trees, with the reason. */
export const scatteredRules = (written: Written): readonly string[] =>
  [...written.rows.keys()].flatMap((rule) => {
    const fault = faultOf(treesOf(rule, written));
    return fault === undefined ? [] : [`${rule}: ${fault}`];
  });
