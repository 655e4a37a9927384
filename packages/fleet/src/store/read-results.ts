import type { Row } from "../database/database.ts";
import type { FleetChange } from "../model/change.ts";
import type { FleetResult } from "../model/result.ts";
import type { FleetCertificate, FleetCounts, FleetRun } from "../model/run.ts";
import { FLEET_STATES, type FleetState } from "../model/state.ts";
import type { FleetStore } from "./open-fleet-store.ts";
import { readCertificate, readChange, readResult, readRun, resultColumns } from "./rows.ts";

/** What the runs of a target found, the newest first. */
export const runsOf = async (
  { database, fleetId }: FleetStore,
  target: string,
  most = 1_000,
): Promise<readonly FleetResult[]> => {
  const rows = await database.query(
    `SELECT ${resultColumns("r", "")} FROM mcptest.result r JOIN mcptest.target t ON t.key = r.target_key
     WHERE t.fleet_id = $1 AND t.id = $2 ORDER BY r.run_id DESC LIMIT $3`,
    [fleetId, target, most],
  );
  return rows.flatMap((row) => readResult(row, target, "") ?? []);
};

export const resultOf = async (
  { database, fleetId }: FleetStore,
  target: string,
  run: number,
): Promise<FleetResult | undefined> => {
  const [row] = await database.query(
    `SELECT ${resultColumns("r", "")} FROM mcptest.result r JOIN mcptest.target t ON t.key = r.target_key
     WHERE t.fleet_id = $1 AND t.id = $2 AND r.run_id = $3`,
    [fleetId, target, run],
  );
  return row && (readResult(row, target, "") ?? undefined);
};

/** The newest first. */
export const listRuns = async ({ database, fleetId }: FleetStore, most = 100): Promise<readonly FleetRun[]> => {
  const rows = await database.query(
    "SELECT id, started_at, finished_at, queued, done FROM mcptest.run WHERE fleet_id = $1 ORDER BY id DESC LIMIT $2",
    [fleetId, most],
  );
  return rows.map(readRun);
};

export interface ChangeQuery {
  readonly since?: Date | undefined;
  readonly target?: string | undefined;
  readonly most?: number | undefined;
}

/** What changed, the newest first. */
export const listChanges = async (
  { database, fleetId }: FleetStore,
  { since, target, most = 10_000 }: ChangeQuery = {},
): Promise<readonly FleetChange[]> => {
  const rows = await database.query(
    `SELECT t.id AS target, c.run_id, c.at, c.kind, c.before, c.after, c.detail
     FROM mcptest.change c JOIN mcptest.target t ON t.key = c.target_key
     WHERE c.fleet_id = $1 AND ($2::timestamptz IS NULL OR c.at >= $2) AND ($3::text IS NULL OR t.id = $3)
     ORDER BY c.at DESC, c.id DESC LIMIT $4`,
    [fleetId, since ?? null, target ?? null, most],
  );
  return rows.map(readChange);
};

/** The newest first; those of one target, or of all. */
export const certificatesOf = async (
  { database, fleetId }: FleetStore,
  target?: string,
): Promise<readonly FleetCertificate[]> => {
  const rows = await database.query(
    `SELECT t.id AS target, c.run_id, c.issued_at, c.expires_at, c.grade, c.text, c.revoked_at, c.revocation
     FROM mcptest.certificate c JOIN mcptest.target t ON t.key = c.target_key
     WHERE t.fleet_id = $1 AND ($2::text IS NULL OR t.id = $2) ORDER BY c.issued_at DESC, c.id`,
    [fleetId, target ?? null],
  );
  return rows.map(readCertificate);
};

/** The fleet in numbers, as it is now. */
export const countFleet = async ({ database, fleetId }: FleetStore): Promise<FleetCounts> => {
  const states = await database.query(
    `SELECT coalesce(state, 'unasked') AS state, count(*)::int AS n, count(*) FILTER (WHERE opted_out)::int AS out,
       count(*) FILTER (WHERE NOT opted_out AND next_at <= now())::int AS due
     FROM mcptest.target WHERE fleet_id = $1 GROUP BY 1`,
    [fleetId],
  );
  const [tasks] = await database.query(
    `SELECT count(*) FILTER (WHERE worker IS NULL)::int AS waiting, count(*) FILTER (WHERE worker IS NOT NULL)::int AS working
     FROM mcptest.task WHERE fleet_id = $1`,
    [fleetId],
  );
  const sum = (name: string): number => states.reduce((total, row) => total + Number(row[name]), 0);
  const of = (state: FleetState | "unasked"): number => Number(found(states, state)?.["n"] ?? 0);
  return {
    targets: sum("n"),
    states: Object.fromEntries(
      [...FLEET_STATES, "unasked" as const].map((state) => [state, of(state)]),
    ) as FleetCounts["states"],
    optedOut: sum("out"),
    due: sum("due"),
    waiting: Number(tasks?.["waiting"] ?? 0),
    working: Number(tasks?.["working"] ?? 0),
  };
};

const found = (rows: readonly Row[], state: string): Row | undefined => rows.find((row) => row["state"] === state);
