import type { Row } from "../database/database.ts";
import type { FleetState } from "../model/state.ts";
import type { ListedTarget } from "../model/target.ts";
import type { FleetStore } from "./open-fleet-store.ts";
import { readResult, readTarget, resultColumns, TARGET_COLUMNS } from "./rows.ts";

export interface TargetQuery {
  /** Only those whose id, name, URL or command matches: `*` stands for anything, `?` for one character. */
  readonly glob?: string | undefined;
  readonly state?: FleetState | undefined;
  /** How many are read at a time. */
  readonly page?: number | undefined;
}

const PAGE = 500;

/** Every target in the order it was added, with what its newest run found; a page of them at a time in memory. */
export async function* listTargets(store: FleetStore, query: TargetQuery = {}): AsyncGenerator<ListedTarget> {
  const page = query.page ?? PAGE;
  let after = 0;
  for (;;) {
    const rows = await readPage(store, query, after, page);
    for (const row of rows) yield listedTarget(row);
    if (rows.length < page) return;
    after = Number(rows.at(-1)?.["key"]);
  }
}

export const findTarget = async (store: FleetStore, id: string): Promise<ListedTarget | undefined> => {
  const [row] = await store.database.query(`${LISTED_SELECT} WHERE t.fleet_id = $1 AND t.id = $2`, [store.fleetId, id]);
  return row && listedTarget(row);
};

/** What each target is called in a list for people: its address, its package, its command. */
export const targetLabels = async ({ database, fleetId }: FleetStore): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.query(
    `SELECT id, coalesce(address->>'url', address->>'package',
       (SELECT string_agg(word, ' ' ORDER BY place) FROM jsonb_array_elements_text(address->'words') WITH ORDINALITY AS w (word, place))) AS label
     FROM mcptest.target WHERE fleet_id = $1`,
    [fleetId],
  );
  return new Map(rows.map((row) => [String(row["id"]), String(row["label"])]));
};

export const LISTED_SELECT = `
  SELECT t.key, ${TARGET_COLUMNS}, ${resultColumns("l", "latest_")}, ${resultColumns("r", "reached_")}
  FROM mcptest.target t
  LEFT JOIN mcptest.result l ON l.target_key = t.key AND l.run_id = t.latest_run
  LEFT JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.reached_run`;

const readPage = ({ database, fleetId }: FleetStore, query: TargetQuery, after: number, page: number): Promise<Row[]> =>
  database.query(
    `${LISTED_SELECT}
     WHERE t.fleet_id = $1 AND t.key > $2 AND ($3::text IS NULL OR t.state = $3) AND ${matches("$4")}
     ORDER BY t.key LIMIT $5`,
    [fleetId, after, query.state ?? null, query.glob === undefined ? null : likePattern(query.glob), page],
  );

export const listedTarget = (row: Row): ListedTarget => {
  const target = readTarget(row);
  return {
    ...target,
    latest: readResult(row, target.id, "latest_"),
    reached: readResult(row, target.id, "reached_"),
  };
};

/** The condition that a target `t` matches the pattern in a parameter; no pattern matches every target. */
export const matches = (parameter: string): string => `(${parameter}::text IS NULL
  OR t.id ILIKE ${parameter} OR t.name ILIKE ${parameter} OR t.host ILIKE ${parameter} OR t.address->>'url' ILIKE ${parameter}
  OR t.address->>'package' ILIKE ${parameter})`;

export const likePattern = (glob: string): string =>
  glob
    .replace(/[\\%_]/g, "\\$&")
    .replaceAll("*", "%")
    .replaceAll("?", "_");
