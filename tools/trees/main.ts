import type { LoadModules } from "./modules.ts";
import { faultOf, growTrees, PARTS, type Piece, type RuleTrees, readWritten } from "./trees.ts";

/** The files of one tree in the order in which a rule is read, each with what it holds of it. */
const filesOf = (pieces: readonly Piece[]): readonly string[] =>
  PARTS.flatMap((part) => {
    const found = new Map<string, Set<string>>();
    for (const piece of pieces)
      if (piece.part === part) found.set(piece.file, (found.get(piece.file) ?? new Set()).add(piece.what));
    return [...found].map(
      ([file, what]) => `  ${part.padEnd(9)}  ${file || "(the core itself)"}  ${[...what].join(", ")}`,
    );
  });

const linesOf = (found: RuleTrees): readonly string[] => [
  `${found.rule}: ${faultOf(found) ?? `in ${[...found.trees.keys()].join(", ")}`}`,
  ...[...found.trees].flatMap(([tree, pieces]) => ["", `${tree}/`, ...filesOf(pieces)]),
  ...(found.core.length > 0 ? ["", "In a core, not counted:", ...filesOf(found.core)] : []),
  ...(found.shared.length > 0
    ? ["", "Of other areas, whose rules use it too, not counted:", ...filesOf(found.shared)]
    : []),
];

/** Prints the trees of a rule. Returns the exit code. */
export const main = async (
  [rule]: readonly string[],
  load: LoadModules,
  say: (line: string) => void,
): Promise<number> => {
  const written = await readWritten(load);
  if (rule === undefined || !written.rows.has(rule)) {
    say(
      rule === undefined
        ? "npm run trees <rule>, such as TOOL-002"
        : `no row of compliance/ expects anything for ${rule}`,
    );
    return 1;
  }
  for (const line of linesOf(growTrees(written).of(rule))) say(line);
  return 0;
};
