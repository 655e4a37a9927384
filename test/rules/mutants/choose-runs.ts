// Which mutants a run of the tests meets: enough of them that every rule is failed live in every era in which any
// mutant fails it. MUTANTS=all (npm run mutants) meets each one in each of its contexts.

import { MUTANTS, type Area, MUTANT_TABLES } from "../../servers/mutants/mutants.ts";
import { type KillMatrix, readMatrix } from "./kill-matrix.ts";

export interface Run {
  readonly mutant: string;
  readonly context: string;
  /** Rule and era. */
  readonly shows: ReadonlySet<string>;
}

/** A process of its own per conversation costs several times as much. */
const costOf = (context: string): number => (context.startsWith("stdio/") ? 4 : 1);

const eraOf = (context: string): string => (context.endsWith("2026-07-28") ? "stateless" : "stateful");

export const runsOf = (matrix: KillMatrix): readonly Run[] =>
  Object.entries(matrix).flatMap(([mutant, contexts]) =>
    Object.entries(contexts).map(([context, ids]) => ({
      mutant,
      context,
      shows: new Set(ids.map((id) => `${id} ${eraOf(context)}`)),
    })),
  );

/** The usual greedy cover: always the run that shows most that is not shown yet, for its cost. */
export const chooseRuns = (runs: readonly Run[]): readonly Run[] => {
  const open = new Set(runs.flatMap(({ shows }) => [...shows]));
  const chosen: Run[] = [];
  while (open.size > 0) {
    let best: Run | undefined;
    let most = 0;
    for (const run of runs) {
      const worth = [...run.shows].filter((pair) => open.has(pair)).length / costOf(run.context);
      if (worth > most) [best, most] = [run, worth];
    }
    if (!best) break;
    chosen.push(best);
    for (const pair of best.shows) open.delete(pair);
  }
  return chosen;
};

let chosen: ReadonlySet<string> | undefined;

/** Whether this run of the tests meets the mutant there. One that the matrix does not know yet is always met. */
export const isChosen = (mutant: string, context: string): boolean => {
  if (process.env["MUTANTS"] === "all" || process.env["UPDATE"] !== undefined || process.env["ONLY"] !== undefined)
    return true;
  const matrix: KillMatrix = Object.assign({}, ...(Object.keys(MUTANT_TABLES) as Area[]).map(readMatrix));
  chosen ??= new Set(chooseRuns(runsOf(known(matrix))).map((run) => `${run.mutant} ${run.context}`));
  return chosen.has(`${mutant} ${context}`) || matrix[mutant]?.[context] === undefined;
};

const known = (matrix: KillMatrix): KillMatrix => {
  const ids = new Set(MUTANTS.map(({ id }) => id));
  return Object.fromEntries(Object.entries(matrix).filter(([id]) => ids.has(id)));
};
