import { COMMAND_HOST } from "../store/add-targets.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { type FleetQueue, QUEUES } from "./open-queue.ts";
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
  const released = await database.query(
    `UPDATE mcptest.task SET worker = NULL, lease_until = NULL
     WHERE fleet_id = $1 AND worker IS NOT NULL AND ($2 OR lease_until < now() OR lease_until > now() + make_interval(secs => 3600))
     RETURNING target_key`,
    [fleetId, alone],
  );
  // Written when the clock of the database was ahead.
  await database.query(
    `UPDATE mcptest.host SET next_at = now() WHERE next_at > now() + make_interval(secs => CASE WHEN asked_to_wait THEN ${LONGEST_WAIT_SECONDS} ELSE $1 END)`,
    [longestPause(politeness)],
  );
  for (const name of QUEUES) await queue.hasten(name, longestPause(politeness));
  const hosts = await database.query(
    `SELECT k.host, count(*)::int AS n FROM mcptest.task k LEFT JOIN mcptest.host h ON h.name = k.host
     WHERE k.fleet_id = $1 AND k.worker IS NULL AND (h.next_at IS NULL OR h.next_at <= now())
       AND (k.host = $3 OR k.host NOT IN (
         SELECT o.host FROM mcptest.task o WHERE o.worker IS NOT NULL GROUP BY o.host HAVING count(*) >= $2))
       AND NOT ${queue.waits("hosts", "k.host")} AND NOT ${queue.waits("commands", "k.host")}
     GROUP BY k.host LIMIT 5000`,
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

/** Runs of which nothing is left to do. */
export const endRuns = async ({ database, fleetId }: FleetStore): Promise<void> => {
  await database.query(
    `UPDATE mcptest.run r SET finished_at = now() WHERE fleet_id = $1 AND finished_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM mcptest.task k WHERE k.run_id = r.id)`,
    [fleetId],
  );
};
