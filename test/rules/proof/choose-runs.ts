// Which mutants a run of the tests meets. `npm run test:all` meets enough of them that every rule is failed live in every
// era in which any mutant fails it; `npm test` a few of those from every area, and `npm run test:rest` the others.
// MUTANTS=all (npm run mutants) meets each one in each of its contexts.

import { AREAS, MUTANTS } from "../../areas/tables.ts";
import { readPortion } from "../../groups.ts";
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

/** Of every area and era the run that shows most, from those chosen above. */
export const chooseFew = (runs: readonly Run[]): readonly Run[] => {
  const best = new Map<string, Run>();
  for (const run of runs) {
    const place = `${AREA_OF.get(run.mutant)} ${eraOf(run.context)}`;
    const shown = best.get(place);
    if (shown === undefined || run.shows.size / costOf(run.context) > shown.shows.size / costOf(shown.context))
      best.set(place, run);
  }
  return [...best.values()];
};

const AREA_OF: ReadonlyMap<string, string> = new Map(MUTANTS.map(({ id, home }) => [id, home]));

const { MUTANTS: WANTED, UPDATE, ONLY, TESTS } = process.env;
const EVERY_RUN = WANTED === "all" || UPDATE !== undefined || ONLY !== undefined;

let chosen: ReadonlySet<string> | undefined;

/** Whether this run of the tests meets the mutant there. One that the matrix does not know yet is always met. */
export const isChosen = (mutant: string, context: string): boolean => {
  if (EVERY_RUN) return true;
  const matrix: KillMatrix = Object.assign({}, ...AREAS.map(readMatrix));
  chosen ??= new Set(portionOf(chooseRuns(runsOf(known(matrix)))).map((run) => `${run.mutant} ${run.context}`));
  return chosen.has(`${mutant} ${context}`) || matrix[mutant]?.[context] === undefined;
};

const portionOf = (runs: readonly Run[]): readonly Run[] => {
  const portion = readPortion(TESTS);
  if (portion === "all") return runs;
  const few = new Set(chooseFew(runs));
  return runs.filter((run) => few.has(run) === (portion === "quick"));
};

const known = (matrix: KillMatrix): KillMatrix => {
  const ids = new Set(MUTANTS.map(({ id }) => id));
  return Object.fromEntries(Object.entries(matrix).filter(([id]) => ids.has(id)));
};
