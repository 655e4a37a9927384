import { COMMAND_HOST } from "../store/add-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import type { FleetQueue } from "./open-queue.ts";
import { LONGEST_WAIT_SECONDS, longestPause, type Politeness } from "./politeness.ts";
import { COMMAND_JOBS, jobsFor } from "./queue-due.ts";

export interface Swept {
  /** How many tasks were taken from workers that are gone. */
  readonly released: number;
  readonly open: number;
}

/**
 * Puts right what a worker that was killed has left: its tasks are free again, and every host with something to ask has a job. Any
 * number of workers may do so at any time. `alone`: no other process can have the database, so whatever is held is held by the dead.
 */
export const sweep = async (
  store: FleetStore,
  queue: FleetQueue,
  politeness: Politeness,
  alone = false,
): Promise<Swept> => {
  const { database, fleetId } = store;
  const { perHost } = politeness;
  if (await repairTimes(store, politeness)) await queue.clear();
  const released = await database.query(
    `UPDATE mcptest.task SET worker = NULL, lease_until = NULL
     WHERE fleet_id = $1 AND worker IS NOT NULL AND ($2 OR lease_until < now()) RETURNING target_key`,
    [fleetId, alone],
  );
  // Also hosts that have a job: of those that wait, pg-boss keeps one for each place.
  const hosts = await database.query(
    `SELECT k.host, count(*)::int AS n FROM mcptest.task k LEFT JOIN mcptest.host h ON h.name = k.host
     WHERE k.fleet_id = $1 AND k.worker IS NULL AND (h.next_at IS NULL OR h.next_at <= now())
       AND (k.host = $3 OR k.host NOT IN (
         SELECT o.host FROM mcptest.task o WHERE o.worker IS NOT NULL GROUP BY o.host HAVING count(*) >= $2))
     GROUP BY k.host ORDER BY min(h.next_at), min(k.queued_at) LIMIT ${MOST_HOSTS}`,
    [fleetId, perHost, COMMAND_HOST],
  );
  await queue.put(
    "hosts",
    jobsFor(
      hosts.filter(({ host }) => host !== COMMAND_HOST),
      { perHost },
    ),
  );
  await queue.put(
    "commands",
    jobsFor(
      hosts.filter(({ host }) => host === COMMAND_HOST),
      { perHost: COMMAND_JOBS },
    ),
  );
  await endRuns(store);
  const [open] = await database.query("SELECT count(*)::int AS n FROM mcptest.task WHERE fleet_id = $1", [fleetId]);
  return { released: released.length, open: Number(open?.["n"] ?? 0) };
};

/** Further hosts get their jobs from later sweeps. */
const MOST_HOSTS = 5_000;

/**
 * Brings back to now what was written when the clock of the database was ahead. Jobs that wait may have been written then too, and would
 * begin when that time comes. True where something was found.
 */
const repairTimes = async ({ database, fleetId }: FleetStore, politeness: Politeness): Promise<boolean> => {
  const hosts = await database.query(
    `UPDATE mcptest.host SET next_at = now()
     WHERE next_at > now() + make_interval(secs => CASE WHEN asked_to_wait THEN ${LONGEST_WAIT_SECONDS} ELSE $1 END) RETURNING 1`,
    [longestPause(politeness)],
  );
  const tasks = await database.query(
    `UPDATE mcptest.task SET queued_at = least(queued_at, now()),
       lease_until = CASE WHEN lease_until > now() + interval '1 hour' THEN now() - interval '1 second' ELSE lease_until END
     WHERE fleet_id = $1 AND (queued_at > now() + interval '1 minute' OR lease_until > now() + interval '1 hour') RETURNING 1`,
    [fleetId],
  );
  return hosts.length + tasks.length > 0;
};

/** Runs of which nothing is left to do. */
export const endRuns = async ({ database, fleetId }: FleetStore): Promise<void> => {
  await database.query(
    `UPDATE mcptest.run r SET finished_at = now() WHERE fleet_id = $1 AND finished_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM mcptest.task k WHERE k.run_id = r.id)`,
    [fleetId],
  );
};
