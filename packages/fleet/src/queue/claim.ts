import type { Row } from "../database/database.ts";
import type { ListedTarget } from "../model/target.ts";
import { COMMAND_HOST } from "../store/add-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { readResult, readTarget, resultColumns, TARGET_COLUMNS } from "../store/rows.ts";
import { LEASE_SECONDS, LONGEST_WAIT_SECONDS, longestPause, type Politeness } from "./politeness.ts";
import type { RunOptions } from "./run-options.ts";

export interface Task {
  readonly targetKey: number;
  readonly run: number;
  readonly host: string;
  /** How often somebody began with it, this time included. */
  readonly attempts: number;
  readonly options: RunOptions;
  readonly target: ListedTarget;
  readonly everySeconds: number | null;
  readonly steady: number;
  readonly missed: number;
}

export type Claim =
  | { readonly kind: "task"; readonly task: Task }
  /** The host may not be asked yet. */
  | { readonly kind: "later"; readonly seconds: number }
  | { readonly kind: "nothing" };

/**
 * Takes the next target of a host, if the host may be asked now. The row of the host is locked meanwhile, so that the limit holds
 * however many workers there are; every time is the database's. One statement, because a worker does this for every target.
 */
export const claimTask = async (
  { database, fleetId }: FleetStore,
  worker: string,
  host: string,
  politeness: Politeness,
): Promise<Claim> => {
  const { perHost, gapSeconds } = politeness;
  const [row] =
    host === COMMAND_HOST
      ? await database.query(CLAIM_COMMAND, [fleetId, host, worker])
      : await database.query(CLAIM_AT_HOST, [fleetId, host, worker, gapSeconds, perHost, longestPause(politeness)]);
  if (row?.["claimed"] === true) return { kind: "task", task: readTask(row, host) };
  if (row?.["waits"] !== true || host === COMMAND_HOST) return { kind: "nothing" };
  const seconds = Number(row["seconds"] ?? 0);
  return { kind: "later", seconds: seconds > 0 ? seconds : Math.max(1, gapSeconds) };
};

/** A target of this fleet and host that nobody has. */
const WAITING = "k.fleet_id = $1 AND k.host = $2 AND k.worker IS NULL";

/** A pause that ends later was written when the clock of the database was ahead. */
const BELIEVED = `now() + make_interval(secs => CASE WHEN h.asked_to_wait THEN ${LONGEST_WAIT_SECONDS} ELSE $6::float8 END)`;

/**
 * Locks the row of the host, which is made where there is none, and writes the pause into it, if it may be asked: its pause is over, and
 * not too many are at it. A statement that waited for the lock sees the host as it is now, but the tasks as they were when it began: so it
 * leaves a host alone that somebody has written to since.
 */
const TURN = `
  turn AS (
    INSERT INTO mcptest.host AS h (name, next_at)
    SELECT $2::text, now() + make_interval(secs => $4) WHERE EXISTS (SELECT 1 FROM mcptest.task k WHERE ${WAITING})
    ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at, asked_to_wait = false
    WHERE h.xmin = (SELECT seen.xmin FROM mcptest.host seen WHERE seen.name = $2)
      AND (h.next_at <= now() OR h.next_at >= ${BELIEVED})
      AND $5::int > (SELECT count(*) FROM mcptest.task k
        WHERE k.host = $2 AND k.worker IS NOT NULL AND k.lease_until > now())
    RETURNING 1
  )`;

const claimText = (turn: string | undefined): string => `
  WITH ${turn === undefined ? "" : `${turn},`}
  free AS (
    SELECT k.target_key FROM ${turn === undefined ? "" : "turn CROSS JOIN"} mcptest.task k WHERE ${WAITING}
    ORDER BY k.queued_at, k.target_key LIMIT 1 FOR UPDATE OF k SKIP LOCKED
  ), claimed AS (
    UPDATE mcptest.task k SET worker = $3, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = k.attempts + 1
    FROM free WHERE k.target_key = free.target_key
    RETURNING k.target_key, k.run_id, k.attempts
  )
  SELECT t.key IS NOT NULL AS claimed, c.target_key, c.run_id, c.attempts,
    EXISTS (SELECT 1 FROM mcptest.task k WHERE ${WAITING}) AS waits,
    ${turn === undefined ? "0" : `(SELECT extract(epoch FROM h.next_at - now())::float8 FROM mcptest.host h WHERE h.name = $2 AND h.next_at < ${BELIEVED})`} AS seconds,
    ${TARGET_COLUMNS}, t.every_seconds, t.steady, t.missed, u.options,
    ${resultColumns("l", "latest_")}, ${resultColumns("r", "reached_")}
  FROM (SELECT) AS always
  LEFT JOIN claimed c ON true
  LEFT JOIN mcptest.target t ON t.key = c.target_key
  LEFT JOIN mcptest.run u ON u.id = c.run_id
  LEFT JOIN mcptest.result l ON l.target_key = t.key AND l.run_id = t.latest_run
  LEFT JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.reached_run`;

const CLAIM_AT_HOST = claimText(TURN);
const CLAIM_COMMAND = claimText(undefined);

const readTask = (row: Row, host: string): Task => {
  const target = readTarget(row);
  return {
    targetKey: Number(row["target_key"]),
    run: Number(row["run_id"]),
    host,
    attempts: Number(row["attempts"]),
    options: row["options"] as RunOptions,
    target: {
      ...target,
      latest: readResult(row, target.id, "latest_"),
      reached: readResult(row, target.id, "reached_"),
    },
    everySeconds: row["every_seconds"] === null ? null : Number(row["every_seconds"]),
    steady: Number(row["steady"]),
    missed: Number(row["missed"]),
  };
};
