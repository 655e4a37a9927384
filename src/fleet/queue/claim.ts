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
 * however many workers there are; every time is the database's.
 */
export const claimTask = (
  { database, fleetId }: FleetStore,
  worker: string,
  host: string,
  politeness: Politeness,
): Promise<Claim> =>
  database.transaction(async (inside) => {
    const { perHost, gapSeconds } = politeness;
    if (host !== COMMAND_HOST) {
      await inside.query("INSERT INTO mcptest.host (name) VALUES ($1) ON CONFLICT DO NOTHING", [host]);
      const [state] = await inside.query(
        `SELECT extract(epoch FROM next_at - now())::float8 AS seconds, asked_to_wait,
           (SELECT count(*)::int FROM mcptest.task k WHERE k.host = h.name AND k.worker IS NOT NULL AND k.lease_until > now()) AS working
         FROM mcptest.host h WHERE name = $1 FOR UPDATE`,
        [host],
      );
      const seconds = Number(state?.["seconds"] ?? 0);
      // More was written when the clock of the database was ahead.
      const longest = state?.["asked_to_wait"] === true ? LONGEST_WAIT_SECONDS : longestPause(politeness);
      if (seconds > 0 && seconds < longest) return { kind: "later", seconds };
      if (Number(state?.["working"] ?? 0) >= perHost) return { kind: "later", seconds: Math.max(1, gapSeconds) };
    }
    const [row] = await inside.query(
      `UPDATE mcptest.task SET worker = $3, lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
       WHERE target_key = (
         SELECT target_key FROM mcptest.task WHERE fleet_id = $1 AND host = $2 AND worker IS NULL
         ORDER BY queued_at, target_key LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING target_key, run_id, attempts`,
      [fleetId, host, worker],
    );
    if (row === undefined) return { kind: "nothing" };
    if (host !== COMMAND_HOST)
      await inside.query(
        "UPDATE mcptest.host SET next_at = now() + make_interval(secs => $2), asked_to_wait = false WHERE name = $1",
        [host, gapSeconds],
      );
    const [found] = await inside.query(
      `SELECT ${TARGET_COLUMNS}, t.every_seconds, t.steady, t.missed, u.options,
         ${resultColumns("l", "latest_")}, ${resultColumns("r", "reached_")}
       FROM mcptest.target t JOIN mcptest.run u ON u.id = $2
       LEFT JOIN mcptest.result l ON l.target_key = t.key AND l.run_id = t.latest_run
       LEFT JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.reached_run
       WHERE t.key = $1`,
      [row["target_key"], row["run_id"]],
    );
    if (found === undefined) return { kind: "nothing" };
    const target = readTarget(found);
    const task: Task = {
      targetKey: Number(row["target_key"]),
      run: Number(row["run_id"]),
      host,
      attempts: Number(row["attempts"]),
      options: found["options"] as RunOptions,
      target: {
        ...target,
        latest: readResult(found, target.id, "latest_"),
        reached: readResult(found, target.id, "reached_"),
      },
      everySeconds: found["every_seconds"] === null ? null : Number(found["every_seconds"]),
      steady: Number(found["steady"]),
      missed: Number(found["missed"]),
    };
    return { kind: "task", task };
  });
